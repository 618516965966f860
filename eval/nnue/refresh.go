package nnue

import "chuhe/board"

// refreshCache keeps, for each side and each of its views, the last accumulator with the
// pieces that it is the sum of. A view that comes back finds nearly the same pieces again,
// so a few rows make up the difference; a sum from scratch would add a row for each piece.
type refreshCache struct {
	sums   [2][views]accumulator
	pieces [2][views]placement
}

// placement has the squares of each piece.
type placement [16]board.Bitboard

// reset sets all sums to the values of an empty board.
func (c *refreshCache) reset(bias *accumulator) {
	for side := range c.sums {
		for v := range c.sums[side] {
			c.sums[side][v] = *bias
		}
	}
	c.pieces = [2][views]placement{}
}

// refresh sets dst to the accumulator of a side, whose view is v, in a position.
func (c *refreshCache) refresh(dst *accumulator, table *table, p *board.Position, side board.Side, v view) {
	sum, pieces := &c.sums[side&1][v], &c.pieces[side&1][v]
	seen := v.eye(side)
	var adds, subs inputs
	for owner := range board.Side(2) {
		for kind := board.Pawn; kind <= board.King; kind++ {
			piece := board.NewPiece(owner, kind) & 15
			now, then := p.Pieces(owner, kind), pieces[piece]
			if now == then {
				continue
			}
			for added := now.AndNot(then); !added.IsEmpty(); {
				adds.add(seen.input(piece, added.Pop()))
			}
			for removed := then.AndNot(now); !removed.IsEmpty(); {
				subs.add(seen.input(piece, removed.Pop()))
			}
			pieces[piece] = now
		}
	}
	apply(sum, table, &adds, &subs)
	*dst = *sum
}
