package web

import (
	"context"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/web/http"
)

// Bounds of analyses.
const (
	maxLines = 8
	// maxAnalysis ends an analysis that was forgotten, unless it runs for this machine.
	maxAnalysis = 10 * time.Minute
	// slice is how long an analysis keeps its engine while other analyses wait, and
	// urgentSlice while a move waits.
	slice       = 2 * time.Second
	urgentSlice = 300 * time.Millisecond
)

// analyseRequest asks for an analysis.
type analyseRequest struct {
	gameRequest
	Lines   int    `json:"lines"`   // to report, 0 for 1
	Threads int    `json:"threads"` // 0 for 1; never more than the capacity of the request
	Hash    int    `json:"hash"`    // MiB, 0 for what the server likes; never more than the capacity
	Nodes   uint64 `json:"nodes"`   // after which it ends, 0 for no end
	// Without are moves that are left out; where that would leave no move, all count.
	Without []string `json:"without"`
	rivalRequest
}

// analysisLine is the state of an analysis.
type analysisLine struct {
	Depth   int            `json:"depth"`
	Nodes   uint64         `json:"nodes"`
	NPS     uint64         `json:"nps"`
	Time    int64          `json:"time"` // ms
	Threads int            `json:"threads"`
	Hash    int            `json:"hash"`
	Lines   []analysedLine `json:"lines"`
}

// analysedLine is a line of play with its score.
type analysedLine struct {
	Depth int        `json:"depth"`
	Score score      `json:"score"`
	Moves []moveText `json:"moves"`
}

// endLine is the last of an analysis: it reached its nodes or its time.
type endLine struct {
	End string `json:"end"` // nodes, time, or engine if it has nothing more to search
}

// maxPV is the number of plies of a line that are sent.
const maxPV = 24

// snapshot is the newest state of an analysis. The search writes it, and the
// answer reads it when it is ready for another line.
type snapshot struct {
	mu      sync.Mutex
	changed chan struct{} // holds a value if there is something new
	infos   []search.Info // by rank
}

// report takes a report of the search.
func (s *snapshot) report(i search.Info) {
	if len(i.PV) == 0 || i.Bound != search.Exact && !i.Last {
		return
	}
	rank := max(i.MultiPV, 1)
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.infos) < rank {
		s.infos = append(s.infos, search.Info{})
	}
	i.PV = append([]board.Move(nil), i.PV...)
	s.infos[rank-1] = i
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// line returns the state as it is sent; ok is false if there is nothing yet.
func (s *snapshot) line(p *board.Position) (out analysisLine, ok bool) {
	s.mu.Lock()
	infos := append([]search.Info(nil), s.infos...)
	s.mu.Unlock()
	for _, i := range infos {
		if len(i.PV) == 0 {
			continue
		}
		ok = true
		if i.Nodes >= out.Nodes {
			out.Nodes, out.NPS, out.Time = i.Nodes, i.NPS(), i.Time.Milliseconds()
		}
		out.Depth = max(out.Depth, i.Depth)
		out.Lines = append(out.Lines, analysedLine{i.Depth, scoreOf(p, i.Score), textsOf(p, i.PV[:min(len(i.PV), maxPV)])})
	}
	return out, ok
}

// analyse answers with an analysis until the request is closed. While others wait
// it gives its engine up from time to time and goes to the end of the queue.
func (s *server) analyse(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in analyseRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	game, rules, err := in.game()
	if err != nil {
		return err
	}
	if in.Lines < 0 || in.Lines > maxLines {
		return bad("lines", "%d lines, want 1 to %d", in.Lines, maxLines)
	}
	if in.Threads < 0 || in.Hash < 0 {
		return bad("threads", "%d threads and %d MiB, want 0 or more", in.Threads, in.Hash)
	}
	banned := make([]board.Move, len(in.Without))
	for i, text := range in.Without {
		if banned[i], err = board.ParseMove(text); err != nil {
			return bad("move", "%v", err)
		}
	}
	p := *game.Position()
	if !movegen.HasLegal(&p) {
		return bad("over", "the side to move has no legal move")
	}
	if in.Engine != "" {
		return s.rivalAnalysis(r, &in, game, newStream(w))
	}
	options := search.DefaultOptions()
	options.Evaluation, options.Rules = s.evaluation, rules
	options.MultiPV = max(in.Lines, 1)
	most, own := s.capacity(r, in.Key)
	options.Threads = min(max(in.Threads, 1), most.threads)
	options.Hash = s.hash
	if in.Hash > 0 {
		options.Hash = min(in.Hash, most.hash)
	}
	if own && options.Hash <= s.hash {
		s.pool.dropLarge() // its user wants less now
	}
	ctx, cancel := analysisContext(r)
	defer cancel()
	out := newStream(w)
	for {
		engine, err := s.pool.acquire(ctx, clientFrom(r), options, false, func(place int) error { return out.send(waitLine{place}) })
		if err != nil {
			return out.end(s.searchEnded(ctx, r, out, err))
		}
		done, err := s.analyseSlice(ctx, engine, game, search.Limits{Nodes: in.Nodes, Infinite: in.Nodes == 0, Banned: banned}, out)
		s.pool.release(engine)
		switch {
		case err != nil || ctx.Err() != nil:
			return out.end(s.searchEnded(ctx, r, out, err))
		case done:
			return out.end(out.send(endLine{"nodes"}))
		}
	}
}

// analysisContext returns the context of an analysis: without an end for a browser on this
// machine, else for as long as anybody may analyse.
func analysisContext(r *http.Request) (context.Context, context.CancelFunc) {
	if clientFrom(r).own {
		return context.WithCancel(r.Context())
	}
	return context.WithTimeout(r.Context(), maxAnalysis)
}

// searchEnded tells the page if its search has ended because of its length.
func (s *server) searchEnded(ctx context.Context, r *http.Request, out *stream, err error) error {
	if ctx.Err() != nil && r.Context().Err() == nil {
		return out.send(endLine{"time"})
	}
	return err
}

// analyseSlice analyses until the search ends (done), ctx is done, or somebody
// else should have the engine. The search has ended when it returns.
func (s *server) analyseSlice(ctx context.Context, e *search.Engine, game *board.Line, l search.Limits, out *stream) (done bool, err error) {
	ctx, stop := context.WithCancel(ctx)
	state := &snapshot{changed: make(chan struct{}, 1)}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		e.Search(ctx, game, l, state.report)
	}()
	defer func() {
		stop()
		<-ended
	}()
	p, o, begin := *game.Position(), e.Options(), time.Now()
	send := func() error {
		line, ok := state.line(&p)
		if !ok {
			return nil
		}
		line.Threads, line.Hash = o.Threads, o.Hash
		return out.send(line)
	}
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-ended:
			return true, send()
		case <-tick.C:
		}
		select {
		case <-state.changed:
			if err := send(); err != nil {
				return false, err
			}
		default:
		}
		waited := time.Since(begin)
		if others, urgent := s.pool.wanted(); others && (waited >= slice || urgent && waited >= urgentSlice) {
			return false, send()
		}
	}
}
