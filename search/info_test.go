package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestNPS(t *testing.T) {
	for _, c := range []struct {
		nodes uint64
		time  time.Duration
		want  uint64
	}{
		{0, 0, 0},
		{1000, 0, 0},
		{1000, -1, 0},
		{1000, 2 * time.Second, 500},
		{3, time.Millisecond, 3000},
		{1 << 62, 1 << 40, 1 << 62 / (1 << 40) * 1e9},
	} {
		i := Info{Nodes: c.nodes, Time: c.time}
		assert.InEpsilon(t, c.want+1, i.NPS()+1, 1e-9)
	}
}
