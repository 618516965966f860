package sample

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"chuhe/internal/command"
	"chuhe/movegen"
	"chuhe/selfplay/record"
)

// Settings say what to load.
type Settings struct {
	// Files of games, loaded in this order.
	Files []string
	// Filter chooses the positions to use.
	record.Filter
	// Offshoots is the number of positions to make around each position of a game
	// and to use instead of it; 0 uses the position itself. See offshooter.
	Offshoots int
	// One game in Validation is set aside for validation; 0 for none. Only its start
	// and its moves decide whether a game is, so that it stays on the same side when
	// a training continues with other files.
	Validation int
	// Seed decides the offshoots.
	Seed uint64
	// SkipDamaged skips damaged blocks.
	SkipDamaged bool
	// Threads is the number of threads. It does not change the result.
	Threads int `json:"-"`
}

// DefaultSettings returns settings with record.DefaultFilter that set one game in
// 50 aside.
func DefaultSettings() Settings {
	return Settings{Filter: record.DefaultFilter(), Validation: 50, Threads: 1}
}

// File describes a loaded file.
type File struct {
	Name   string
	SHA256 string
	Text   string // its header
	Games  int
	Plies  int
	Used   int      // positions that passed the filters, or their offshoots
	Faults []string // damaged blocks that were skipped
}

// Counts says what happened to the plies of all games.
type Counts struct {
	Games, Plies                                        int
	Early, NoScore, Decided, InCheck, Captures, Drawish int // left out, by the first reason that applied
	Training, Validation                                int // used: plies, or their offshoots
}

// countsOf returns the counts for a number of games whose plies have a tally.
func countsOf(games int, uses *record.Tally, training, validation int) Counts {
	plies := 0
	for _, n := range uses {
		plies += int(n)
	}
	of := func(use record.Use) int { return int(uses[use]) }
	return Counts{
		Games: games, Plies: plies,
		Early: of(record.Early), NoScore: of(record.Unscored), Decided: of(record.Decided),
		InCheck: of(record.InCheck), Captures: of(record.Capture), Drawish: of(record.Drawish),
		Training: training, Validation: validation,
	}
}

// Set is the loaded data.
type Set struct {
	Training, Validation Pool
	Files                []File
	Counts               Counts
	Repeated             int // games with the start and moves of an earlier one
}

// chunkGames is the number of games that a thread takes at a time.
const chunkGames = 256

// chunk is a part of a file on its way from reading to the set.
type chunk struct {
	name  string
	first int // index of its first game in the file
	games []record.Game
	done  chan struct{}
	// The result.
	training, validation []Sample
	ids                  []uint64 // of the games; see identity
	uses                 record.Tally
	err                  error
}

