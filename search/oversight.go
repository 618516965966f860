package search

import (
	"slices"

	"chuhe/board"
	"chuhe/internal/splitmix"
	"chuhe/movegen"
)

// People do not see every move. What they overlook follows from how hard it is to
// see: a knight's jump backwards, a cannon shot along a whole file, a quiet move, a
// capture that looks bad because the guard is pinned. An engine with
// [Options.Oversight] searches as usual, but for itself and for its opponent it
// leaves out moves with a probability that grows with their difficulty, which
// [Options.Carelessness] bounds from below.

// Bounds of the probability to overlook a move and of the difficulty of a move, in
// thousandths.
const (
	mostOverlooked = 950
	plainSight     = 200 // difficulty of a move that is never overlooked
	mostDifficult  = 1000
)

// What makes a move hard to see, in thousandths of difficulty. They are guesses by
// the authors, informed by what players say that they overlook.
const (
	anyDifficulty      = 80
	stepDifficulty     = 40  // each point of a long line beyond the second
	backDifficulty     = 180 // towards the own side
	knightDifficulty   = 130
	sidewaysDifficulty = 60  // a knight's jump that goes further aside than forward
	cannonDifficulty   = 120 // a capture over a screen
	screenDifficulty   = 40  // each point between screen and target
	quietDifficulty    = 180
	badDifficulty      = 250 // seems to lose material in a plain exchange
	hiddenDifficulty   = 250 // gives check with another piece than the one that moves
	plyDifficulty      = 60  // each ply from the root
	mostPlies          = 5   // that count for it
	checkEase          = 150
	recaptureEase      = 250 // takes the piece that has just moved
)

// Difficulty returns how hard a legal move is to see for a person, in thousandths: from
// 0 for taking back to 1000 for a quiet retreat along a whole file that seems to lose
// a piece. last is the move that led to the position, NoMove for none.
func Difficulty(p *board.Position, m, last board.Move) int {
	gives := movegen.NewChecks(p)
	return difficulty(p, m, last, 0, gives.Gives(p, m))
}

// overlooks reports whether the player misses a move in the position of a ply. The
// answer is the same whenever the search comes to the position in the same ply after
// the same move. The caller does not ask in check.
func (w *worker) overlooks(p *board.Position, m board.Move, ply int, check bool) bool {
	r, last := w.run, w.run.last
	if ply > 0 {
		last = w.frame(ply - 1).move
	}
	chance := max(r.careless, min(r.oversight*(difficulty(p, m, last, ply, check)-plainSight)/1000, mostOverlooked))
	return splitmix.Mix(p.Key()^r.seed^splitmix.Mix(uint64(m)))%1000 < uint64(chance)
}

// seen returns the moves of the root that the player does not overlook, the easiest
// move to see if that would leave none.
func (w *worker) seen(moves []board.Move) []board.Move {
	p := w.run.position
	if !w.blind || p.InCheck() {
		return moves
	}
	gives := movegen.NewChecks(&p)
	found := slices.DeleteFunc(slices.Clone(moves), func(m board.Move) bool { return w.overlooks(&p, m, 0, gives.Gives(&p, m)) })
	if len(found) > 0 {
		return found
	}
	last := w.run.last
	return []board.Move{slices.MinFunc(moves, func(a, b board.Move) int {
		return difficulty(&p, a, last, 0, gives.Gives(&p, a)) - difficulty(&p, b, last, 0, gives.Gives(&p, b))
	})}
}

// difficulty returns how hard a move at a ply is to see for a person, in thousandths.
// last is the move that led to the position, NoMove for none.
func difficulty(p *board.Position, m, last board.Move, ply int, check bool) int {
	from, to := m.From(), m.To()
	kind, taken := p.At(from).Type(), p.Captured(m).Type()
	aside, forward := distances(p.Side(), from, to)
	d := anyDifficulty + plyDifficulty*min(ply, mostPlies) + stepDifficulty*max(aside+max(forward, -forward)-2, 0)
	major := kind == board.Rook || kind == board.Knight || kind == board.Cannon
	if major && forward < 0 {
		d += backDifficulty
	}
	switch {
	case kind == board.Knight:
		d += knightDifficulty - stepDifficulty // its jump has three steps, all of them short
		if aside > 1 {
			d += sidewaysDifficulty
		}
	case kind == board.Cannon && taken != board.NoPieceType:
		d += cannonDifficulty + screenDifficulty*behindScreen(p, from, to)
	}
	if taken == board.NoPieceType {
		d += quietDifficulty
	} else if last != board.NoMove && to == last.To() {
		d -= recaptureEase
	}
	if !seemsAtLeast(p, m, 0) {
		d += badDifficulty
	}
	if check {
		if givesDirectly(p, m) {
			d -= checkEase
		} else {
			d += hiddenDifficulty
		}
	}
	return max(0, min(d, mostDifficult))
}

// distances returns how far a side moves aside, and how far forward.
func distances(side board.Side, from, to board.Square) (aside, forward int) {
	aside = to.File() - from.File()
	forward = to.Rank() - from.Rank()
	if side == board.Black {
		forward = -forward
	}
	return max(aside, -aside), forward
}

// behindScreen returns the number of points between a cannon's screen and its target.
func behindScreen(p *board.Position, from, to board.Square) (points int) {
	step := 1
	if from.File() == to.File() {
		step = board.Files
	}
	if to < from {
		step = -step
	}
	for s := int(to) - step; s != int(from) && p.At(board.Square(s)) == board.NoPiece; s -= step {
		points++
	}
	return points
}

// givesDirectly reports whether the piece that moves attacks the king from its new
// point.
func givesDirectly(p *board.Position, m board.Move) bool {
	side := p.Side()
	enemy := p.Of(side.Other())
	occ := p.Occupied().AndNot(m.From().Bit()).Or(m.To().Bit())
	return board.Moves(p.At(m.From()).Type(), side, m.To(), occ, enemy.AndNot(m.To().Bit())).Has(p.King(side.Other()))
}
