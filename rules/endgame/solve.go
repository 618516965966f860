package endgame

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
	"chuhe/movegen"
)

// ErrLong is about an ending with a win of more moves than a value can hold.
var ErrLong = fmt.Errorf("a win takes more than %d moves", longest-mated)

// table has a value for every position with some material: wins for those in which the
// attacker is to move, losses for those in which the defender is.
type table struct {
	layout
	material     Material
	wins, losses *values
	// fewer are the tables for what is left once each of the men is captured, nil if no
	// man is left then; less are those without an advisor or a bishop of the defender.
	fewer [mostMen]*table
	less  [board.PieceTypes]*table
	// top is the highest value up to longest so far.
	top atomic.Uint32
}

// solve fills the table, whose neighbours fewer and less are full. The values of mates
// come first, then those one move before them, and so on. Tell is called in each of these
// steps with the number of moves and the part of the work that is done.
func (t *table) solve(ctx context.Context, threads int, tell func(moves int, part float64)) error {
	if err := t.parallel(ctx, threads, t.begin, func(share float64) { tell(0, share*beginning) }); err != nil {
		return err
	}
	for v := mated; uint32(v) <= t.top.Load(); v++ {
		if v == longest {
			return fmt.Errorf("%v: %w", t.material, ErrLong)
		}
		for i, pass := range [2]func(first, end int){
			func(first, end int) { t.losses.each(first, end, v, func(i int) { t.toWins(i, v+1) }) },
			func(first, end int) { t.wins.each(first, end, v+1, func(i int) { t.toLosses(i, v+1) }) },
		} {
			if err := t.parallel(ctx, threads, pass, func(share float64) {
				steps := float64(v-mated) + (float64(i)+share)/2
				tell(int(v), beginning+(1-beginning)*steps/(steps+halfway))
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// How many steps there are shows only at the end, so the part of the work is a guess. The
// first step took 16 to 70 % of the time of Raabb, PPab, Naab and CAab, which have 21 to 33.
const (
	beginning = 0.5 // the part of the first step
	halfway   = 10  // the number of steps after it that count as half of the rest
)

// chunk is how many words of values a goroutine takes at a time.
const chunk = 1 << 12

// parallel calls f for all words of the values, in parts. It calls tell with the share of
// the words that have had their turn: 0, and then from one goroutine.
func (t *table) parallel(ctx context.Context, threads int, f func(first, end int), tell func(share float64)) error {
	tell(0)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for thread := range threads {
		group.Go(func() error {
			for words := len(t.wins.words); ctx.Err() == nil; {
				first := int(next.Add(chunk)) - chunk
				if first >= words {
					return nil
				}
				if thread == 0 {
					tell(float64(first) / float64(words))
				}
				f(first, min(first+chunk, words))
			}
			return ctx.Err()
		})
	}
	return group.Wait()
}

// begin sets what is known without looking at other positions of the table.
func (t *table) begin(first, end int) {
	size := int(t.size())
	for w := first; w < end; w++ {
		var wins, losses uint64
		for i := range perWord {
			win, loss := absent, absent
			if n := w*perWord + i; n < size {
				s := t.at(n)
				win, loss = t.beginWin(&s), t.beginLoss(&s)
			}
			wins |= uint64(win) << (8 * i)
			losses |= uint64(loss) << (8 * i)
		}
		t.wins.words[w].Store(wins)
		t.losses.words[w].Store(losses)
	}
}

// beginWin returns the value of a position in which the attacker is to move, as far as
// his captures decide it.
func (t *table) beginWin(s *spot) value {
	p, ok := t.placement(s, board.Red)
	if !ok || !p.Checkers(board.Black).IsEmpty() {
		return absent
	}
	best := unknown
	safety := movegen.SafetyOf(&p)
	var set [movegen.MaxMovers]movegen.Mover
	for _, m := range movegen.Movers(&p, &safety, p.Of(board.Black), set[:0]) {
		for ends := m.Ends; !ends.IsEmpty(); {
			if v := t.afterMove(*s, m.Kind, m.From, ends.Pop()); v.won() && (best == unknown || v+1 < best) {
				best = v + 1
			}
		}
	}
	t.raise(best)
	return best
}

// beginLoss returns the value of a position in which the defender is to move, as far as
// his captures decide it or that he has no legal move.
func (t *table) beginLoss(s *spot) value {
	p, ok := t.placement(s, board.Black)
	if !ok || !p.Checkers(board.Red).IsEmpty() {
		return absent
	}
	worst := mated
	quiet := false
	safety := movegen.SafetyOf(&p)
	var set [movegen.MaxMovers]movegen.Mover
	for _, m := range movegen.Movers(&p, &safety, board.AllSquares, set[:0]) {
		quiet = quiet || !m.Ends.AndNot(p.Of(board.Red)).IsEmpty()
		for ends := m.Ends.And(p.Of(board.Red)); !ends.IsEmpty(); {
			v := t.afterReply(*s, m.Kind, m.From, ends.Pop())
			if !v.won() {
				return held
			}
			worst = max(worst, v)
		}
	}
	if quiet {
		return unknown
	}
	t.raise(worst)
	return worst
}

// afterMove returns the value after a move of the attacker.
func (t *table) afterMove(s spot, kind board.PieceType, from, to board.Square) value {
	next := t
	if taken := t.defence.list[s.defence].guard(to); taken != board.NoPieceType {
		next = t.less[taken]
		s.defence = t.defence.without(s.defence, taken, to, next.defence)
	}
	if i := t.man(&s, from); i >= 0 {
		s.men[i] = to
	} else {
		s.attack = t.attack.moved(s.attack, kind, from, to)
	}
	return next.losses.get(next.index(s))
}

// afterReply returns the value after a move of the defender, unknown if it captures the
// last man.
func (t *table) afterReply(s spot, kind board.PieceType, from, to board.Square) value {
	next := t
	if i := t.man(&s, to); i >= 0 {
		if next = t.fewer[i]; next == nil {
			return unknown
		}
		s = s.without(i)
	}
	s.defence = t.defence.moved(s.defence, kind, from, to)
	return next.wins.get(next.index(s))
}

// man returns the index of the man on a square, -1 if no man is there.
func (t *table) man(s *spot, square board.Square) int {
	for i := range t.men {
		if s.men[i] == square {
			return i
		}
	}
	return -1
}

// toWins sets the value of each position from which the attacker has come, by a move
// that is no capture, to a lost one.
func (t *table) toWins(lost int, v value) {
	s := t.at(lost)
	p, _ := t.placement(&s, board.Black)
	occupied := p.Occupied()
	set := func(before spot) {
		if t.wins.lower(t.index(before), v) {
			t.raise(v)
		}
	}
	for i, kind := range t.men {
		before := s
		for from := origins(kind, s.men[i], occupied); !from.IsEmpty(); {
			before.men[i] = from.Pop()
			set(before)
		}
	}
	before := s
	for _, before.attack = range t.attack.origins(s.attack, occupied) {
		set(before)
		if t.middle(before) && !t.middle(s) {
			set(t.mirror(before)) // from there the mirror image of s is reached
		}
	}
}

// origins returns the squares from which a man can have come by a move that is no
// capture.
func origins(kind board.PieceType, to board.Square, occupied board.Bitboard) board.Bitboard {
	var from board.Bitboard
	switch kind {
	case board.Rook, board.Cannon:
		from = board.RookAttacks(to, occupied)
	case board.Knight:
		from = board.KnightAttackers(to, occupied)
	case board.Pawn:
		from = board.PawnAttackers(board.Red, to).And(board.PawnPoints[board.Red])
	}
	return from.AndNot(occupied)
}

// toLosses sets the value of each position from which the defender has come, by a move
// that is no capture, to a won one, unless another move saves him or may save him.
func (t *table) toLosses(won int, v value) {
	s := t.at(won)
	p, _ := t.placement(&s, board.Red)
	before := s
	for _, before.defence = range t.defence.origins(s.defence, p.Occupied()) {
		n := t.index(before)
		if t.losses.get(n) != unknown {
			continue
		}
		if worst, lost := t.worst(&before, v); lost && t.losses.lower(n, worst) {
			t.raise(worst)
		}
	}
}

// worst returns the value of the defender's longest reply; lost is false if after one of
// them no win is known, or none up to a value but by a capture.
func (t *table) worst(s *spot, upTo value) (worst value, lost bool) {
	p, _ := t.placement(s, board.Black)
	safety := movegen.SafetyOf(&p)
	var set [movegen.MaxMovers]movegen.Mover
	for _, m := range movegen.Movers(&p, &safety, board.AllSquares, set[:0]) {
		for ends := m.Ends; !ends.IsEmpty(); {
			to := ends.Pop()
			v := t.afterReply(*s, m.Kind, m.From, to)
			if !v.won() || v > upTo && !p.Of(board.Red).Has(to) {
				return 0, false
			}
			worst = max(worst, v)
		}
	}
	return worst, true
}

// raise keeps the highest value.
func (t *table) raise(v value) {
	for {
		top := t.top.Load()
		if uint32(v) <= top || t.top.CompareAndSwap(top, uint32(v)) {
			return
		}
	}
}

// threadsOf returns how many goroutines to use where a number is asked for.
func threadsOf(n int) int {
	if n <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}
