package endgame

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// TestNoPerpetualChase asserts that no draw hangs on a rule of repetition. What a defender
// may not do for ever is to attack a piece with each of his moves, by an advisor or a
// bishop, so the test looks for drawn positions in which the attacker can force him to: in
// which each reply that does not lose makes such an attack, and the attacker can go on to
// another of these positions. That neither the protection of the piece nor what the
// attacker himself may not do counts makes the test stricter than any rule.
func TestNoPerpetualChase(t *testing.T) {
	testpos.SkipRace(t)
	endings := []string{"Na", "Nb", "Pa", "Pb", "Naa", "Pab", "CAb", "PP", "NPb"}
	if testpos.Long() {
		endings = append(endings, "CAAab", "NPaa", "NPbb", "PPab", "NNaa", "CPab", "CNab", "CCab", "RPab", "NPaabb")
		for _, man := range []string{"R", "C", "N", "P"} {
			for _, own := range []string{"", "A", "B"} {
				for _, their := range []string{"a", "b", "aa", "ab", "bb", "aab", "abb", "aabb"} {
					endings = append(endings, man+own+their)
				}
			}
		}
	}
	for _, letters := range endings {
		m, _, err := ParseMaterial(letters)
		require.NoError(t, err)
		tables, err := Solve(t.Context(), m, Options{})
		require.NoError(t, err)
		forced := tables.main.forced()
		assert.Empty(t, forced, letters)
		t.Log(letters)
		tables.Close()
	}
}

// forced returns the numbers of the positions in which the defender is to move and can be
// made to chase with each of his moves from then on.
func (t *table) forced() []int {
	chasing := make([]bool, t.size()) // the defender is to move; true until an escape is found
	leading := make([]bool, t.size()) // the attacker is to move
	for i := range int(t.size()) {
		chasing[i], leading[i] = t.losses.get(i) == unknown, t.wins.get(i) == unknown
	}
	for changed := true; changed; {
		changed = false
		for i, on := range chasing {
			if on && t.escapes(i, leading) {
				chasing[i], changed = false, true
			}
		}
		for i, on := range leading {
			if on && !t.leads(i, chasing) {
				leading[i], changed = false, true
			}
		}
	}
	var forced []int
	for i, on := range chasing {
		if on {
			forced = append(forced, i)
		}
	}
	return forced
}

// escapes reports whether the defender has a reply that holds and either chases nothing or
// ends the chase.
func (t *table) escapes(i int, leading []bool) bool {
	s := t.at(i)
	p, _ := t.placement(&s, board.Black)
	for m, to := range moves(&p) {
		if !t.afterReply(s, m.Kind, m.From, to).won() {
			after := s
			after.defence = t.defence.moved(s.defence, m.Kind, m.From, to)
			next, _ := t.placement(&after, board.Red)
			if t.man(&s, to) >= 0 || !chases(&p, &next) || !leading[t.index(after)] {
				return true
			}
		}
	}
	return false
}

// leads reports whether the attacker has a move, no capture, to a position of a chase.
func (t *table) leads(i int, chasing []bool) bool {
	s := t.at(i)
	p, _ := t.placement(&s, board.Red)
	for m, to := range moves(&p) {
		if p.Of(board.Black).Has(to) {
			continue
		}
		after := s
		if man := t.man(&s, m.From); man >= 0 {
			after.men[man] = to
		} else {
			after.attack = t.attack.moved(s.attack, m.Kind, m.From, to)
		}
		if chasing[t.index(after)] {
			return true
		}
	}
	return false
}

// moves yields the legal moves of the side to move.
func moves(p *board.Placement) func(func(movegen.Mover, board.Square) bool) {
	return func(yield func(movegen.Mover, board.Square) bool) {
		safety := movegen.SafetyOf(p)
		for _, m := range movegen.Movers(p, &safety, board.AllSquares, nil) {
			for ends := m.Ends; !ends.IsEmpty(); {
				if !yield(m, ends.Pop()) {
					return
				}
			}
		}
	}
}

// chases reports whether the defender's move from one placement to another lets a guard
// attack a piece that it did not attack before.
func chases(before, after *board.Placement) bool {
	for _, t := range [2]board.PieceType{board.Advisor, board.Bishop} {
		for guards := after.Pieces(board.Black, t); !guards.IsEmpty(); {
			guard := guards.Pop()
			prey := attacks(after, t, guard)
			if before.Pieces(board.Black, t).Has(guard) {
				prey = prey.AndNot(attacks(before, t, guard))
			}
			if !prey.IsEmpty() {
				return true
			}
		}
	}
	return false
}

// attacks returns the attacking pieces that a guard on a square attacks.
func attacks(p *board.Placement, t board.PieceType, guard board.Square) board.Bitboard {
	reach := board.AdvisorAttacks(guard)
	if t == board.Bishop {
		reach = board.BishopAttacks(guard, p.Occupied())
	}
	return reach.And(p.Of(board.Red))
}
