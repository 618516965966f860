package nnue

import "chuhe/board"

// refreshCache keeps, for each side and each of its views, the last accumulator with the
// pieces that it is the sum of. A view that comes back finds nearly the same pieces again,
// so a few rows make up the difference; a sum from scratch would add a row for each piece.
type refreshCache struct {
	sums      [2][Views]accumulator
	positions [2][Views]board.Position
}

// reset sets all sums to the values of an empty board.
func (c *refreshCache) reset(bias *accumulator) {
	for side := range c.sums {
		for v := range c.sums[side] {
			c.sums[side][v] = *bias
		}
	}
	c.positions = [2][Views]board.Position{}
}

// refresh sets dst to the accumulator of a side, whose view is v, in a position.
func (c *refreshCache) refresh(dst *accumulator, table *table, p *board.Position, side board.Side, v View) {
	sum, then := &c.sums[side&1][v], &c.positions[side&1][v]
	seen := v.eye(side)
	var adds, subs inputs
	for changed := p.Changed(&then.Placement); !changed.IsEmpty(); {
		s := changed.Pop()
		adds.put(seen, p.At(s), s)
		subs.put(seen, then.At(s), s)
	}
	*then = *p
	apply(sum, table, &adds, &subs)
	*dst = *sum
}
