package engine

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// XBoardEngine is an engine of XBoard's protocol that runs as a child process. Unlike
// an engine of UCCI or UCI it keeps the game between its moves.
type XBoardEngine struct {
	link
	squares
	features map[string]string
	options  map[string]announced // by name in lower case
	pings    int
	games    int
	form     int // of setForms, the first that the engine may take

	// What the engine has on its board. placed is false before the first move of a game.
	placed bool
	from   int // move of the game from which on it knows it
	start  board.Position
	moves  []board.Move
	plays  bool // it answers the next move without go

	// What it has said since it was asked for a move.
	offers, resigns bool
	claims          bool // that the game has ended, or that a move was illegal

	unheard bool // a context was done before it had answered
}

// StartXBoard runs an engine of XBoard's protocol, version 2, and sets its options. It
// refuses engines that do not play Xiangqi, and options as [Start] does.
func StartXBoard(ctx context.Context, c Config) (*XBoardEngine, error) {
	if err := c.Validate(); err != nil {
		return nil, err
	}
	x := &XBoardEngine{link: link{config: c}, squares: c.Squares == FromOne}
	if err := x.begin(ctx); err != nil {
		return nil, err
	}
	return x, nil
}

// begin starts the process.
func (x *XBoardEngine) begin(ctx context.Context) error {
	p, err := startProcess(&x.config)
	if err != nil {
		return err
	}
	x.process = p
	x.features, x.options = make(map[string]string), make(map[string]announced)
	if err = x.introduce(ctx); err != nil {
		x.process.kill()
	}
	return err
}

// introduce asks the engine for its features and sets its options.
func (x *XBoardEngine) introduce(ctx context.Context) error {
	const quiet = 2 * time.Second // after which an engine that does not say done=1 has said all
	began := time.Now()
	const done, hello = "feature done=1", "protover 2"
	if err := x.say("xboard", hello); err != nil {
		return x.config.noHello(done, hello, err)
	}
	deadline := began.Add(x.config.Start)
	for x.features["done"] != "1" {
		_, err := x.await(ctx, deadline, x.feature)
		if errors.Is(err, errLate) && len(x.features) > 0 && x.features["done"] == "" {
			break
		}
		if err != nil {
			return x.config.noHello(done, hello, err)
		}
		if deadline = time.Now().Add(quiet); x.features["done"] == "0" {
			deadline = began.Add(x.config.Start)
		}
	}
	if v, ok := x.features["variants"]; ok && !slices.Contains(strings.Split(v, ","), "xiangqi") {
		return lang.Errorf("match.noVariant", "variants", strconv.Quote(v))
	}
	for _, o := range x.config.Options {
		if err := x.set(o); err != nil {
			return err
		}
	}
	return x.settle(ctx, nil)
}

// feature takes a line that announces features and answers it.
func (x *XBoardEngine) feature(l line) bool {
	found, ok := parseFeatures(l.text)
	for _, f := range found {
		switch name := strings.ToLower(f.Name); name {
		case "option":
			if o, ok := parseFeatureOption(f.Value); ok {
				x.options[strings.ToLower(o.name)] = o
			}
		case "san": // moves are written as squares
			_ = x.send("rejected san")
			continue
		default:
			x.features[name] = f.Value
		}
		_ = x.send("accepted " + f.Name) // an engine that has ended is noticed by await
	}
	return ok
}

// set sets an option, memory and cores included, which are commands of their own.
func (x *XBoardEngine) set(o Option) error {
	name := strings.ToLower(o.Name)
	if feature := map[string]string{"memory": "memory", "cores": "smp"}[name]; feature != "" && x.features[feature] == "1" {
		return x.send(name + " " + o.Value)
	}
	known, ok := x.options[name]
	if !ok {
		return lang.Errorf("match.noXBoardOption", "option", o.Name, "options", strings.Join(slices.Sorted(maps.Keys(x.options)), ", "))
	}
	if known.kind == "button" || known.kind == "save" || known.kind == "reset" {
		return x.send("option " + known.name)
	}
	if !known.takesXBoard(o.Value) {
		return unfit(known.name, o.Value, known.xboardTerms())
	}
	return x.send("option " + known.name + "=" + o.Value)
}

// say sends lines.
func (x *XBoardEngine) say(lines ...string) error {
	for _, text := range lines {
		if err := x.send(text); err != nil {
			return err
		}
	}
	return nil
}

