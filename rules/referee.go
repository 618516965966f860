package rules

import (
	"chuhe/board"
	"chuhe/movegen"
)

// Referee follows a game move by move. After each move it knows whether play has
// ended, at a cost that does not depend on the length of the game unless play ends
// by a repetition. Use [NewReferee]. One goroutine at a time may use a referee and its
// game: methods that only ask play moves too, and take them back.
type Referee struct {
	options Options
	game    *board.Line
	clock   Clock
	verdict Verdict
	// latest[key] is the ply after which a position last occurred, earlier[n]
	// the ply after which the position after ply n occurred before that, -1 for
	// never. Neither looks back beyond the last capture.
	latest  map[uint64]int
	earlier []int
}

// NewReferee returns a referee that has seen a game of legal moves as far as it
// has been played. The game is then the referee's: only Play may change it.
func NewReferee(game *board.Line, o Options) *Referee {
	r := &Referee{
		options: o, game: game, clock: o.Set.NewClock(game.At(0)),
		verdict: Verdict{Rules: o.Set, MoveLimit: o.EffectiveMoveLimit()},
		latest:  make(map[uint64]int),
	}
	for n := range game.Len() + 1 {
		r.see(n)
	}
	return r
}

// Play plays a legal move, which it does not check: see [Illegal]. Moves after the end of
// play are added to the game but do not change how it ended.
func (r *Referee) Play(m board.Move) {
	r.game.Play(m)
	r.see(r.game.Len())
}

// Game returns the game so far.
func (r *Referee) Game() *board.Line { return r.game }

// Verdict says whether play has ended.
func (r *Referee) Verdict() Verdict { return r.verdict }

// Quiet returns the number of plies since the last capture as the rules count them
// towards the natural move limit, also when play has ended.
func (r *Referee) Quiet() int { return r.clock.Plies() }

// see takes note of the position after n plies.
func (r *Referee) see(n int) {
	p := r.game.At(n)
	if n > 0 {
		if r.captures(n - 1) {
			clear(r.latest)
		}
		r.clock = r.clock.Next(p.Side().Other(), r.captures(n-1), p.InCheck())
	}
	before := r.before(p)
	r.latest[p.Key()], r.earlier = n, append(r.earlier, before)
	if r.verdict.Result.Finished() {
		r.verdict.Later++
		return
	}
	r.verdict.Ply = n
	first := r.occurrence(n, r.options.Set.Occurrences())
	r.verdict.end(r.game, r.options.Set.law(), first, r.clock)
}

// captures reports whether the move made after n plies captures.
func (r *Referee) captures(n int) bool { return r.game.At(n).Captured(r.game.Move(n)) != board.NoPiece }

// before returns the ply after which a position last occurred, -1 for never.
func (r *Referee) before(p *board.Position) int {
	if n, ok := r.latest[p.Key()]; ok {
		return n
	}
	return -1
}

// occurrence returns the ply of the earliest of the last count occurrences of the
// position after ply n, ply n being the last of them; -1 if it has not occurred that
// often.
func (r *Referee) occurrence(n, count int) (first int) {
	for first = n; count > 1 && first >= 0; count-- {
		first = r.earlier[first]
	}
	return first
}

// bannedOccurrence is the occurrence that makes a losing repetition a banned
// move. It is the third in the league too, where the fourth would lose.
const bannedOccurrence = 3

// Banned returns the legal moves that would complete a third occurrence with an
// offence of the side to move: the "banmoves" of the UCCI protocol. Play must
// not have ended.
func (r *Referee) Banned() (moves []board.Move) {
	n, p := r.game.Len(), *r.game.Position()
	for _, m := range movegen.Legal(&p, nil) {
		child := p.Make(m)
		first := r.occurrence(r.before(&child), bannedOccurrence-1)
		if first < 0 || p.Captured(m) != board.NoPiece {
			continue
		}
		r.game.Play(m)
		if loser, ok := r.options.Set.JudgeSpan(r.game, first, n+1).Loser(); ok && loser == p.Side() {
			moves = append(moves, m)
		}
		r.game.Undo()
	}
	return
}
