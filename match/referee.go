package match

import (
	"errors"
	"fmt"

	"chuhe/board"
	"chuhe/rules"
)

// Referee says whether play has ended in a game of legal moves. It is asked
// before the first move and after every move, by several goroutines.
type Referee func(game *board.Game) (v Verdict, over bool)

// ByRules returns the referee of a set of rules.
func ByRules(o rules.Options) Referee {
	return func(game *board.Game) (v Verdict, over bool) {
		judged := rules.Judge(game, o)
		switch judged.Outcome {
		case rules.Continue:
			return v, false
		case rules.Draw:
			v.Result = Drawn
		case rules.RedWins:
			v.Result = RedWins
		case rules.BlackWins:
			v.Result = BlackWins
		}
		v.End, v.Reason = endOf(judged.Kind), judged.Text(rules.EN)
		return v, true
	}
}

func endOf(k rules.Kind) End {
	switch k {
	case rules.Checkmate:
		return Checkmate
	case rules.Stalemate:
		return Stalemate
	case rules.MoveLimit:
		return MoveLimit
	case rules.Material:
		return Material
	}
	return Repetition
}

// illegal returns why an answer is no legal move, "" if it is one.
func illegal(p *board.Position, answer Answer) string {
	if answer.Move == board.NoMove {
		return fmt.Sprintf("%q is no move", answer.Text)
	}
	_, err := rules.Replay(*p, []board.Move{answer.Move})
	var bad *rules.MoveError
	if errors.As(err, &bad) {
		return fmt.Sprintf("%q is illegal: %v,", answer.Text, bad.Reason)
	}
	return ""
}
