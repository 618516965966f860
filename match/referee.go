package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/rules"
	"chuhe/rules/words"
)

// outcome returns how a game has ended on the board.
func outcome(v rules.Verdict) Outcome {
	return Outcome{v.Result, endOf(v.Kind), words.EN.Verdict(&v)}
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
