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
		strings.Replace(ending, "└─", "─", 1) + "1. 炮二平五\n": { // nine ranks
			board.StartFEN, "h2e2 !the picture of the position does not have ten lines but 9, left out",
		},
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

// TestBadPicture says where a picture is that cannot be a position, and takes an empty board for
// none.
func TestBadPicture(t *testing.T) {
	empty := strings.NewReplacer("[将]", "┬", "[士]", "┼", "[卒]", "┬", "(车)", "├", "(帅)", "┴").Replace(ending)
	games, err := read(empty + "1. 炮二平五\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, board.StartFEN, games[0].Start.FEN())
	assert.Equal(t, "h2e2", summary(games))
	assert.Empty(t, games[0].Warnings)

	for text, at := range map[string]string{
		strings.Replace(ending, "[将]", "┬", 1):   " ┌─┬─┬-┬",
		strings.Replace(ending, "[士]", "[人]", 1): "人",
	} {
		_, err := read(text + "1. 炮二平五\n")
		var fault *game.Error
		require.ErrorAs(t, err, &fault, text)
		require.ErrorIs(t, err, ErrSyntax)
		offset := strings.Index(text, at)
		assert.EqualValues(t, offset, fault.Offset, text)
		assert.Equal(t, 1+strings.Count(text[:offset], "\n"), fault.Line, text)
	}
}

// TestPictureSide finds the side to move behind every way of leaving Red's place empty.
func TestPictureSide(t *testing.T) {
	for _, number := range []string{
		"1... ", "1． ．．．", "1．．． ", "1…… ", "1. ... ", "1... {黑先} ", "{黑先} 1... ", "{黑先}\n1.　…………　　", "1. {黑先} ... ", "1. 黑：",
	} {
		games, err := read(ending + number + "将4进1 2. 车九进五\n")
		require.NoError(t, err, number)
		require.Len(t, games, 1, number)
		assert.Equal(t, "d9d8 a2a7", summary(games), number)
		assert.Empty(t, games[0].Warnings, number)
	}
	for _, number := range []string{"1. ", "{红先} 1. ", "1. 红：", "1. {红先...} "} {
		games, err := read(ending + number + "车九进七 将4进1\n")
		require.NoError(t, err, number)
		assert.Equal(t, "a2a9 d9d8", summary(games), number)
	}
}

// TestPicturePieces reads the other characters of pieces, and says where a picture is that is not
// whole.
func TestPicturePieces(t *testing.T) {
	other := strings.NewReplacer("(车)-┼", "(俥)-(傌)", "[卒]", "[包]").Replace(ending)
	games, err := read(other + "1. 傌八进七\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, "3k5/4a4/9/9/9/6c2/9/RN7/9/4K4 w - - 0 1", games[0].Start.FEN())
	assert.Equal(t, "b2c4", summary(games))
	assert.Empty(t, games[0].Warnings)

	picture := strings.Index(ending, " ┌")
	for text, want := range map[string]string{
		strings.Replace(ending, "└─", "─", 1):             "the picture of the position does not have ten lines but 9, left out",
		strings.Replace(ending, "【", ending[picture:], 1): "the picture of the position does not have ten lines but 20, of which the first ten hold",
	} {
		games, err := read(text + "1. 帅五进一\n")
		if strings.Contains(want, "left out") {
			games, err = read(text + "1. 炮二平五\n")
		}
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		require.Len(t, games[0].Warnings, 1, text)
		w := games[0].Warnings[0]
		assert.ErrorIs(t, w, ErrPicture)
		assert.Contains(t, w.Error(), want)
		assert.EqualValues(t, strings.Index(text, " ┌"), w.Offset, text)
	}
}

// TestPictureAlone reads a picture that begins the file with a piece, which looks like a tag.
func TestPictureAlone(t *testing.T) {
	picture := ending[strings.Index(ending, " ┌"):]
	for _, blanks := range []string{"", " ", "　"} {
		games, err := read(blanks + strings.Replace(picture, " ┌─┬", "[车]-┬", 1) + "1... 将4进1\n")
		require.NoError(t, err)
		require.Len(t, games, 1)
		assert.Equal(t, "r2k5/4a4/9/9/9/6p2/9/R8/9/4K4 b - - 0 1", games[0].Start.FEN())
		assert.Equal(t, "d9d8", summary(games))
	}
}
