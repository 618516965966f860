package tournament

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// playPlan plays a drawn match with random results, the games that are known in random order,
// and returns the plan at its end and the points of Red in each game.
func playPlan(t *testing.T, s Schedule, rng *rand.Rand, points func(Pairing) float64) *plan {
	t.Helper()
	p := newPlan(s)
	var ended []int
	for !p.done() {
		known := 0
		for _, ok := p.at(known + 1); ok; _, ok = p.at(known + 1) {
			known++
		}
		var open []int
		for n := 1; n <= known; n++ {
			if !slices.Contains(ended, n) {
				open = append(open, n)
			}
		}
		require.NotEmpty(t, open, "%+v: no game is known, and it is not over", s)
		n := open[rng.IntN(len(open))]
		g, _ := p.at(n)
		p.add(n, points(g))
		p.add(n, 1-points(g)) // a second result changes nothing
		ended = append(ended, n)
	}
	_, more := p.at(len(ended) + 1)
	assert.False(t, more)
	assert.Equal(t, len(ended), p.len())
	return p
}

// coin returns random results by number.
func coin(seed uint64) func(Pairing) float64 {
	return func(g Pairing) float64 {
		return float64(rand.New(rand.NewPCG(seed, uint64(g.Game))).IntN(3)) / 2
	}
}

