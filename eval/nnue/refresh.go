package nnue

import "chuhe/board"

// refreshCache holds, for each side and each square of its king, an accumulator
// with the pieces that it is the sum of. A king that moves to and fro comes
// back to nearly the same pieces, so a few rows make the difference where a sum
// from nothing takes one for each piece.
type refreshCache struct {
	sums   [2][views]accumulator
	pieces [2][views]placement
}

// placement has the squares of each piece.
type placement [16]board.Bitboard

// reset makes all sums those of an empty board.
func (c *refreshCache) reset(bias *accumulator) {
	for side := range c.sums {
		for v := range c.sums[side] {
			c.sums[side][v] = *bias
		}
	}
	c.pieces = [2][views]placement{}
}

// refresh makes dst the accumulator of a side in a position, v being its view.
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
			for come := now.AndNot(then); !come.IsEmpty(); {
				adds.add(seen.input(piece, come.Pop()))
			}
			for gone := then.AndNot(now); !gone.IsEmpty(); {
				subs.add(seen.input(piece, gone.Pop()))
			}
			pieces[piece] = now
		}
	}
	apply(sum, table, &adds, &subs)
	*dst = *sum
}
