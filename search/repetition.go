package search

import "chuhe/eval"

// repetition judges the position of a ply that has occurred before, as far as
// the search may: ok is false when play goes on.
//
// A third occurrence ends the game: a side that alone gave check with every
// move since the first loses, otherwise it is a draw. A second occurrence
// within the search is taken for a draw at once, but only when nobody gave
// perpetual check: whether a checker can leave the loop in time must be
// searched.
func (w *worker) repetition(ply int) (score eval.Score, ok bool) {
	i := w.root + ply
	p := &w.positions[i]
	past := min(p.Halfmove(), ply+w.rootPast)
	key := w.keys[i]
	occurrences := 1
	usChecked, themChecked := true, true // at every turn so far
	for back := 1; back <= past; back++ {
		j := i - back
		if w.moves[j] == 0 {
			return 0, false // a null move: what lies before is no history
		}
		if back%2 == 1 {
			themChecked = themChecked && w.checks[j]
			continue
		}
		usChecked = usChecked && w.checks[j+2]
		if back < 4 || w.keys[j] != key {
			continue
		}
		occurrences++
		draw := usChecked == themChecked
		switch {
		case occurrences == 2 && back < ply && draw:
			return eval.Draw, true
		case occurrences == 3 && draw:
			return eval.Draw, true
		case occurrences == 3 && usChecked: // the opponent gave perpetual check
			return -eval.LostByRuleIn(ply), true
		case occurrences == 3:
			return eval.LostByRuleIn(ply), true
		}
	}
	return 0, false
}
