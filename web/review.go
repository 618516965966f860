package web

import (
	"cmp"
	"context"
	"errors"
	"time"

	"chuhe/board"
	"chuhe/game"
	"chuhe/lang"
	"chuhe/search"
	"chuhe/tools/annotate"
	"chuhe/web/http"
)

// Bounds of reviews.
const (
	reviewNodes  = 100_000 // of a position if the request does not say
	leastNodes   = 500
	mostNodes    = 2_000_000
	attemptTimes = 4 // as many nodes to judge an attempt as for a position
	reviewLines  = 2 // so that the only good move can be known
	reviewPlies  = 10
	// maxReview ends a review that takes too long.
	maxReview = 30 * time.Minute
)

// reviewRequest asks for a review of a game.
type reviewRequest struct {
	gameRequest
	Nodes uint64 `json:"nodes"` // for each position, 0 for reviewNodes
	// Result is how the game ended as PGN writes it, for games that did not end by the
	// rules; "" if it is not known.
	Result string `json:"result"`
}

// judgedLine says how good a move is. They come from the last move to the first.
type judgedLine struct {
	Ply   int   `json:"ply"`   // from 1
	Score score `json:"score"` // of the position after the move
	// Best and Played are the mover's expected points with the best move and with the one
	// played, 0 to 1.
	Best     float64 `json:"best"`
	Played   float64 `json:"played"`
	Accuracy float64 `json:"accuracy"` // 0 to 100
	Sign     string  `json:"sign"`     // ?!, ?, ??, ! or ""
	// Why says it in words, by language.
	Why map[string]string `json:"why,omitempty"`
	// Better is the line that was better, and Line what follows the move. Both are for
	// moves with a sign only.
	Better []moveText `json:"better,omitempty"`
	Line   []moveText `json:"line,omitempty"`
}

// reviewedLine is the last of a review.
type reviewedLine struct {
	Start score               `json:"start"` // of the first position
	Sides map[string]sideLine `json:"sides"` // by red and black
	Turn  int                 `json:"turn"`  // the ply from 1 with which the game was lost, 0 for no such move
}

// sideLine sums up how a side played.
type sideLine struct {
	Moves    int     `json:"moves"`
	Accuracy float64 `json:"accuracy"` // 0 to 100
	Loss     float64 `json:"loss"`     // mean loss of points a move
	Dubious  int     `json:"dubious"`
	Mistakes int     `json:"mistakes"`
	Blunders int     `json:"blunders"`
}

// review answers with what every move of a game was worth, one after the other.
func (s *server) review(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in reviewRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	played, _, err := in.game()
	if err != nil {
		return err
	}
	if played.Len() == 0 {
		return bad("empty", "no move to review")
	}
	result, err := board.ParseResult(cmp.Or(in.Result, board.Unfinished.String()))
	if err != nil {
		return bad("result", "%v", err)
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxReview)
	defer cancel()
	out := newStream(w)
	a, err := s.analyser(clientFrom(r), &in.gameRequest, in.Nodes, out)
	if err != nil {
		return err
	}
	a.Judged = func(so *annotate.Analysis, ply int) error { return out.send(judged(so, ply)) }
	analysis, err := a.Analyse(ctx, played)
	if err != nil {
		return out.end(s.searchEnded(ctx, r, out, err))
	}
	review := annotate.NewReview(analysis, result)
	last := reviewedLine{Start: scoreIn(analysis, 0), Sides: make(map[string]sideLine), Turn: review.Turn + 1}
	for side := range review.Sides {
		of := &review.Sides[side]
		last.Sides[board.Side(side).String()] = sideLine{of.Moves, of.Accuracy, of.Loss, of.Dubious, of.Mistakes, of.Blunders}
	}
	return out.end(out.send(last))
}

