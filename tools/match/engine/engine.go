package engine

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// Engine is an engine of UCCI or UCI that runs as a child process.
type Engine struct {
	link
	dialect dialect
	options map[string]announced // by name in lower case
	name    string               // what it calls itself
	expects board.Move           // the reply on which it ponders, NoMove if it does not
	unheard bool                 // a context was done before it had answered the last search
}

// announced is an option that the engine has announced.
type announced struct{ name, kind, line string }

// New runs an engine as a player, whatever its protocol.
func New(ctx context.Context, c Config) (p tournament.Player, err error) {
	if c.Protocol == XBoard {
		p, err = StartXBoard(ctx, c)
	} else {
		p, err = Start(ctx, c)
	}
	if err != nil {
		return nil, err // p holds a nil pointer
	}
	return p, nil
}

// Detect runs an engine whose protocol is not known: it is asked in UCI, then in UCCI. It
// returns the configuration with the protocol.
func Detect(ctx context.Context, c Config) (tournament.Player, Config, error) {
	if c.Protocol != "" {
		p, err := New(ctx, c)
		return p, c, err
	}
	var first error
	for _, c.Protocol = range []Protocol{UCI, UCCI} {
		p, err := New(ctx, c)
		if err == nil || ctx.Err() != nil {
			return p, c, err
		}
		if first == nil {
			first = err
		}
	}
	return nil, c, first
}

// Name returns what the engine calls itself, "" if it has not said.
func (e *Engine) Name() string { return e.name }

// WholeSeconds reports whether the engine hears its times in whole seconds.
func (e *Engine) WholeSeconds() bool {
	d, ok := e.dialect.(ucci)
	return ok && !d.millis
}

// Start runs an engine and sets its options. An option that the engine does not
// announce, or says that it does not take, is an error, and so is a value out of what it
// announces: the games would be those of a different engine.
func Start(ctx context.Context, c Config) (*Engine, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	p, err := startProcess(&c)
	if err != nil {
		return nil, err
	}
	e := &Engine{link: link{config: c, process: p}, options: make(map[string]announced)}
	if err := e.introduce(ctx); err != nil {
		p.kill()
		return nil, err
	}
	return e, nil
}

// introduce asks the engine for its options and sets them.
func (e *Engine) introduce(ctx context.Context) error {
	c := &e.config
	hello := string(c.Protocol)
	err := e.send(hello)
	if err == nil {
		_, err = e.await(ctx, time.Now().Add(c.Start), func(l line) bool {
			if o, ok := parseOption(c.Protocol, l.text); ok {
				e.options[strings.ToLower(o.name)] = o
			}
			if name, ok := strings.CutPrefix(l.text, "id name "); ok {
				e.name = quoted(decoded(name))
			}
			return l.text == hello+"ok"
		})
	}
	if err != nil {
		return c.noHello(hello+"ok", hello, err)
	}
	e.dialect = newDialect(c, e.options)
	for _, text := range e.dialect.setUp() {
		if err := e.send(text); err != nil {
			return err
		}
	}
	settings, err := e.ponderOption()
	if err != nil {
		return err
	}
	var refused, bad error
	for _, o := range append(settings, c.Options...) {
		known, ok := e.options[strings.ToLower(o.Name)]
		if !ok {
			if near := e.near(o.Name); near != "" {
				return lang.Errorf("match.noOptionBut", "option", o.Name, "near", near)
			}
			return lang.Errorf("match.noOption", "option", o.Name)
		}
		o.Name = known.name
		if known.kind == "button" {
			o.Value = ""
		}
		if !known.takes(o.Value) && bad == nil {
			bad = unfit(o.Name, o.Value, known.terms())
		}
		if err := e.send(e.dialect.setOption(o)); err != nil {
			return err
		}
	}
	err = e.query(ctx, "isready", "readyok", func(l line) {
		if option, reason, ok := parseRefusal(l.text); ok && refused == nil {
			refused = lang.Errorf("match.refused", "option", option, "reason", reason)
		}
	})
	// An engine that refuses a value itself says more than its announcement; one that does not
	// may also have ended.
	return cmp.Or(refused, bad, err)
}

// noHello returns the error about an engine that has not given the answer to the first command of its
// protocol, for a reason of send or await. Some engines end at the command of another protocol.
func (c *Config) noHello(answer, hello string, reason error) error {
	if errors.Is(reason, errLate) {
		return lang.Errorf("match.noHelloIn", "answer", answer, "hello", hello, "time", c.Start.String())
	}
	return lang.Errorf("match.noHello", "answer", answer, "hello", hello, "reason", reason)
}

// ponderOption returns the option that says whether the engine may ponder, which
// only some engines of UCCI announce, and all that can ponder in UCI.
func (e *Engine) ponderOption() ([]Option, error) {
	if !e.config.Ponder {
		return nil, nil
	}
	if _, ok := e.options["ponder"]; ok {
		return []Option{{"ponder", "true"}}, nil
	}
	if e.config.Protocol == UCI {
		return nil, lang.Errorf("match.noPonder")
	}
	return nil, nil
}

// twins are the names of the same options in UCCI and UCI, in lower case and without
// blanks. The values may differ in more than the name.
var twins = [][]string{
	{"hashsize", "hash"}, {"usebook", "ownbook"}, {"bookfiles", "bookfile"}, {"newgame", "clearhash"},
	{"repetition", "repetitionrule"}, {"limitstrength", "uci_limitstrength"}, {"elo", "uci_elo"}, {"showwdl", "uci_showwdl"},
}

