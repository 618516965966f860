package spsa

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/search"
)

// TestSchedule holds the schedule against its usual form, in which a and c are
// worked out from their values at the end.
func TestSchedule(t *testing.T) {
	const n, rate, step = 500, 0.004, 30.0
	s := schedule{Iterations: n, Rate: rate}
	c := step * math.Pow(n, gamma)
	a := rate * step * step * math.Pow(n*stability+n, alpha)
	for k := range n {
		perturb, move := s.at(k)
		ck := c / math.Pow(float64(k+1), gamma)
		ak := a / math.Pow(n*stability+float64(k+1), alpha)
		require.InEpsilon(t, ck, perturb*step, 1e-9)
		require.InEpsilon(t, ak/ck, move*step, 1e-9)
	}
	perturb, move := s.at(n - 1)
	assert.InDelta(t, 1, perturb, 1e-12, "one step")
	assert.InDelta(t, rate, move, 1e-12)
}

// some are parameters to be tuned in these tests.
var some = []search.Range{
	{Name: "wide", Default: 500, Min: 0, Max: 1000, Step: 30},
	{Name: "fine", Default: -3, Min: -10, Max: 10, Step: 1},
	{Name: "edge", Default: 0, Min: 0, Max: 64, Step: 4},
	{Name: "large", Default: 9000, Min: 2000, Max: 30000, Step: 700},
}

func defaults() (at point) {
	for _, r := range some {
		at = append(at, float64(r.Default))
	}
	return
}

func TestTrial(t *testing.T) {
	s := schedule{Iterations: 1000, Rate: 0.01}
	at := point{500.25, -3.75, 0, 30000}
	const n = 4000
	mean, apart := make(point, len(some)), make(point, len(some))
	for seed := range uint64(n) {
		trial := newTrial(seed, 600, s, at, some)
		perturb, move := s.at(600)
		for i, r := range some {
			require.True(t, trial.plus[i] >= r.Min && trial.plus[i] <= r.Max && trial.minus[i] >= r.Min && trial.minus[i] <= r.Max)
			require.InDelta(t, move*float64(r.Step), math.Abs(trial.moves[i]), 1e-9)
			require.Equal(t, trial.moves[i] > 0, trial.plus[i] > trial.minus[i])
			mean[i] += float64(trial.plus[i]+trial.minus[i]) / 2 / n
			apart[i] += math.Abs(float64(trial.plus[i]-trial.minus[i])) / 2 / perturb / float64(r.Step) / n
		}
	}
	assert.InDelta(t, at[0], mean[0], 0.05)
	assert.InDelta(t, at[1], mean[1], 0.05)
	assert.InDelta(t, 1, apart[0], 0.01)
	assert.InDelta(t, 1, apart[1], 0.02)
	assert.InDelta(t, 0.5, apart[2], 0.01, "at a bound only one end is perturbed")
	assert.InDelta(t, 0.5, apart[3], 0.01)

	one, same := newTrial(5, 7, s, at, some), newTrial(5, 7, s, at, some)
	assert.Equal(t, one, same)
	assert.NotEqual(t, one.moves, newTrial(5, 8, s, at, some).moves)
}

func TestRounded(t *testing.T) {
	r := some[3]
	most := math.Nextafter(1, 0)
	for _, c := range []struct {
		x, chance float64
		want      int
	}{
		{2500.25, 0.74, 2500}, {2500.25, 0.75, 2501}, {2500, most / 2, 2500}, {2500, 0, 2500},
		{float64(r.Max), most, r.Max}, {40000, most, r.Max}, {40000, 0, r.Max}, {0, 0, r.Min}, {0, most / 2, r.Min},
	} {
		assert.Equal(t, c.want, rounded(c.x, c.chance, r), "%v by %v", c.x, c.chance)
	}
}

// TestConverges climbs a hill whose height is known only by the results of games
// between two points of it.
func TestConverges(t *testing.T) {
	top := point{710, 4, 40, 16000}
	elo := func(x []int) (sum float64) {
		for i, r := range some {
			d := (float64(x[i]) - top[i]) / float64(r.Step)
			sum -= 4 * d * d
		}
		return
	}
	distance := func(at point) (sum float64) {
		for i, r := range some {
			d := (at[i] - top[i]) / float64(r.Step)
			sum += d * d / float64(len(some))
		}
		return math.Sqrt(sum)
	}
	require.Greater(t, distance(defaults()), 7.0)
	for seed := range uint64(5) {
		random := rand.New(rand.NewPCG(61, seed))
		s := schedule{Iterations: 5000, Rate: 0.01}
		at := defaults()
		for k := range s.Iterations {
			trial := newTrial(seed, k, s, at, some)
			wins := 1 / (1 + math.Pow(10, (elo(trial.minus)-elo(trial.plus))/400))
			result := 0.0
			for range 2 {
				switch x := random.Float64(); { // half of the games are drawn
				case x < wins/2:
					result++
				case x < 0.5:
					result--
				}
			}
			at.learn(trial, result, some)
			for i, r := range some {
				require.True(t, at[i] >= float64(r.Min) && at[i] <= float64(r.Max))
			}
		}
		assert.Less(t, distance(at), 1.0, "%v, want about %v", at, top)
	}
}
