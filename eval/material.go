package eval

import "chuhe/board"

// counts has four bits for each of the 16 pieces: how many are on the board.
type counts uint64

func (c *counts) add(piece board.Piece)    { *c += 1 << (piece & 15 << 2) }
func (c *counts) remove(piece board.Piece) { *c -= 1 << (piece & 15 << 2) }

func (c counts) of(side board.Side, kind board.PieceType) int32 {
	return int32(c >> (board.NewPiece(side, kind) & 15 << 2) & 15)
}

// material holds the terms that depend only on which pieces are on the board. It
// changes only with captures.
type material struct {
	balance pair     // of combinations of pieces, Red's less Black's
	phase   int32    // 0..fullPhase
	scale   [2]int32 // what remains of an advantage of each side, 0..fullScale
}

const (
	fullPhase = 16
	fullScale = 64
)

func newMaterial(t *tables, c counts) (m material) {
	var pieces int32
	for _, side := range [2]board.Side{board.Red, board.Black} {
		rooks, knights, cannons := c.of(side, board.Rook), c.of(side, board.Knight), c.of(side, board.Cannon)
		m.phase += 2*rooks + knights + cannons
		pieces += rooks + knights + cannons + 1 +
			c.of(side, board.Pawn) + c.of(side, board.Advisor) + c.of(side, board.Bishop)
	}
	m.balance = t.balance(c, board.Red, pieces) - t.balance(c, board.Black, pieces)
	m.scale = [2]int32{t.kept(c, board.Red), t.kept(c, board.Black)}
	return m
}

// balance returns the value of one side's combination of pieces.
func (t *tables) balance(c counts, us board.Side, pieces int32) (sum pair) {
	them := us.Other()
	rooks, knights, cannons := c.of(us, board.Rook), c.of(us, board.Knight), c.of(us, board.Cannon)
	advisors, bishops := c.of(us, board.Advisor), c.of(us, board.Bishop)

	crowd := pair(pieces - 16)
	sum = t.CrowdedKnight.pair()*pair(knights)*crowd + t.CrowdedCannon.pair()*pair(cannons)*crowd
	if rooks > 0 && knights > 0 {
		sum += t.RookKnight.pair()
	}
	if rooks > 0 && cannons > 0 {
		sum += t.RookCannon.pair()
	}
	if knights > 0 && cannons > 0 {
		sum += t.KnightCannon.pair()
	}
	if rooks == 0 && c.of(them, board.Rook) > 0 {
		sum += t.Rookless.pair()
	}
	sum += t.Guards[min(advisors, 2)][min(bishops, 2)].pair()
	for kind := board.Pawn; kind <= board.Rook; kind++ {
		attackers := pair(c.of(them, kind))
		sum += attackers * (pair(advisors)*t.AdvisorAgainst[kind].pair() + pair(bishops)*t.BishopAgainst[kind].pair())
	}
	return sum
}

// kept returns how much of a side's advantage remains, in parts of fullScale:
// nothing if it has no piece to attack with, little if its pieces are known not to
// beat the enemy's guards. A rook counts four, a knight or cannon two, a pawn or
// guard one: a rook does not win against all four guards, nor a knight against
// two, but one more pawn does.
func (t *tables) kept(c counts, us board.Side) int32 {
	them := us.Other()
	rooks, pawns := c.of(us, board.Rook), c.of(us, board.Pawn)
	knights, cannons := c.of(us, board.Knight), c.of(us, board.Cannon)
	attack := 4*rooks + 2*(knights+cannons) + pawns
	switch {
	case attack == 0:
		return 0
	case attack == 2 && cannons == 1 && c.of(us, board.Advisor) == 0:
		return int32(t.Scale[0]) // no screen
	}
	if attack >= 8 {
		return fullScale
	}
	defence := c.of(them, board.Advisor) + c.of(them, board.Bishop) +
		4*c.of(them, board.Rook) + 2*(c.of(them, board.Knight)+c.of(them, board.Cannon))
	scale := int32(t.Scale[max(0, min(attack-defence+2, 3))])
	if attack > 4 { // with more pieces, less is known
		scale += (fullScale - scale) * (attack - 4) / 4
	}
	return scale
}
