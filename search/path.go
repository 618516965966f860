package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/rules"
)

// frame holds one ply of a worker's path: the position, the move that left it, and
// the search's notes on it. Frames before the root hold the game since its
// last capture, so that repetitions reach back into it.
type frame struct {
	position   board.Position
	key        uint64      // of the position
	clock      rules.Clock // towards the natural limit; see worker.clockAt
	clockKnown bool        // whether clock is known
	floor      int         // the first index in the path that the position may repeat
	earlier    int32       // the index of the frame before it in its chain, -1 for none

	move     board.Move // made here, NoMove for a null move
	moved    pieceTo
	killers  [2]board.Move
	excluded board.Move // left out by a singular search
	eval     eval.Score // corrected static evaluation, noEval in check
	check    bool       // the side to move is in check
	onLine   bool       // the path so far is the last iteration's best line
	wasPV    bool       // a principal variation went through the position
	hashed   bool       // the table had a move for the position
	count    int        // moves looked at, the one made here included
	stat     int        // history of the move made here, see candidate
	reduced  int        // plies by which the search of the move made here was reduced
	cutoffs  int        // fail-highs at this ply since the node above it was entered
	doubles  int        // double extensions on the path
}

// chains finds earlier occurrences of a position without scanning the path. The frames
// of positions whose keys agree in the low bits form a chain. An entry is the index in
// the path of the latest of them, -1 for none, and frame.earlier leads to the one before.
// Nearly every position of a search is alone in its chain.
type chains [1 << 10]int32

func (c *chains) clear() {
	for i := range c {
		c[i] = -1
	}
}

// head returns where the latest index of a key's chain is kept.
func (c *chains) head(key uint64) *int32 { return &c[key%uint64(len(c))] }

// add puts a frame, whose index in the path is i, at the head of its chain.
func (c *chains) add(f *frame, i int) {
	head := c.head(f.key)
	f.earlier, *head = *head, int32(i)
}

// remove takes out the frame that was added last.
func (c *chains) remove(f *frame) { *c.head(f.key) = f.earlier }

// framesBefore is the number of frames before the root that may always be asked for,
// even at the start of a game: the longest of lookBacks.
const framesBefore = 6

// workspace holds a node's buffers, which the frames of the game need not have.
type workspace struct {
	pickers [2]picker // outer and inner
	tried   [2]tried
	pv      line
}

// Places in a workspace: a search within a node, such as a singular one or ProbCut,
// has its own.
const (
	outer = iota
	inner
)

// tried are the moves of a node that were searched in vain.
type tried struct{ quiets, captures moveList }

// moveList is a list of moves that takes one register, where a slice takes three.
type moveList struct {
	n     int
	moves [mostBlamed]board.Move
}

func (l *moveList) add(m board.Move) {
	l.moves[l.n] = m
	l.n++
}

func (l *moveList) all() []board.Move { return l.moves[:l.n] }

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

// frame returns the frame of a ply of the search, from -framesBefore.
func (w *worker) frame(ply int) *frame { return &w.frames[framesBefore+ply] }

// frames is the part of a path that a search reads most: framesBefore of them before the root,
// the root and all after it. The compiler knows the length of an array, and the root always
// has the same index in it.
type frames [framesBefore + eval.MaxPly + 2]frame

// At implements [rules.History] for the past of the game and the path of the
// search.
func (w *worker) At(i int) *board.Position { return &w.path[i].position }

// Move implements [rules.History].
func (w *worker) Move(i int) board.Move { return w.path[i].move }