// TestSwiss plays Swiss tournaments of all sizes: no engine meets an opponent twice or has two
// byes, everybody plays in each round, first colours stay balanced, and the same results in
// another order make the same games.
func TestSwiss(t *testing.T) {
	testpos.SkipRace(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for players := 2; players <= 33; players++ {
		for _, games := range []int{1, 2, 3} {
			most := max(1, (players+1)/2)
			s := Schedule{Players: players, Format: Swiss, Rounds: 1 + rng.IntN(most), Games: games}
			p := playPlan(t, s, rng, coin(7))
			name := fmt.Sprintf("%+v", s)
			again := playPlan(t, s, rng, coin(7))
			require.Equal(t, p.games, again.games, name)
			require.Equal(t, p.places(), again.places(), name)
			met, played, byes, balance := map[[2]int]bool{}, map[[2]int]int{}, map[int]int{}, map[int]int{}
			for i, e := range p.encounters {
				a, b := e.Players[0], e.Players[1]
				played[[2]int{e.Round, a}]++
				if b == Bye {
					byes[a]++
					assert.Equal(t, float64(games), e.Points[0], name)
					continue
				}
				played[[2]int{e.Round, b}]++
				assert.False(t, met[[2]int{a, b}] || met[[2]int{b, a}], "%s: %d and %d meet again in round %d", name, a, b, e.Round)
				met[[2]int{a, b}] = true
				assert.Equal(t, games, e.Games, "%s encounter %d", name, i)
				balance[a]++
				balance[b]--
			}
			assert.Len(t, played, s.Rounds*players, name)
			for i := range players {
				assert.LessOrEqual(t, byes[i], 1, name)
				assert.LessOrEqual(t, max(balance[i], -balance[i]), 3, "%s: colours of %d", name, i)
			}
			points := 0.0
			for _, place := range p.places() {
				points += place.Points
			}
			assert.InDelta(t, float64(s.Rounds*games*(players/2+players%2)), points, 1e-9, "%s: every game and bye is worth a point", name)
		}
	}
}

// TestSwissHalf plays as many rounds as half of many players: no two meet a second time.
func TestSwissHalf(t *testing.T) {
	const players = 48
	p := playPlan(t, Schedule{Players: players, Format: Swiss, Rounds: players / 2, Games: 1}, rand.New(rand.NewPCG(1, 1)), coin(0))
	met := map[[2]int]int{}
	for _, e := range p.encounters {
		met[[2]int{min(e.Players[0], e.Players[1]), max(e.Players[0], e.Players[1])}]++
	}
	assert.Equal(t, players/2*players/2, len(met), "pairs in all rounds")
}

// TestSwissDraw shows the first rounds of six players of whom the better seed always wins.
func TestSwissDraw(t *testing.T) {
	better := func(g Pairing) float64 {
		if g.RedPlayer < g.BlackPlayer {
			return 1
		}
		return 0
	}
	p := playPlan(t, Schedule{Players: 6, Format: Swiss, Rounds: 3, Games: 2}, rand.New(rand.NewPCG(1, 1)), better)
	var rounds [4][][2]int
	for _, e := range p.encounters {
		rounds[e.Round] = append(rounds[e.Round], [2]int{min(e.Players[0], e.Players[1]), max(e.Players[0], e.Players[1])})
	}
	assert.Equal(t, [][2]int{{0, 3}, {1, 4}, {2, 5}}, rounds[1], "the upper half against the lower")
	assert.Equal(t, [][2]int{{0, 1}, {2, 3}, {4, 5}}, rounds[2], "winners against winners, and 2 against the best loser")
	assert.Equal(t, [][2]int{{0, 2}, {1, 5}, {3, 4}}, rounds[3], "1 has met 4, and 4 has met 5")
	places := p.places()
	assert.Equal(t, []int{0, 1, 2, 3}, []int{places[0].Player, places[1].Player, places[2].Player, places[3].Player})
	assert.Equal(t, 6.0, places[0].Points)
	// Opponents of 0: 3, 1 and 2, all beaten, so both tie-breaks are the sum of their points.
	want := 0.0
	for _, place := range places {
		if slices.Contains([]int{1, 2, 3}, place.Player) {
			want += place.Points
		}
	}
	assert.Equal(t, want, places[0].Buchholz)
	assert.Equal(t, want, places[0].SonnebornBerger)
}

// TestSwissTieBreaks computes both tie-breaks by hand: a beats b 1.5 to 0.5, c has a bye.
func TestSwissTieBreaks(t *testing.T) {
	p := newPlan(Schedule{Players: 3, Format: Swiss, Rounds: 1, Games: 2})
	require.Equal(t, []Encounter{{Round: 1, Players: [2]int{2, Bye}, Points: [2]float64{2}}, {Round: 1, Players: [2]int{0, 1}}}, p.encounters)
	p.add(1, 1)
	p.add(2, .5)
	require.True(t, p.done())
	for i, want := range []Place{
		{Player: 2, Points: 2, Buchholz: 2, SonnebornBerger: 2},
		{Player: 0, Points: 1.5, Buchholz: .5, SonnebornBerger: .5 * .75},
		{Player: 1, Points: .5, Buchholz: 1.5, SonnebornBerger: 1.5 * .25},
	} {
		got := p.places()[i]
		got.Encounters = nil
		assert.Equal(t, want, got)
	}
}

// TestSwissLevel asserts that seeds decide between players 2 and 3, who are level in all else: both have the
// sum 26.5/3 of products by opponent, in another order.
func TestSwissLevel(t *testing.T) {
	p := playPlan(t, Schedule{Players: 7, Format: Swiss, Rounds: 3, Games: 3}, rand.New(rand.NewPCG(1, 1)), coin(426))
	places := p.places()
	at := slices.IndexFunc(places, func(a Place) bool { return a.Player == 2 })
	require.Equal(t, 3, places[at+1].Player)
	assert.Equal(t, 26.5/3, places[at].SonnebornBerger)
	assert.Equal(t, 26.5/3, places[at+1].SonnebornBerger)
}

// TestSwissWithoutOthers plays more rounds than there are opponents: pairings repeat then, and
// only then.
func TestSwissWithoutOthers(t *testing.T) {
	for players := 2; players <= 9; players++ {
		rounds := players + 2
		p := playPlan(t, Schedule{Players: players, Format: Swiss, Rounds: rounds, Games: 1}, rand.New(rand.NewPCG(5, 5)), coin(uint64(players)))
		assert.Len(t, p.games, rounds*(players/2))
	}
}

func TestBracket(t *testing.T) {
	assert.Equal(t, []int{0, 1}, bracket(2))
	assert.Equal(t, []int{0, 3, 2, 1}, bracket(4))
	assert.Equal(t, []int{0, 7, 4, 3, 2, 5, 6, 1}, bracket(8))
	assert.Equal(t, []int{0, Bye, 4, 3, 2, Bye, Bye, 1}, bracket(5))
}

// TestKnockout plays knockouts of all sizes: whoever loses a tie is out, level ties are played
// on, and one player is left.
func TestKnockout(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for players := 2; players <= 33; players++ {
		for _, games := range []int{1, 2, 3} {
			s := Schedule{Players: players, Format: Knockout, Games: games, TieBreaks: 3}
			name := fmt.Sprintf("%+v", s)
			p := playPlan(t, s, rng, coin(uint64(players)))
			again := playPlan(t, s, rng, coin(uint64(players)))
			require.Equal(t, p.games, again.games, name)
			assert.Equal(t, int(math.Ceil(math.Log2(float64(players)))), p.round, name)
			places := p.places()
			assert.Zero(t, places[0].Out, name)
			out := map[int]int{}
			for _, place := range places[1:] {
				assert.NotZero(t, place.Out, name)
				out[place.Out]++
				for _, e := range place.Encounters {
					assert.LessOrEqual(t, e.Round, place.Out, name)
				}
			}
			assert.Equal(t, 1, out[p.round], "%s: one loses the last round", name)
			assert.Equal(t, p.round, places[1].Out, name)
			for i, e := range p.encounters {
				assert.LessOrEqual(t, e.TieBreak, 3, name)
				if e.TieBreak > 0 {
					level := slices.ContainsFunc(p.encounters[:i], func(o Encounter) bool { return o.Round == e.Round && o.TieBreak == e.TieBreak-1 })
					assert.True(t, level, name)
				}
			}
		}
	}
}

// TestKnockoutLevel plays a tie that is level for ever: after the further pairs the better
// seed goes on. The colours of the first game change from pair to pair.
func TestKnockoutLevel(t *testing.T) {
	p := playPlan(t, Schedule{Players: 2, Format: Knockout, Games: 2, TieBreaks: 2}, rand.New(rand.NewPCG(1, 1)), func(Pairing) float64 { return .5 })
	assert.Len(t, p.games, 6)
	assert.Equal(t, []int{0, 1, 1, 0, 0, 1}, []int{
		p.games[0].RedPlayer, p.games[1].RedPlayer, p.games[2].RedPlayer, p.games[3].RedPlayer, p.games[4].RedPlayer, p.games[5].RedPlayer,
	})
	assert.Equal(t, []int{0, 0, 1, 1, 2, 2}, []int{
		p.games[0].Opening, p.games[1].Opening, p.games[2].Opening, p.games[3].Opening, p.games[4].Opening, p.games[5].Opening,
	}, "each pair has an opening of its own")
	assert.Equal(t, 0, p.places()[0].Player)

	// Beside a level tie, one that is decided is not played on.
	p = playPlan(t, Schedule{Players: 4, Format: Knockout, Games: 2, TieBreaks: 2}, rand.New(rand.NewPCG(1, 1)), func(g Pairing) float64 {
		switch {
		case max(g.RedPlayer, g.BlackPlayer) == 3: // the tie of 0 and 3
			return .5
		case g.RedPlayer < g.BlackPlayer:
			return 1
		}
		return 0
	})
	games := map[[2]int]int{}
	for _, g := range p.games {
		games[[2]int{min(g.RedPlayer, g.BlackPlayer), max(g.RedPlayer, g.BlackPlayer)}]++
	}
	assert.Equal(t, map[[2]int]int{{0, 3}: 6, {1, 2}: 2, {0, 1}: 2}, games)

	// The worse seed wins where it wins.
	p = playPlan(t, Schedule{Players: 5, Format: Knockout, Games: 2}, rand.New(rand.NewPCG(1, 1)), func(g Pairing) float64 {
		if g.RedPlayer > g.BlackPlayer {
			return 1
		}
		return 0
	})
	assert.Equal(t, 4, p.places()[0].Player)
	assert.Len(t, p.games, 8)
}

// TestDrawnTournament plays both formats on several boards; they end whatever order the games
// end in, and go on after a stop with the same pairings.
func TestDrawnTournament(t *testing.T) {
	for _, format := range []Format{Swiss, Knockout} {
		var whole []Pairing
		for stopAt := range 9 {
			tour, s := tournament(3, plays(0), resigns, plays(1), plays(2), resigns)
			tour.Schedule.Format, tour.Schedule.TieBreaks = format, 1
			var records []Record
			stop := fmt.Errorf("stopped")
			tour.Finish = func(r *Record, _ *Standings) error {
				records = append(records, *r)
				if len(records) == stopAt {
					return stop
				}
				return nil
			}
			if err := tour.Run(t.Context(), s); stopAt > 0 {
				require.ErrorIs(t, err, stop)
				s = NewStandings(s.Names)
				s.Follow(tour.Schedule)
				for i := range records {
					g, known := s.At(records[i].Game)
					require.True(t, known, "in the order in which they ended, all are known")
					require.Equal(t, records[i].Pairing, g)
					s.Add(&records[i], 2)
				}
				require.NoError(t, tour.Run(t.Context(), s))
			} else {
				require.NoError(t, err)
			}
			var games []Pairing
			for n := 1; s.Has(n); n++ {
				g, _ := s.At(n)
				games = append(games, g)
			}
			if whole == nil {
				whole = games
			}
			assert.Equal(t, whole, games, "%s, stopped at %d", format, stopAt)
			assert.Equal(t, s.Len(), len(games))
			assert.NotEqual(t, 1, s.Ranking()[0], "who resigns does not win")
		}
	}
}

// TestNoSchedule asks standings that follow no match yet.
func TestNoSchedule(t *testing.T) {
	s := NewStandings([]string{"a", "b"})
	_, known := s.At(1)
	assert.False(t, known)
	assert.Zero(t, s.Len())
	assert.Empty(t, s.Format())
	assert.Nil(t, s.Places())
}
