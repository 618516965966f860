package record

import (
	"chuhe/board"
	"chuhe/eval"
)

// Filter chooses the positions that training uses.
type Filter struct {
	// MinPly is the first ply of a game that is used, 0 being its start.
	MinPly int
	// MaxScore is the largest score of either sign that is used. Beyond it the game
	// is decided or mate is in sight. Wins by the rules of repetition are never used:
	// the moves before decide them, not the position.
	MaxScore int
	// MaxQuiet is the largest number of plies since the last capture. Beyond it the
	// game is heading for a draw whatever the position.
	MaxQuiet int
	// Checks admits positions in check, Captures those whose move is a capture. Both
	// are noise: their value depends on the next move, not on the position.
	Checks, Captures bool
}

// DefaultFilter leaves out the first eight plies, in which games from similar
// random openings resemble each other, scores beyond 2000, positions more than 100
// plies after the last capture, captures and checks.
func DefaultFilter() Filter { return Filter{MinPly: 8, MaxScore: 2000, MaxQuiet: 100} }

// Use says whether a position is used, or why it is left out.
type Use uint8

// The uses.
const (
	Used     Use = iota
	Early        // before Filter.MinPly
	Unscored     // the search gave no score
	Decided      // beyond Filter.MaxScore, or by the rules of repetition
	Drawish      // beyond Filter.MaxQuiet
	Capture
	InCheck
)

// Tally counts positions by their Use.
type Tally [InCheck + 1]uint64

// Use returns Used for a position that passes the filter, otherwise the first
// reason that applies. ply is ply number n of a game, played in position p.
func (f *Filter) Use(p *board.Position, n int, ply Ply) Use {
	_, byRule := eval.Score(ply.Score).RuleDistance()
	switch {
	case n < f.MinPly:
		return Early
	case ply.Score == NoScore:
		return Unscored
	case byRule || int(ply.Score) > f.MaxScore || int(ply.Score) < -f.MaxScore:
		return Decided
	case p.Halfmove() > f.MaxQuiet:
		return Drawish
	case !f.Captures && p.Captured(ply.Move) != board.NoPiece:
		return Capture
	case !f.Checks && p.InCheck():
		return InCheck
	}
	return Used
}
