package web

import (
	"context"
	"hash/fnv"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/search"
	"chuhe/search/level"
	"chuhe/web/http"
)

// Bounds of searches.
const (
	maxLines    = 8
	maxMoveTime = time.Minute
	// maxClock is the most that a request may say of a clock, or of the time for a move.
	maxClock = 7 * 24 * time.Hour
	// fullTime is the time of a move at full strength without a clock, and hintTime
	// the time of a hint.
	fullTime = 3 * time.Second
	hintTime = 1500 * time.Millisecond
	// maxAnalysis ends an analysis that was forgotten, unless it runs for this machine.
	maxAnalysis = 10 * time.Minute
	// slice is how long an analysis keeps its engine while other analyses wait, and
	// urgentSlice while a move waits.
	slice       = 2 * time.Second
	urgentSlice = 300 * time.Millisecond
	// interval is the least time between two lines of a stream.
	interval = 100 * time.Millisecond
	moveHash = 16 // MiB
)

// variedPlies is the number of plies at the start of a game in which the engine at
// full strength varies its moves, by noise of openingNoise on its evaluations.
const (
	variedPlies  = 8
	openingNoise = 20
)

// score is a score as Red sees it. Mate and Rule are plies to a mate or to a win
// by the rules of repetition, negative where Black wins, 0 for none. Red and
// Black are the chances to win.
type score struct {
	Points int     `json:"cp"`
	Mate   int     `json:"mate,omitempty"`
	Rule   int     `json:"rule,omitempty"`
	Red    float64 `json:"red"`
	Black  float64 `json:"black"`
	Over   bool    `json:"over,omitempty"` // play has ended there
}

// scoreOf returns a score of the side to move.
func scoreOf(p *board.Position, s eval.Score) (out score) {
	sign := 1
	if p.Side() == board.Black {
		sign = -1
	}
	chances := s.Chances(p)
	out = score{Points: sign * int(s), Red: chances.Won, Black: chances.Lost}
	if p.Side() == board.Black {
		out.Red, out.Black = chances.Lost, chances.Won
	}
	if n, ok := s.MateDistance(); ok {
		out.Mate = sign * n
	} else if n, ok := s.RuleDistance(); ok {
		out.Rule = sign * n
	}
	return out
}

// waitLine tells the page its place in the queue.
type waitLine struct {
	Wait int `json:"wait"`
}

// moveRequest asks for a move.
type moveRequest struct {
	gameRequest
	// Purpose is move, hint (at full strength), or offer: the side to move offers a
	// draw.
	Purpose string `json:"purpose"`
	Level   int    `json:"level"` // from 1 to level.Steps
	Seed    uint64 `json:"seed"`  // of the game, for the noise of a level
	// Time is the time for the move in milliseconds, 0 for the level's own. Clock
	// is the time left to the side to move, 0 for no clock, and Increment what a move
	// adds.
	Time      int `json:"time"`
	Clock     int `json:"clock"`
	Increment int `json:"increment"`
	// Describe asks for what there is to know of the position as well: in a line of its
	// own before the move, after which nothing follows if play has ended there, and with
	// the move of the position after it. From is as in a positionRequest.
	Describe bool `json:"describe"`
	From     int  `json:"from"`
	rivalRequest
}

// rivalRequest is the part of a request that asks an engine of others.
type rivalRequest struct {
	Engine string `json:"engine"` // its id, "" for our own
	Key    string `json:"key"`    // of the user of the board
}

// positionLine tells the page of the position before a move.
type positionLine struct {
	Position *positionReply `json:"position"`
}

// moveLine is the answer.
type moveLine struct {
	Text   moveText `json:"text"`
	Score  score    `json:"score"`
	Depth  int      `json:"depth"`
	Nodes  uint64   `json:"nodes"`
	Accept bool     `json:"accept"` // of a draw offer
	// Resigns is set in place of a move.
	Resigns bool `json:"resigns,omitempty"`
	// After says what there is to know of the position after the move, if that was
	// asked for.
	After *positionReply `json:"after,omitempty"`
}

