package record

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
)

// TestFilter gives a quiet move of the start position all kinds of scores.
func TestFilter(t *testing.T) {
	p := board.Start()
	quiet, err := board.ParseMove("h2e2")
	require.NoError(t, err)
	most := DefaultFilter()
	most.MaxScore = int(eval.Mate)
	for name, c := range map[string]struct {
		filter Filter
		n      int
		score  eval.Score
		want   Use
	}{
		"even":               {DefaultFilter(), 8, 0, Used},
		"first plies":        {DefaultFilter(), 7, 0, Early},
		"no score":           {DefaultFilter(), 8, eval.Score(NoScore), Unscored},
		"largest":            {DefaultFilter(), 8, -2000, Used},
		"larger":             {DefaultFilter(), 8, -2001, Decided},
		"mate":               {DefaultFilter(), 8, eval.Mate - 3, Decided},
		"mate is wanted":     {most, 8, eval.Mate - 3, Used},
		"win by the rules":   {most, 8, eval.RuleWin - 3, Decided},
		"loss by the rules":  {most, 8, -eval.RuleWin, Decided},
		"largest evaluation": {most, 8, eval.MaxEval, Used},
	} {
		assert.Equal(t, c.want, c.filter.Use(&p, c.n, Ply{Move: quiet, Score: int16(c.score)}), name)
	}
}
