package tournament

import (
	"fmt"

	"chuhe/board"
)

// ResignRule ends games that both players, or one, see as lost. The zero value is no
// rule.
type ResignRule struct {
	Moves    int  // consecutive moves of each player; 0 for no rule
	Score    int  // hundredths of a pawn that the loser must be behind by
	OneSided bool // the loser's scores are enough
}

// DrawRule ends games that both players see as level. The zero value is no rule.
type DrawRule struct {
	From  int // first full move on which it may be applied
	Moves int // consecutive moves of each player; 0 for no rule
	Score int // largest distance from zero in hundredths of a pawn
}

// adjudicator counts the moves on which the players' scores agree.
type adjudicator struct {
	resign ResignRule
	draw   DrawRule

	behind, ahead [2]int // consecutive moves of a side with such a score
	level         int    // consecutive plies
}

// note counts a move of a side and returns a verdict if that ends the game.
func (a *adjudicator) note(side board.Side, score *Score, fullmove int) (o Outcome, over bool) {
	count := func(n *int, holds bool) {
		if *n++; !holds {
			*n = 0
		}
	}
	count(&a.behind[side], score != nil && score.CP <= -a.resign.Score)
	count(&a.ahead[side], score != nil && score.CP >= a.resign.Score)
	count(&a.level, score != nil && score.CP <= a.draw.Score && score.CP >= -a.draw.Score && fullmove >= a.draw.From)

	if r := a.resign; r.Moves > 0 {
		for _, loser := range [2]board.Side{board.Red, board.Black} {
			if a.behind[loser] >= r.Moves && (r.OneSided || a.ahead[loser.Other()] >= r.Moves) {
				return loses(loser, Adjudicated, fmt.Sprintf("%v loses by adjudication: %d cp behind for %d moves", loser, r.Score, r.Moves)), true
			}
		}
	}
	if d := a.draw; d.Moves > 0 && a.level >= 2*d.Moves {
		return Outcome{board.Draw, Adjudicated, fmt.Sprintf("draw by adjudication: scores within %d cp for %d moves", d.Score, d.Moves)}, true
	}
	return
}
