package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"runtime"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/ordered"
	"chuhe/internal/wholefile"
	"chuhe/lab/record"
	"chuhe/lab/selfplay"
	"chuhe/lab/train/sample"
	"chuhe/search"
)

const labelUsage = `usage: go run ./lab/train label -data FILE,... -out FILE [flags]

Draws positions at random from recorded games and from around them, gives each a
score by a search, and writes them to a file to train with: as labels to learn from
(-data) or as a yardstick (-yardstick). Positions whose best move is a capture, and
others that the filters leave out, are replaced; where there are no more, the file has
fewer than -positions. The same command gives the same file, byte for byte, whatever
-threads.

Finished work is kept in OUT.part until the file is complete: the same command
continues after an interrupt or a kill. The exit status is that of training.

`

// labelling is a request for labelled positions.
type labelling struct {
	data       sample.Settings
	out        string
	positions  int
	off        float64 // share of them that are offshoots
	held       bool    // take them from the games set aside for validation
	search     selfplay.Settings
	evalFile   string
	evaluation eval.Evaluation
}

// labelCommand is the command "train label".
func labelCommand() *command.Command {
	l := &labelling{data: sample.DefaultSettings(), search: selfplay.DefaultSettings()}
	l.search.Threads = runtime.GOMAXPROCS(0)
	return &command.Command{
		Name: "label", Summary: "score positions of games, and others around them, by a search", Help: labelUsage,
		Flags: func(flags *flag.FlagSet) {
			dataFlags(flags, &l.data)
			flags.StringVar(&l.out, "out", "", "`file` to write")
			command.Range(flags, &l.positions, "positions", 1, 1<<30, "`positions` to label")
			command.Range(flags, &l.off, "off", 0, 1, "`share` of the positions that are one or two random moves off the games")
			flags.BoolVar(&l.held, "held", false, "take the positions from the games that training sets aside for validation, instead of the others")
			command.Range(flags, &l.data.Validation, "validation", 2, 1<<30, "one game in `n` is set aside for validation")
			command.Number(flags, &l.data.Seed, "seed", 1, "`number` that decides everything random")
			command.Range(flags, &l.search.Nodes, "nodes", 1, selfplay.MaxNodes, "`nodes` after which a search starts no new iteration")
			command.Range(flags, &l.search.Hash, "hash", 1, selfplay.MaxHash, "size of each thread's transposition table in `MiB`")
			command.Range(flags, &l.search.Threads, "threads", 1, 1024, "number of `threads`")
			flags.StringVar(&l.evalFile, "evalfile", evals.Embedded, evals.FlagUsage)
		},
		Run: func(ctx context.Context, _ []string, s command.Streams) error {
			if err := l.check(); err != nil {
				return err
			}
			return announce(s.Err, l.run(ctx, s))
		},
	}
}

// check opens and checks what the flags name.
func (l *labelling) check() (err error) {
	switch {
	case len(l.data.Files) == 0:
		return errNoData
	case l.out == "":
		return command.Usagef("no -out, want the name of a file")
	case l.out == "-":
		return command.Usagef("-out is -, want the name of a file: positions cannot go to a stream")
	case l.positions == 0:
		return command.Usagef("no -positions, want a number")
	}
	if err := l.search.CheckMemory(); err != nil {
		return err
	}
	if l.evaluation, err = evals.Open(l.evalFile); err != nil {
		return command.Inputf("-evalfile: %w", err)
	}
	switch _, err := os.Lstat(l.out); {
	case err == nil:
		return command.Inputf("-out %s exists; give another name, or remove it", l.out)
	case !errors.Is(err, fs.ErrNotExist):
		return command.Inputf("-out: %w", err)
	}
	return writable(l.out)
}

