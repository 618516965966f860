package web

import (
	"context"
	"slices"
	"time"

	"chuhe/board"
	"chuhe/rules"
	"chuhe/rules/endgame"
	"chuhe/web/http"
)

// Bounds of the endings that are solved for the page.
const (
	// mostPositions is the size of the largest ending, as [endgame.Material.Size] counts: that
	// of two pawns against two advisors. One piece without guards against all four has less.
	// To solve an ending takes a processor 0.4 µs (pawns) to 2.5 µs (rooks) for each position.
	mostPositions = 2_200_000
	// tableMemory bounds the tables that are kept, in bytes.
	tableMemory = 32 << 20
	// breathEvery is how often solving lets other goroutines have their turn.
	breathEvery = 20 * time.Millisecond
)

// endings are the endings that were solved last.
type endings struct {
	most    uint64        // positions of an ending
	threads int           // with which to solve
	turn    chan struct{} // holds a value while somebody uses what follows
	solved  []solved      // the one that was used last at the end
}

type solved struct {
	tables *endgame.Tables
	bytes  uint64
}

// newEndings returns no endings yet; most is as in [endings].
func newEndings(most uint64, threads int) *endings {
	return &endings{most: most, threads: threads, turn: make(chan struct{}, 1)}
}

// of passes the tables for a position to use. It solves its ending if it has to, one at a time.
// Use is not called for what is no ending or too large a one. The error comes from ctx, or is
// about memory.
func (e *endings) of(ctx context.Context, p *board.Position, use func(*endgame.Tables)) error {
	m, _, err := endgame.MaterialOf(&p.Placement)
	if err != nil {
		return nil
	}
	size := m.Size()
	if size > e.most {
		return nil
	}
	select {
	case e.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-e.turn }()
	at := slices.IndexFunc(e.solved, func(s solved) bool {
		_, ok := s.tables.Probe(&p.Placement)
		return ok
	})
	if at < 0 {
		tables, err := endgame.Solve(ctx, m, endgame.Options{Threads: e.threads, Progress: breathing()})
		if err != nil {
			return err
		}
		at = e.keep(solved{tables, 2 * size})
	}
	used := e.solved[at]
	e.solved = append(slices.Delete(e.solved, at, at+1), used)
	use(used.tables)
	return nil
}

// breathing returns a report of progress that waits a moment now and then. In a browser, where
// all share one thread, the other requests and the end of this one come only then.
func breathing() func(endgame.Progress) {
	last := time.Now()
	return func(endgame.Progress) {
		if time.Since(last) > breathEvery {
			time.Sleep(time.Millisecond)
			last = time.Now()
		}
	}
}

// keep adds tables and returns their place. Those that were used longest ago make room.
func (e *endings) keep(s solved) int {
	sum := s.bytes
	for _, other := range e.solved {
		sum += other.bytes
	}
	for sum > tableMemory && len(e.solved) > 0 {
		sum -= e.solved[0].bytes
		e.solved[0].tables.Close()
		e.solved = slices.Delete(e.solved, 0, 1)
	}
	e.solved = append(e.solved, s)
	return len(e.solved) - 1
}

// close frees the tables. No request uses them afterwards.
func (e *endings) close() {
	e.turn <- struct{}{}
	for _, s := range e.solved {
		s.tables.Close()
	}
}

// endingReply is the exact result of an ending.
type endingReply struct {
	// Winner is red, black or draw, "" if there are no tables for the position.
	Winner string `json:"winner"`
	// Moves is how many moves the winner makes up to the end of the game, the other side
	// holding out as long as it can.
	Moves int `json:"moves"`
	// Late says that the natural move limit may come first.
	Late bool `json:"late"`
	// Best are the moves with which it comes so, [] where any move keeps the draw.
	Best []moveText `json:"best"`
}

// ending answers with the exact result of the last position of a game, if it is an ending that
// is quickly solved.
func (s *server) ending(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in gameRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	game, options, err := in.game()
	if err != nil {
		return err
	}
	out := endingReply{Best: []moveText{}}
	p := game.Position()
	if err := s.endings.of(r.Context(), p, func(t *endgame.Tables) {
		out = endingOf(t, p)
		out.Late = options.WinTooLate(rules.NewReferee(game, options).Quiet(), len(t.Line(p)))
	}); err != nil {
		return err
	}
	return reply(w, out)
}

// endingOf returns what tables say of a position that they have.
func endingOf(t *endgame.Tables, p *board.Position) endingReply {
	v, _ := t.Probe(&p.Placement)
	out := endingReply{Winner: "draw", Moves: v.Moves, Best: []moveText{}}
	if v.Won {
		_, attacker, _ := endgame.MaterialOf(&p.Placement)
		out.Winner = attacker.String()
	}
	choices := t.Choices(p)
	best := slices.IndexFunc(choices, func(c endgame.Choice) bool { return c.Verdict != choices[0].Verdict })
	if best < 0 {
		if !v.Won {
			return out
		}
		best = len(choices)
	}
	for _, c := range choices[:best] {
		out.Best = append(out.Best, textOf(p, c.Move))
	}
	return out
}
