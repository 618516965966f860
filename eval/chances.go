package eval

import (
	"math"

	"chuhe/board"
)

// Chances are the probabilities that a side wins, draws and loses a game. They add
// up to 1.
type Chances struct{ Won, Drawn, Lost float64 }

// Expected returns the points to expect, 0 to 1: a win counts 1 and a draw ½.
func (c Chances) Expected() float64 { return c.Won + c.Drawn/2 }

// PerMille returns the chances in thousandths, which add up to 1000.
func (c Chances) PerMille() (won, drawn, lost int) {
	won, lost = int(math.Round(1000*c.Won)), int(math.Round(1000*c.Lost))
	if won+lost > 1000 { // both were rounded up
		lost = 1000 - won
	}
	return won, 1000 - won - lost, lost
}

// Chances returns what a score of a search of p means for its side to move. A mate
// or a win by the rules is certain. Otherwise the chance of each side to win
// depends on the score and on its attackers; what remains is the chance of a draw.
//
// The numbers come from games of the engine against itself at 300 nodes per move;
// docs/evaluation.md has the command that made them.
func (s Score) Chances(p *board.Position) Chances {
	if s.IsDecided() {
		if s > 0 {
			return Chances{Won: 1}
		}
		return Chances{Lost: 1}
	}
	us := p.Side()
	return chances(AttackWeight(p, us), AttackWeight(p, us.Other()), s)
}

// chances returns the chances of a side with attackers of a weight against attackers of
// another, for an undecided score from its view.
func chances(own, theirs int, s Score) Chances {
	won, lost := winning(own, s), winning(theirs, -s)
	if sum := won + lost; sum > 1 { // the two are fitted one by one
		won, lost = won/sum, lost/sum
	}
	return Chances{won, max(1-won-lost, 0), lost}
}

// MaxAttackWeight is the largest number that AttackWeight returns.
const MaxAttackWeight = 21

// AttackWeight returns the weight of the pieces with which a side can attack, from 0
// to MaxAttackWeight: a rook counts 4, a knight or cannon 2, a pawn 1.
func AttackWeight(p *board.Position, side board.Side) int {
	return 4*p.Pieces(side, board.Rook).Count() + p.Pieces(side, board.Pawn).Count() +
		2*(p.Pieces(side, board.Knight).Count()+p.Pieces(side, board.Cannon).Count())
}

// winning returns the chance to win of a side with attackers of a weight and a
// score from its view.
func winning(attackers int, s Score) float64 {
	if attackers == 0 {
		return 0
	}
	fit := &winningFit[attackers]
	return 1 / (1 + math.Exp((fit.a-float64(s))/fit.b))
}

// winningFit has the parameters of winning by the weight of the attackers: a is the
// score with which a side wins every other game, b the score that divides the odds
// of losing or drawing by e.
var winningFit = [MaxAttackWeight + 1]struct{ a, b float64 }{
	1: {339, 38}, {310, 51}, {409, 105}, {462, 140}, {378, 152}, {359, 182}, {292, 194}, {274, 212},
	{260, 230}, {235, 247}, {219, 246}, {204, 270}, {195, 280}, {176, 284},
	{173, 288}, {160, 302}, {154, 296}, {152, 311}, {146, 298}, {133, 312}, {137, 291},
}
