package search

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/memory"
	"chuhe/movegen"
	"chuhe/rules/endgame/lonerook"
)

// Engine searches positions; use [New]. Its methods other than PonderHit and Probe must
// not be called during a search.
type Engine struct {
	options    Options
	params     Params
	reductions *reductions // by params
	table      *table
	workers    []*worker
	current    atomic.Pointer[run]
	last       Result     // of the search before, since Clear
	lastSide   board.Side // for whom it was
}

// New returns an engine, or an error if an option is out of range or the memory
// for the table and the workers cannot be had.
func New(o Options) (*Engine, error) {
	e := &Engine{params: DefaultParams()}
	e.reductions = newReductions(&e.params)
	if err := e.SetOptions(o); err != nil {
		return nil, err
	}
	return e, nil
}

// Options returns the options in force.
func (e *Engine) Options() Options { return e.options }

// Fits returns an error if there is no memory for an engine with other options in place of
// this one, as far as the system says.
func (e *Engine) Fits(o Options) error {
	need, freed := o.Memory(), uint64(0)
	if e.table != nil {
		freed = e.options.Memory()
	}
	if need <= freed || memory.Ask(need, 0) == nil { // there is room even beside what it has
		return nil
	}
	if e.table != nil {
		e.Ready() // what the system has not handed out yet counts as left already
	}
	if err := memory.Ask(need, freed); err != nil {
		return fmt.Errorf("search: hash of %d MiB, threads: %d: %w", o.Hash, o.Threads, err)
	}
	return nil
}

// SetOptions changes the options. On an error the old ones stay in force. The
// table and the histories are kept unless a change makes them meaningless.
func (e *Engine) SetOptions(o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	if err := e.Fits(o); err != nil {
		return err
	}
	var fresh []*worker
	for id := len(e.workers); id < o.Threads; id++ {
		w, err := newWorker(e, id, o.Evaluation.New())
		if err != nil {
			closeWorkers(fresh)
			return err
		}
		fresh = append(fresh, w)
	}
	if e.table == nil || o.Hash != e.options.Hash {
		t, err := newTable(o.Hash)
		if err != nil {
			closeWorkers(fresh)
			return err
		}
		if e.table != nil {
			e.table.free()
		}
		e.table = t
		t.touch()
	}
	if old := &e.options; o.Rules != old.Rules || o.Randomness != old.Randomness || o.Oversight != old.Oversight ||
		o.Carelessness != old.Carelessness || o.Seed != old.Seed {
		e.table.clear(o.Threads) // it holds scores that meant something else
	}
	if o.Evaluation != e.options.Evaluation {
		for _, w := range e.workers {
			w.eval = o.Evaluation.New()
		}
		e.Clear()
	}
	clearHistories(fresh)
	e.workers = append(e.workers, fresh...)
	closeWorkers(e.workers[o.Threads:])
	e.workers = slices.Delete(e.workers, o.Threads, len(e.workers))
	for _, w := range e.workers {
		w.table = e.table
	}
	e.options = o
	return nil
}

// SetParams changes how the engine searches and spends its time. That is not among the
// options, as only a tuner has a use for it. On an error the old values stay in force. If
// they differ the engine forgets what it has learnt.
func (e *Engine) SetParams(p Params) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p != e.params {
		e.params, e.reductions = p, newReductions(&p)
		for _, w := range e.workers {
			w.params, w.reductions = e.params, e.reductions
		}
		e.Clear() // another search has learnt it
	}
	return nil
}

func closeWorkers(workers []*worker) {
	for _, w := range workers {
		w.release()
	}
}

// Close gives the memory of the table and of the workers back; the engine must
// not be used any more. A second call does nothing.
func (e *Engine) Close() {
	if e.table != nil {
		e.table.free()
		e.table = nil
		closeWorkers(e.workers)
		e.workers = nil
	}
}

// Ready waits until the memory of the table has been handed out by the system,
// which takes seconds for a large one.
func (e *Engine) Ready() { e.table.touched.Wait() }

