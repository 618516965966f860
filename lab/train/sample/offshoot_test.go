package sample

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
)

// TestOffshoots makes offshoots: as many as requested minus those left out, each
// scored by the hand-written evaluation, the same with any number of threads and
// others with another seed.
func TestOffshoots(t *testing.T) {
	name := write(t, randomGames(40))
	three := func(s *Settings) { s.Validation, s.MinPly, s.Offshoots = 0, 0, 3 }
	set := load(t, three, name)
	plain := load(t, func(s *Settings) { three(s); s.Offshoots = 0 }, name)
	n, parents := set.Training.Len(), plain.Training.Len()
	assert.LessOrEqual(t, n, 3*parents)
	assert.Greater(t, n, 2*parents)
	assert.Equal(t, n, set.Counts.Training)

	teacher := eval.Classical{}.New()
	different := make(map[Sample]bool)
	for i := range n {
		s := set.Training.At(i)
		different[*s] = true
		p, err := s.Position()
		require.NoError(t, err)
		require.False(t, p.InCheck())
		teacher.Reset(&p)
		require.InDelta(t, int(teacher.Evaluate(&p)), int(s.Score()), 0, "%v", &p)
	}
	assert.Greater(t, len(different), n*9/10)

	same := load(t, func(s *Settings) { three(s); s.Threads = 3 }, name)
	assert.Equal(t, all(&set.Training), all(&same.Training))
	other := load(t, func(s *Settings) { three(s); s.Seed++ }, name)
	assert.NotEqual(t, all(&set.Training), all(&other.Training))
}
