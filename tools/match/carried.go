package match

import (
	"bytes"
	"encoding/json"
	"errors"
	stdflag "flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// EngineWord is the command by which a program whose matches are carried plays as an engine.
const EngineWord = "engine"

// Over is the command with its games played by a carrier, which has flags of its own. The engines
// are the programs that play, run with [EngineWord], and differ in their keys: no program
// is named to another machine.
func Over(carrier unit.Carrier, define func(*stdflag.FlagSet)) *command.Command {
	return over{carrier, define}.command()
}

// evalOption is the option of an engine that names a file.
const evalOption = "option.evalfile"

// remote are the keys of engines that play elsewhere, besides options.
var remote = []string{
	"name", "proto", "unit", "tc", "st", "nodes", "depth", "plies", "timemargin", "startup", "timeout", "restart", "ponder",
}

// ownSpec returns an engine that is this program. The error says which key would name a
// program or a file on another machine.
func ownSpec(pairs []pair) (*spec, error) {
	var words []string // of -tune
	keys := []pair{{"cmd", self}, {"arg", EngineWord}}
	for _, p := range pairs {
		key := strings.ToLower(p.key)
		switch {
		case key == "conf":
			continue
		case key == "cmd" && p.value == self:
			continue
		case key == "cmd":
			return nil, fmt.Errorf("%s: a worker runs no program that is named to it, only its own build: leave cmd out, and let the sides differ by args=\"-tune NAME=VALUE\", option.evalfile=FILE, nodes= or other options", p)
		case key == "args" && strings.HasPrefix(p.value, "-tune"):
			words = strings.Fields(p.value)
			continue
		case key == "args", key == "arg":
			return nil, fmt.Errorf("%s: want args=\"-tune NAME=VALUE,...\": the engine is the worker itself", p)
		case key == "option.bookfiles", key == "option.book file":
			return nil, fmt.Errorf("%s: the file is not on the workers, want -openings", p)
		case key == "option.logfile", key == "option.debug log file":
			return nil, fmt.Errorf("%s: a worker writes no file that is named to it", p)
		case strings.Contains(p.value, "\n"):
			return nil, fmt.Errorf("%s: several lines, of which an engine would take each for a command", p)
		case !slices.Contains(remote, key) && !strings.HasPrefix(key, "option."):
			return nil, fmt.Errorf("%s: is of this machine, and workers play elsewhere", p)
		}
		keys = append(keys, p)
	}
	for _, word := range words {
		keys = append(keys, pair{"arg", word})
	}
	s, err := newSpec(keys)
	if err != nil {
		return nil, err
	}
	if len(words) > 0 {
		values := words[1:]
		if _, first, joined := strings.Cut(words[0], "="); joined {
			values = append([]string{first}, values...)
		}
		params := search.DefaultParams()
		if err := params.Set(strings.Join(values, ",")); err != nil {
			return nil, fmt.Errorf("args=%s: %w", strings.Join(words, " "), err)
		}
	}
	s.pairs = pairs
	return s, nil
}

// ownSettings are the settings of a job: the files have the openings, and the networks by the
// numbers of their engines.
type ownSettings struct {
	Engines  [][]string
	Schedule tournament.Schedule
	Terms    tournament.Terms
	Untimed  bool
}

const openingsRole = "openings"

func evalRole(engine int) string { return fmt.Sprint("evalfile", engine+1) }

// opening is an opening as the file of a job has it, a line of JSON each.
type opening struct {
	Start string   `json:"start"`
	Moves []string `json:"moves,omitempty"`
}

// ownJob returns the match as a job for other machines: a unit is an encounter.
func (s *settings) ownJob() (*unit.Job, error) {
	o := ownSettings{Schedule: s.Schedule, Terms: s.Terms, Untimed: s.Untimed}
	o.Schedule.Rounds = 0 // there may be more later
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	for i := range s.Openings {
		line := opening{s.Openings[i].Start.FEN(), strings.Fields(board.FormatMoves(s.Openings[i].Moves))}
		if err := encoder.Encode(line); err != nil {
			return nil, err
		}
	}
	files := map[string][]byte{openingsRole: lines.Bytes()}
	for i, e := range s.engines {
		var words []string
		for _, p := range e.pairs {
			if strings.EqualFold(p.key, evalOption) {
				network, err := evals.Content(p.value)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", p, err)
				}
				files[evalRole(i)] = network // nil where an earlier key had one
				if network != nil {
					continue
				}
			}
			words = append(words, p.String())
		}
		o.Engines = append(o.Engines, words)
	}
	build, err := search.Signature()
	if err != nil {
		return nil, err
	}
	j, err := unit.New("match", build, s.exact(), o, files)
	if err != nil {
		return nil, err
	}
	j.Kind, j.Units = Units, s.Encounters()
	return j, nil
}

