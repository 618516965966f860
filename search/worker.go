package search

import (
	"fmt"
	"time"
	"unsafe"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/memory"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/rules/endgame/lonerook"
)

// worker searches on one goroutine. It owns its stack, histories and
// evaluator; only the table and the run are shared.
type worker struct {
	run   *run
	blind bool // overlooks moves
	table *table
	id    int
	eval  eval.Evaluator
	hist  *histories
	// release gives the memory of hist back.
	release func()

	path   []frame    // the game since its last capture, then the path of the search
	root   int        // the root's index in path
	frames *frames    // the end of path; see frames
	chains chains     // of the path
	loop   rules.Loop // that gameOver looks ahead in
	space  [eval.MaxPly + 2]workspace

	nodes     uint64
	published uint64 // of nodes, those added to the run
	next      uint64 // the nodes at which it looks whether the search should be over
	selDepth  int
	rootDepth int
	rootDelta int         // width of the root's window
	nullFrom  int         // ply before which null moves are not tried: verification
	rootMoves []*rootMove // best first
	rootStore []rootMove  // what they point at
	pvIndex   int         // of rootMoves, the line being searched
	changes   float64     // of the best move, half as much with each iteration since

	looked time.Duration // since the run began, when the first worker last looked at the clock
	pause  time.Duration // the longest between two looks

	done result // last finished iteration

	params     Params // a copy of the engine's, as a pointer would have to be followed each time
	reductions *reductions
}

// rootMove is a move of the root with what is known of it.
type rootMove struct {
	move     board.Move
	score    eval.Score // of the current iteration, -Infinity if not yet known
	previous eval.Score // of the last finished iteration
	average  eval.Score // of the scores of all searches, including those outside the window; later ones count more
	bound    Bound
	selDepth int
	nodes    uint64 // spent on it in this search, for the first line
	pv       line
	// previousPV is the line of previous.
	previousPV line
}

// result is the outcome of a finished iteration.
type result struct {
	depth    int
	selDepth int
	score    eval.Score
	bound    Bound
	pv       line
	partial  bool // all but depth comes from the next iteration, which was cut short
}

// workerBytes is about the memory that a worker takes, with a mebibyte for its evaluator.
const workerBytes = uint64(unsafe.Sizeof(histories{})+unsafe.Sizeof(worker{})) + 1<<20

// newWorker returns a worker whose histories are still to be cleared, or an error if they
// cannot be allocated. Like the table they use huge pages, because accesses are scattered.
func newWorker(e *Engine, id int, evaluator eval.Evaluator) (*worker, error) {
	hist, release, err := memory.Slice[histories](1)
	if err != nil {
		return nil, fmt.Errorf("search: histories of thread %d: %w", id+1, err)
	}
	return &worker{
		id: id, eval: evaluator, hist: &hist[0], release: release, params: e.params, reductions: e.reductions,
		// With its full capacity it shares no cache line with another worker's.
		rootMoves: make([]*rootMove, 0, movegen.MaxMoves),
	}, nil
}

// prepare sets the worker up for a search of the last position of a game.
func (w *worker) prepare(r *run, game *board.Line) {
	w.run, w.blind = r, r.oversight > 0 || r.careless > 0
	w.setPath(game)
	w.nodes, w.published, w.next, w.selDepth, w.nullFrom, w.changes = 0, 0, 0, 0, 0, 0
	w.looked, w.pause = r.elapsed(), 0
	w.done = result{score: -eval.Infinity}
	w.eval.Reset(game.Position())
	w.hist.forgetLow()
}

// setRootMoves says which moves of the root are searched.
func (w *worker) setRootMoves(moves []board.Move) {
	w.rootMoves, w.rootStore = w.rootMoves[:0], w.rootStore[:0]
	for _, m := range moves {
		w.rootStore = append(w.rootStore, rootMove{move: m, score: -eval.Infinity, previous: -eval.Infinity, average: -eval.Infinity})
	}
	for i := range w.rootStore {
		w.rootMoves = append(w.rootMoves, &w.rootStore[i])
	}
}

// evaluate returns the evaluation of the position at the end of the path.
func (w *worker) evaluate(p *board.Position) eval.Score {
	return bounded(w.static(p) + w.run.noise(p.Key()))
}

// static returns the evaluation of the current position without the noise of a level.
func (w *worker) static(p *board.Position) eval.Score {
	score := w.eval.Evaluate(p)
	if lonerook.Drawn(&p.Placement) {
		score /= drawnDivisor
	}
	return score
}

// drawnDivisor divides the score of a rook that cannot win. A small advantage remains,
// because the defender may make a mistake.
const drawnDivisor = 32

// bounded returns the evaluation nearest to a score: no mate or win by the rules.
func bounded(s eval.Score) eval.Score { return max(-eval.MaxEval, min(s, eval.MaxEval)) }

// pollNodes is the most nodes between two looks at the clock and at the nodes of all
// workers. On an overloaded machine a thousand nodes may take 50 ms.
const pollNodes = 128

// stopped reports whether the search is over, and now and then looks whether it
// should be. Only then does it touch what other workers write to.
func (w *worker) stopped() bool {
	if w.nodes >= w.next {
		r := w.run
		w.publish()
		r.watch()
		w.next = w.nodes + r.batch()
		if w.id == 0 && r.timed {
			now := r.elapsed()
			w.looked, w.pause = now, max(w.pause, now-w.looked)
		}
		w.reportNodes()
	}
	return w.aborted()
}

// aborted reports whether the search must unwind. The first worker always finishes
// its first iteration, so that under any limits there is a move to play.
func (w *worker) aborted() bool {
	return w.run.stop.Load() && (w.done.depth > 0 || w.id > 0)
}

// publish adds the nodes visited since the last call to the run's.
func (w *worker) publish() {
	w.run.nodes.Add(w.nodes - w.published)
	w.published = w.nodes
}