// run labels the positions and writes the file.
func (l *labelling) run(ctx context.Context, s command.Streams) error {
	signature, err := search.Signature()
	if err != nil {
		return err
	}
	l.data.Threads = l.search.Threads
	off := int(math.Round(l.off * float64(l.positions)))
	all := newLabelSet()
	onGames := 0 // of the positions
	var files []sample.File
	var done *labels
	for offshoots, n := range [2]int{l.positions - off, off} {
		if n == 0 {
			continue
		}
		data := l.data
		data.Offshoots = offshoots
		set, err := sample.Load(ctx, &data)
		if err != nil {
			return loading(err)
		}
		pool := &set.Training
		if l.held {
			pool = &set.Validation
		}
		if done == nil {
			if pool.Len() < n {
				return command.Inputf("%d positions to draw from, want at least %d", pool.Len(), n)
			}
			printFaults(s.Err, set)
			files = set.Files
			if done, err = l.openJournal(l.text(signature, l.positions, off, files)); err != nil {
				return err
			}
			defer done.Close()
			l.printJournal(done, s)
		}
		if err := l.label(ctx, pool, n, all, done, s.Out); err != nil {
			return err
		}
		if offshoots == 0 {
			onGames = len(all.games)
		}
	}
	switch n := len(all.games); {
	case n == 0:
		return command.Inputf("no position passes the filters, want some to label")
	case n < l.positions: // the work is not lost
		warn(s.Err, "only %d different positions pass the filters, fewer than the %d of -positions", n, l.positions)
	}
	off = len(all.games) - onGames
	if err := l.save(l.text(signature, len(all.games), off, files), all.games); err != nil {
		return err
	}
	if err := done.Remove(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(s.Out, "wrote %s: %d positions, %d of them off the games\n", l.out, len(all.games), off)
	return err
}

// save writes the file, with the text of its header and its positions.
func (l *labelling) save(text string, games []record.Game) error {
	if err := wholefile.Sweep(l.out); err != nil {
		return err
	}
	return wholefile.Save(l.out, false, func(w io.Writer) error {
		out, err := record.NewWriter(w, text)
		if err != nil {
			return err
		}
		for i := range games {
			if err := out.Write(&games[i]); err != nil {
				return err
			}
			if out.Games() == record.BlockGames {
				if err := out.Flush(); err != nil {
					return err
				}
			}
		}
		return out.Flush()
	})
}

// journal returns the name of the file that keeps unfinished work.
func (l *labelling) journal() string { return l.out + ".part" }

// openJournal opens the journal of a labelling run with this text of its header. What else
// decides the positions is in the text of the journal.
func (l *labelling) openJournal(text string) (*labels, error) {
	text += fmt.Sprintf("filter %+v\nrepeats %t\nvalidation %d\n", l.data.Filter, l.data.Repeats, l.data.Validation)
	return openJournal(l.journal(), text)
}

// printJournal says what the journal of an earlier run has.
func (l *labelling) printJournal(j *labels, s command.Streams) {
	all := newLabelSet()
	for _, chunk := range j.saved {
		all.add(chunk)
	}
	if n := len(all.games); n > 0 {
		fmt.Fprintf(s.Out, "%s: continuing with %d labelled positions\n", l.journal(), n)
	}
}

// heldLine returns the line of a header that says if the positions come from the games set
// aside for validation.
func heldLine(held bool) string { return fmt.Sprintf("\nheld %t\n", held) }

// text returns the text of the header of a file with a number of positions, some of them
// off the games.
func (l *labelling) text(signature string, positions, off int, files []sample.File) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s\nevaluator %s\nsearch %s\nseed %d\nnodes %d\nhash %d\npositions %d\noff %d%s",
		record.LabelledBy, l.evaluation.Name(), signature, l.data.Seed, l.search.Nodes, l.search.Hash, positions, off, heldLine(l.held))
	for _, f := range files {
		fmt.Fprintf(&text, "from %s %s\n", f.SHA256, plainName(f.Name))
	}
	return text.String()
}

// labelChunk is the number of positions between which an engine remembers what it
// has searched.
const labelChunk = 64

