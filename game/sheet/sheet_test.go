package sheet

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

// TestWrite compares whole sheets: of a game with a head, and of one from another start
// in which Black moves first.
func TestWrite(t *testing.T) {
	played := func(start board.Position, moves string, tags ...game.Tag) *game.Game {
		g := game.New(start, testpos.Moves(t, moves)...)
		g.Tags = tags
		return g
	}
	g := played(board.Start(), "h2e2 h9g7 h0g2", game.Tag{Name: game.TagEvent, Value: "Cup"}, game.Tag{Name: game.TagRed, Value: "A"}, game.Tag{Name: "Mood", Value: "good"})
	g.Result = board.Draw
	for _, c := range []struct {
		g    *game.Game
		want string
		lost int
	}{
		{g, "赛事：Cup\n红方：A\n结果：和棋\n\n  1. 炮二平五 马８进７\n  2. 马二进三\n\n", 1},
		{played(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 b"), "d9d8 e0e1 d8d7"),
			"局面：3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1\n\n  1. ………… 将４进１\n  2. 帅五进一 将４进１\n\n", 0},
		{played(board.Start(), ""), "", 0},
		{played(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 b"), "", game.Tag{Name: game.TagTitle, Value: "残局"}),
			"标题：残局\n局面：3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1\n\n  1.\n\n", 0},
		{played(board.Start(), "h2e2", game.Tag{Name: game.TagTitle, Value: "第1局"}), "标题：第1局\n\n  1. 炮二平五\n\n", 0},
	} {
		var out strings.Builder
		lost, err := Format.Write(&out, c.g, game.WriteOptions{})
		require.NoError(t, err)
		assert.Equal(t, c.want, out.String())
		assert.Len(t, lost, c.lost)
	}
}

// TestNames reads a sheet again in which the tags have names of lines, and counts what had to be
// changed for it.
func TestNames(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	g.Tags = []game.Tag{
		{Name: game.TagTitle, Value: "杨官璘评：结果：和"}, {Name: game.TagEvent, Value: "红方：甲 黑方:乙"}, {Name: game.TagRed, Value: "中国红方：甲"}, {Name: game.TagBlack, Value: "丙"},
	}
	var out strings.Builder
	lost, err := Format.Write(&out, g, game.WriteOptions{})
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{{What: game.LostCharacters, Count: 3}}, lost)
	for back, err := range Format.Read(strings.NewReader(out.String())) {
		require.NoError(t, err)
		assert.Equal(t, []game.Tag{
			{Name: game.TagTitle, Value: "杨官璘评：结果 ：和"}, {Name: game.TagEvent, Value: "红方 ：甲 黑方 :乙"}, {Name: game.TagRed, Value: "中国红方：甲"}, {Name: game.TagBlack, Value: "丙"},
		}, back.Tags)
		assert.Equal(t, board.Unfinished, back.Result)
		assert.Empty(t, back.Warnings)
	}
}

// TestNotations reads sheets again that begin from a position in which other moves may be meant.
func TestNotations(t *testing.T) {
	for _, c := range []struct {
		style     notation.Style
		fen, move string
	}{
		{notation.UCI, "3k5/9/9/R8/R8/9/9/9/9/4K4 w", "a5b5"}, // a6b6, with ranks from 1
		{notation.Vietnamese, "3k5/9/9/6C2/6P2/9/9/9/9/4K4 w", "g6g8"},
		{notation.Vietnamese, board.StartFEN, "h2e2"},
	} {
		g := game.New(testpos.FEN(t, c.fen), board.MustParseMove(c.move))
		var out strings.Builder
		_, err := Format.Write(&out, g, game.WriteOptions{Notation: c.style})
		require.NoError(t, err)
		for back, err := range Format.Read(strings.NewReader(out.String())) {
			require.NoError(t, err, out.String())
			assert.Equal(t, g.Moves(), back.Moves(), out.String())
			assert.Empty(t, back.Tags)
			assert.Empty(t, back.Warnings)
		}
		needed := strings.Contains(out.String(), "记谱法："+string(c.style))
		assert.Equal(t, c.fen != board.StartFEN, needed, "only where the moves do not say it: %s", out.String())
	}
}

// TestWithoutMoves writes a position without moves and a game behind it whose head has other lines: they
// are read as two games, and the position alone as one.
func TestWithoutMoves(t *testing.T) {
	ending := game.New(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/4R4/4K4 b"))
	ending.Tags = []game.Tag{{Name: game.TagTitle, Value: "残局"}}
	played := game.New(board.Start(), board.MustParseMove("h2e2"))
	played.Tags = []game.Tag{{Name: game.TagEvent, Value: "全国赛"}}
	var out strings.Builder
	for _, g := range []*game.Game{ending, played, ending} {
		_, err := Format.Write(&out, g, game.WriteOptions{})
		require.NoError(t, err)
	}
	var got []*game.Game
	for back, err := range Format.Read(strings.NewReader(out.String())) {
		require.NoError(t, err)
		assert.Empty(t, back.Warnings)
		got = append(got, back)
	}
	require.Len(t, got, 3)
	for i, want := range []*game.Game{ending, played, ending} {
		assert.Equal(t, want.Tags, got[i].Tags)
		assert.Equal(t, want.Start, got[i].Start)
		assert.Equal(t, want.Moves(), got[i].Moves())
	}
}
