package level

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOfElo(t *testing.T) {
	assert.Equal(t, levels[0], OfElo(MinElo))
	assert.Equal(t, levels[len(levels)-1], OfElo(MaxElo))
	last := OfElo(MinElo)
	for elo := MinElo + 1; elo <= MaxElo; elo++ {
		l := OfElo(elo)
		assert.GreaterOrEqual(t, l.Nodes, last.Nodes)
		assert.LessOrEqual(t, l.Randomness, last.Randomness)
		last = l
	}
}

func TestOfStep(t *testing.T) {
	assert.Equal(t, OfElo(MinElo), OfStep(1))
	assert.Equal(t, OfElo(MaxElo), OfStep(Steps-1))
	assert.Equal(t, Level{}, OfStep(Steps))
	for step := 2; step < Steps; step++ {
		assert.Greater(t, OfStep(step).Elo, OfStep(step-1).Elo)
	}
}
