package engine

import (
	"strconv"
	"strings"
	"time"

	"chuhe/lang"
)

// Protocol is the language of an engine.
type Protocol string

// The protocols.
const (
	UCCI   Protocol = "ucci"
	UCI    Protocol = "uci"
	XBoard Protocol = "xboard" // the Chess Engine Communication Protocol of XBoard
)

// Squares says how an engine counts ranks.
type Squares string

// The ways to count ranks. Auto is 1-10 for an engine that offers xiangqi by a
// UCI_Variant option in UCI, as Fairy-Stockfish does, and 0-9 otherwise.
const (
	Auto     Squares = "auto"
	FromOne  Squares = "1-10"
	FromZero Squares = "0-9"
)

// Option is an option to be set, "" being the value of a button. Both texts are without line ends.
type Option struct{ Name, Value string }

// Defaults of a Config.
const (
	DefaultStart   = 10 * time.Second
	DefaultTimeout = 60 * time.Second
)

// Config says how to run an engine. Command, Protocol, Squares, Start and Timeout must be set.
type Config struct {
	Command  string
	Args     []string
	Dir      string // working directory, "" for this process's own
	Protocol Protocol
	Squares  Squares
	// Milliseconds is a UCCI engine's unit of time; nil for milliseconds if it has
	// the option usemillisec, else seconds.
	Milliseconds *bool
	Options      []Option
	// Ponder lets the engine think in the opponent's time.
	Ponder bool
	// Start is the time for start-up and for getting ready for a game.
	Start time.Duration
	// Timeout is the time for a move where no clock limits it.
	Timeout time.Duration
	// CPUs to bind the engine to, empty for all (Linux only).
	CPUs []int
	// Trace, if not nil, is called with every line exchanged, by several
	// goroutines.
	Trace func(line string)
}

// Validate returns an error that names the first unusable setting.
func (c *Config) Validate() error {
	switch {
	case c.Command == "":
		return lang.Errorf("match.missing", "key", "cmd")
	case c.Protocol != UCCI && c.Protocol != UCI && c.Protocol != XBoard:
		return lang.Errorf("match.protocol", "word", string(c.Protocol))
	case c.Squares != Auto && c.Squares != FromOne && c.Squares != FromZero:
		return lang.Errorf("match.squares", "word", string(c.Squares))
	case c.Start <= 0:
		return lang.Errorf("match.positiveTime", "key", "startup", "time", c.Start.String())
	case c.Timeout <= 0:
		return lang.Errorf("match.positiveTime", "key", "timeout", "time", c.Timeout.String())
	}
	for _, o := range c.Options { // what stands in a second line would be a command
		if strings.ContainsAny(o.Name+o.Value, "\n\r") {
			return lang.Errorf("match.optionLines", "option", strconv.Quote(o.Name), "value", strconv.Quote(o.Value))
		}
	}
	return nil
}
