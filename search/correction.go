package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// correction learns by how much the search's result differs from the static
// evaluation in positions with the same pawns, the same pieces of a side, or after
// the same moves, and corrects the evaluation of others like them (correction
// history, as first published by the engine Caissa).
type correction struct {
	pawn   [2][correctionSize]int16
	pieces [2][2][correctionSize]int16 // by the side to move, then by the pieces' side
	minor  [2][correctionSize]int16    // by the knights and cannons of both sides
	// moves is indexed by a hash of an earlier move and the last one: small enough
	// to stay in the cache.
	moves [correctionMoves]int16
}

const (
	correctionSize  = 1 << 13
	correctionMoves = 1 << 14
	// correctionMax bounds each entry, in steps.
	correctionMax = 1024
)

// corrections are the entries that speak of a position: by pawns, by the pieces of
// Red and of Black, by knights and cannons, and by the moves 2 and 4 plies back
// with the last one.
type corrections [6]*int16

// recallCorrections finds the entries for the position of a node.
func (w *worker) recallCorrections(n *node) {
	c, keys, us := &w.hist.correction, n.p.Keys(), n.p.Side()&1
	last := w.frame(n.ply - 1).moved
	e := &n.corrections
	e[0] = &c.pawn[us][keys.Pawn%correctionSize]
	e[1] = &c.pieces[us][board.Red][keys.Pieces[board.Red]%correctionSize]
	e[2] = &c.pieces[us][board.Black][keys.Pieces[board.Black]%correctionSize]
	e[3] = &c.minor[us][minorKey(n.p)%correctionSize]
	e[4] = c.after(w.frame(n.ply-2).moved, last)
	e[5] = c.after(w.frame(n.ply-4).moved, last)
}

// after returns the entry of two moves.
func (c *correction) after(earlier, last pieceTo) *int16 {
	return &c.moves[(uint32(earlier)*0x9e3779b1>>8+uint32(last)*0x85ebca6b>>8)%correctionMoves]
}

// minorKey returns a hash of where the knights and cannons stand. Nothing else asks
// for it, so it is not among the keys that a position keeps up to date.
func minorKey(p *board.Position) uint64 {
	knights, cannons, red := p.AllOf(board.Knight), p.AllOf(board.Cannon), p.Of(board.Red)
	mix := func(key uint64, b board.Bitboard) uint64 {
		key = (key ^ b.Lo) * 0x9e3779b97f4a7c15
		return (key ^ key>>32 ^ b.Hi) * 0xd6e8feb86659fd93
	}
	return mix(mix(mix(0, knights), cannons), red.And(knights.Or(cannons))) >> 40
}

// sum returns what is to be added to the evaluation.
func (c *corrections) sum(t *Params) eval.Score {
	return eval.Score((int(*c[0])*t.CorrectionPawn + (int(*c[1])+int(*c[2]))*t.CorrectionPieces +
		int(*c[3])*t.CorrectionMinor + (int(*c[4])+int(*c[5]))*t.CorrectionMoves) / 65536)
}

// learn moves the entries of a position in the direction of the
// difference between the search's score and the corrected evaluation, the more so
// the larger it is and the deeper the search was.
func (c *corrections) learn(t *Params, difference eval.Score, depth int) {
	const far = 1 << 20 // more is too much at any rate, and might overflow
	bonus := max(-far, min(int(difference)*depth, far)) * t.CorrectionRate / 1024
	bonus = max(-correctionMax/4, min(bonus, correctionMax/4))
	for _, e := range c {
		*e += int16(bonus - int(*e)*abs(bonus)/correctionMax)
	}
}
