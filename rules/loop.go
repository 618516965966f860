package rules

import "chuhe/board"

// Loop is a line of play whose last position, At(To), has occurred before, as
// At(From), and which goes on with the moves between the two, over and over. It is
// the History of that endless line. A search keeps one, so that nothing is allocated.
type Loop struct {
	Line  History // as far as it has been played, to At(To)
	Floor int     // the first index of the line since the last capture
	From  int
	To    int
	Clock Clock // after the ply that led to At(To)
}

// within returns the index of the played line at which the endless line was the
// same.
func (l *Loop) within(i int) int {
	if i < l.To {
		return i
	}
	return l.From + (i-l.From)%(l.To-l.From)
}

// At implements [History].
func (l *Loop) At(i int) *board.Position { return l.Line.At(l.within(i)) }

// Move implements [History].
func (l *Loop) Move(i int) board.Move { return l.Line.Move(l.within(i)) }

// End judges the repetition with which play ends if both sides stay in the loop. It
// is false where the natural move limit, in plies and 0 for none, comes first. Play
// must go on in At(To) but for the limit. End allocates nothing.
func (l *Loop) End(set Set, limit int) (span Span, ok bool) {
	clock := l.Clock
	for n := l.To; !clock.Reached(limit); {
		n++
		p := l.At(n)
		clock = clock.Next(p.Side().Other(), false, p.InCheck())
		if set.LimitFirst() && clock.Reached(limit) {
			break
		}
		if first := l.first(n, set.Occurrences()); first >= 0 {
			return set.JudgeSpan(l, first, n), true
		}
	}
	return Span{}, false
}

// first returns the index at which the position At(n) occurred for the first of a
// number of times, the last of which is n; -1 if it has not occurred so often.
func (l *Loop) first(n, occurrences int) int {
	key := l.At(n).Key()
	for i := n - 2; i >= l.Floor; i -= 2 {
		if l.At(i).Key() == key {
			if occurrences--; occurrences == 1 {
				return i
			}
		}
	}
	return -1
}
