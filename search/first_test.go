package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
)

// TestFirstIterations asserts that the first scores of the start say that the position is
// level, because the search looks at all replies to the moves of the root in the first
// iterations. From depth 4 on the replies to later moves matter, of which it skips some.
func TestFirstIterations(t *testing.T) {
	for _, lines := range []int{1, 3} {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		e.Search(context.Background(), board.NewLine(board.Start()), Limits{Depth: 3}, func(i Info) {
			if len(i.PV) > 0 {
				assert.InDelta(t, 20, int(i.Score), 60, "depth %d, line %d of %d: %v", i.Depth, i.MultiPV, lines, i.PV)
			}
		})
	}
}