// near returns the name of an announced option that is spelt a little
// differently, or belongs to the other protocol; "" if there is no such option.
func (e *Engine) near(name string) string {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer(" ", "", "_", "").Replace(s)) }
	wanted := []string{plain(name)}
	for _, names := range twins {
		if i := slices.IndexFunc(names, func(n string) bool { return plain(n) == wanted[0] }); i >= 0 {
			wanted = append(wanted, plain(names[1-i]))
		}
	}
	for _, want := range wanted {
		for _, o := range slices.Sorted(maps.Keys(e.options)) {
			if plain(o) == want {
				return e.options[o].name
			}
		}
	}
	return ""
}

// ready waits until the engine has processed all that was sent.
func (e *Engine) ready(ctx context.Context) error { return e.query(ctx, "isready", "readyok", nil) }

// NewGame announces a new game and waits until the engine is ready.
func (e *Engine) NewGame(ctx context.Context) error {
	if err := e.finish(ctx); err != nil {
		return err
	}
	if err := e.send(e.dialect.newGame()); err != nil {
		return err
	}
	return e.ready(ctx)
}

// Ponder implements [tournament.Ponderer].
func (e *Engine) Ponder(game *board.Line, reply board.Move, turn tournament.Turn) error {
	if !e.config.Ponder {
		return nil
	}
	if err := e.finish(context.Background()); err != nil { // its time is bounded
		return err
	}
	ahead := game.Clone()
	ahead.Play(reply)
	e.discard()
	if err := e.send(e.dialect.position(ahead)); err != nil {
		return err
	}
	e.expects = reply
	return e.send(e.dialect.search(turn, ahead.Position().Side()))
}

// Rest implements [tournament.Ponderer]. An engine that does not answer stop is killed and
// at fault.
func (e *Engine) Rest(ctx context.Context) error {
	if e.expects == board.NoMove {
		return nil
	}
	e.expects = board.NoMove
	return e.halt(ctx, "match.noStopPonder")
}

// halt ends a search and waits until the engine is ready again. An engine that does not
// answer is killed and at fault, which the catalogues say under a key.
func (e *Engine) halt(ctx context.Context, key string) error {
	if err := e.send("stop"); err != nil {
		return err
	}
	_, err := e.await(ctx, time.Now().Add(grace), isAnswer)
	if errors.Is(err, errLate) {
		return e.silent(lang.Errorf(key, "time", grace.String()))
	}
	if err != nil {
		e.unheard = ctx.Err() != nil
		return err
	}
	// An engine that has given its move before it was asked answers stop, too.
	return e.ready(ctx)
}

// finish ends the search that goes on since a context was done: its move must not be taken for the answer
// to the next.
func (e *Engine) finish(ctx context.Context) error {
	if !e.unheard {
		return nil
	}
	e.unheard = false
	return e.halt(ctx, "match.noStop")
}

// isAnswer reports whether a line ends a search.
func isAnswer(l line) bool {
	return strings.HasPrefix(l.text, "bestmove") || strings.HasPrefix(l.text, "nobestmove")
}

// ask tells the engine to think about the last position of a game. It returns when
// its time began: with the search, or, if it pondered, with the opponent's move.
func (e *Engine) ask(ctx context.Context, game *board.Line, turn tournament.Turn) (start time.Time, err error) {
	start = time.Now()
	pondered := e.expects != board.NoMove
	if pondered {
		// What is banned was not known when it began to ponder.
		if game.Move(game.Len()-1) == e.expects && len(turn.Limits.Banned) == 0 {
			e.expects = board.NoMove
			return start, e.send(e.dialect.ponderHit(turn))
		}
		if err := e.Rest(ctx); err != nil {
			return start, err
		}
	}
	e.discard()
	if err := e.send(e.dialect.position(game)); err != nil {
		return start, err
	}
	if len(turn.Limits.Banned) > 0 {
		if text := e.dialect.ban(turn.Limits.Banned); text != "" {
			if err := e.send(text); err != nil {
				return start, err
			}
		}
	}
	if pondered {
		turn.Limits = less(turn.Limits, time.Since(start)-e.stood)
	}
	err = e.send(e.dialect.search(turn, game.Position().Side()))
	if !pondered {
		start = e.seen
	}
	return start, err
}

// less returns the limits of a search after some of its time has gone.
func less(l search.Limits, gone time.Duration) search.Limits {
	l.Clock.Time = max(0, l.Clock.Time-gone)
	if l.MoveTime > 0 {
		l.MoveTime = max(time.Millisecond, l.MoveTime-gone)
	}
	return l
}

// Think asks for a move. When the time is over it sends stop; if the engine does
// not answer that either, it is killed and at fault. When ctx is done it returns at once; the
// next request ends the search.
func (e *Engine) Think(ctx context.Context, game *board.Line, turn tournament.Turn) (tournament.Answer, error) {
	if err := e.finish(ctx); err != nil {
		return tournament.Answer{}, err
	}
	e.stood = 0
	start, err := e.ask(ctx, game, turn)
	if err != nil {
		return tournament.Answer{}, err
	}
	l, stopped, err := e.hear(ctx, start, turn, "stop", isAnswer)
	if stopped && err == nil {
		// The move and stop may have crossed: ElephantEye answers such a
		// stop with nobestmove, which must not be taken for the next move.
		err = e.ready(ctx)
	}
	if err != nil {
		e.unheard = ctx.Err() != nil
		return tournament.Answer{}, err
	}
	answer := e.dialect.answer(l.text)
	answer.Time = max(0, l.at.Sub(start)-e.stood)         // a pondering engine may answer too early
	if report := e.process.report.Load(); report != nil { // read before the answer
		answer.Thought = parseReport(e.config.Protocol, *report)
	}
	return answer, e.overdue(turn, answer.Time)
}
