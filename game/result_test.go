package game

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

func TestParseResult(t *testing.T) {
	for want, texts := range map[board.Result][]string{
		board.Unfinished: {"", "*", "?", "-", " ", "未知", "不明"},
		board.RedWins: {
			"1-0", "1 - 0", "1:0", "1 ： 0", "１－０", "1–0", "1—0", "红胜", "红方胜", "紅勝", "红先胜", "先手胜", "黑负", "黑方负", "黑方超时负",
			"红方获胜", "红胜 (让马)", "黑方认输", "黑棋认输", "黑方长打作负", "黑方走法违例", "黑投子认负", "W", "Red wins", "Đỏ thắng",
		},
		board.BlackWins: {"0-1", "0:1", "黑胜", "黑方胜", "先负", "红先负", "后手胜", "红方负", "红负", "黑先胜", "L", "black wins"},
		board.Draw:      {"1/2-1/2", "1/2 - 1/2", "½", "½-½", "½:½", "0.5-0.5", "1/2", "和", "和棋", "和局", "先和", "红方和", "双方议和", "双方不变作和", "超过自然限着作和", "双方同意作和", "弈和", "平局", "d", "Draw"},
	} {
		for _, text := range texts {
			got, ok := ParseResult(text)
			assert.True(t, ok, text)
			assert.Equal(t, want, got, text)
		}
	}
	for _, text := range []string{"红优", "红方胜势", "胜", "红不胜", "炮二平五", "1-1", "2-0", "10-1", "x", "红方胜黑方负", "马8平5和"} {
		_, ok := ParseResult(text)
		assert.False(t, ok, text)
	}
}

// TestResultBegins asserts that no result begins with a character that is passed over quickly.
func TestResultBegins(t *testing.T) {
	for phrase := range resultPhrases {
		_, ok := ParseResult(phrase)
		assert.True(t, ok, phrase)
	}
	for r := range rune(1 << 16) {
		for _, end := range []string{"", "2", "-1", "/2", "方胜", "负", "和", "方和", "时和"} {
			text := string(r) + end
			want, known := parseResult(text)
			got, ok := ParseResult(text)
			if got != want || ok != known {
				require.Failf(t, "not as the slow way", "%q: got %v %t, want %v %t", text, got, ok, want, known)
			}
		}
	}
}
