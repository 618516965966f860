package protocol

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/search"
)

// fakeEngine searches one ply of a thousand nodes every tenth of a second and
// plays the legal move with the lowest squares. It records the calls it gets.
type fakeEngine struct {
	score    eval.Score    // of every position
	patience int           // plies after which a search ends, 0 for no such limit
	slow     time.Duration // what Ready and Clear take, and the end of a search that is stopped
	options  search.Options

	searching sync.Mutex // held by Search; only PonderHit and Probe may be called meanwhile

	mu     sync.Mutex
	calls  []string
	starts []time.Time // of the searches
	hit    chan struct{}
}

func newFakeEngine(score eval.Score) *fakeEngine {
	return &fakeEngine{score: score, hit: make(chan struct{}, 1)}
}

func (e *fakeEngine) note(format string, args ...any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.calls = append(e.calls, fmt.Sprintf(format, args...))
}

// heard returns the calls since the last heard.
func (e *fakeEngine) heard() []string {
	e.mu.Lock()
	defer e.mu.Unlock()
	calls := e.calls
	e.calls = nil
	return calls
}

// quiet panics during a search.
func (e *fakeEngine) quiet() {
	if !e.searching.TryLock() {
		panic("a call during a search")
	}
	e.searching.Unlock()
}

func (e *fakeEngine) Ready() {
	e.quiet()
	time.Sleep(e.slow)
}

func (e *fakeEngine) Fits(o search.Options) error {
	const most = 1 << 14
	if o.Hash > most {
		return fmt.Errorf("no memory for %d MiB", o.Hash)
	}
	return nil
}

func (e *fakeEngine) SetOptions(o search.Options) error {
	e.quiet()
	if err := e.Fits(o); err != nil {
		return err
	}
	e.note("options%s", changes(&e.options, &o))
	e.options = o
	return nil
}

// changes lists the options that differ, each with its new value if that is the
// same in every run.
func changes(before, after *search.Options) string {
	var b strings.Builder
	was, now := reflect.ValueOf(before).Elem(), reflect.ValueOf(after).Elem()
	for i := range now.NumField() {
		if was.Field(i).Equal(now.Field(i)) {
			continue
		}
		b.WriteString(" " + strings.ToLower(now.Type().Field(i).Name))
		switch now.Field(i).Kind() {
		case reflect.Uint64, reflect.Pointer, reflect.Interface: // the seed, the evaluation
		default:
			fmt.Fprintf(&b, " %v", now.Field(i))
		}
	}
	return b.String()
}

func (e *fakeEngine) Clear() {
	e.quiet()
	e.note("clear")
	time.Sleep(e.slow)
}

func (e *fakeEngine) PonderHit() {
	e.note("ponderhit")
	select {
	case e.hit <- struct{}{}:
	default:
	}
}

func (e *fakeEngine) Probe(p *board.Position) (search.Entry, bool) {
	if p.Key() == startKey {
		return search.Entry{Move: board.MustParseMove("h2e2"), Score: 25, Bound: search.Exact, Depth: 9}, true
	}
	return search.Entry{}, false
}

var startKey = func() uint64 { p := board.Start(); return p.Key() }()

func (e *fakeEngine) Evaluate(*board.Position) eval.Score { return e.score }

func (e *fakeEngine) Explain(*board.Position) string { return "the reasons\n\nin a table\n" }

func (e *fakeEngine) Search(ctx context.Context, g *board.Line, l search.Limits, report func(search.Info)) search.Result {
	e.quiet()
	e.searching.Lock()
	defer e.searching.Unlock()
	e.note("search %s", describe(g, &l))
	e.starts = append(e.starts, l.Start)
	p := g.Position()
	moves := slices.DeleteFunc(movegen.Legal(p, nil), func(m board.Move) bool {
		return slices.Contains(l.Banned, m) || len(l.Only) > 0 && !slices.Contains(l.Only, m)
	})
	slices.Sort(moves)
	r := search.Result{Best: moves[0], Score: e.score, PV: moves[:1]}
	child := p.Make(r.Best)
	if replies := movegen.Legal(&child, nil); len(replies) > 0 {
		r.Ponder = slices.Min(replies)
		r.PV = []board.Move{r.Best, r.Ponder}
	}

	select {
	case <-e.hit: // of an earlier search
	default:
	}
	start := time.Now()
	if l.MoveTime > 0 {
		r.Due = start.Add(l.MoveTime)
	}
	pondering, clock := l.Ponder, start
	done := func() bool {
		budget := l.MoveTime
		if l.Clock.Set && (budget == 0 || l.Clock.Time/10 < budget) {
			budget = l.Clock.Time / 10
		}
		timed := (l.Clock.Set || l.MoveTime > 0) && time.Since(clock) >= budget
		reached := l.Depth > 0 && r.Depth >= l.Depth || l.Nodes > 0 && r.Nodes >= l.Nodes
		return !pondering && !l.Infinite && (reached || timed)
	}
	for !done() && (e.patience == 0 || r.Depth < e.patience) {
		select {
		case <-ctx.Done():
			time.Sleep(e.slow)
			return r
		case <-e.hit:
			pondering, clock = false, time.Now()
			continue
		case <-time.After(100 * time.Millisecond):
		}
		r.Depth++
		r.Nodes += 1000
		report(search.Info{
			Depth: r.Depth, SelDepth: r.Depth, MultiPV: 1, Score: e.score,
			Nodes: r.Nodes, Time: time.Since(start), PV: r.PV,
		})
	}
	return r
}

// describe returns a game and limits in words.
func describe(g *board.Line, l *search.Limits) string {
	var b strings.Builder
	b.WriteString(g.Position().FEN())
	word := func(set bool, format string, args ...any) {
		if set {
			fmt.Fprintf(&b, " | "+format, args...)
		}
	}
	word(g.Len() > 0, "after %d", g.Len())
	word(l.Depth > 0, "depth %d", l.Depth)
	word(l.Nodes > 0, "nodes %d", l.Nodes)
	word(l.Mate > 0, "mate %d", l.Mate)
	word(l.MoveTime > 0, "movetime %v", l.MoveTime)
	word(l.Clock.Set, "clock %v + %v", l.Clock.Time, l.Clock.Increment)
	word(l.Clock.MovesToGo > 0, "movestogo %d", l.Clock.MovesToGo)
	word(l.Late > 0, "late %v", l.Late)
	word(l.Infinite, "infinite")
	word(l.Ponder, "ponder")
	word(len(l.Only) > 0, "only %v", l.Only)
	word(len(l.Banned) > 0, "banned %v", l.Banned)
	return b.String()
}
