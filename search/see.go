package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// exchangeValue is the worth of a piece in an exchange.
var exchangeValue = [board.PieceTypes]eval.Score{
	board.Pawn: 80, board.Advisor: 110, board.Bishop: 110, board.Knight: 430, board.Cannon: 450, board.Rook: 950,
	board.King: 10000,
}

// seeAtLeast reports whether the exchanges that a move begins on its square
// gain at least threshold for the mover when both sides capture with the least
// valuable piece and may stop at any time (static exchange evaluation). Pinned
// pieces capture only where their king stays safe; as guards against a king they
// count. Attackers are found again after each capture, since a capture opens
// lines, legs and eyes and takes cannons their screen.
func seeAtLeast(p *board.Position, m board.Move, threshold eval.Score) bool {
	return exchangeAtLeast(p, m, threshold, true)
}

// seemsAtLeast is seeAtLeast for who does not see that a piece is pinned.
func seemsAtLeast(p *board.Position, m board.Move, threshold eval.Score) bool {
	return exchangeAtLeast(p, m, threshold, false)
}

// exchangeAtLeast is seeAtLeast, or seemsAtLeast without pins.
func exchangeAtLeast(p *board.Position, m board.Move, threshold eval.Score, pins bool) bool {
	from, to := m.From(), m.To()
	// loss is how much the side whose turn it is stands to lose or, negated, has
	// in hand above the threshold, if the exchange ends with the next capture.
	loss := exchangeValue[p.At(to).Type()] - threshold
	if loss < 0 {
		return false
	}
	if loss = exchangeValue[p.At(from).Type()] - loss; loss <= 0 {
		return true
	}
	occ := p.Occupied().AndNot(from.Bit()).Or(to.Bit())
	side := p.Side()
	for won := true; ; {
		side = side.Other()
		attackers := p.Attackers(to, occ).And(occ)
		own := attackers.And(p.Of(side))
		if near := own.And(pinSets[p.King(side)&127]); pins && !near.IsEmpty() {
			own = own.AndNot(pinned(p, side, near, to, occ))
		}
		if own.IsEmpty() {
			return won
		}
		t := board.Pawn
		for !p.AllOf(t).Meets(own) {
			t++
		}
		if t == board.King {
			// It may only capture what nothing guards any more.
			return won == attackers.Meets(p.Of(side.Other()))
		}
		won = !won
		loss = exchangeValue[t] - loss
		if loss < 0 || loss == 0 && won {
			return won
		}
		occ = occ.AndNot(p.AllOf(t).And(own).First().Bit())
	}
}

// pinned returns those of some pieces of a side that would expose their king by a capture on
// a square.
func pinned(p *board.Position, side board.Side, pieces board.Bitboard, to board.Square, occ board.Bitboard) (held board.Bitboard) {
	taken := p.Occupied().AndNot(occ).Or(to.Bit())
	for !pieces.IsEmpty() {
		if from := pieces.Pop().Bit(); p.Exposed(side, occ.AndNot(from), taken) {
			held = held.Or(from)
		}
	}
	return held
}

// pinSets are, for each square of a king, those on which its pieces can be pinned: on its
// lines, and on the legs of knights that attack it.
var pinSets = func() (t [128]board.Bitboard) {
	for king := range board.Square(board.Squares) {
		t[king] = board.CrossOf(king).AndNot(king.Bit())
		for knights := board.KnightAttackers(king, board.Bitboard{}); !knights.IsEmpty(); {
			t[king] = t[king].Or(board.KnightLeg(king, knights.Pop()))
		}
	}
	return t
}()
