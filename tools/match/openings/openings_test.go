package openings

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game/text"
	"chuhe/rules"
)

func TestBuiltIn(t *testing.T) {
	list := BuiltIn()
	assert.GreaterOrEqual(t, len(list), 500)
	seen := map[uint64]bool{}
	for _, o := range list {
		plies := 2*(o.Start.Fullmove()-1) + int(o.Start.Side())
		assert.True(t, plies >= 4 && plies <= 8, "%s is after %d plies", o.Start.FEN(), plies)
		assert.False(t, seen[o.Start.Key()], "%s is there twice", o.Start.FEN())
		seen[o.Start.Key()] = true
		assert.Empty(t, o.Moves)
	}
}

func TestReadEPD(t *testing.T) {
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	good, bad := ReadEPD([]byte("# comment\n"+start+"\r\n"+start+" w - - bm h2e2; id \"1\";\n\n; other\n"+
		start+" b - - 3 7\n"+start+" x\n3k5/3R5/9/9/9/9/9/9/9/3RK4 b\n"+
		start+" w - - 120 61\n4k4/9/9/9/9/9/9/9/9/3K5 w\n"), rules.Options{MoveLimit: rules.OwnLimit})
	require.Len(t, good, 3)
	assert.Equal(t, board.StartFEN, good[1].Start.FEN())
	assert.Equal(t, 7, good[2].Start.Fullmove())
	require.Len(t, bad, 4)
	assert.ErrorContains(t, bad[0], "line 7 (offset 233): bad FEN")
	assert.ErrorIs(t, bad[0], board.ErrSide)
	assert.ErrorContains(t, bad[1], "line 8 (offset 295): play has ended in 3k5/3R5/9/9/9/9/9/9/9/3RK4 b - - 0 1: black loses: checkmate")
	assert.ErrorContains(t, bad[2], "draw: natural move limit")
	assert.ErrorContains(t, bad[3], "draw: no attacking material")
}

// TestReadTitles leaves out what stands behind the positions of XQWizard's endgames.
func TestReadTitles(t *testing.T) {
	const start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	for _, fen := range []string{start, start + " w", start + " w - - 0 1"} {
		for _, title := range []string{";", "; \u7b2c001\u5c40", " ; 1. a mate|2", " ;bm h2e2; id \"1\";"} {
			good, bad := ReadEPD([]byte(fen+title+"\n"), rules.Options{})
			assert.Empty(t, bad, fen+title)
			require.Len(t, good, 1, fen+title)
			assert.Equal(t, board.StartFEN, good[0].Start.FEN())
		}
	}
}

// TestReadMoves plays the moves behind a position, as in the position command of the protocols.
func TestReadMoves(t *testing.T) {
	good, bad := ReadEPD([]byte(board.StartFEN+" moves h2e2 h9g7; a title\n"+board.StartFEN+" moves\n"+
		board.StartFEN+" id moves h2e2;\n"+board.StartFEN+" moves h2e2 h2e2\n"+board.StartFEN+" moves h2\n"+
		"3k5/9/9/9/9/9/9/4R4/9/4K4 w moves e2d2\n"), rules.Options{})
	require.Len(t, good, 3)
	for i, want := range [][]board.Move{{board.MustParseMove("h2e2"), board.MustParseMove("h9g7")}, nil, nil} {
		assert.Equal(t, board.StartFEN, good[i].Start.FEN())
		assert.ElementsMatch(t, want, good[i].Moves)
	}
	require.Len(t, bad, 3)
	assert.ErrorContains(t, bad[0], "line 4")
	assert.ErrorIs(t, bad[0], rules.ErrNoPiece)
	assert.ErrorContains(t, bad[1], "line 5")
	assert.ErrorIs(t, bad[1], board.ErrMove)
	assert.ErrorContains(t, bad[2], "play has ended in")
}

// TestReadEncodings reads a list as editors and shells of Windows save it. Places in it are
// those of the file.
func TestReadEncodings(t *testing.T) {
	const list = board.StartFEN + "\r\n9/9 w\r\n# \u5f00\u5c40\r\n" + board.StartFEN + "\r\n"
	second := len(board.StartFEN) + len("\r\n")
	for name, c := range map[string]struct {
		to     encoding.Encoding
		offset int
	}{
		"UTF-8":              {encoding.Nop, second},
		"UTF-8 with a mark":  {unicode.UTF8BOM, 3 + second},
		"UTF-16 with a mark": {unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), 2 + 2*second},
		"GB18030":            {simplifiedchinese.GB18030, second},
	} {
		file, err := c.to.NewEncoder().String(list)
		require.NoError(t, err)
		good, bad := ReadEPD([]byte(file), rules.Options{})
		assert.Len(t, good, 2, name)
		require.Len(t, bad, 1, name)
		assert.ErrorContains(t, bad[0], fmt.Sprintf("line 2 (offset %d): bad FEN", c.offset), name)
	}
	good, bad := ReadEPD([]byte(board.StartFEN+"\n"+strings.Repeat(" ", text.MaxLine+1)+"\n"), rules.Options{})
	assert.Len(t, good, 1)
	require.Len(t, bad, 1)
	assert.ErrorIs(t, bad[0], text.ErrLine)
}

func TestReadPGN(t *testing.T) {
	const file = "[Opening \"central cannon\"]\n\n1. C2.5 H8+7 2. H2+3 R9.8 *\n\n[Red \"x\"]\n\n1. C2.9 *\n\n[Red \"y\"]\n\n1. P7+1 *\n\n[Red \"z\"]\n[FEN \"3k5/3R5/9/9/9/9/9/9/9/3RK4 b\"]\n\n*\n"
	good, bad := ReadPGN([]byte(file), 3, rules.Options{})
	require.Len(t, good, 2)
	assert.Len(t, good[0].Moves, 3)
	assert.Len(t, good[1].Moves, 1, "a game may be shorter")
	require.Len(t, bad, 2)
	assert.ErrorContains(t, bad[0], "line 7")
	assert.ErrorContains(t, bad[1], "line 13 (offset 101): play has ended in 3k5/3R5/9/9/9/9/9/9/9/3RK4 b - - 0 1: black loses: checkmate")
	good, _ = ReadPGN([]byte(file), 0, rules.Options{})
	assert.Len(t, good[0].Moves, 4)

	// As much of a game is an opening as is played before it ends.
	const drawn = "[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w\"]\n\n1. a1a2 d9d8 2. a2a1 d8d9 3. a1a2 d9d8 4. a2a1 d8d9 *\n"
	good, bad = ReadPGN([]byte(drawn), 7, rules.Options{})
	assert.Len(t, good, 1)
	assert.Empty(t, bad)
	_, bad = ReadPGN([]byte(drawn), 0, rules.Options{})
	require.Len(t, bad, 1)
	assert.ErrorContains(t, bad[0], "draw: repetition")
}

func TestShuffle(t *testing.T) {
	order := func(seed uint64) (fens []string) {
		list := BuiltIn()
		Shuffle(list, seed)
		for _, o := range list {
			fens = append(fens, o.Start.FEN())
		}
		return
	}
	assert.Equal(t, order(1), order(1))
	assert.NotEqual(t, order(1), order(2))
	assert.ElementsMatch(t, order(1), order(2))
}