// analyser returns an analyser whose searches take an engine of the pool, one by one.
// While one waits, its place in the queue goes to out.
func (s *server) analyser(from client, g *gameRequest, nodes uint64, out *stream) (*annotate.Analyser, error) {
	if nodes != 0 && (nodes < leastNodes || nodes > mostNodes) {
		return nil, bad("nodes", "%d nodes, want %d to %d", nodes, leastNodes, mostNodes)
	}
	if nodes == 0 {
		nodes = reviewNodes
	}
	options := search.DefaultOptions()
	options.Evaluation, options.Hash = s.evaluation, s.hash
	var err error
	if options.Rules, err = g.options(); err != nil {
		return nil, err
	}
	var mine *search.Engine // the engine of the search before, and how often that had been used
	var number uint64
	return &annotate.Analyser{
		MultiPV: reviewLines, Limits: search.Limits{Nodes: nodes}, Deeper: annotate.Deeper, Rules: options.Rules, Back: true,
		Search: func(ctx context.Context, g *board.Line, l search.Limits, moves int, report func(search.Info)) (search.Result, error) {
			options.MultiPV = moves
			engine, err := s.pool.acquire(ctx, from, options, false, func(place int) error { return out.send(waitLine{place}) })
			if err != nil {
				return search.Result{}, err
			}
			defer s.pool.release(engine)
			// The table may help with what this review has found, not with what others have
			// searched: the same game gets the same marks.
			use := s.pool.use(engine)
			if engine != mine || use != number+1 {
				engine.Clear()
			}
			mine, number = engine, use
			return annotate.EngineSearch(engine)(ctx, g, l, moves, report)
		},
	}, nil
}

// judged returns what the page shows of a move.
func judged(a *annotate.Analysis, ply int) judgedLine {
	m := a.Judge(ply)
	line := judgedLine{
		Ply: ply + 1, Score: scoreIn(a, ply+1), Best: m.BestPoints, Played: m.PlayedPoints, Accuracy: m.Accuracy(), Sign: m.Sign.Sign(),
	}
	if m.Sign == 0 {
		return line
	}
	line.Why = make(map[string]string)
	for _, l := range lang.All() {
		line.Why[string(l)] = m.Reasons(l)
	}
	p := a.Game.At(ply)
	line.Line = textsOf(p, short(m.Played.Moves))
	if m.Sign != game.GoodMove {
		line.Better = textsOf(p, short(m.Better()))
	}
	return line
}

// short returns the beginning of a line.
func short(line []board.Move) []board.Move { return line[:min(len(line), reviewPlies)] }

// scoreIn returns the score of a position of an analysis, or how play has ended there.
func scoreIn(a *annotate.Analysis, ply int) score {
	if best, ok := a.Best(ply); ok {
		return scoreOf(a.Game.At(ply), best.Score)
	}
	out := score{Over: true}
	switch a.Points(ply) {
	case 1:
		out.Red = 1
	case 0:
		out.Black = 1
	}
	return out
}

// attemptRequest asks how good a move is that a person tries in the last position of
// the game, where Played was played and Best was better.
type attemptRequest struct {
	gameRequest
	Best   string `json:"best"`
	Played string `json:"played"`
	Tried  string `json:"tried"`
	Nodes  uint64 `json:"nodes"` // for each position of the review, 0 for reviewNodes
}

// attemptLine is the answer. Points are the mover's expected points, 0 to 1.
type attemptLine struct {
	Grade  string     `json:"grade"` // right, near or wrong
	Best   float64    `json:"best"`
	Points float64    `json:"points"`
	Score  score      `json:"score"` // of the attempt
	Line   []moveText `json:"line"`  // the attempt and what follows it
}

// attempt answers who looks for a better move.
func (s *server) attempt(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in attemptRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	g, _, err := in.game()
	if err != nil {
		return err
	}
	var moves [3]board.Move
	for i, text := range []string{in.Best, in.Played, in.Tried} {
		if moves[i], err = board.ParseMove(text); err != nil {
			return bad("move", "%v", err)
		}
	}
	out := newStream(w)
	a, err := s.analyser(clientFrom(r), &in.gameRequest, in.Nodes, out)
	if err != nil {
		return err
	}
	a.Limits.Nodes *= attemptTimes
	ctx, cancel := context.WithTimeout(r.Context(), maxReview)
	defer cancel()
	found, err := a.Attempt(ctx, g, moves[0], moves[1], moves[2])
	if errors.Is(err, annotate.ErrIllegal) {
		return bad("illegal", "%v", err)
	}
	if err != nil {
		return out.end(s.searchEnded(ctx, r, out, err))
	}
	p := g.Position()
	return out.end(out.send(attemptLine{
		Grade: found.Grade.String(), Best: found.BestPoints, Points: found.TriedPoints,
		Score: scoreOf(p, found.Tried.Score), Line: textsOf(p, short(found.Tried.Moves)),
	}))
}