// settle waits until the engine has processed all that was sent, and passes on what it
// prints until then, unless said is nil. An engine without the feature ping is taken to be ready.
func (x *XBoardEngine) settle(ctx context.Context, said func(line)) error {
	if x.features["ping"] != "1" {
		return nil
	}
	x.pings++
	return x.query(ctx, fmt.Sprintf("ping %d", x.pings), fmt.Sprintf("pong %d", x.pings), said)
}

// NewGame announces a new game and waits until the engine is ready. An engine that plays
// only one game is started again.
func (x *XBoardEngine) NewGame(ctx context.Context) error {
	if err := x.finish(ctx); err != nil {
		return err
	}
	x.games++
	if x.games > 1 && x.features["reuse"] == "0" {
		x.Close()
		if err := x.begin(ctx); err != nil {
			return newFault(tournament.Crash, lang.Errorf("match.noRestart", "reason", err))
		}
	}
	if err := x.reset(); err != nil {
		return err
	}
	if err := x.settle(ctx, nil); err != nil {
		return err
	}
	x.discard() // what an engine without ping has said since its last move was about the game before
	return nil
}

// reset clears the engine's board.
func (x *XBoardEngine) reset() error {
	x.placed, x.plays, x.moves = false, false, nil
	x.offers, x.resigns, x.claims = false, false, false
	ponder := "easy"
	if x.config.Ponder {
		ponder = "hard"
	}
	return x.say("new", "variant xiangqi", ponder, "post", "computer", "force")
}

// SetsUp reports whether the engine can begin from other positions than the start of a game.
func (x *XBoardEngine) SetsUp() bool { return x.features["setboard"] == "1" }

// place limits the game and puts a position on the engine's cleared board. Engines differ
// in the FEN that they read; the first that they do not refuse is right.
func (x *XBoardEngine) place(ctx context.Context, p *board.Position, turn tournament.Turn) error {
	err := x.say(control(turn)...)
	var reason any = lang.Errorf("match.noSetFeature")
	for ; err == nil && !p.IsStart(); x.form++ {
		if !x.SetsUp() || x.form == len(setForms) {
			return newFault(tournament.NoAnswer, lang.Errorf("match.noSetUp", "fen", p.FEN(), "reason", reason))
		}
		refusal := ""
		if err = x.send("setboard " + setForms[x.form](p.FEN())); err == nil {
			err = x.settle(ctx, func(l line) {
				if isRefusal(l.text) {
					refusal = quoted(l.text)
				}
			})
		}
		if refusal == "" {
			break
		}
		reason = refusal
		if err != nil && ctx.Err() == nil { // HoiXiangqi ends where it refuses a position
			if err = x.begin(ctx); err == nil {
				err = x.reset()
			}
			if err == nil {
				err = x.say(control(turn)...)
			}
		}
	}
	x.placed, x.start, x.moves = true, *p, nil
	return err
}

// ask tells the engine to move in the last position of a game, and returns when its time
// began. again sets it up without the moves that led there, if the engine can.
func (x *XBoardEngine) ask(ctx context.Context, game *board.Line, turn tournament.Turn, again bool) (start time.Time, err error) {
	start = time.Now()
	if again || x.placed && (game.Len() < x.from || *game.At(x.from) != x.start) { // in error, or no new game was announced
		if err = x.reset(); err != nil {
			return start, err
		}
	}
	if !x.placed {
		if x.from = 0; again && x.SetsUp() {
			x.from = game.Len()
		}
		if err = x.place(ctx, game.At(x.from), turn); err != nil {
			return start, err
		}
	}
	played := game.Moves()[x.from:]
	known := 0
	for known < min(len(played), len(x.moves)) && played[known] == x.moves[known] {
		known++
	}
	if known < len(x.moves) { // the game took another way
		return x.ask(ctx, game, turn, true)
	}
	lines := x.clocks(turn)
	if turn.DrawOffered && x.features["draw"] != "0" {
		lines = append(lines, "draw")
	}
	if x.plays && known == len(played)-1 {
		lines = append(lines, x.move(played[known]))
	} else {
		moves := []string{"force"}
		for _, m := range played[known:] {
			moves = append(moves, x.move(m))
		}
		lines = append(append(moves, lines...), "go")
	}
	x.moves = slices.Clone(played)
	err = x.say(lines...) // the last line starts the clock
	if !again {
		start, x.stood = x.seen, 0
	}
	return start, err
}

// move returns the line that plays a move.
func (x *XBoardEngine) move(m board.Move) string {
	if x.features["usermove"] == "1" {
		return "usermove " + x.squares.move(m)
	}
	return x.squares.move(m)
}