// search returns the options and limits of the request.
func (m *moveRequest) search(s *server, game *board.Line) (o search.Options, l search.Limits, err error) {
	o = search.DefaultOptions()
	o.Evaluation, o.Hash = s.evaluation, min(moveHash, s.hash)
	if o.Rules, err = m.options(); err != nil {
		return o, l, err
	}
	for _, n := range []int{m.Time, m.Clock, m.Increment} {
		if n < 0 || n > int(maxClock/time.Millisecond) {
			return o, l, bad("time", "time of %d ms, want 0 to %d", n, maxClock/time.Millisecond)
		}
	}
	switch m.Purpose {
	case "hint", "offer":
		l.MoveTime = hintTime
	case "", "move":
		if m.Level < 1 || m.Level > level.Steps {
			return o, l, bad("level", "level %d, want 1 to %d", m.Level, level.Steps)
		}
		step := level.OfStep(m.Level)
		step.Apply(&o)
		if l.Nodes = uint64(step.Nodes); !step.Limited() {
			l.MoveTime = fullTime
			if game.Len() < variedPlies {
				o.Randomness = openingNoise
			}
		}
		if o.Randomness > 0 || o.Oversight > 0 {
			o.Seed = seedOf(m.Seed, game)
		}
	default:
		return o, l, bad("purpose", "purpose %q, want move, hint or offer", m.Purpose)
	}
	if m.Time > 0 {
		l.MoveTime = min(time.Duration(m.Time)*time.Millisecond, maxMoveTime)
	}
	if m.Clock > 0 {
		l.Clock = search.Clock{Set: true, Time: time.Duration(m.Clock) * time.Millisecond,
			Increment: time.Duration(m.Increment) * time.Millisecond}
	}
	return o, l, nil
}

// seedOf returns the seed of a move's noise: the same for the same game and
// place, so that an answer can be repeated.
func seedOf(seed uint64, game *board.Line) uint64 {
	h := fnv.New64a()
	var b [16]byte
	for i := range 8 {
		b[i], b[8+i] = byte(seed>>(8*i)), byte(game.Position().Key()>>(8*i))
	}
	_, _ = h.Write(b[:])
	return h.Sum64()
}

// move answers with the engine's move.
func (s *server) move(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in moveRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	game, law, err := in.game()
	if err != nil {
		return err
	}
	if err := checkFrom(in.From, game); err != nil {
		return err
	}
	options, limits, err := in.search(s, game)
	if err != nil {
		return err
	}
	p := *game.Position()
	out := newStream(w)
	if in.Describe {
		position := in.describe(game, law, in.From)
		if err := out.send(positionLine{position}); err != nil || position.End != nil {
			return err
		}
	}
	if !movegen.HasLegal(&p) {
		return bad("over", "the side to move has no legal move")
	}
	if in.Engine != "" {
		line, err := s.rivalMove(r, &in, game)
		if err != nil {
			return out.end(err)
		}
		if in.Describe && !line.Resigns {
			next := game.Clone()
			next.Play(board.MustParseMove(line.Text.Move))
			line.After = in.describe(next, law, next.Len())
		}
		return out.end(out.send(line))
	}
	engine, err := s.pool.acquire(r.Context(), clientFrom(r), options, true, func(place int) error { return out.send(waitLine{place}) })
	if err != nil {
		return out.end(err)
	}
	if limits.Nodes > 0 {
		engine.Clear() // what others have searched must not make a level stronger
	}
	// A clock and the time of a level both hold, so the search ends with the first.
	ctx, cancel := context.WithTimeout(r.Context(), maxMoveTime)
	result := engine.Search(ctx, game, limits, nil)
	cancel()
	s.pool.release(engine)
	if r.Context().Err() != nil {
		return nil // the move was not wanted any more
	}
	line := moveLine{Text: textOf(&p, result.Best), Score: scoreOf(&p, result.Score), Depth: result.Depth, Nodes: result.Nodes}
	if in.Purpose == "offer" {
		line.Accept = (-result.Score).TakesDraw(p.Fullmove()) // the side to move offers
	}
	if in.Describe {
		next := game.Clone()
		next.Play(result.Best)
		line.After = in.describe(next, law, next.Len()) // the line names the move
	}
	return out.end(out.send(line))
}

// analyseRequest asks for an analysis.
type analyseRequest struct {
	gameRequest
	Lines   int    `json:"lines"`   // to report, 0 for 1
	Threads int    `json:"threads"` // 0 for 1; never more than the server has
	Hash    int    `json:"hash"`    // MiB, 0 for what the server likes; never more than it has
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
	options.Threads = min(max(in.Threads, 1), s.processors)
	options.Hash = s.hash
	if in.Hash > 0 {
		options.Hash = min(in.Hash, s.hash)
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
