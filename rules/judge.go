package rules

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
)

// Natural move limits with a meaning of their own.
const (
	OwnLimit = -1 // the limit of the set
	NoLimit  = 0
)

// MaxLimit is the largest natural move limit that programs accept.
const MaxLimit = 10000

// Options say by what rules a game is judged. The zero value is the computer rules without
// a natural move limit; DefaultOptions has their limit. What takes options does not check
// them, and judges by some set where theirs does not exist: see Validate.
type Options struct {
	Set Set
	// MoveLimit is the natural move limit in plies, 1 to MaxLimit, or OwnLimit or NoLimit.
	MoveLimit int
}

// DefaultOptions returns the computer rules with their own limit.
func DefaultOptions() Options { return Options{Set: Computer, MoveLimit: OwnLimit} }

// Validate returns an error about a set that does not exist or a move limit out of its range.
func (o Options) Validate() error {
	if o.Set >= sets {
		return fmt.Errorf("%w, number %d: want 0-%d", ErrSet, uint8(o.Set), uint8(sets)-1)
	}
	if o.MoveLimit < OwnLimit || o.MoveLimit > MaxLimit {
		return fmt.Errorf("natural move limit is %d plies, want 1-%d, %d for none, or %d for that of the rules", o.MoveLimit, MaxLimit, NoLimit, OwnLimit)
	}
	return nil
}

// EffectiveMoveLimit returns the natural move limit in plies: for OwnLimit the limit
// of the set; 0 for none.
func (o Options) EffectiveMoveLimit() int {
	if o.MoveLimit < 0 {
		return o.Set.law().moveLimit
	}
	return o.MoveLimit
}

// WinTooLate reports whether the natural move limit comes before a side that wins on the
// board with the last of some plies without a capture, at whose start quiet plies count
// already. It may still come later, as checks that do not count put it off. Without plies
// there is no such win.
func (o Options) WinTooLate(quiet, plies int) bool {
	last := quiet + plies
	if !o.Set.LimitFirst() {
		last-- // a win with the ply that reaches the limit comes first
	}
	limit := o.EffectiveMoveLimit()
	return plies > 0 && limit > 0 && last >= limit
}

// LimitReached reports whether the natural move limit is reached in the last position
// of a game of legal moves, even if play ended before.
func (o Options) LimitReached(game *board.Line) bool {
	limit := o.EffectiveMoveLimit()
	if game.Position().Halfmove() < min(limit, board.MaxCounter) { // a ply may not count, but none counts twice
		return false
	}
	clock := o.Set.NewClock(game.At(0))
	for n := 1; n <= game.Len(); n++ {
		clock = clock.After(game.At(n))
	}
	return clock.Reached(limit)
}

// Judge says whether play has ended in a game of legal moves (see [Replay]).
// Where it ended more than once, the first end counts. To ask after every move, use a
// [Referee].
func Judge(game *board.Line, o Options) Verdict { return NewReferee(game, o).Verdict() }

// end reports whether play ends in the position after v.Ply plies and
// completes the verdict; first is the ply of the first of the occurrences that
// end play by a repetition, -1 if there have not been enough.
func (v *Verdict) end(game *board.Line, l *law, first int, clock Clock) bool {
	if l.limitFirst && (v.endByLimit(clock) || v.endByMaterial(game.At(v.Ply))) {
		return true
	}
	return v.endOfMoves(game) || v.endByRepetition(game, l, first) || v.endByLimit(clock) || v.endByMaterial(game.At(v.Ply))
}

// endOfMoves ends play by mate or stalemate.
func (v *Verdict) endOfMoves(game *board.Line) bool {
	p := game.At(v.Ply)
	if v.Ply < game.Len() || movegen.HasLegal(p) { // a side that has moved could move
		return false
	}
	v.Result, v.Kind = board.Win(p.Side().Other()), Stalemate
	if p.InCheck() {
		v.Kind = Checkmate
	}
	return true
}

// endByLimit ends play by the natural move limit.
func (v *Verdict) endByLimit(clock Clock) bool {
	if !clock.Reached(v.MoveLimit) {
		return false
	}
	v.Result, v.Kind = board.Draw, MoveLimit
	if clock.disputed() {
		v.Notes = append(v.Notes, EitherSideClaim)
	}
	return true
}

// endByMaterial ends play when neither side has a piece that can attack.
func (v *Verdict) endByMaterial(p *board.Position) bool {
	if p.CanAttack(board.Red) || p.CanAttack(board.Black) {
		return false
	}
	v.Result, v.Kind = board.Draw, Material
	return true
}

// endByRepetition ends play when the position has occurred often enough.
func (v *Verdict) endByRepetition(game *board.Line, l *law, first int) bool {
	if first < 0 {
		return false
	}
	v.From, v.To = first, v.Ply
	v.repeat(game, l)
	return true
}