// Clear forgets everything learnt in earlier searches, as for a new game.
func (e *Engine) Clear() {
	e.table.clear(len(e.workers))
	clearHistories(e.workers)
	e.last = Result{}
}

// clearHistories makes workers forget what they have learnt. Each writes megabytes, so they
// do it side by side.
func clearHistories(workers []*worker) {
	var wg sync.WaitGroup
	for _, w := range workers {
		wg.Go(func() { w.hist.clear(&w.params) })
	}
	wg.Wait()
}

// previous returns the score of the search before if it was for the side that is
// to move now, and so most likely for its last move; -Infinity otherwise, and where
// that score was decided.
func (e *Engine) previous(game *board.Line) eval.Score {
	if e.last.Depth == 0 || e.lastSide != game.Position().Side() || e.last.Score.IsDecided() {
		return -eval.Infinity
	}
	return e.last.Score
}

// PonderHit starts the clock of a search with Limits.Ponder, because the expected
// move was played. It does nothing to other searches. A hit while Search is still
// beginning may be lost; from the first report on it counts.
func (e *Engine) PonderHit() {
	if r := e.current.Load(); r != nil {
		r.ponderHit()
	}
}

// Entry is the transposition table's record of a position.
type Entry struct {
	Move  board.Move // NoMove if none is stored
	Score eval.Score // mates counted from the position
	Bound Bound
	Depth int // plies; below 1 from the quiescence search
}

// Probe looks a position up in the transposition table.
func (e *Engine) Probe(p *board.Position) (known Entry, ok bool) {
	var hit entry
	if !e.table.probe(p.Key(), &hit) || hit.depth == unsearched {
		return Entry{}, false
	}
	if hit.move != board.NoMove && !movegen.IsLegal(p, hit.move) {
		return Entry{}, false
	}
	return Entry{hit.move, hit.score, hit.bound, hit.depth}, true
}

// Evaluate returns the static evaluation of a position, searching nothing.
func (e *Engine) Evaluate(p *board.Position) eval.Score {
	w := e.workers[0]
	w.eval.Reset(p)
	return w.static(p)
}

// Explain returns a table of what makes up the static evaluation of a position.
func (e *Engine) Explain(p *board.Position) string {
	text := e.options.Evaluation.Explain(p)
	if lonerook.Drawn(&p.Placement) {
		text += fmt.Sprintf("\nA rook alone does not beat this guard: 1/%d of the score counts.\n", drawnDivisor)
	}
	return text
}

// Search searches the last position of a game until a limit is reached or ctx
// is done, calls report (if not nil) as it goes on, and returns the best move.
// It always returns a legal move if there is one, even when ctx is done from
// the start. Moves that lose by the rules of repetition at once are left out while
// there are others; an engine that overlooks moves also leaves out those that lose so with the
// next answer. The moves of the game must be legal, and it must not change before Search returns.
// Search does not look whether the rules of repetition or a move limit have ended play: a
// [rules.Referee] does.
func (e *Engine) Search(ctx context.Context, game *board.Line, limits Limits, report func(Info)) Result {
	r := newRun(e, game, limits, report)
	e.current.Store(r)
	defer e.current.Store(nil)
	defer r.turns.end()
	r.stop.Store(ctx.Err() != nil) // AfterFunc takes another goroutine, which may have to wait
	defer context.AfterFunc(ctx, func() { r.stop.Store(true) })()

	moves := rootMoves(game.Position(), limits)
	if len(moves) == 0 {
		r.wait(ctx)
		return Result{Time: r.elapsed(), Score: eval.MatedIn(0)}
	}
	e.table.nextAge()
	var group errgroup.Group
	join := func() {
		r.stop.Store(true)
		_ = group.Wait() // no worker returns an error
	}
	defer join() // after a panic: Close frees what the others use
	for _, w := range e.workers {
		w.prepare(r, game)
	}
	first := e.workers[0]
	moves = without(moves, first.losesByRule)
	if first.blind && first.mayRepeatLast() {
		moves = without(moves, first.losesByAnswer)
	}
	moves = first.seen(moves)
	r.restricted = len(moves) < len(movegen.Legal(game.Position(), nil))
	for _, w := range e.workers {
		w.setRootMoves(moves)
	}
	for _, w := range e.workers[1:] { // they only help
		group.Go(func() error { w.iterate(); return nil })
	}
	e.workers[0].iterate() // here, where the stack has grown already: short searches would spend much on that
	r.wait(ctx)
	join()
	e.last, e.lastSide = e.result(r), game.Position().Side()
	return e.last
}

