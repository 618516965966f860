package tournament

import (
	"cmp"
	"slices"

	"chuhe/board"
	"chuhe/tools/match/stats"
)

// Standings count the games of a match, each once. Use [NewStandings].
type Standings struct {
	Names []string
	// Tallies[i][j] are the games of player i against j.
	Tallies [][]stats.Tally
	// Pairs[i][j] are the encounters of two games of player i against j.
	Pairs [][]stats.Penta
	// Sides[i] are the games of player i by side.
	Sides [][2]stats.Tally
	// Faults counts the ways in which player i lost by a fault.
	Faults []map[End]int
	// Games counted.
	Games int

	seen map[int]bool    // by number
	half map[int]float64 // by encounter of which one game is counted: points of the player of lower number
}

// NewStandings returns standings without games.
func NewStandings(names []string) *Standings {
	n := len(names)
	s := &Standings{
		Names: names, Tallies: make([][]stats.Tally, n), Pairs: make([][]stats.Penta, n),
		Sides: make([][2]stats.Tally, n), Faults: make([]map[End]int, n),
		seen: make(map[int]bool), half: make(map[int]float64),
	}
	for i := range n {
		s.Tallies[i], s.Pairs[i], s.Faults[i] = make([]stats.Tally, n), make([]stats.Penta, n), make(map[End]int)
	}
	return s
}

// Add counts a finished game; games is the number of games of an encounter. It
// reports whether the game was new: one of a number counted before is not
// counted again.
func (s *Standings) Add(r *Record, games int) bool {
	if s.seen[r.Game] || !r.Result.Finished() {
		return false
	}
	s.seen[r.Game] = true
	s.Games++
	red, black := r.RedPlayer, r.BlackPlayer
	points := r.Result.Points(board.Red)
	s.Tallies[red][black].Add(points)
	s.Tallies[black][red].Add(1 - points)
	s.Sides[red][board.Red].Add(points)
	s.Sides[black][board.Black].Add(1 - points)
	if r.End.IsFault() {
		loser := red
		if r.Result == board.RedWins {
			loser = black
		}
		s.Faults[loser][r.End]++
	}
	if games != 2 {
		return true
	}
	low, high := min(red, black), max(red, black)
	if low != red {
		points = 1 - points
	}
	first, both := s.half[r.Encounter]
	if !both {
		s.half[r.Encounter] = points
		return true
	}
	delete(s.half, r.Encounter)
	s.Pairs[low][high].Add(first + points)
	s.Pairs[high][low].Add(2 - first - points)
	return true
}

// Total returns all games of a player.
func (s *Standings) Total(player int) (t stats.Tally) {
	for _, o := range s.Tallies[player] {
		t = t.Plus(o)
	}
	return
}

// Summary returns the strength that player i showed against j: from pairs of
// games where there are any, otherwise from single games.
func (s *Standings) Summary(i, j int) stats.Summary {
	return s.sample(i, j).Summary()
}

// LLR returns the state of a test of the first player against the second.
func (s *Standings) LLR(test stats.SPRT) float64 { return test.LLR(s.sample(0, 1)) }

func (s *Standings) sample(i, j int) stats.Sample {
	if p := s.Pairs[i][j]; p.Pairs() > 0 {
		return p.Sample()
	}
	return s.Tallies[i][j].Sample()
}

// Ratings returns the ratings of the players with mean zero. Of two players each has
// the Elo difference of [Standings.Summary] to the other instead.
func (s *Standings) Ratings() []stats.Estimate {
	if len(s.Names) == 2 {
		return []stats.Estimate{s.Summary(0, 1).Elo, s.Summary(1, 0).Elo}
	}
	return stats.Ratings(s.Tallies, func(i, j int) float64 { return s.sample(i, j).GameVariance() })
}

// Has reports whether the game of a number is counted.
func (s *Standings) Has(number int) bool { return s.seen[number] }

// Ranking returns the players by rating, the best first.
func (s *Standings) Ranking() []int {
	ratings := s.Ratings()
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Value, ratings[a].Value) })
	return order
}
