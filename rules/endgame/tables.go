package endgame

import (
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/internal/memory"
)

// Tables are a solved ending with all those that captures lead to. Several goroutines may
// ask them at the same time. Close them when they are no longer needed.
type Tables struct {
	tables map[Material]*table
	main   *table
}

// Progress is how far solving has come.
type Progress struct {
	Material Material // of the table being filled
	Moves    int      // the length of the wins that are being found, 0 at first
	Part     float64  // of the work, as a guess: how long wins get shows only at the end
}

// Options say how to solve.
type Options struct {
	// Threads is the number of goroutines, 0 for one per processor.
	Threads int
	// Progress, if not nil, is called now and then, never by two goroutines at once.
	Progress func(Progress)
}

// Solve solves an ending. The error comes from ctx, or says that memory is short, or is
// ErrLong, or ErrAttackers for the zero Material.
func Solve(ctx context.Context, m Material, o Options) (*Tables, error) {
	if m == (Material{}) {
		return nil, ErrAttackers
	}
	t, order := planned(m)
	size, done := sizeOf(order), uint64(0)
	if err := memory.Ask(2*size, 0); err != nil {
		return nil, fmt.Errorf("%v: %w", m, err)
	}
	for _, one := range order {
		err := one.allocate()
		if err == nil {
			err = one.solve(ctx, threadsOf(o.Threads), func(moves int, part float64) {
				if o.Progress != nil {
					o.Progress(Progress{one.material, moves, (float64(done) + part*float64(one.size())) / float64(size)})
				}
			})
		}
		if err != nil {
			t.Close()
			return nil, err
		}
		done += one.size()
	}
	return t, nil
}

// Size returns for how many ways to put the pieces on the board Solve finds values, after
// captures too. It takes two bytes for each.
func (m Material) Size() uint64 {
	_, order := planned(m)
	return sizeOf(order)
}

// sizeOf returns the same for some tables.
func sizeOf(all []*table) (n uint64) {
	for _, one := range all {
		n += one.size()
	}
	return n
}

// Close frees the memory of the tables, which must not be used afterwards.
func (t *Tables) Close() {
	for _, one := range t.tables {
		one.wins.close()
		one.losses.close()
	}
	clear(t.tables)
}

// planned returns the tables of an ending, which are empty, and the order in which to fill
// them.
func planned(m Material) (t *Tables, order []*table) {
	t = &Tables{tables: map[Material]*table{}}
	t.main = t.plan(m, &order)
	return t, order
}

// plan returns the table for some material, empty, and appends it to order behind those
// that captures lead to.
func (t *Tables) plan(m Material, order *[]*table) *table {
	if one := t.tables[m]; one != nil {
		return one
	}
	one := &table{material: m}
	one.men = m.men()
	one.attack, one.defence = formationsOf(board.Red, m.own), formationsOf(board.Black, m.their)
	for i, kind := range one.men {
		one.points[i] = anywhere
		if kind == board.Pawn {
			one.points[i] = pawnPoints
		}
		if len(one.men) > 1 {
			one.fewer[i] = t.plan(m.withoutMan(i), order)
		}
	}
	if less := m; m.their.advisors > 0 {
		less.their.advisors--
		one.less[board.Advisor] = t.plan(less, order)
	}
	if less := m; m.their.bishops > 0 {
		less.their.bishops--
		one.less[board.Bishop] = t.plan(less, order)
	}
	t.tables[m] = one
	*order = append(*order, one)
	return one
}

// allocate makes room for the values.
func (t *table) allocate() (err error) {
	if t.wins, err = newValues(int(t.size())); err == nil {
		t.losses, err = newValues(int(t.size()))
	}
	return err
}

// Verdict is the result of a position with the best play of both sides.
type Verdict struct {
	// Won says that the attacker wins, with either side to move.
	Won bool
	// Moves is how many moves he then makes until the defender has no legal move, if he
	// takes the shortest way and the defender the longest.
	Moves int
}

// Probe returns the verdict on a position, in which either side may attack; ok is false
// if the tables do not have its material. Without an attacking piece nobody wins.
func (t *Tables) Probe(p *board.Placement) (v Verdict, ok bool) {
	m, attacker, err := MaterialOf(p)
	if err != nil {
		return Verdict{}, !p.CanAttack(board.Red) && !p.CanAttack(board.Black)
	}
	one := t.tables[m]
	if one == nil {
		return Verdict{}, false
	}
	if attacker == board.Black {
		turned := flipped(p)
		p = &turned
	}
	list := one.wins
	if p.Side() == board.Black {
		list = one.losses
	}
	if got := list.get(one.index(one.find(p))); got.won() {
		return Verdict{true, int(got - mated)}, true
	}
	return Verdict{}, true
}

// flipped returns a placement seen from the other side, the colours exchanged.
func flipped(p *board.Placement) board.Placement {
	image := board.NewPlacement(p.King(board.Black).Flip(), p.King(board.Red).Flip(), p.Side().Other())
	for _, side := range [2]board.Side{board.Red, board.Black} {
		for t := board.Pawn; t < board.King; t++ {
			for squares := p.Pieces(side, t); !squares.IsEmpty(); {
				image.Toggle(board.NewPiece(side.Other(), t), squares.Pop().Flip().Bit())
			}
		}
	}
	return image
}