// Units is the [unit.Kind] of matches that are carried.
func Units(recipe *unit.Recipe, files map[string][]byte) (func() (unit.Worker, error), error) {
	var o ownSettings
	if err := recipe.Read(&o); err != nil {
		return nil, err
	}
	if err := recipe.CheckBuild(search.Signature); err != nil {
		return nil, err
	}
	openings, err := readOpenings(files[openingsRole])
	if err != nil {
		return nil, err
	}
	t := tournament.Tournament{Schedule: o.Schedule, Terms: o.Terms, Untimed: o.Untimed, Openings: openings}
	var engines []*spec
	for i, words := range o.Engines {
		e, err := readOwn(words)
		if err != nil {
			return nil, fmt.Errorf("engine %d: %w", i+1, err)
		}
		engines = append(engines, e)
	}
	if err := o.Terms.Rules.Validate(); err != nil {
		return nil, err
	}
	if s := o.Schedule; len(engines) < 2 || s.Players != len(engines) || s.Games < 1 || s.Games > 1000 || s.Format.Drawn() {
		return nil, fmt.Errorf("settings out of range: %s", recipe.Settings)
	}
	return func() (unit.Worker, error) { return newOwn(t, engines, files) }, nil
}

// readOwn reads the words of an engine of a job.
func readOwn(words []string) (*spec, error) {
	pairs, err := splitPairs(words)
	if err != nil {
		return nil, err
	}
	for _, p := range pairs {
		if strings.EqualFold(p.key, evalOption) {
			if content, err := evals.Content(p.value); err != nil || content != nil {
				return nil, fmt.Errorf("%s: a file of this machine, want one of the job", p)
			}
		}
	}
	return ownSpec(pairs)
}

func readOpenings(text []byte) (list []tournament.Opening, err error) {
	for line := range bytes.Lines(text) {
		var o opening
		if err := json.Unmarshal(line, &o); err != nil {
			return nil, fmt.Errorf("opening %d: %w", len(list)+1, err)
		}
		at, err := o.read()
		if err != nil {
			return nil, fmt.Errorf("opening %d: %w", len(list)+1, err)
		}
		list = append(list, at)
	}
	if len(list) == 0 {
		return nil, errors.New("no openings")
	}
	return list, nil
}

func (o *opening) read() (at tournament.Opening, err error) {
	if at.Start, err = board.ParseFEN(o.Start); err != nil {
		return at, err
	}
	if at.Moves, err = board.ParseMoves(strings.Join(o.Moves, " ")); err != nil {
		return at, err
	}
	_, err = rules.Replay(at.Start, at.Moves)
	return at, err
}

// own plays encounters of this program with itself. An engine that breaks is a fault of this machine,
// and its game does not count.
type own struct {
	encounters
	dir string // of the networks
}

func newOwn(t tournament.Tournament, engines []*spec, files map[string][]byte) (_ *own, err error) {
	o := &own{}
	defer func() {
		if err != nil {
			os.RemoveAll(o.dir)
		}
	}()
	if o.dir, err = os.MkdirTemp("", "chuhe-match-"); err != nil {
		return nil, err
	}
	for i, e := range engines {
		if content := files[evalRole(i)]; content != nil {
			name := filepath.Join(o.dir, evalRole(i)+".nnue")
			if err := os.WriteFile(name, content, 0o600); err != nil {
				return nil, err
			}
			with := *e
			with.engine.Options = slices.Clone(e.engine.Options)
			with.setOption("evalfile", name)
			e = &with
		}
		t.Entrants = append(t.Entrants, e.entrant(func(int) []int { return nil }, nil))
	}
	o.encounters = encounters{t.Board(0)}
	return o, nil
}

// Close implements [unit.Worker].
func (o *own) Close() {
	o.encounters.Close()
	os.RemoveAll(o.dir)
}
