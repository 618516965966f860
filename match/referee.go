package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
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

// legalMove reads a move as UCCI writes it and returns it if it is legal.
func legalMove(p *board.Position, text string) (board.Move, error) {
	m, err := board.ParseMove(text)
	if err == nil && !movegen.IsLegal(p, m) {
		err = fmt.Errorf("move %s is not legal in %s", text, p.FEN())
	}
	return m, err
}
