package data

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
)

func TestShow(t *testing.T) {
	p := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 7 1")
	black := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1")
	play := func(start board.Position, result board.Result, plies ...any) record.Game {
		g := record.Game{Start: start, Result: result}
		for i := 0; i < len(plies); i += 2 {
			g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(plies[i].(string)), Score: int16(plies[i+1].(int))})
		}
		return g
	}
	data, _ := encode(t, text(1), []record.Game{
		play(p, board.RedWins, "a0a7", 30997, "d9d8", -30998, "a7a8", 30999),
		play(black, board.Draw, "d9d8", -12, "a0a1", record.NoScore, "d8d9", -29990, "a1a0", 29991),
		play(black, board.BlackWins),
	})
	const first = `game 1 of standard input: 1-0, 3 plies
fen 3k5/9/9/9/9/9/9/9/4R4/R3K4 w - - 7 1
  1. a0a7 M3      d9d8 -M2
  2. a7a8 M1

`
	const second = `game 2 of standard input: 1/2-1/2, 4 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1
  1. ...          d9d8 -12
  2. a0a1         d8d9 -R10
  3. a1a0 R9
`
	const third = `
game 3 of standard input: 0-1, 0 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1

`
	for _, c := range []struct{ args, want string }{
		{"show -", first + second + third},
		{"show - -game 1", first},
		{"show - -game 2 -count 5", second + third},
		{"show - -count 1", first},
		{"show - -positions -game 2", "3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1;-12;0.5\n" +
			"9/3k5/9/9/9/9/9/9/9/R3K4 w - - 8 2;;0.5\n" +
			"9/3k5/9/9/9/9/9/9/R8/4K4 b - - 9 2;-29990;0.5\n" +
			"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 10 3;29991;0.5\n"},
		{"show - -board -game 3", `game 3 of standard input: 0-1, 0 plies
fen 3k5/9/9/9/9/9/9/9/9/R3K4 b - - 7 1
` + strings.Repeat(`  9  . . . k . . . . .
  8  . . . . . . . . .
  7  . . . . . . . . .
  6  . . . . . . . . .
  5  . . . . . . . . .
  4  . . . . . . . . .
  3  . . . . . . . . .
  2  . . . . . . . . .
  1  . . . . . . . . .
  0  R . . . K . . . .
     a b c d e f g h i   black to move
`, 2) + "\n"},
	} {
		out, errs, err := run(t, data, strings.Fields(c.args)...)
		require.NoError(t, err, c.args)
		assert.Equal(t, c.want, out, c.args)
		assert.Empty(t, errs, c.args)
	}
	chinese, _, err := run(t, data, "show", "-lang", "zh", "-board", "-game", "3", "-")
	require.NoError(t, err)
	assert.Contains(t, chinese, "标准输入 第 3 局：0-1，0 着\nfen 3k5")
	assert.Contains(t, chinese, "  a b c d e f g h i   黑方走棋\n")
	out, _, err := run(t, data, "show", "-positions", "-")
	require.NoError(t, err)
	assert.Contains(t, out, ";30997;1\n")
	assert.Contains(t, out, ";-30998;0\n")
}

func TestShowDamaged(t *testing.T) {
	games := randomGames(1, 30)
	data, starts := encode(t, text(1), games)
	data[starts[1]+50] ^= 1
	out, errs, err := run(t, data, "show", "-")
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, errs, fmt.Sprintf("standard input: block 2 at byte %d: ", starts[1]))
	assert.Equal(t, 20, strings.Count(out, "\ngame ")+1)
}
