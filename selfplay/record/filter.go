package record

import "chuhe/board"

// Filter says which positions a training uses.
type Filter struct {
	// MinPly is the first ply of a game that is used, 0 being its start.
	MinPly int
	// MaxScore is the largest score, of either sign, that is used: beyond it a
	// game is decided, or mate is in sight.
	MaxScore int
	// MaxQuiet is the most plies since the last capture, beyond which a game is
	// on its way to a draw whatever stands on the board.
	MaxQuiet int
	// Checks uses positions in check, Captures those whose move is a capture.
	// Both are noise: what counts there is the next move, not the position.
	Checks, Captures bool
}

// DefaultFilter leaves out the first eight plies, in which games from one random
// opening are much alike; scores beyond 2000, which are decided; positions more
// than 100 plies behind the last capture; captures and checks.
func DefaultFilter() Filter { return Filter{MinPly: 8, MaxScore: 2000, MaxQuiet: 100} }

// Use is what becomes of a position: it is used, or left out for a reason.
type Use uint8

// The uses.
const (
	Used     Use = iota
	Early        // before Filter.MinPly
	Unscored     // the search gave no score
	Decided      // beyond Filter.MaxScore
	Drawish      // beyond Filter.MaxQuiet
	Capture
	InCheck
)

// Tally counts positions by their Use.
type Tally [InCheck + 1]uint64

// Use returns what becomes of a position, in which a game had ply number n: the
// first reason that holds.
func (f *Filter) Use(p *board.Position, n int, ply Ply) Use {
	switch {
	case n < f.MinPly:
		return Early
	case ply.Score == NoScore:
		return Unscored
	case int(ply.Score) > f.MaxScore || int(ply.Score) < -f.MaxScore:
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
