package match

import (
	"slices"

	"chuhe/board"
)

// Result is the outcome of a game as PGN writes it.
type Result string

// The results.
const (
	RedWins    Result = "1-0"
	BlackWins  Result = "0-1"
	Drawn      Result = "1/2-1/2"
	Unfinished Result = "*"
)

// Win returns the result of a game that a side has won.
func Win(side board.Side) Result {
	if side == board.Red {
		return RedWins
	}
	return BlackWins
}

// Points returns the points of a side: 1, 0.5 or 0.
func (r Result) Points(side board.Side) float64 {
	switch r {
	case Drawn:
		return 0.5
	case Win(side):
		return 1
	}
	return 0
}

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

// IsFault reports whether the loser did not keep to the rules of play or to
// the protocol.
func (e End) IsFault() bool {
	return slices.Contains(FaultEnds, e)
}

// IsBroken reports whether the loser's process is of no more use.
func (e End) IsBroken() bool { return e == NoAnswer || e == Crash }

// Verdict tells how a game ended.
type Verdict struct {
	Result Result `json:"result"`
	End    End    `json:"end"`
	// Reason is a sentence for people.
	Reason string `json:"reason"`
}

// loses returns the verdict against a side.
func loses(side board.Side, end End, reason string) Verdict {
	return Verdict{Win(side.Other()), end, reason}
}