// labelSet collects labelled positions, each once, until there are enough.
type labelSet struct {
	games []record.Game
	known map[uint64]struct{} // keys of the positions
	want  int
}

func newLabelSet() *labelSet { return &labelSet{known: make(map[uint64]struct{})} }

// add keeps the new positions of a chunk, and reports whether there are enough.
func (s *labelSet) add(chunk []record.Game) (enough bool) {
	for _, g := range chunk {
		if _, there := s.known[g.Start.Key()]; there {
			continue
		}
		s.known[g.Start.Key()] = struct{}{}
		if s.games = append(s.games, g); len(s.games) == s.want {
			return true
		}
	}
	return false
}

// label adds n labelled positions of a pool in random order, or all that pass the filters.
// It takes the chunks of the journal first, and adds the others to it.
func (l *labelling) label(ctx context.Context, pool *sample.Pool, n int, all *labelSet, done *labels, out io.Writer) error {
	all.want = len(all.games) + n
	begin := 0
	for ; begin < pool.Len(); begin += labelChunk { // the next chunks may be of another pool
		chunk, ok := done.take()
		if !ok {
			break
		}
		if all.add(chunk) {
			return nil
		}
	}
	there := len(all.games)
	workers, free, err := l.workers(pool)
	if err != nil {
		return err
	}
	defer free()
	firsts := func(yield func(int) bool) {
		for first := begin; first < pool.Len() && yield(first); first += labelChunk {
		}
	}
	start, shown := time.Now(), time.Now()
	for c := range ordered.Map(ctx, firsts, workers...) {
		if c.err != nil {
			return c.err
		}
		if err := done.add(c.games); err != nil {
			return err
		}
		if all.add(c.games) {
			return nil
		}
		if now := time.Now(); now.Sub(shown) > 10*time.Second {
			shown = now
			fmt.Fprintf(out, "%d of %d positions, %.0f/s\n", len(all.games), l.positions, float64(len(all.games)-there)/now.Sub(start).Seconds())
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("stopped after %d of %d positions; the same command continues: %w", len(all.games), l.positions, err)
	}
	return nil
}

// labelledChunk is the result for a chunk of positions.
type labelledChunk struct {
	games []record.Game
	err   error
}

// workers returns functions that label the chunk of a pool that begins at a place of its
// random order, one for each thread, and one that frees their engines.
func (l *labelling) workers(pool *sample.Pool) (workers []func(context.Context, int) labelledChunk, free func(), err error) {
	order := sample.NewShuffle(pool.Len(), l.data.Seed)
	var engines []*search.Engine
	free = func() {
		for _, engine := range engines {
			engine.Close()
		}
	}
	for range l.search.Threads {
		engine, err := l.search.NewEngine(l.evaluation)
		if err != nil {
			free()
			return nil, nil, err
		}
		engines = append(engines, engine)
		workers = append(workers, func(ctx context.Context, first int) (c labelledChunk) {
			engine.Clear()
			for i := first; i < min(first+labelChunk, pool.Len()) && c.err == nil; i++ {
				c.games, c.err = l.score(ctx, engine, pool.At(order.At(i)), c.games)
			}
			return c
		})
	}
	return workers, free, nil
}

// score appends the position of a sample with its label, if it passes the filters
// and has a legal move.
func (l *labelling) score(ctx context.Context, engine *search.Engine, s *sample.Sample, games []record.Game) ([]record.Game, error) {
	p, err := s.Position()
	if err != nil {
		return games, err
	}
	r := engine.Search(ctx, board.NewLine(p), search.Limits{SoftNodes: l.search.Nodes}, nil)
	if err := ctx.Err(); err != nil {
		return games, err
	}
	ply := record.Ply{Move: r.Best, Score: int16(r.Score)}
	if r.Best == board.NoMove || l.data.Use(&p, l.data.MinPly, ply) != record.Used {
		return games, nil
	}
	return append(games, record.Game{Start: p, Plies: []record.Ply{ply}, Result: board.Draw}), nil
}