// setPath begins the path with the last position of a game and what leads to it.
func (w *worker) setPath(game *board.Line) {
	past := min(game.Len(), game.Position().Halfmove())
	w.root = framesBefore + past
	if size := w.root + eval.MaxPly + 2; len(w.path) < size {
		w.path = make([]frame, size)
	}
	w.frames = (*frames)(w.path[w.root-framesBefore:])
	for i := range w.path {
		w.path[i] = frame{eval: noEval}
	}
	clock := w.run.rules.Set.NewClock(game.At(0))
	for n := range game.Len() + 1 {
		at := game.At(n)
		if n > 0 {
			clock = clock.After(at)
		}
		i := w.root + n - game.Len()
		if i < framesBefore {
			continue
		}
		f := &w.path[i]
		f.position, f.key, f.clock, f.clockKnown, f.floor = *at, at.Key(), clock, true, framesBefore
		if n < game.Len() {
			f.leave(game.Move(n))
		}
	}
	w.chains.clear()
	for i := framesBefore; i <= w.root; i++ {
		w.chains.add(&w.path[i], i)
	}
	root := w.frame(0)
	root.check = root.position.InCheck()
}

// quiet reports whether the move made in the frame captures nothing; passing does
// not count.
func (f *frame) quiet() bool {
	return f.move != board.NoMove && f.position.Captured(f.move) == board.NoPiece
}

// leave notes the move that is made in the frame.
func (f *frame) leave(m board.Move) {
	f.move, f.moved = m, newPieceTo(f.position.At(m.From()), m.To())
}

// make makes a move in the position of a ply; check says whether it gives check. The
// table's bucket of the position after it is fetched first, so that the memory answers
// while the evaluator follows the move. Fetching as soon as a move is picked is too dear:
// half of the moves are pruned, and the processor waits until the address is translated.
func (w *worker) make(ply int, m board.Move, check bool) {
	f, next := w.frame(ply), w.frame(ply+1)
	w.table.fetch(f.position.KeyAfter(m))
	f.leave(m)
	next.position = f.position
	next.position.Play(m)
	w.eval.Make(&f.position, m, &next.position)
	next.key, next.floor, next.doubles, next.clockKnown = next.position.Key(), f.floor, f.doubles, false
	next.check, next.onLine = check, false
	if next.position.Halfmove() == 0 {
		next.floor = w.root + ply + 1
	}
	w.chains.add(next, w.root+ply+1)
	w.nodes++
}

// unmake takes back the move made in the position of a ply.
func (w *worker) unmake(ply int) {
	w.eval.Unmake()
	w.chains.remove(w.frame(ply + 1))
}

// makeNull passes in the position of a ply. As in most engines that is not a node: no
// move is made.
func (w *worker) makeNull(ply int) {
	f, next := w.frame(ply), w.frame(ply+1)
	f.move, f.moved, f.count, f.stat, f.reduced = board.NoMove, 0, 0, 0, 0
	next.position = f.position.Pass()
	w.table.fetch(next.position.Key())
	next.key, next.floor, next.doubles, next.clockKnown = next.position.Key(), w.root+ply+1, f.doubles, false
	next.check, next.onLine = false, false
	w.chains.add(next, w.root+ply+1)
}

// unmakeNull takes back makeNull.
func (w *worker) unmakeNull(ply int) { w.chains.remove(w.frame(ply + 1)) }

// clockAt returns the clock of a frame of the path, for all of which it must be
// known whether they are in check. Few nodes are near enough to the natural limit
// to ask, so a frame's clock is computed on demand.
func (w *worker) clockAt(i int) rules.Clock {
	f := &w.path[i]
	if !f.clockKnown {
		f.clock = w.clockAt(i-1).Next(f.position.Side().Other(), f.position.Halfmove() == 0, f.check)
		f.clockKnown = true
	}
	return f.clock
}

// pliesLeft returns the number of plies to the natural limit in a frame of the path:
// exact below caution, and caution or more otherwise.
func (w *worker) pliesLeft(i int) int {
	limit := w.run.moveLimit
	if limit == 0 {
		return caution
	}
	// A ply may not count, but none counts twice.
	if left := limit - w.path[i].position.Halfmove(); left >= caution {
		return left
	}
	return limit - w.clockAt(i).Plies()
}

// caution is the number of plies before the natural limit in which it matters to
// the search how many are left.
const caution = 20
