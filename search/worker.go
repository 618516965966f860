package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// worker searches on one goroutine. It owns its stack, histories and
// evaluator; only the table and the run are shared.
type worker struct {
	run   *run
	table *table
	id    int
	eval  eval.Evaluator
	hist  *histories

	// positions and moves of the game since it can last be repeated, then of
	// the path of the search: positions[root] is the root, and moves[i] leads
	// from positions[i] to the next.
	positions []board.Position
	moves     []board.Move
	keys      []uint64      // of the positions
	clocks    []rules.Clock // towards the natural limit
	floors    []int         // the first index that the position may repeat
	root      int

	stack [eval.MaxPly + frameOffset + 2]frame
	pv    [eval.MaxPly + 2]line

	nodes     uint64
	published uint64 // of nodes, those added to the run
	selDepth  int
	rootDepth int
	nullFrom  int // ply before which null moves are not tried: verification
	rootMoves []rootMove
	pvIndex   int // of rootMoves, the line being searched

	done result // last finished iteration

	params     Params // a copy of the engine's, as a pointer would have to be followed each time
	reductions *reductions
}

// frameOffset lets frames before the root be asked for.
const frameOffset = 4

// frame is what the search keeps of a ply of its path.
type frame struct {
	killers  [2]board.Move
	excluded board.Move // left out by a singular search
	move     board.Move // made at this ply, NoMove for a null move
	moved    pieceTo
	eval     eval.Score
	cutoffs  int // fail-highs at this ply since the node above it was entered
	doubles  int // double extensions on the path
	pickers  [2]picker
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

// rootMove is a move of the root with what is known of it.
type rootMove struct {
	move     board.Move
	score    eval.Score // of the current iteration, -Infinity if not yet known
	previous eval.Score // of the last finished iteration
	bound    Bound
	selDepth int
	nodes    uint64 // spent on it in this search
	pv       line
}

// result is the outcome of a finished iteration.
type result struct {
	depth int
	score eval.Score
	pv    line
}

func newWorker(e *Engine, id int, evaluator eval.Evaluator) *worker {
	return &worker{
		id: id, table: e.table, eval: evaluator, hist: new(histories), params: e.params, reductions: e.reductions,
	}
}

// prepare sets the worker up for a search of the last position of a game.
func (w *worker) prepare(r *run, game *board.Game) {
	w.run = r
	p := game.Position()
	past := min(game.Len(), p.Halfmove())
	w.root = past
	size := past + eval.MaxPly + 2
	if len(w.positions) < size {
		w.positions = make([]board.Position, size)
		w.moves = make([]board.Move, size)
		w.keys = make([]uint64, size)
		w.clocks = make([]rules.Clock, size)
		w.floors = make([]int, size)
	}
	clock := r.rules.Set.NewClock(game.At(0))
	for n := range game.Len() + 1 {
		at := game.At(n)
		if n > 0 {
			clock = clock.Next(at.Side().Other(), at.Halfmove() == 0, at.InCheck())
		}
		if i := n - game.Len() + past; i >= 0 {
			w.positions[i], w.keys[i], w.clocks[i], w.floors[i] = *at, at.Key(), clock, 0
			if n < game.Len() {
				w.moves[i] = game.Move(n)
			}
		}
	}
	for i := range w.stack {
		f := &w.stack[i]
		f.killers, f.excluded, f.move, f.moved = [2]board.Move{}, board.NoMove, board.NoMove, 0
		f.eval, f.cutoffs, f.doubles = noEval, 0, 0
	}
	for i := 1; i <= frameOffset && i <= past; i++ { // the game's last moves have a history too
		m := w.moves[past-i]
		f := w.frame(-i)
		f.move, f.moved = m, newPieceTo(w.positions[past-i].At(m.From()), m.To())
	}
	w.nodes, w.published, w.selDepth, w.nullFrom = 0, 0, 0, 0
	w.done = result{score: -eval.Infinity}
	w.eval.Reset(p)
}

// setRootMoves says which moves of the root are searched.
func (w *worker) setRootMoves(moves []board.Move) {
	w.rootMoves = w.rootMoves[:0]
	for _, m := range moves {
		w.rootMoves = append(w.rootMoves, rootMove{move: m, score: -eval.Infinity, previous: -eval.Infinity})
	}
	w.nodes = 0
}

func (w *worker) frame(ply int) *frame { return &w.stack[ply+frameOffset] }

func (w *worker) position(ply int) *board.Position { return &w.positions[w.root+ply] }

// make makes a move in the position of a ply.
func (w *worker) make(ply int, m board.Move) {
	i := w.root + ply
	p := &w.positions[i]
	w.table.fetch(p.KeyAfter(m))
	f := w.frame(ply)
	f.move, f.moved = m, newPieceTo(p.At(m.From()), m.To())
	w.eval.Make(p, m)
	w.moves[i] = m
	w.frame(ply + 1).doubles = f.doubles
	next := &w.positions[i+1]
	*next = *p
	next.Play(m)
	w.keys[i+1], w.floors[i+1] = next.Key(), w.floors[i]
	if next.Halfmove() == 0 {
		w.floors[i+1] = i + 1
	}
	w.nodes++
}

// makeNull passes in the position of a ply.
func (w *worker) makeNull(ply int) {
	i := w.root + ply
	f := w.frame(ply)
	f.move, f.moved = board.NoMove, 0
	w.frame(ply + 1).doubles = f.doubles
	w.moves[i] = board.NoMove
	w.positions[i+1] = w.positions[i].Pass()
	w.keys[i+1], w.floors[i+1] = w.positions[i+1].Key(), i+1
	w.nodes++
}

// arrive winds the clock of the position of a ply, once it is known whether its
// side to move is in check.
func (w *worker) arrive(ply int, check bool) {
	if ply > 0 {
		p := w.position(ply)
		w.clocks[w.root+ply] = w.clocks[w.root+ply-1].Next(p.Side().Other(), p.Halfmove() == 0, check)
	}
}

// evaluate returns the static evaluation of the position of a ply.
func (w *worker) evaluate(ply int) eval.Score {
	p := w.position(ply)
	return max(-eval.MaxEval, min(w.eval.Evaluate(p)+w.run.noise(p.Key()), eval.MaxEval))
}

// stopped reports whether the search is over, and now and then looks whether it
// should be.
func (w *worker) stopped() bool {
	r := w.run
	if w.nodes&1023 == 0 || r.nodeLimit > 0 && w.nodes+r.others(w) >= r.nodeLimit {
		w.publish()
		r.watch()
	}
	return w.aborted()
}

// aborted reports whether what is being searched will not be finished. The
// first iteration always is, at least by the first worker, so that whatever the
// limits are there is a move that has been thought about.
func (w *worker) aborted() bool {
	return w.run.stop.Load() && (w.done.depth > 0 || w.id > 0)
}

// publish adds the nodes visited since the last call to the run's.
func (w *worker) publish() {
	w.run.nodes.Add(w.nodes - w.published)
	w.published = w.nodes
}
