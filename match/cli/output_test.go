package cli

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/match"
	"chuhe/match/stats"
)

func TestEstimate(t *testing.T) {
	for want, e := range map[string]stats.Estimate{
		"-":            {Value: math.NaN()},
		"+0.0 +/- 3.1": {Value: math.Copysign(0, -1), Error: 3.1},
		"+0.0":         {Value: -.04, Error: math.NaN()},
		"-0.1 +/- 2.0": {Value: -.06, Error: 2},
		"+Inf":         {Value: math.Inf(1), Error: math.NaN()},
	} {
		assert.Equal(t, want, estimate(e))
	}
}

func TestPrintStandings(t *testing.T) {
	s := match.NewStandings([]string{"a", "b"})
	s.Add(&match.Record{
		Pairing: match.Pairing{Game: 1, RedPlayer: 0, BlackPlayer: 1},
		Outcome: match.Outcome{Result: board.BlackWins, End: match.Crash},
	}, 2)
	var out strings.Builder
	printStandings(&out, s, nil)
	assert.Contains(t, out.String(), "a vs b: 1 game, +0 =0 -1")
	assert.Contains(t, out.String(), "a lost 1 game by crash")
}
