package web

import (
	"context"
	"hash/fnv"
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
	maxMoveTime = time.Minute
	// maxClock is the most that a request may say of a clock, or of the time for a move.
	maxClock = 7 * 24 * time.Hour
	// fullTime is the time of a move at full strength without a clock, and hintTime
	// the time of a hint.
	fullTime = 3 * time.Second
	hintTime = 1500 * time.Millisecond
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
	if limits.Nodes > 0 && in.Level <= hastyLevels {
		options.Evaluation = atHand(options.Evaluation)
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
