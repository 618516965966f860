package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

func TestPosition(t *testing.T) {
	_, url := startServer(t, config{})
	p := ask[positionReply](t, url+"api/position", `{}`)
	assert.Len(t, p.Legal, 44)
	assert.Equal(t, board.StartFEN, p.FEN)
	assert.Equal(t, "red", p.Side)
	assert.Equal(t, 120, p.Limit)
	assert.Nil(t, p.End)

	p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2 h9g7 e2e6"}`)
	assert.Equal(t, "black", p.Side)
	names := func(chinese, traditional, vietnamese, wxf string) map[string]string {
		return map[string]string{"chinese": chinese, "traditional": traditional, "vietnamese": vietnamese, "wxf": wxf}
	}
	assert.Equal(t, []moveText{
		{"h2e2", names("炮二平五", "炮二平五", "P2-5", "C2.5"), false, false},
		{"h9g7", names("马８进７", "馬８進７", "M8.7", "h8+7"), false, false},
		{"e2e6", names("炮五进四", "炮五進四", "P5.4", "C5+4"), false, true},
	}, p.Line)

	assert.Equal(t, "Central cannon", p.Opening)
	p = ask[positionReply](t, url+"api/position", `{"moves":"b2e2 b7e7","lang":"zh-Hans"}`)
	assert.Equal(t, "顺炮局", p.Opening)
	p = ask[positionReply](t, url+"api/position", `{"moves":"a3a4"}`)
	assert.Empty(t, p.Opening)

	assert.Empty(t, p.Texts)
	for name, want := range map[string]int{"h9g7": 1, "h9g8": 0, "nonsense": 0} {
		p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2","name":"`+name+`"}`)
		assert.Len(t, p.Texts, want, name)
	}
	p = ask[positionReply](t, url+"api/position", `{"moves":"h2e2","name":"h9g7"}`)
	assert.Equal(t, "h8+7", p.Texts["h9g7"].Names["wxf"])

	p = ask[positionReply](t, url+"api/position", `{"start":"4k4/9/9/9/9/9/9/9/4R4/3K5 b"}`)
	assert.Equal(t, "e9", p.Check)
	p = ask[positionReply](t, url+"api/position", `{"start":"`+mateInOne+`","moves":"b0b9","lang":"zh-Hant"}`)
	require.NotNil(t, p.End)
	assert.Equal(t, ending{Winner: "red", Kind: "checkmate", Text: "黑方被將死", Ply: 1}, *p.End)
	assert.Empty(t, p.Legal)
}

// TestRepetition plays perpetual check until it loses: the verdict is announced when
// the position has occurred twice, and the move that loses is marked before it is
// played.
func TestRepetition(t *testing.T) {
	_, url := startServer(t, config{})
	loop := []string{"d9e9", "d2e2", "e9d9", "e2d2"}
	request := func(plies int, lang string) string {
		var moves []string
		for i := range plies {
			moves = append(moves, loop[i%len(loop)])
		}
		return fmt.Sprintf(`{"start":"3k5/9/9/9/9/9/9/3R5/9/5K3 b","moves":%q,"lang":%q}`, strings.Join(moves, " "), lang)
	}
	p := ask[positionReply](t, url+"api/position", request(3, "en"))
	assert.Nil(t, p.Repeat)
	p = ask[positionReply](t, url+"api/position", request(4, "en"))
	require.NotNil(t, p.Repeat)
	assert.Equal(t, 2, p.Repeat.Count)
	assert.Equal(t, 3, p.Repeat.Needed)
	assert.Equal(t, "black", p.Repeat.End.Winner)
	assert.Equal(t, "red loses: perpetual check", p.Repeat.End.Text)
	assert.Equal(t, "from move 1 on every red move gives check", p.Repeat.End.Why)
	assert.ElementsMatch(t, loop, p.Repeat.End.Loop)
	p = ask[positionReply](t, url+"api/position", request(7, "en"))
	require.Contains(t, p.Marks, "e2d2")
	require.Len(t, p.Texts, 1)
	assert.Equal(t, "R5.6", p.Texts["e2d2"].Names["wxf"])
	assert.Equal(t, "black", p.Marks["e2d2"].Winner)
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", request(8, "zh-Hans"))
	require.NotNil(t, p.End)
	assert.Equal(t, "black", p.End.Winner)
	assert.Contains(t, p.End.Text, "红方负：长将")
	assert.Equal(t, "第1至5回合红方着着将军", p.End.Why)
}

// TestTyped reads moves as people write them, and says what is wrong with others.
func TestTyped(t *testing.T) {
	_, url := startServer(t, config{})
	for _, text := range []string{"h2e2", "H2-E2", "C2.5", "炮二平五", "P2-5"} {
		assert.Equal(t, "h2e2", ask[positionReply](t, url+"api/position", fmt.Sprintf(`{"typed":%q}`, text)).Typed, text)
	}
	for _, text := range []string{"x", "h2e9", "C2.2", "<b>"} {
		status, answer := post(t, url+"api/position", fmt.Sprintf(`{"typed":%q}`, text))
		assert.Equal(t, 400, status, text)
		assert.Contains(t, answer, `"code":"typed"`, text)
	}
}

// TestLastChance asserts that a move is marked after which the opponent can complete a
// repetition that loses for the side to move, and that other moves are not.
func TestLastChance(t *testing.T) {
	_, url := startServer(t, config{})
	const start = `{"start":"3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w","moves":`
	p := ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8 c9c8 d8d9 c8c9 d9d8"}`)
	require.Contains(t, p.Marks, "c9c8")
	assert.Equal(t, "black", p.Marks["c9c8"].Winner)
	assert.Equal(t, "red loses: perpetual check", p.Marks["c9c8"].Text)
	assert.Contains(t, p.Texts, "c9c8")
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8"}`)
	assert.Equal(t, "black", p.Marks["d8d9"].Winner, "the move that completes it wins for Black")
	assert.Len(t, p.Marks, 1)
	p = ask[positionReply](t, url+"api/position", start+`"c8c9 d9d8"}`)
	assert.Empty(t, p.Marks, "too early")
}
