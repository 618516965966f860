package web

import (
	"context"
	"errors"
	"net"
	"net/url"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/lang"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/tournament"
	"chuhe/web/http"
)

// rivalMargin is how much longer than was asked an engine may take for a move.
const rivalMargin = 3 * time.Second

// rivals are the third-party engines that the person at this machine has named. A build that
// cannot run any, such as the page's, leaves their code out.
type rivals interface {
	list() []rivalInfo
	// add starts the engine of a description, as rivalConfig reads it.
	add(ctx context.Context, described string) (rivalInfo, error)
	// move returns a legal move, or resigns.
	move(ctx context.Context, id string, game *board.Line, turn tournament.Turn) (tournament.Answer, error)
	// analyse is as of [engine.Engine.Analyse].
	analyse(ctx context.Context, id string, game *board.Line, lines int, take func([]engine.Line) error) error
	// close ends all engines, also those that think.
	close()
}

// rivalInfo is an engine as the page lists it.
type rivalInfo struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Analyses bool   `json:"analyses"` // engines of XBoard's protocol only play
}

// rivalError is the error about an engine that has failed.
type rivalError struct {
	name string
	err  error
}

func (e *rivalError) Error() string { return e.name + ": " + e.err.Error() }
func (e *rivalError) Unwrap() error { return e.err }

// rivalFault returns an error as the page takes it, in its language if it is about an engine.
func (l language) rivalFault(err error) error {
	if failed, ok := errors.AsType[*rivalError](err); ok {
		text := l.say("error.of", "what", failed.name, "reason", failed.err)
		return &apiError{status: http.StatusBadGateway, code: "engine", text: text}
	}
	if wrong, ok := errors.AsType[*lang.Error](err); ok {
		return &apiError{status: http.StatusBadRequest, code: "engine", text: wrong.In(lang.Lang(l))}
	}
	return err
}

// mayRun returns an error unless a request may run programs: it comes from this machine, not
// through a proxy, from the board's own page, and has the key that only the user of the board
// has. Other users of the machine do not have it either.
func (s *server) mayRun(r *http.Request, key string) error {
	refused := forbidden("elsewhere", "only the page of the user of this machine may do that")
	origin, err := url.Parse(r.Header.Get("Origin"))
	host, _, split := net.SplitHostPort(r.Host)
	ip := net.ParseIP(host)
	switch {
	case s.rivals == nil || s.owner == nil || !s.owner.knows(key), !clientFrom(r).own:
		return refused
	case split != nil || host != "localhost" && (ip == nil || !ip.IsLoopback()):
		return refused
	case err != nil || origin.Scheme != "http" || origin.Host != r.Host:
		return refused
	case r.Header.Get("Forwarded")+r.Header.Get("X-Forwarded-For")+r.Header.Get("Via") != "":
		return refused
	}
	return nil
}

// engines answers with the engines of others, after it has added one if the request names it.
func (s *server) engines(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in struct {
		Key  string   `json:"key"`
		Add  string   `json:"add"` // the description of an engine
		Lang language `json:"lang"`
	}
	if err := decode(body, &in); err != nil {
		return err
	}
	if err := s.mayRun(r, in.Key); err != nil {
		return err
	}
	if in.Add != "" {
		if _, err := s.rivals.add(r.Context(), in.Add); err != nil {
			return &apiError{status: http.StatusBadRequest, code: "engine", text: lang.Lang(in.Lang).Explain(err)}
		}
	}
	most, _ := s.capacity(r, in.Key)
	return reply(w, struct {
		Engines []rivalInfo `json:"engines"`
		// Threads and Hash, in MiB, are what this page may let an analysis use.
		Threads int `json:"threads"`
		Hash    int `json:"hash"`
	}{s.rivals.list(), most.threads, most.hash})
}

// rivalScore returns a score of another engine as Red sees it. Our own scale says what the
// chances are, and has no longer mates than in [eval.MaxPly].
func rivalScore(p *board.Position, s *tournament.Score) score {
	if s == nil {
		s = &tournament.Score{}
	}
	switch {
	case s.Mate > 0:
		return scoreOf(p, -eval.MatedIn(min(2*s.Mate-1, eval.MaxPly)))
	case s.CP <= -tournament.MateCP+tournament.LongestMate:
		return scoreOf(p, eval.MatedIn(min(-2*s.Mate, eval.MaxPly)))
	}
	return scoreOf(p, max(-eval.MaxEval, min(eval.MaxEval, eval.Score(s.CP))))
}

// rivalMove answers a request for the move of another engine.
func (s *server) rivalMove(r *http.Request, in *moveRequest, game *board.Line) (line moveLine, err error) {
	if err := s.mayRun(r, in.Key); err != nil {
		return line, err
	}
	_, limits, err := in.search(s, game)
	if err != nil {
		return line, err
	}
	limits.Nodes = 0 // which say how strong a level of ours is
	if limits.MoveTime == 0 && !limits.Clock.Set {
		limits.MoveTime = fullTime
	}
	turn := tournament.Turn{Limits: limits, Allowed: limits.MoveTime + rivalMargin}
	if limits.Clock.Set {
		turn.Allowed = limits.Clock.Time + rivalMargin
	}
	p := *game.Position()
	a, err := s.rivals.move(r.Context(), in.Engine, game, turn)
	if err != nil {
		return line, in.Lang.rivalFault(err)
	}
	if a.Resigns {
		return moveLine{Resigns: true}, nil
	}
	return moveLine{Text: textOf(&p, a.Move), Score: rivalScore(&p, a.Thought.Score), Depth: a.Thought.Depth, Nodes: a.Thought.Nodes}, nil
}

// rivalAnalysis answers with the analysis of another engine.
func (s *server) rivalAnalysis(r *http.Request, in *analyseRequest, game *board.Line, out *stream) error {
	if err := s.mayRun(r, in.Key); err != nil {
		return err
	}
	p := *game.Position()
	err := s.rivals.analyse(r.Context(), in.Engine, game, max(in.Lines, 1), func(lines []engine.Line) error {
		var line analysisLine
		for _, l := range lines {
			line.Depth, line.Nodes = max(line.Depth, l.Depth), max(line.Nodes, l.Nodes)
			line.Time = max(line.Time, l.Time.Milliseconds())
			line.Lines = append(line.Lines, analysedLine{l.Depth, rivalScore(&p, l.Score), textsOf(&p, l.Moves[:min(len(l.Moves), maxPV)])})
		}
		if line.Time > 0 {
			line.NPS = line.Nodes * 1000 / uint64(line.Time)
		}
		return out.send(line)
	})
	if err != nil {
		return out.end(in.Lang.rivalFault(err))
	}
	return out.end(out.send(endLine{"engine"}))
}
