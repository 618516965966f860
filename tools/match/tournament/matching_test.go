package tournament

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// mostPairs returns the size of a largest matching of the players in a list, by trying all.
func mostPairs(may [][]bool, list []int) int {
	if len(list) < 2 {
		return 0
	}
	first, rest := list[0], list[1:]
	best := mostPairs(may, rest)
	for k, other := range rest {
		if may[first][other] && best < len(list)/2 {
			best = max(best, 1+mostPairs(may, slices.Delete(slices.Clone(rest), k, k+1)))
		}
	}
	return best
}

// randomGraph returns which of n players may be paired.
func randomGraph(rng *rand.Rand, n int) ([][]bool, []int) {
	may, list, density := make([][]bool, n), make([]int, n), rng.Float64()
	for a := range may {
		may[a], list[a] = make([]bool, n), a
		for b := range a {
			may[a][b] = rng.Float64() < density
			may[b][a] = may[a][b]
		}
	}
	return may, list
}

// TestMatching compares matchings of random players with those found by trying all, also after pairs
// were taken out of them.
func TestMatching(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		may, list := randomGraph(rng, 2+rng.IntN(9))
		m := newMatching(may, list)
		for want := mostPairs(may, list); ; want = m.pairs {
			require.Equal(t, want, m.pairs, may)
			paired := 0
			for a, b := range m.other {
				if b != free {
					require.Equal(t, a, m.other[b])
					require.True(t, may[a][b] && m.in[a])
					paired++
				}
			}
			require.Equal(t, 2*m.pairs, paired)
			if len(list) < 2 {
				break
			}
			rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
			a, b, rest := list[0], list[1], list[2:]
			left := mostPairs(may, rest)
			taken := left
			if may[a][b] {
				taken++
			}
			require.Equal(t, taken >= want, m.take(a, b), may)
			if taken < want { // it is as it was
				require.Equal(t, want, m.pairs)
				break
			}
			require.Equal(t, left, m.pairs)
			list = rest
		}
	}
}

// TestSwissWhole plays as many rounds as there are opponents: in each, as few as possible meet a second
// time, found by trying all. In the first half of the rounds nobody does.
func TestSwissWhole(t *testing.T) {
	later := 0
	for players := 3; players <= 9; players++ {
		for seed := range uint64(40) {
			rounds := players - 1 + players%2
			p := playPlan(t, Schedule{Players: players, Format: Swiss, Rounds: rounds, Games: 1}, rand.New(rand.NewPCG(5, seed)), coin(seed))
			unmet := make([][]bool, players)
			for i := range unmet {
				unmet[i] = slices.Repeat([]bool{true}, players)
			}
			for round := 1; round <= rounds; round++ {
				var present []int
				var pairs [][2]int
				again := 0
				for _, e := range p.encounters {
					if a, b := e.Players[0], e.Players[1]; e.Round == round && b != Bye {
						present, pairs = append(present, a, b), append(pairs, e.Players)
						if !unmet[a][b] {
							again++
						}
					}
				}
				fewest := players/2 - mostPairs(unmet, present)
				require.Equal(t, fewest, again, "%d players, seed %d, round %d", players, seed, round)
				if round <= players/2 {
					require.Zero(t, again)
				}
				later += again
				for _, pair := range pairs {
					unmet[pair[0]][pair[1]], unmet[pair[1]][pair[0]] = false, false
				}
			}
		}
	}
	assert.NotZero(t, later, "pairs that cannot but meet again")
}

// TestSwissMany draws all rounds of many players in little time.
func TestSwissMany(t *testing.T) {
	testpos.SkipRace(t)
	for _, players := range []int{63, 64} {
		began, points := time.Now(), coin(1)
		p := newPlan(Schedule{Players: players, Format: Swiss, Rounds: 63, Games: 1})
		for n := 1; !p.done(); n++ {
			g, known := p.at(n)
			require.True(t, known)
			p.add(n, points(g))
		}
		assert.Len(t, p.games, 63*(players/2))
		assert.Less(t, time.Since(began), 10*time.Second)
	}
}
