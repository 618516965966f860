package endgame

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/memory"
)

func run(t *testing.T, args ...string) (out, errs string, err error) {
	t.Helper()
	return commandtest.Run(t.Context(), Command(), "", args...)
}

const pawn = "3k5/9/3P5/9/9/9/9/9/9/4K4 w"

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"a win", []string{"-notation", "ucci", "-fen", pawn}, `red wins in 1 move
  e0e1  red has won
  e0f0  red wins in 1 move
  e0d0  red wins in 2 moves
  d7c7  red wins in 2 moves
  d7e7  red wins in 2 moves
  d7d8  draw
line: e0e1
`},
		{"the defender to move", []string{"-fen", "3k5/3P5/4P4/9/9/9/9/9/9/4K4 b"}, `red wins in 2 moves
  k4+1  red wins in 2 moves
  k4.5  red wins in 1 move
line: k4+1 K5.4 k4-1 P5+1
`},
		{"no move left", []string{"-fen", "3k5/9/3P5/9/9/9/9/9/4K4/9 b"}, "red has won\n"},
		{"Black attacks", []string{"-fen", "4k4/9/9/9/9/9/9/4p4/9/3K5 w"}, `black wins in 2 moves
  K6.5  black wins in 2 moves
  K6+1  black wins in 2 moves
line: K6.5 p5+1 K5.6 k5+1
`},
		{"a draw, in Chinese", []string{"-lang", "zh", "-fen", "3k5/3P5/9/9/9/9/9/9/9/4K4 b"}, `和棋
  将４进１  和棋
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, errs, err := run(t, c.args...)
			require.NoError(t, err)
			assert.Empty(t, errs)
			assert.Equal(t, c.want, out)
		})
	}
}

// TestMoveLimit asserts that a win whose last ply reaches the natural move limit is remarked
// on: the rules of the league call even a mate with that ply a draw.
func TestMoveLimit(t *testing.T) {
	const remark = "chuhe endgame: some rules call a draw after 100 plies without a capture, and this win may come too late\n"
	for fen, want := range map[string]string{
		"4ka3/9/9/9/9/9/9/2N6/9/3K5 w - - 66 90": "", // 33 plies
		"4ka3/9/9/9/9/9/9/2N6/9/3K5 w - - 67 90": remark,
		"4ka3/9/9/9/9/9/9/2N6/9/3K5 b - - 67 90": "", // 32 plies
		"4ka3/9/9/9/9/9/9/2N6/9/3K5 b - - 68 90": remark,
		"3k5/9/3P5/9/9/9/9/9/4K4/9 b - - 110 90": "", // won already
		"3k5/3P5/9/9/9/9/9/9/9/4K4 b - - 110 90": "", // a draw
		"3k5/9/3P5/9/9/9/9/9/9/4K4 w - - 110 90": remark,
	} {
		_, errs, err := run(t, "-fen", fen)
		require.NoError(t, err)
		assert.Equal(t, want, errs, fen)
	}
}

func TestPieces(t *testing.T) {
	out, _, err := run(t, "Pb", "c")
	require.NoError(t, err)
	assert.Equal(t, `Pb
  red to move: 19401 positions, 3.53 % won, the longest in 7 moves: 9/4k4/9/9/2b6/2P6/9/9/9/3K5 w - - 0 1
  black to move: 20682 positions, 0.06 % won, the longest in 3 moves: 4k4/9/3Pb4/9/9/9/9/9/9/4K4 b - - 0 1
C
  red to move: 4914 positions, 0 % won
  black to move: 4914 positions, 0 % won
`, out)
}

// TestPercent asserts that a part which is not whole does not look so.
func TestPercent(t *testing.T) {
	assert.Equal(t, "99.99", percent(99_996, 100_000))
	assert.Equal(t, "100.00", percent(100_000, 100_000))
	assert.Equal(t, "0.01", percent(1, 1_000_000))
	assert.Equal(t, "33.33", percent(1, 3))
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "want -fen or the pieces of endings, one of the two"},
		{[]string{"-fen", pawn, "P"}, "want -fen or the pieces of endings, one of the two"},
		{[]string{"-notation", "wxf", "P"}, "-notation without -fen, want both"},
		{[]string{"-notation", "x", "-fen", pawn}, `unknown notation "x"`},
		{[]string{"-fen", "x"}, "bad FEN"},
		{[]string{"-fen", ""}, "bad FEN"},
		{[]string{"-threads", "0", "P"}, "threads"},
		{[]string{"-fen", board.StartFEN}, "this position: want chariots, cannons, horses or soldiers of one side only"},
		{[]string{"-fen", "4k4/9/9/9/9/9/9/3RN4/3C5/3K5 w"}, "this position: want at most two"},
		{[]string{"-fen", "3k5/9/9/9/9/9/9/9/9/4K4 w"}, "this position: want chariots"},
		{[]string{"P", "K"}, `pieces "K": want letters of a FEN without the generals`},
		{[]string{"Pp"}, `pieces "Pp": want chariots`},
		{[]string{"PPP"}, `pieces "PPP": want at most two`},
	} {
		out, _, err := run(t, c.args...)
		assert.ErrorContains(t, err, c.want, c.args)
		assert.ErrorIs(t, err, command.ErrInput, c.args)
		assert.Empty(t, out, c.args)
	}
}

// TestMemory asserts that an ending whose tables do not fit is refused at once.
func TestMemory(t *testing.T) {
	if left := memory.Left(); left == 0 || left > 40<<30 {
		t.Skip("the tables fit into the memory of this machine")
	}
	_, _, err := run(t, "RRAABBaabb")
	assert.ErrorContains(t, err, "RRAABBaabb: no memory for 49446 MiB")
	assert.Equal(t, 1, command.Status(err), "a shortage is no bad input")
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	out, _, err := commandtest.Run(ctx, Command(), "", "Raabb")
	assert.ErrorIs(t, err, context.Canceled)
	assert.Empty(t, out)
}
