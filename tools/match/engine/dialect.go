package engine

import (
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// dialect is how commands and answers are written.
type dialect interface {
	// setUp returns the lines to be sent before any option.
	setUp() []string
	setOption(Option) string
	newGame() string
	position(*board.Line) string
	ban([]board.Move) string // "" where the protocol knows no bans
	search(tournament.Turn, board.Side) string
	ponderHit(tournament.Turn) string // after a search with Limits.Ponder
	answer(string) tournament.Answer
	parse(string) board.Move // NoMove for a text that is not a move
}

// newDialect returns the dialect of an engine that announced some options.
func newDialect(c *Config, options map[string]announced) dialect {
	if c.Protocol == UCCI {
		d := ucci{squares: squares(c.Squares == FromOne)}
		_, d.canMillis = options["usemillisec"]
		d.millis = d.canMillis
		if c.Milliseconds != nil {
			d.millis = *c.Milliseconds
		}
		return d
	}
	variant := options["uci_variant"]
	offered := strings.Contains(variant.line, " var xiangqi")
	return uci{
		squares: squares(c.Squares == FromOne || c.Squares == Auto && offered),
		variant: offered,
	}
}

// squares writes and reads moves; true for ranks counted from 1.
type squares bool

func (s squares) move(m board.Move) string {
	if !s {
		return m.String()
	}
	return string(m.AppendFromOne(nil))
}

// parse returns NoMove for a text that is not a move.
func (s squares) parse(text string) board.Move {
	parse := board.ParseMove
	if s {
		parse = board.ParseMoveFromOne
	}
	m, _ := parse(text) // NoMove with an error
	return m
}

// position writes the position after the first n moves with the moves since.
func (s squares) position(game *board.Line, n int) string {
	var b strings.Builder
	b.WriteString("position fen ")
	b.WriteString(game.At(n).FEN())
	for i := n; i < game.Len(); i++ {
		if i == n {
			b.WriteString(" moves")
		}
		b.WriteByte(' ')
		b.WriteString(s.move(game.Move(i)))
	}
	return b.String()
}

// answer reads "bestmove MOVE [ponder REPLY] [draw|resign]".
func (s squares) answer(text string) (a tournament.Answer) {
	words := strings.Fields(text)
	if words[0] != "bestmove" {
		return tournament.Answer{Text: text}
	}
	if len(words) > 1 {
		a.Text = words[1]
		a.Move = s.parse(words[1])
	}
	for i, w := range words[1:] {
		switch w {
		case "ponder":
			if rest := words[1+i:]; len(rest) > 1 {
				a.Reply = s.parse(rest[1])
			}
		case "draw":
			a.Draw = true
		case "resign":
			a.Resigns = true
		}
	}
	return
}

// ucci is the protocol of Chinese programs, version 3.
type ucci struct {
	squares
	canMillis bool // it has the option usemillisec
	millis    bool // its unit of time is the millisecond
}

func (d ucci) setUp() []string {
	if !d.canMillis {
		return nil
	}
	return []string{d.setOption(Option{"usemillisec", strconv.FormatBool(d.millis)})}
}

func (ucci) setOption(o Option) string {
	return strings.TrimSpace("setoption " + o.Name + " " + o.Value)
}

func (ucci) newGame() string { return "setoption newgame" }

// position starts from the last capture, as the protocol asks.
func (d ucci) position(game *board.Line) string {
	return d.squares.position(game, max(0, game.Len()-game.Position().Halfmove()))
}

// ban forbids moves of the position sent last.
func (d ucci) ban(moves []board.Move) string {
	words := []string{"banmoves"}
	for _, m := range moves {
		words = append(words, d.move(m))
	}
	return strings.Join(words, " ")
}

// search writes a go command. A fixed time goes as the last move of a time
// control and also as movetime, which many engines know better. Whole seconds are rounded
// down, so that no engine takes more than there is; but 0 says that its time is over.
func (d ucci) search(turn tournament.Turn, _ board.Side) string {
	words := goWords(turn)
	number := func(name string, n int64) { words = append(words, name, strconv.FormatInt(n, 10)) }
	unit := time.Second
	if d.millis {
		unit = time.Millisecond
	}
	clock := func(prefix string, c search.Clock) {
		left := int64(c.Time / unit)
		if left == 0 && c.Time > 0 {
			left = 1
		}
		number(prefix+"time", left)
		if c.MovesToGo > 0 {
			number(prefix+"movestogo", int64(c.MovesToGo))
		}
		if c.MovesToGo == 0 || c.Increment > 0 {
			number(prefix+"increment", int64(c.Increment/unit))
		}
	}
	if turn.DrawOffered {
		words = append(words, "draw")
	}
	l := turn.Limits
	switch {
	case l.Clock.Set:
		clock("", l.Clock)
		if turn.Opponent.Set {
			clock("opp", turn.Opponent)
		}
	case l.MoveTime > 0:
		clock("", search.Clock{Time: l.MoveTime, MovesToGo: 1})
	}
	fixed(l, number)
	return strings.Join(words, " ")
}

func (ucci) ponderHit(turn tournament.Turn) string {
	if turn.DrawOffered {
		return "ponderhit draw"
	}
	return "ponderhit"
}

// answer takes nobestmove for a resignation, as the league simulator does.
func (d ucci) answer(text string) tournament.Answer {
	a := d.squares.answer(text)
	if strings.HasPrefix(text, "nobestmove") {
		a.Resigns = true
	}
	return a
}

// uci is the protocol of western programs, as Pikafish and Fairy-Stockfish
// speak it.
type uci struct {
	squares
	variant bool // it needs UCI_Variant set
}

func (d uci) setUp() []string {
	if !d.variant {
		return nil
	}
	return []string{d.setOption(Option{"UCI_Variant", "xiangqi"})}
}

func (uci) setOption(o Option) string {
	if o.Value == "" {
		return "setoption name " + o.Name
	}
	return "setoption name " + o.Name + " value " + o.Value
}

func (uci) newGame() string { return "ucinewgame" }

func (d uci) position(game *board.Line) string { return d.squares.position(game, 0) }

func (uci) ban([]board.Move) string { return "" }

func (d uci) search(turn tournament.Turn, side board.Side) string {
	words := goWords(turn)
	number := func(name string, n int64) { words = append(words, name, strconv.FormatInt(n, 10)) }
	l := turn.Limits
	if l.Clock.Set {
		red, black := l.Clock, turn.Opponent
		if !black.Set {
			black = l.Clock // there has to be something
		}
		if side == board.Black {
			red, black = black, red
		}
		number("wtime", red.Time.Milliseconds())
		number("btime", black.Time.Milliseconds())
		number("winc", red.Increment.Milliseconds())
		number("binc", black.Increment.Milliseconds())
		if l.Clock.MovesToGo > 0 {
			number("movestogo", int64(l.Clock.MovesToGo))
		}
	}
	fixed(l, number)
	return strings.Join(words, " ")
}

func (uci) ponderHit(tournament.Turn) string { return "ponderhit" }

// goWords returns the first words of a command that begins a search.
func goWords(turn tournament.Turn) []string {
	if turn.Limits.Ponder {
		return []string{"go", "ponder"}
	}
	return []string{"go"}
}

// fixed writes the limits that both dialects write alike.
func fixed(l search.Limits, number func(word string, n int64)) {
	if l.MoveTime > 0 {
		number("movetime", l.MoveTime.Milliseconds())
	}
	if l.Nodes > 0 {
		number("nodes", int64(l.Nodes))
	}
	if l.Depth > 0 {
		number("depth", int64(l.Depth))
	}
}
