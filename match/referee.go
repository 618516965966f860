package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/rules"
)

// Referee says whether play has ended in a game of legal moves. It is asked
// before the first move and after every move, by several goroutines.
type Referee func(game *board.Game) (v Outcome, over bool)

// ByRules returns the referee of a set of rules.
func ByRules(o rules.Options) Referee {
	return func(game *board.Game) (v Outcome, over bool) {
		judged := rules.Judge(game, o)
		if !judged.Result.Finished() {
			return v, false
		}
		return Outcome{judged.Result, endOf(judged.Kind), judged.Text(rules.EN)}, true
	}
}

// Bans returns the moves of the last position of a game that players are told
// not to play; nil tells them nothing.
type Bans func(game *board.Game) []board.Move

// BansOf returns the bans of a set of rules. Only the league bans moves: its
// simulator does not leave it to the players to know a third occurrence that
// would lose at the fourth.
func BansOf(set rules.Set) Bans {
	if set != rules.League {
		return nil
	}
	return func(game *board.Game) []board.Move { return rules.Banned(game, set) }
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
	if reason := rules.Illegal(p, answer.Move); reason != nil {
		return fmt.Sprintf("%q is illegal: %v,", answer.Text, reason)
	}
	return ""
}
