package tournament

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/stats"
)

// repeated returns game number n of a match of two players over two openings that are the
// same: games 1 and 3 are equal, and so are 2 and 4.
func repeated(n int, control string) *Record {
	moves := [][]Ply{{{Move: "h2e2"}, {Move: "h9g7"}}, {{Move: "h2e2"}, {Move: "b9c7"}}}
	r := &Record{
		Pairing: Schedule{Players: 2, Rounds: 2, Games: 2}.At(n), RedControl: control, BlackControl: "depth 3",
		Start: board.StartFEN, Moves: moves[(n-1)%2], Outcome: Outcome{Result: board.RedWins, End: Checkmate},
	}
	if n%2 == 0 {
		r.Result = board.Draw
	}
	return r
}

// TestRepeats adds two pairs that are the same in every order: one pair is counted.
func TestRepeats(t *testing.T) {
	count := func(control string, order ...int) *Standings {
		s := NewStandings([]string{"a", "b"})
		for _, n := range order {
			assert.True(t, s.Add(repeated(n, control), 2))
			assert.False(t, s.Add(repeated(n, control), 2), "a number is counted once")
			assert.True(t, s.Has(n))
		}
		return s
	}
	numbers := []int{1, 2, 3, 4}
	var permute func(chosen []int)
	orders := 0
	permute = func(chosen []int) {
		if len(chosen) == len(numbers) {
			orders++
			s := count("300 nodes, depth 9", chosen...)
			assert.Equal(t, 2, s.Games, chosen)
			assert.Equal(t, 2, s.Repeats, chosen)
			assert.Equal(t, stats.Tally{Wins: 1, Draws: 1}, s.Tallies[0][1], chosen)
			assert.Equal(t, stats.Penta{3: 1}, s.Pairs[0][1], chosen)
			assert.Equal(t, stats.Penta{1: 1}, s.Pairs[1][0], chosen)
			assert.Equal(t, 1.5/2, s.Summary(0, 1).Score, chosen)
		}
		for _, n := range numbers {
			if !slices.Contains(chosen, n) {
				permute(append(slices.Clone(chosen), n))
			}
		}
	}
	permute(nil)
	assert.Equal(t, 24, orders)

	s := count("300 nodes", 1, 2, 3, 4)
	assert.Equal(t, []int{0, 0, 1, 2}, []int{s.RepeatOf(1), s.RepeatOf(2), s.RepeatOf(3), s.RepeatOf(4)})
	for _, control := range []string{"10+0.1", "0.5/move", "10+0.1, 300 nodes", "40/90", ""} {
		s := count(control, 1, 2, 3, 4)
		assert.Equal(t, []int{4, 0, 2}, []int{s.Games, s.Repeats, s.Pairs[0][1].Pairs()}, "a clock makes equal games chance: %s", control)
	}

	// Games that differ in one thing are counted.
	for name, change := range map[string]func(r *Record){
		"start":  func(r *Record) { r.Start = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1" },
		"move":   func(r *Record) { r.Moves = append(slices.Clone(r.Moves), Ply{Move: "a0a1"}) },
		"result": func(r *Record) { r.Result = board.BlackWins },
		"red":    func(r *Record) { r.RedPlayer, r.BlackPlayer = r.BlackPlayer, r.RedPlayer },
		"end":    func(r *Record) { r.End = Crash },
	} {
		s := count("300 nodes", 1)
		other := repeated(3, "300 nodes")
		change(other)
		assert.True(t, s.Add(other, 2))
		assert.Equal(t, 2, s.Games, name)
	}
}
