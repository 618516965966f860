package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
)

// TestFirstIterations asserts that the first scores of the start say that the position is
// level. Without RepliesDepth they do not. Later replies are skipped as late all the same, so
// with some networks depth 4 misses one.
func TestFirstIterations(t *testing.T) {
	for _, lines := range []int{1, 3} {
		e := newEngine(t, func(o *Options) { o.MultiPV = lines })
		e.Search(context.Background(), board.NewLine(board.Start()), Limits{Depth: 4}, func(i Info) {
			if len(i.PV) > 0 {
				assert.InDelta(t, 20, int(i.Score), 60, "depth %d, line %d of %d: %v", i.Depth, i.MultiPV, lines, i.PV)
			}
		})
	}
}
