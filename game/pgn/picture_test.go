package pgn

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
)

const ending = "标题: 残局\n结果: 红方胜\n \n初始局面:\n" + `
　　　　　　　　 黑方　　　　　　　　
　　　　　　　　　　　　　　　　　　　
 ┌─┬─┬-[将]-┬─┬─┬─┬─┐
　│　│　│　│＼│／│　│　│　│　
 ├─┼─┼─┼-[士]-┼─┼─┼─┤
　│　│　│　│／│＼│　│　│　│　
 ├─┼─┼─┼─┼─┼─┼─┼─┤
 ├─┼─┼─┼─┼─┼─┼─┼─┤
 ├─┴─┴─┴─┴─┴─┴─┴─┤
　│　　　　　　　　　　　　　　　│　
 ├─┬─┬─┬─┬─┬-[卒]-┬─┤
 ├─┼─┼─┼─┼─┼─┼─┼─┤
(车)-┼─┼─┼─┼─┼─┼─┼─┤
 ├─┼─┼─┼-※ ─┼─┼─┼─┤
 └─┴─┴─┴-(帅)-┴─┴─┴─┘
　　　　　　　　 红方　　　　　　　　

【主变: 红方胜】
`

// TestPicture reads sheets that begin from the position of a picture.
func TestPicture(t *testing.T) {
	const placement = "3k5/4a4/9/9/9/6p2/9/R8/9/4K4"
	for text, want := range map[string]struct{ fen, moves string }{
		ending + "　　1.　车九进七　　将４进１\n":                         {placement + " w - - 0 1", "a2a9 d9d8"},
		ending + "　　1.　…………　　将４进１\n　　2.　车九进五\n":              {placement + " b - - 0 1", "d9d8 a2a7"},
		"局面：" + board.StartFEN + "\n" + ending + "1. 炮二平五\n": {board.StartFEN, "h2e2"},
		strings.Replace(ending, "(车)", "├", 1) + "1. 帅五进一\n": {"3k5/4a4/9/9/9/6p2/9/9/9/4K4 w - - 0 1", "e0e1"},
		strings.Replace(ending, "└─", "─", 1) + "1. 炮二平五\n":  {board.StartFEN, "h2e2"}, // nine ranks
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want.fen, games[0].Start.FEN(), text)
		assert.Equal(t, want.moves, summary(games), text)
		assert.Equal(t, "残局", games[0].Tag(game.TagTitle))
	}
	_, err := read(strings.Replace(ending, "[将]", "┬", 1) + "1. 炮二平五\n")
	assert.ErrorIs(t, err, board.ErrKings, "no move is played from another position")
}