// Load reads the files. The result does not depend on the number of threads. Errors
// name the file and the place in it, and are [command.ErrInput] or the error of ctx. Giving
// a file twice is an error, because its games would count twice.
func Load(ctx context.Context, s *Settings) (*Set, error) {
	if err := s.openAll(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	work := make(chan *chunk)
	ordered := make(chan *chunk, 4*max(1, s.Threads))
	set := new(Set)
	var readErr error
	var wait sync.WaitGroup
	wait.Go(func() {
		defer close(ordered)
		defer close(work)
		readErr = s.readFiles(ctx, set, work, ordered)
	})
	for range max(1, s.Threads) {
		wait.Go(func() {
			for c := range work {
				c.expand(s)
				close(c.done)
			}
		})
	}
	games := 0
	var uses record.Tally
	used := map[string]int{}
	known := map[uint64]struct{}{} // identities of games
	var err error
	for c := range ordered {
		if err != nil {
			continue
		}
		select {
		case <-c.done:
		case <-ctx.Done():
			err = ctx.Err()
			continue
		}
		if err = c.err; err != nil {
			cancel()
			continue
		}
		set.Training.Append(c.training)
		set.Validation.Append(c.validation)
		games += len(c.ids)
		for use, n := range c.uses {
			uses[use] += n
		}
		for _, id := range c.ids {
			if _, there := known[id]; there {
				set.Repeated++
			}
			known[id] = struct{}{}
		}
		used[c.name] += len(c.training) + len(c.validation)
	}
	wait.Wait()
	if err == nil {
		err = readErr
	}
	if err != nil {
		return nil, err
	}
	set.Counts = countsOf(games, &uses, set.Training.Len(), set.Validation.Len())
	for i := range set.Files {
		set.Files[i].Used = used[set.Files[i].Name]
	}
	return set, nil
}

// openAll finds unusable files before the long work starts.
func (s *Settings) openAll() error {
	var infos []os.FileInfo
	for i, name := range s.Files {
		info, err := open(name)
		if err != nil {
			return err
		}
		for k, other := range infos {
			if os.SameFile(info, other) {
				return command.Inputf("%s and %s are the same file", s.Files[k], s.Files[i])
			}
		}
		infos = append(infos, info)
	}
	return nil
}

// open checks the header of a file.
func open(name string) (os.FileInfo, error) {
	info, err := os.Stat(name) // before opening it: opening a pipe waits for the other end
	if err != nil {
		return nil, command.Input(err)
	}
	if !info.Mode().IsRegular() {
		return nil, command.Inputf("%s: not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	defer f.Close()
	if _, err := record.NewReader(bufio.NewReader(f)); err != nil {
		return nil, command.Inputf("%s: %w", name, err)
	}
	return info, nil
}

func (s *Settings) readFiles(ctx context.Context, set *Set, work, ordered chan<- *chunk) error {
	for _, name := range s.Files {
		file, err := s.readFile(ctx, name, work, ordered)
		if err != nil {
			return err
		}
		for i := range set.Files {
			if set.Files[i].SHA256 == file.SHA256 {
				return command.Inputf("%s and %s hold the same bytes", set.Files[i].Name, name)
			}
		}
		set.Files = append(set.Files, *file)
	}
	return nil
}

// readFile hands the games of a file to the threads.
func (s *Settings) readFile(ctx context.Context, name string, work, ordered chan<- *chunk) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	r, err := record.NewReader(io.TeeReader(bufio.NewReaderSize(f, 1<<20), sum))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file := &File{Name: name, Text: r.Text()}
	var c *chunk
	send := func() error {
		if c == nil {
			return nil
		}
		for _, to := range []chan<- *chunk{work, ordered} {
			select {
			case to <- c:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		c = nil
		return nil
	}
	for {
		if c == nil {
			c = &chunk{name: name, first: file.Games, done: make(chan struct{})}
		}
		var g record.Game
		err := r.Next(&g)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			if len(c.games) > 0 {
				if err := send(); err != nil {
					return nil, err
				}
			}
			file.SHA256 = hex.EncodeToString(sum.Sum(nil))
			return file, nil
		case errors.As(err, &damage) && (s.SkipDamaged || damage.Cut):
			// A file that ends within a block is still being written.
			file.Faults = append(file.Faults, damage.Error())
			continue
		case err != nil:
			return nil, command.Inputf("%s: %w", name, err)
		}
		c.games = append(c.games, g)
		file.Games++
		file.Plies += len(g.Plies)
		if len(c.games) == chunkGames {
			if err := send(); err != nil {
				return nil, err
			}
		}
	}
}

// identity returns a hash of the start and the moves of a game.
func identity(g *record.Game) uint64 {
	h := g.Start.Key()
	for _, ply := range g.Plies {
		h = Mix(h, uint64(ply.Move))
	}
	return h
}

// expand makes samples of the games of a chunk.
func (c *chunk) expand(s *Settings) {
	offshoots := newOffshooter(s)
	for i := range c.games {
		g := &c.games[i]
		into := &c.training
		id := identity(g)
		c.ids = append(c.ids, id)
		if s.Validation > 0 && id%uint64(s.Validation) == 0 {
			into = &c.validation
		}
		p := g.Start
		offshoots.begin(id)
		for n, ply := range g.Plies {
			if !movegen.IsLegal(&p, ply.Move) {
				c.err = command.Inputf("%s: game %d, ply %d: %v is not legal in %s", c.name, c.first+i+1, n+1, ply.Move, p.FEN())
				return
			}
			use := s.Use(&p, n, ply)
			c.uses[use]++
			switch {
			case use != record.Used:
			case s.Offshoots > 0:
				*into = offshoots.append(*into, &p, g.Result)
			default:
				*into = append(*into, New(&p, ply.Score, g.Result))
			}
			p.Play(ply.Move)
		}
	}
	c.games = nil
}
