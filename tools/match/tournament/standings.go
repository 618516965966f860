package tournament

import (
	"cmp"
	"slices"

	"chuhe/board"
	"chuhe/internal/stats"
)

// Standings count the games of a match, each once. A game without clocks in which the same
// players with the same colours made the same moves from the same position as in one counted
// before tells nothing new and is not counted. Use [NewStandings].
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
	// Games counted, and games that were not counted because they repeat one that is.
	Games, Repeats int

	plan  *plan          // nil before the schedule is known
	seen  map[int]int    // by number: the number of the game it repeats, 0 for none
	half  map[int]half   // by encounter of which one game is counted
	first map[string]*at // by content: where a game was first played
}

// half is the one counted game of an encounter.
type half struct {
	red    int     // who played Red
	points float64 // of the player of lower number
}

// at is the place of a game.
type at struct{ game, encounter int }

// NewStandings returns standings without games.
func NewStandings(names []string) *Standings {
	n := len(names)
	s := &Standings{
		Names: names, Tallies: make([][]stats.Tally, n), Pairs: make([][]stats.Penta, n),
		Sides: make([][2]stats.Tally, n), Faults: make([]map[End]int, n),
		seen: make(map[int]int), half: make(map[int]half), first: make(map[string]*at),
	}
	for i := range n {
		s.Tallies[i], s.Pairs[i], s.Faults[i] = make([]stats.Tally, n), make([]stats.Penta, n), make(map[End]int)
	}
	return s
}

// Follow says which match the games belong to. It is to be called before the first game is
// added; otherwise [Tournament.Run] does it.
func (s *Standings) Follow(schedule Schedule) { s.plan = newPlan(schedule) }

// At returns the game of a number in the match that the standings follow. It is not known
// while the games before it that decide who plays go on, nor where there is none.
func (s *Standings) At(number int) (g Pairing, known bool) {
	if s.plan == nil {
		return g, false
	}
	return s.plan.at(number)
}

// Len returns the number of games of the match that the standings follow, 0 before they do; a
// knockout may turn out to have more.
func (s *Standings) Len() int {
	if s.plan == nil {
		return 0
	}
	return s.plan.len()
}

// Format returns the format of the match that the standings follow, "" before they do.
func (s *Standings) Format() Format {
	if s.plan == nil {
		return ""
	}
	return s.plan.Format
}

// Places returns the players of a Swiss tournament or a knockout in the order of their
// places, nil for other formats.
func (s *Standings) Places() []Place {
	if s.plan == nil || !s.plan.Format.Drawn() {
		return nil
	}
	return s.plan.places()
}

// Add counts a finished game; games is the number of games of an encounter. It
// reports whether the game was new: one of a number seen before is passed over. A game
// that repeats another is new, but only the other is counted.
func (s *Standings) Add(r *Record, games int) bool {
	if s.Has(r.Game) || !r.Result.Finished() {
		return false
	}
	if s.plan != nil {
		s.plan.add(r.Game, r.Result.Points(board.Red))
	}
	if content := r.content(); content != "" {
		if before := s.first[content]; before != nil {
			s.seen[r.Game] = before.game
			s.Repeats++
			s.join(r, before.encounter)
			return true
		}
		s.first[content] = &at{r.Game, r.Encounter}
	}
	s.seen[r.Game] = 0
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
	if min(red, black) != red {
		points = 1 - points
	}
	if other, both := s.half[r.Encounter]; both {
		delete(s.half, r.Encounter)
		s.pair(red, black, other.points+points)
	} else {
		s.half[r.Encounter] = half{red, points}
	}
	return true
}

// join makes a pair of two halves of which a repeated game shows that they have the same
// opening: one is in its own encounter, one in the encounter of the game it repeats. This happens
// where the games of two such encounters end in another order.
func (s *Standings) join(r *Record, encounter int) {
	a, ok := s.half[r.Encounter]
	b, both := s.half[encounter]
	if !ok || !both || a.red == b.red || r.Encounter == encounter {
		return
	}
	delete(s.half, r.Encounter)
	delete(s.half, encounter)
	s.pair(r.RedPlayer, r.BlackPlayer, a.points+b.points)
}

// pair counts a pair of games by the points of the player of lower number.
func (s *Standings) pair(i, j int, points float64) {
	low, high := min(i, j), max(i, j)
	s.Pairs[low][high].Add(points)
	s.Pairs[high][low].Add(2 - points)
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

// Groups returns the players that have games in groups, each in the order of [Standings.Ranking],
// between which no games were played: ratings compare players of different groups by the virtual
// draws alone.
func (s *Standings) Groups() (groups [][]int) {
	grouped := make([]bool, len(s.Names))
	order := s.Ranking()
	for _, first := range order {
		if grouped[first] || s.Total(first).Games() == 0 {
			continue
		}
		grouped[first] = true
		group := []int{first}
		for n := 0; n < len(group); n++ {
			for j, t := range s.Tallies[group[n]] {
				if t.Games() > 0 && !grouped[j] {
					grouped[j] = true
					group = append(group, j)
				}
			}
		}
		slices.SortFunc(group, func(a, b int) int { return cmp.Compare(slices.Index(order, a), slices.Index(order, b)) })
		groups = append(groups, group)
	}
	return groups
}

// Has reports whether the game of a number was added.
func (s *Standings) Has(number int) bool {
	_, ok := s.seen[number]
	return ok
}

// RepeatOf returns the number of the counted game that a game repeats, 0 where it is
// counted itself.
func (s *Standings) RepeatOf(number int) int { return s.seen[number] }

// Ranking returns the players, the best first: by places, or where there are none by rating.
func (s *Standings) Ranking() []int {
	if places := s.Places(); places != nil {
		order := make([]int, len(places))
		for i, p := range places {
			order[i] = p.Player
		}
		return order
	}
	ratings := s.Ratings()
	order := make([]int, len(ratings))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Value, ratings[a].Value) })
	return order
}
