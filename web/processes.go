//go:build !page

package web

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/movegen"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/tournament"
)

// Bounds of the engines of others.
const (
	maxRivals  = 8
	rivalStart = 5 * time.Second // to answer at the start, unless the description says more
)

// processes are engines as child processes.
type processes struct {
	mu     sync.Mutex
	all    []*rival
	closed bool
}

// rival is an engine with its processes: one that plays and one that analyses, each started
// when it is first wanted.
type rival struct {
	rivalInfo
	config       engine.Config
	plays, looks chair
}

// chair is the place of a process, for one request at a time.
type chair struct {
	taken  chan struct{} // holds a value while a request has it
	player tournament.Player
	plies  int // of the game that it plays, as far as it knows
}

// rivalConfig reads the description of an engine: a path, or words key=value, of which cmd is
// the path: args, name, proto (uci, ucci or xboard), startup (seconds) and option.NAME. Values
// may stand in quotation marks, and so may the whole. A path with another key in it is an error
// unless there is such a file.
func rivalConfig(described string) (name string, c engine.Config, err error) {
	c = engine.Config{Squares: engine.Auto, Start: rivalStart, Timeout: maxMoveTime}
	described = unquoted(strings.TrimSpace(described))
	if !strings.HasPrefix(described, "cmd=") {
		c.Command = described
	} else {
		last := (*string)(nil) // a value may have blanks
		args := ""
		for word := range strings.FieldsSeq(described) {
			key, value, ok := strings.Cut(word, "=")
			option, isOption := strings.CutPrefix(key, "option.")
			switch {
			case ok && key == "cmd":
				c.Command, last = value, &c.Command
			case ok && key == "args":
				args, last = value, &args
			case ok && key == "name":
				name, last = value, &name
			case ok && key == "proto":
				c.Protocol, last = engine.Protocol(value), nil
			case ok && key == "startup":
				last = nil
				if c.Start, err = tournament.ParseSeconds(value); err != nil {
					return "", c, fmt.Errorf("startup: %w", err)
				}
			case ok && isOption && option != "":
				c.Options = append(c.Options, engine.Option{Name: strings.ReplaceAll(option, "_", " "), Value: value})
				last = &c.Options[len(c.Options)-1].Value
			case last != nil:
				*last += " " + word
			default:
				return "", c, lang.Errorf("board.engineWord", "word", strconv.Quote(word))
			}
		}
		c.Command, name, c.Args = unquoted(c.Command), unquoted(name), strings.Fields(unquoted(args))
		for i := range c.Options {
			c.Options[i].Value = unquoted(c.Options[i].Value)
		}
	}
	if c.Command == "" {
		return "", c, lang.Errorf("board.engineNoPath")
	}
	switch c.Protocol {
	case "", engine.UCI, engine.UCCI, engine.XBoard:
	default:
		return "", c, lang.Errorf("board.engineProtocol", "word", string(c.Protocol))
	}
	if _, err := os.Stat(c.Command); err != nil {
		for word := range strings.FieldsSeq(c.Command) {
			if key, _, ok := strings.Cut(word, "="); ok && !strings.ContainsAny(key, `/\`) {
				return "", c, lang.Errorf("board.engineWord", "word", strconv.Quote(word))
			}
		}
	}
	return name, c, nil
}

// unquoted returns a text without quotation marks around it, in which Windows copies the path of a file.
func unquoted(text string) string {
	if n := len(text); n > 1 && text[0] == '"' && text[n-1] == '"' {
		return text[1 : n-1]
	}
	return text
}

func (r *processes) list() (all []rivalInfo) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all = []rivalInfo{}
	for _, one := range r.all {
		all = append(all, one.rivalInfo)
	}
	return all
}

func (r *processes) add(ctx context.Context, described string) (rivalInfo, error) {
	name, c, err := rivalConfig(described)
	if err != nil {
		return rivalInfo{}, err
	}
	full := lang.Errorf("board.engines", "n", maxRivals)
	if len(r.list()) >= maxRivals {
		return rivalInfo{}, full
	}
	player, c, err := engine.Detect(ctx, c)
	if err != nil {
		return rivalInfo{}, err
	}
	own, analyses := player.(*engine.Engine)
	if name == "" && analyses {
		name = own.Name()
	}
	if name == "" {
		name = filepath.Base(c.Command)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed || len(r.all) >= maxRivals {
		player.Close()
		return rivalInfo{}, full
	}
	one := &rival{rivalInfo: rivalInfo{strconv.Itoa(len(r.all) + 1), r.unused(name), analyses}, config: c}
	one.plays.taken, one.looks.taken = make(chan struct{}, 1), make(chan struct{}, 1)
	one.plays.player = player
	r.all = append(r.all, one)
	return one.rivalInfo, nil
}

// unused returns a name that no engine has yet, since the page and its games know engines by
// their names. The caller holds r.mu.
func (r *processes) unused(name string) string {
	free := name
	for n := 2; slices.ContainsFunc(r.all, func(one *rival) bool { return one.Name == free }); n++ {
		free = fmt.Sprintf("%s (%d)", name, n)
	}
	return free
}

// find returns the engine with an id.
func (r *processes) find(id string) (*rival, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.all {
		if one.ID == id {
			return one, nil
		}
	}
	return nil, lang.Errorf("board.noSuchEngine", "id", strconv.Quote(id))
}

// use lets a request use the process of a chair for a position after some plies. A position
// earlier than the one before belongs to another game, which is announced to the process. A
// process that has failed is ended; the next request starts another one.
func (r *processes) use(ctx context.Context, one *rival, c *chair, plies int, do func(tournament.Player) error) error {
	select {
	case c.taken <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-c.taken }()
	r.mu.Lock()
	player := c.player
	r.mu.Unlock()
	if player == nil {
		var err error
		if player, err = engine.New(ctx, one.config); err != nil {
			return &rivalError{one.Name, err}
		}
		r.mu.Lock()
		c.player, c.plies = player, 0
		late := r.closed
		r.mu.Unlock()
		if late {
			player.Close()
			return context.Canceled
		}
	}
	var err error
	if c.plies == 0 || plies < c.plies {
		err = player.NewGame(ctx)
	}
	c.plies = plies
	if err == nil {
		err = do(player)
	}
	if err == nil || errors.Is(err, errHalted) {
		return nil
	}
	r.mu.Lock()
	c.player = nil
	r.mu.Unlock()
	player.Close()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &rivalError{one.Name, err}
}

func (r *processes) move(ctx context.Context, id string, game *board.Line, turn tournament.Turn) (answer tournament.Answer, err error) {
	one, err := r.find(id)
	if err != nil {
		return answer, err
	}
	err = r.use(ctx, one, &one.plays, game.Len()+1, func(p tournament.Player) (err error) {
		if answer, err = p.Think(ctx, game, turn); err != nil || answer.Resigns {
			return err
		}
		if movegen.IsLegal(game.Position(), answer.Move) {
			return nil
		}
		return lang.Errorf("board.engineMove", "move", strconv.Quote(answer.Text))
	})
	return answer, err
}

// errHalted ends an analysis after which the engine is ready for the next.
var errHalted = errors.New("no more is wanted")

func (r *processes) analyse(ctx context.Context, id string, game *board.Line, lines int, take func([]engine.Line) error) error {
	one, err := r.find(id)
	if err != nil {
		return err
	}
	if !one.Analyses {
		return lang.Errorf("board.onlyPlays", "name", one.Name)
	}
	return r.use(ctx, one, &one.looks, maxMoves, func(p tournament.Player) error {
		err := p.(*engine.Engine).Analyse(ctx, game, lines, interval, take)
		if err != nil && !errors.As(err, new(*tournament.Fault)) {
			return errHalted // the request has ended, and the engine has stopped
		}
		return err
	})
}

func (r *processes) close() {
	r.mu.Lock()
	r.closed = true
	var players []tournament.Player
	for _, one := range r.all {
		for _, c := range []*chair{&one.plays, &one.looks} {
			if c.player != nil {
				players = append(players, c.player)
			}
		}
	}
	r.mu.Unlock()
	var group sync.WaitGroup
	for _, p := range players {
		group.Go(p.Close)
	}
	group.Wait()
}
