package tournament

import (
	"slices"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
)

// End is the way in which a game ended.
type End string

// The ways in which a game ends. The last group are the faults of an engine,
// which loses by them.
const (
	Checkmate  End = "checkmate"
	Stalemate  End = "stalemate"
	Repetition End = "repetition"
	MoveLimit  End = "move limit"
	Material   End = "no attacking material"

	Resignation End = "resignation"
	Agreement   End = "draw agreed"
	Adjudicated End = "adjudication"

	TimeLoss    End = "time forfeit"
	IllegalMove End = "illegal move"
	NoAnswer    End = "no answer"
	Crash       End = "crash"
)

// FaultEnds are the ends by a fault of the loser.
var FaultEnds = []End{TimeLoss, IllegalMove, NoAnswer, Crash}

// IsFault reports whether the loser broke the rules of play or the protocol.
func (e End) IsFault() bool { return slices.Contains(FaultEnds, e) }

// isBroken reports whether the loser's process cannot be used again.
func (e End) isBroken() bool { return e == NoAnswer || e == Crash }

// Outcome says how a game ended.
type Outcome struct {
	Result board.Result `json:"result"`
	End    End          `json:"end"`
	// Reason is a sentence for people.
	Reason string `json:"reason"`
}

// outcome returns how a game has ended on the board.
func outcome(v rules.Verdict) Outcome {
	end := Repetition
	switch v.Kind {
	case rules.Checkmate:
		end = Checkmate
	case rules.Stalemate:
		end = Stalemate
	case rules.MoveLimit:
		end = MoveLimit
	case rules.Material:
		end = Material
	}
	return Outcome{v.Result, end, words.Verdict(lang.English, &v)}
}

// loses returns the outcome of a game that a side has lost.
func loses(side board.Side, end End, reason string) Outcome {
	return Outcome{board.Win(side.Other()), end, reason}
}
