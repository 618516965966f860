package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// frame is what the worker keeps of one ply: the position, how it was left, and
// what the search has noted there. Frames before the root hold the game since its
// last capture, so that repetitions reach back into it.
type frame struct {
	position board.Position
	key      uint64      // of the position
	clock    rules.Clock // towards the natural limit
	floor    int         // the first index in the path that the position may repeat

	move     board.Move // made here, NoMove for a null move
	moved    pieceTo
	killers  [2]board.Move
	excluded board.Move // left out by a singular search
	eval     eval.Score // corrected static evaluation, noEval in check
	cutoffs  int        // fail-highs at this ply since the node above it was entered
	doubles  int        // double extensions on the path
}

// lookBack is the number of frames before the root that may always be asked for,
// even at the start of a game.
const lookBack = 4

// workspace is what the search of a node fills: too large to lie between the
// frames, which are searched for repetitions.
type workspace struct {
	pickers  [2]picker // the second for a search within the node: singular, ProbCut
	pv       line
	quiets   [movegen.MaxMoves]board.Move // tried at this node
	captures [movegen.MaxMoves]board.Move
}

// line is a principal variation.
type line struct {
	n     int
	moves [eval.MaxPly + 2]board.Move
}

func (l *line) set(m board.Move, rest *line) {
	l.moves[0] = m
	copy(l.moves[1:], rest.moves[:rest.n])
	l.n = rest.n + 1
}

// frame returns the frame of a ply of the search, from -lookBack.
func (w *worker) frame(ply int) *frame { return &w.path[w.root+ply] }

// At implements [rules.History] for the past of the game and the path of the
// search.
func (w *worker) At(i int) *board.Position { return &w.path[i].position }

// Move implements [rules.History].
func (w *worker) Move(i int) board.Move { return w.path[i].move }

// setPath begins the path with the last position of a game and what leads to it.
func (w *worker) setPath(game *board.Game) {
	past := min(game.Len(), game.Position().Halfmove())
	w.root = lookBack + past
	if size := w.root + eval.MaxPly + 2; len(w.path) < size {
		w.path = make([]frame, size)
	}
	for i := range w.path {
		w.path[i] = frame{eval: noEval}
	}
	clock := w.run.rules.Set.NewClock(game.At(0))
	for n := range game.Len() + 1 {
		at := game.At(n)
		if n > 0 {
			clock = clock.Next(at.Side().Other(), at.Halfmove() == 0, at.InCheck())
		}
		i := w.root + n - game.Len()
		if i < lookBack {
			continue
		}
		f := &w.path[i]
		f.position, f.key, f.clock, f.floor = *at, at.Key(), clock, lookBack
		if n < game.Len() {
			f.leave(game.Move(n))
		}
	}
}

// leave notes the move that is made in the frame.
func (f *frame) leave(m board.Move) {
	f.move, f.moved = m, newPieceTo(f.position.At(m.From()), m.To())
}

// make makes a move in the position of a ply.
func (w *worker) make(ply int, m board.Move) {
	f, next := w.frame(ply), w.frame(ply+1)
	w.table.fetch(f.position.KeyAfter(m))
	f.leave(m)
	w.eval.Make(&f.position, m)
	next.position = f.position
	next.position.Play(m)
	next.key, next.floor, next.doubles = next.position.Key(), f.floor, f.doubles
	if next.position.Halfmove() == 0 {
		next.floor = w.root + ply + 1
	}
	w.nodes++
}

// makeNull passes in the position of a ply.
func (w *worker) makeNull(ply int) {
	f, next := w.frame(ply), w.frame(ply+1)
	f.move, f.moved = board.NoMove, 0
	next.position = f.position.Pass()
	next.key, next.floor, next.doubles = next.position.Key(), w.root+ply+1, f.doubles
	w.nodes++
}

// windClock moves the clock of a ply on by the move that led there, once it is
// known whether that gives check.
func (w *worker) windClock(ply int, check bool) {
	if ply > 0 {
		f := w.frame(ply)
		f.clock = w.frame(ply-1).clock.Next(f.position.Side().Other(), f.position.Halfmove() == 0, check)
	}
}