// rootMoves returns the legal moves that the limits allow. Bans that leave none
// are ignored.
func rootMoves(p *board.Position, limits Limits) []board.Move {
	legal := movegen.Legal(p, nil)
	legal = without(legal, func(m board.Move) bool { return len(limits.Only) > 0 && !slices.Contains(limits.Only, m) })
	return without(legal, func(m board.Move) bool { return slices.Contains(limits.Banned, m) })
}

// without returns the moves that are not unwanted; all of them if there is no other.
func without(moves []board.Move, unwanted func(board.Move) bool) []board.Move {
	if kept := slices.DeleteFunc(slices.Clone(moves), unwanted); len(kept) > 0 {
		return kept
	}
	return moves
}

// result returns what the workers have found, and reports it if the last report was
// about another line, or the search went on after it.
func (e *Engine) result(r *run) Result {
	for _, w := range e.workers {
		w.publish()
	}
	best := e.speaker(r)
	d := &best.done
	res := Result{
		Best: d.pv.moves[0], Score: d.score, Bound: d.bound, Depth: d.depth, Nodes: r.nodes.Load(), Time: r.elapsed(),
		PV: slices.Clone(d.pv.moves[:d.pv.n]), Due: r.due(), Pause: e.workers[0].pause,
	}
	if len(res.PV) > 1 {
		res.Ponder = res.PV[1]
	} else {
		res.Ponder = e.expected(r.position, res.Best)
	}
	if r.report != nil && (best.id != 0 || d.partial || res.Nodes > r.lineNodes) {
		best.reportLast()
	}
	return res
}

// speaker returns the worker whose move is played. Each votes for its move, with the
// depth and the score that it has reached, and the deepest of those with the winning
// move speaks for them. A win that one of them has found needs no votes; the quickest
// counts. Where the host has asked for several lines or for a depth, it gets the lines that
// the first worker has reported.
func (e *Engine) speaker(r *run) *worker {
	best := e.workers[0] // it has always finished an iteration
	if r.multiPV > 1 || r.limits.Depth > 0 {
		return best
	}
	lowest := eval.Infinity
	for _, w := range e.workers {
		if w.done.depth > 0 {
			lowest = min(lowest, w.done.score)
		}
	}
	votes := make(map[board.Move]int)
	for _, w := range e.workers {
		if w.done.depth > 0 {
			votes[w.done.pv.moves[0]] += int(w.done.score-lowest+baseVote) * w.done.depth
		}
	}
	for _, w := range e.workers[1:] {
		if w.done.depth == 0 {
			continue
		}
		if wins(best.done.score) || wins(w.done.score) {
			if w.done.score > best.done.score {
				best = w
			}
			continue
		}
		mine, others := votes[best.done.pv.moves[0]], votes[w.done.pv.moves[0]]
		if others > mine || others == mine && w.done.depth > best.done.depth {
			best = w
		}
	}
	return best
}

// baseVote is the weight of the vote of the worker with the lowest score, in points.
const baseVote = 20

// wins reports whether a score means a certain win.
func wins(s eval.Score) bool { return s.IsDecided() && s > 0 }

// expected returns the answer to a move that the table holds, NoMove if none.
func (e *Engine) expected(p board.Position, m board.Move) board.Move {
	child := p.Make(m)
	known, _ := e.Probe(&child)
	return known.Move
}
