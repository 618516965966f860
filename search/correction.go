package search

import (
	"chuhe/board"
	"chuhe/eval"
)

// correction learns by how much the search's result differs from the static
// evaluation in positions with the same pawns or the same pieces of a side, and
// corrects the evaluation of others like them (correction history, as first
// published by the engine Caissa).
type correction struct {
	pawn   [2][correctionSize]int16
	pieces [2][2][correctionSize]int16 // by the side to move, then by the pieces' side
}

const (
	correctionSize = 1 << 14
	// correctionMax bounds each entry, in steps.
	correctionMax = 1024
)

// entries returns the entries that speak of a position.
func (c *correction) entries(p *board.Position) [3]*int16 {
	keys, us := p.Keys(), p.Side()
	return [3]*int16{
		&c.pawn[us][keys.Pawn%correctionSize],
		&c.pieces[us][board.Red][keys.Pieces[board.Red]%correctionSize],
		&c.pieces[us][board.Black][keys.Pieces[board.Black]%correctionSize],
	}
}

// apply returns the corrected evaluation of a position.
func (c *correction) apply(t *Params, p *board.Position, raw eval.Score) eval.Score {
	e := c.entries(p)
	sum := int(*e[0])*t.CorrectionPawn + (int(*e[1])+int(*e[2]))*t.CorrectionPieces
	corrected := raw + eval.Score(sum/65536)
	return max(-eval.MaxEval, min(corrected, eval.MaxEval))
}

// learn moves the entries of a position in the direction of the difference
// between a search's score and the corrected evaluation, the more so the larger
// it is and the deeper the search was.
func (c *correction) learn(t *Params, p *board.Position, difference eval.Score, depth int) {
	const far = 1 << 20 // more is too much at any rate, and might overflow
	bonus := max(-far, min(int(difference)*depth, far)) * t.CorrectionRate / 1024
	bonus = max(-correctionMax/4, min(bonus, correctionMax/4))
	for _, e := range c.entries(p) {
		*e += int16(bonus - int(*e)*abs(bonus)/correctionMax)
	}
}
