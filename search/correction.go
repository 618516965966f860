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
	// correctionMax bounds each entry and correctionSteps is the number of its
	// steps that make one Score point.
	correctionMax   = 1024
	correctionSteps = 24
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
func (c *correction) apply(p *board.Position, raw eval.Score) eval.Score {
	sum := 0
	for _, e := range c.entries(p) {
		sum += int(*e)
	}
	corrected := raw + eval.Score(sum/correctionSteps)
	return max(-eval.MaxEval, min(corrected, eval.MaxEval))
}

// learn moves the entries of a position in the direction of the difference
// between a search's score and the corrected evaluation, the more so the larger
// it is and the deeper the search was.
func (c *correction) learn(p *board.Position, difference eval.Score, depth int) {
	bonus := max(-correctionMax/4, min(int(difference)*depth/8, correctionMax/4))
	for _, e := range c.entries(p) {
		*e += int16(bonus - int(*e)*abs(bonus)/correctionMax)
	}
}
