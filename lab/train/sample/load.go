package sample

import (
	"cmp"
	"context"
	"slices"

	"chuhe/internal/command"
	"chuhe/internal/ordered"
	"chuhe/lab/record"
	"chuhe/movegen"
)

// Settings say what to load.
type Settings struct {
	// Files of games, loaded in this order.
	Files []string
	// Filter chooses the positions to use.
	record.Filter
	// Repeats admits positions that have occurred before in their game. They say
	// nothing new, and their scores may be scores of a repetition.
	Repeats bool
	// Offshoots is the number of positions to make around each position of a game
	// and to use instead of it; 0 uses the position itself. See offshooter.
	Offshoots int
	// One game in Validation is set aside for validation; 0 for none. Only its start
	// and its moves decide whether a game is, so that it stays on the same side when
	// training continues with other files.
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
	Repeats                                             int // left out although they pass the filter
	Training, Validation                                int // used: plies, or their offshoots
}

// countsOf returns the counts for a number of games whose plies have a tally.
func countsOf(games int, uses *record.Tally, repeats, training, validation int) Counts {
	plies := 0
	for _, n := range uses {
		plies += int(n)
	}
	of := func(use record.Use) int { return int(uses[use]) }
	return Counts{
		Games: games, Plies: plies,
		Early: of(record.Early), NoScore: of(record.Unscored), Decided: of(record.Decided),
		InCheck: of(record.InCheck), Captures: of(record.Capture), Drawish: of(record.Drawish),
		Repeats: repeats, Training: training, Validation: validation,
	}
}

// Set is the loaded data.
type Set struct {
	Training, Validation Pool
	Files                []File
	Counts               Counts
	Repeated             int // games with the start and moves of an earlier one
}

// A thread takes chunkGames games at a time, or as many as have chunkPlies plies: an
// interrupt waits for it.
const (
	chunkGames = 256
	chunkPlies = 1 << 16
)

// chunk is a part of a file on its way from reading to the set.
type chunk struct {
	name   string
	labels bool // whether its games are labelled positions
	first  int  // index of its first game in the file
	games  []record.Game
	plies  int
	// The result.
	training, validation []Sample
	ids                  []uint64 // of the games; see identity
	uses                 record.Tally
	repeats              int
	err                  error
}

// Load reads the files. The result does not depend on the number of threads. Errors
// name the file and the place in it, and are [command.ErrInput] or the error of ctx.
// Giving a file twice is an error, because its games would count twice.
func Load(ctx context.Context, s *Settings) (*Set, error) {
	if err := s.openAll(); err != nil {
		return nil, err
	}
	set := new(Set)
	var readErr error
	chunks := func(yield func(*chunk) bool) { readErr = s.readFiles(set, yield) }
	expand := func(_ context.Context, c *chunk) *chunk {
		c.expand(s)
		return c
	}
	all := collector{set: set, used: map[string]int{}, known: map[uint64]struct{}{}}
	for c := range ordered.Map(ctx, chunks, slices.Repeat([]func(context.Context, *chunk) *chunk{expand}, max(1, s.Threads))...) {
		if c.err != nil {
			return nil, c.err
		}
		all.add(c)
	}
	if err := cmp.Or(ctx.Err(), readErr); err != nil {
		return nil, err
	}
	all.finish()
	return set, nil
}

// collector adds chunks to a set, in order.
type collector struct {
	set   *Set
	games int
	uses  record.Tally
	again int                 // positions left out because they repeat
	used  map[string]int      // positions by file
	known map[uint64]struct{} // identities of games
}

func (all *collector) add(c *chunk) {
	all.set.Training.Append(c.training)
	all.set.Validation.Append(c.validation)
	all.games += len(c.ids)
	all.again += c.repeats
	for use, n := range c.uses {
		all.uses[use] += n
	}
	for _, id := range c.ids {
		if _, there := all.known[id]; there {
			all.set.Repeated++
		}
		all.known[id] = struct{}{}
	}
	all.used[c.name] += len(c.training) + len(c.validation)
}

// finish sets the counts of the set.
func (all *collector) finish() {
	set := all.set
	set.Counts = countsOf(all.games, &all.uses, all.again, set.Training.Len(), set.Validation.Len())
	for i := range set.Files {
		set.Files[i].Used = all.used[set.Files[i].Name]
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
	seen := make(map[uint64]struct{}) // positions of the game
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
		clear(seen)
		for n, ply := range g.Plies {
			if !movegen.IsLegal(&p, ply.Move) {
				c.err = command.Inputf("%s: game %d, ply %d: %v is not legal in %s", c.name, c.first+i+1, n+1, ply.Move, p.FEN())
				return
			}
			if c.labels {
				n += s.MinPly // it is no opening of a game
			}
			use := s.Use(&p, n, ply)
			c.uses[use]++
			_, again := seen[p.Key()]
			seen[p.Key()] = struct{}{}
			first := len(*into)
			switch {
			case use != record.Used:
			case again && !s.Repeats:
				c.repeats++
			case s.Offshoots > 0:
				*into = offshoots.append(*into, &p, g.Result)
			default:
				*into = append(*into, New(&p, ply.Score, g.Result))
			}
			if c.labels { // the result of a label means nothing
				for i := range (*into)[first:] {
					(*into)[first+i].removeResult()
				}
			}
			p.Play(ply.Move)
		}
	}
	c.games = nil
}
