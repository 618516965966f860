package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"chuhe/match"
	"chuhe/match/engine"
)

// pair is a word key=value.
type pair struct{ key, value string }

func splitPairs(words []string) (pairs []pair, err error) {
	for _, w := range words {
		key, value, ok := strings.Cut(w, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("%q is not key=value", w)
		}
		pairs = append(pairs, pair{key, value})
	}
	return
}

// spec is an engine as the flags describe it.
type spec struct {
	name    string
	engine  engine.Config
	control match.TimeControl
	restart bool
}

// self is the command that stands for this program.
const self = "self"

const defaultMargin = 20 * time.Millisecond

// newSpec returns an engine from its keys; later ones override earlier ones.
func newSpec(pairs []pair) (*spec, error) {
	s := &spec{
		engine: engine.Config{
			Protocol: engine.UCCI, Squares: engine.Auto, Start: engine.DefaultStart, Timeout: engine.DefaultTimeout,
		},
		control: match.TimeControl{Margin: defaultMargin},
	}
	for _, p := range pairs {
		if err := s.set(p); err != nil {
			return nil, fmt.Errorf("%s=%s: %w", p.key, p.value, err)
		}
	}
	if s.engine.Command == self {
		path, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("cmd=%s: %w", self, err)
		}
		s.engine.Command = path
		if s.name == "" {
			s.name = "chuhe"
		}
	}
	if s.name == "" {
		s.name = filepath.Base(s.engine.Command)
	}
	if err := s.engine.Validate(); err != nil {
		return nil, err
	}
	return s, s.control.Validate()
}

// set applies one key. -help explains the same keys.
func (s *spec) set(p pair) (err error) {
	c, tc := &s.engine, &s.control
	switch p.key {
	case "conf": // resolved by the parser
	case "name":
		s.name = p.value
	case "cmd":
		c.Command = p.value
	case "args":
		c.Args = strings.Fields(p.value)
	case "dir":
		c.Dir = p.value
	case "proto":
		c.Protocol = engine.Protocol(p.value)
	case "squares":
		c.Squares = engine.Squares(p.value)
	case "unit":
		millis := p.value == "ms"
		if !millis && p.value != "s" {
			return errors.New("want ms or s")
		}
		c.Milliseconds = &millis
	case "tc":
		var clock match.TimeControl
		if clock, err = match.ParseTimeControl(p.value); err == nil {
			tc.Base, tc.Increment, tc.Moves = clock.Base, clock.Increment, clock.Moves
		}
	case "st":
		tc.MoveTime, err = secondsOf(p.value)
	case "nodes":
		tc.Nodes, err = strconv.ParseUint(p.value, 10, 63)
	case "depth", "plies":
		var depth uint64
		depth, err = strconv.ParseUint(p.value, 10, 16)
		tc.Depth = int(depth)
	case "timemargin":
		var ms uint64
		ms, err = strconv.ParseUint(p.value, 10, 32)
		tc.Margin = time.Duration(ms) * time.Millisecond
	case "startup":
		c.Start, err = secondsOf(p.value)
	case "timeout":
		c.Timeout, err = secondsOf(p.value)
	case "restart":
		s.restart, err = onOff(p.value)
	default:
		name, ok := strings.CutPrefix(p.key, "option.")
		if !ok || name == "" {
			return errKey
		}
		for i := range c.Options {
			if strings.EqualFold(c.Options[i].Name, name) {
				c.Options[i].Value = p.value
				return nil
			}
		}
		c.Options = append(c.Options, engine.Option{Name: name, Value: p.value})
	}
	return
}

// threads returns the number of threads that the engine is set to use.
func (s *spec) threads() int {
	for _, o := range s.engine.Options {
		if n, err := strconv.Atoi(o.Value); err == nil && n > 0 && strings.EqualFold(o.Name, "threads") {
			return n
		}
	}
	return 1
}

// entrant returns the engine as a player of a tournament. cpus returns the CPUs of a
// board, nil for all; trace, if not nil, gets every line.
func (s *spec) entrant(cpus func(board int) []int, trace func(engine string, board int, line string)) match.Entrant {
	return match.Entrant{
		Name: s.name, Control: s.control, Restart: s.restart,
		New: func(ctx context.Context, board int) (match.Player, error) {
			c := s.engine
			c.CPUs = cpus(board)
			if trace != nil {
				c.Trace = func(line string) { trace(s.name, board, line) }
			}
			return engine.Start(ctx, c)
		},
	}
}

// secondsOf reads a positive time.
func secondsOf(text string) (time.Duration, error) {
	d, err := match.ParseSeconds(text)
	if err == nil && d == 0 {
		err = errors.New("want more than 0 seconds")
	}
	return d, err
}

func onOff(text string) (bool, error) {
	switch text {
	case "on", "true":
		return true, nil
	case "off", "false":
		return false, nil
	}
	return false, errors.New("want on or off")
}
