package eval

import (
	"math/bits"

	"chuhe/board"
)

// kings turns the danger to each king into a term. Danger is a sum of small
// numbers: for pieces that attack points around the king and for each of these
// points, for pieces on a line with the king, for squares that allow a safe check,
// for missing guards and for a lack of escape squares. The term grows with the
// square of the danger, because a single attacker does little harm.
func (v *view) kings() {
	for side := range board.Side(2) {
		them := side ^ 1
		king := v.p.King(side)
		danger := v.danger[side] + v.lines(side)

		rook, cannon := board.SliderAttacks(king, v.occupied)
		safe := v.attacks[side].Or(v.p.Of(them)).Not()
		if v.rook[them].And(rook).Meets(safe) {
			danger += int32(v.t.Danger.Check[board.Rook])
		}
		if v.knight[them].And(board.KnightAttackers(king, v.occupied)).Meets(safe) {
			danger += int32(v.t.Danger.Check[board.Knight])
		}
		if v.shift[them].Or(v.cannon[them].And(v.p.Of(side))).And(cannon).Meets(safe) {
			danger += int32(v.t.Danger.Check[board.Cannon])
		}

		escapes := board.KingAttacks(king).AndNot(v.p.Of(side)).AndNot(v.attacks[them])
		danger += int32(v.t.Danger.Escapes[min(escapes.Count(), 4)])
		danger += int32(v.t.Danger.Missing[board.Advisor]) * int32(2-v.p.Pieces(side, board.Advisor).Count())
		danger += int32(v.t.Danger.Missing[board.Bishop]) * int32(2-v.p.Pieces(side, board.Bishop).Count())

		danger = max(0, min(danger, maxDanger))
		v.sum[side] -= newPair(int16(danger*danger/64), int16(danger*danger/192))
	}
}

// maxDanger bounds the danger at a term worth more than two rooks.
const maxDanger = 400

// lines returns the danger from enemy pieces on a line with a side's king, by the
// number of pieces in between. A cannon with nothing in between (a hollow cannon)
// turns every interposing piece into a screen; with two pieces in between it pins
// both. A rook or the enemy king pins a single piece.
func (v *view) lines(side board.Side) (danger int32) {
	them := side.Other()
	king := v.p.King(side)
	rivals := v.p.AllOf(board.Rook).Or(v.p.AllOf(board.Cannon)).And(v.p.Of(them)).Or(v.p.King(them).Bit())
	onRank, onFile := board.Lines(king, rivals)
	if onRank|onFile == 0 {
		return 0
	}
	rank, file := board.Lines(king, v.occupied)
	for ; onFile != 0; onFile &= onFile - 1 {
		at := bits.TrailingZeros32(onFile)
		kind := v.p.At(board.SquareAt(king.File(), at)).Type()
		danger += int32(v.t.Danger.File[kind][between(file, king.Rank(), at)])
	}
	for ; onRank != 0; onRank &= onRank - 1 {
		at := bits.TrailingZeros32(onRank)
		kind := v.p.At(board.SquareAt(at, king.Rank())).Type()
		danger += int32(v.t.Danger.Rank[kind][between(rank, king.File(), at)])
	}
	return danger
}

// between returns the number of pieces strictly between two places of a line, 3 if
// there are more.
func between(occupied uint32, a, b int) int {
	a, b = min(a, b), max(a, b)
	return min(bits.OnesCount32(occupied>>(a+1)&(1<<(b-a-1)-1)), 3)
}