// clocks returns the lines that tell both clocks.
func (x *XBoardEngine) clocks(turn tournament.Turn) []string {
	if x.features["time"] == "0" {
		return nil
	}
	own := clockOf(turn)
	other := own
	if turn.Opponent.Set {
		other = turn.Opponent.Time
	}
	return []string{fmt.Sprintf("time %d", centiseconds(own)), fmt.Sprintf("otim %d", centiseconds(other))}
}

// Think asks for a move. When the time is over it sends "?"; if the engine does not answer
// that either, it is killed and at fault. An engine that claims an end of the game which the
// referee does not see, or calls a legal move illegal, is asked once more with the position
// set up; if it insists, its claim is its answer, which loses. When ctx is done it returns at
// once; the next request ends the search.
func (x *XBoardEngine) Think(ctx context.Context, game *board.Line, turn tournament.Turn) (a tournament.Answer, err error) {
	if err = x.finish(ctx); err != nil {
		return a, err
	}
	x.catchUp()
	x.stood = 0
	if x.resigns {
		return tournament.Answer{Text: "resign", Resigns: true}, nil
	}
	again := x.claims && x.placed
	began, err := x.ask(ctx, game, turn, again)
	if err != nil {
		return a, err
	}
	for {
		x.claims, x.plays = false, false
		l, _, err := x.hear(ctx, began, turn, "?", x.isAnswer)
		if err != nil {
			x.unheard = ctx.Err() != nil
			return a, err
		}
		a = x.answer(l.text, game.Position().Side(), turn.DrawOffered)
		a.Draw = a.Draw || x.offers
		if x.claims && !again {
			again = true
			if err = x.settle(ctx, nil); err != nil { // what else it has to say about it
				return a, err
			}
			if _, err = x.ask(ctx, game, turn, again); err != nil {
				return a, err
			}
			continue
		}
		a.Time = max(0, l.at.Sub(began)-x.stood)
		if report := x.process.report.Load(); report != nil {
			a.Thought, _ = parseThinking(*report)
		}
		if a.Move != board.NoMove {
			x.moves, x.plays, x.offers = append(x.moves, a.Move), true, false
		}
		return a, x.overdue(turn, a.Time)
	}
}

// finish ends the search that goes on since a context was done, and clears the board, on which the engine
// has moved by then.
func (x *XBoardEngine) finish(ctx context.Context) error {
	if !x.unheard {
		return nil
	}
	x.unheard = false
	if err := x.send("?"); err != nil {
		return err
	}
	_, err := x.await(ctx, time.Now().Add(grace), x.isAnswer)
	if errors.Is(err, errLate) {
		return x.silent(lang.Errorf("match.noAnswerTo", "answer", "move", "question", "?", "time", grace.String()))
	}
	if err == nil {
		err = x.settle(ctx, nil)
	}
	if err != nil {
		x.unheard = ctx.Err() != nil
		return err
	}
	return x.reset()
}

// isAnswer reports whether a line ends a search, and notes an offer of a draw.
func (x *XBoardEngine) isAnswer(l line) bool {
	switch spokenOf(l.text) {
	case offers:
		x.offers = true
	case moves, resigns, claims:
		return true
	}
	return false
}

// answer reads the line that ends a search of a side.
func (x *XBoardEngine) answer(text string, side board.Side, offered bool) tournament.Answer {
	a := tournament.Answer{Text: text}
	switch spokenOf(text) {
	case moves:
		if move, _ := moveIn(text); move != "" {
			a.Text = move
		}
		a.Move = x.parse(a.Text)
	case resigns:
		a.Resigns = true
	case claims:
		word, _, _ := strings.Cut(text, " ")
		result, _ := board.ParseResult(word)
		a.Resigns = result == board.Win(side.Other())
		a.Draw = result == board.Draw && offered
		x.claims = !a.Resigns && !a.Draw
	}
	return a
}

// catchUp reads what the engine has said since its move.
func (x *XBoardEngine) catchUp() {
	x.process.report.Store(nil)
	for {
		select {
		case l, open := <-x.process.lines:
			if !open {
				return
			}
			switch spokenOf(l.text) {
			case offers:
				x.offers = true
			case resigns:
				x.resigns = true
			case claims:
				x.claims = true
			}
		default:
			return
		}
	}
}

// GameOver implements [tournament.Listener].
func (x *XBoardEngine) GameOver(o tournament.Outcome) {
	text := strings.NewReplacer("{", "(", "}", ")", "\n", " ").Replace(o.Reason)
	_ = x.say("result "+o.Result.String()+" {"+printable(text)+"}", "force") // an engine that has ended is noticed in its next game
}
