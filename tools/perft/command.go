package perft

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"time"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lang"
)

// ErrMismatch is wrapped if a count differs from the expected one.
var ErrMismatch error = lang.Errorf("perft.differ")

// Bounds of flags, far above any useful value, so that sizes cannot overflow.
const (
	mostDepth   = 100 // plies, which is how deep a goroutine's stack gets
	mostThreads = 1 << 10
	mostHash    = 1 << (10 + 14*(^uint(0)>>63)) // MiB; less where addresses have 32 bits
)

// request holds the values of the flags.
type request struct {
	depth    int    // -1 for all depths of a file
	maxNodes uint64 // 0 for no limit
	fen      string
	file     string
	options  Options
	divide   bool
	json     bool
	flags    *flag.FlagSet
}

// Command is the command "chuhe perft".
func Command() *command.Command {
	r := &request{depth: 5, options: Options{Threads: min(runtime.GOMAXPROCS(0), mostThreads)}}
	return &command.Command{
		Name: "perft", Flags: r.define, Run: r.run,
	}
}

// define defines the flags.
func (r *request) define(flags *flag.FlagSet) {
	r.flags = flags
	command.Range(flags, &r.depth, "depth", 0, mostDepth, "")
	flags.StringVar(&r.fen, "fen", board.StartFEN, "")
	flags.BoolVar(&r.divide, "divide", false, "")
	command.Range(flags, &r.options.Threads, "threads", 1, mostThreads, "")
	command.Range(flags, &r.options.Hash, "hash", 0, mostHash, "")
	flags.BoolVar(&r.json, "json", false, "")
	flags.StringVar(&r.file, "file", "", "")
	command.Number(flags, &r.maxNodes, "maxnodes", 0, "")
}

// check returns an error about flags that contradict each other.
func (r *request) check() error {
	given := command.Given(r.flags)
	switch {
	case given["file"] && given["fen"]:
		return command.Usage(lang.Errorf("perft.both"))
	case given["maxnodes"] && !given["file"]:
		return command.Usage(lang.Errorf("perft.noFile"))
	case given["file"] && r.file == "":
		return command.Usage(lang.Errorf("usage.noName", "flag", "file"))
	case given["file"] && !given["depth"]:
		r.depth = -1
	}
	return nil
}

// run counts. Its errors are ErrMismatch, [command.ErrInput], or come from ctx or
// writing or the system.
func (r *request) run(ctx context.Context, _ []string, s command.Streams) error {
	if err := r.check(); err != nil {
		return err
	}
	cases, err := r.cases(ctx, s)
	if ctx.Err() != nil { // it may have read half a line
		return ctx.Err()
	}
	if err != nil {
		return command.Input(err)
	}

	meter := command.NewMeter(s)
	defer meter.Close()
	var start time.Time
	r.options.Progress = func(p Progress) {
		spent := time.Since(start).Seconds()
		meter.Show(float64(p.Done)/float64(p.Total), fmt.Sprintf("%.0f Mnps  %.1f s", float64(p.Nodes)/spent/1e6, spent))
	}
	counter, err := New(r.options)
	if err != nil {
		return err
	}
	defer counter.Close()
	report := report{request: r, lang: s.Lang, out: meter.Out}
	for i := range cases {
		c := &cases[i]
		for j := range c.Known {
			known := &c.Known[j]
			if r.skips(known) {
				continue
			}
			start = time.Now()
			tree, err := counter.Count(ctx, &c.Position, known.Depth)
			spent := time.Since(start)
			if errors.Is(err, ErrTooMany) {
				return command.Input(lang.Errorf("perft.atDepth", "depth", known.Depth, "reason", err))
			}
			if err != nil {
				return err
			}
			var mismatch *Mismatch
			if r.file != "" {
				if mismatch, err = counter.Check(ctx, c, known, &tree); err != nil {
					return err
				}
			}
			if err := report.count(c, known, &tree, spent, mismatch); err != nil {
				return report.verdict(err)
			}
		}
	}
	if r.file != "" && report.counts == 0 {
		return command.Input(lang.Errorf("perft.noCount", "file", command.InputNames{r.file}))
	}
	return report.end()
}

// skips reports whether a count of a file is deeper or larger than the flags allow.
func (r *request) skips(k *Known) bool {
	return r.file != "" && (r.depth >= 0 && k.Depth > r.depth || r.maxNodes > 0 && k.Nodes > r.maxNodes)
}

// cases returns the position of the flags, or the positions of the file.
func (r *request) cases(ctx context.Context, s command.Streams) ([]Case, error) {
	if r.file == "" {
		p, err := board.ParseFEN(r.fen)
		if err != nil {
			return nil, command.Usage(formats.Fault{Err: err})
		}
		return []Case{{Position: p, Known: []Known{{Depth: r.depth}}}}, nil
	}
	var cases []Case
	in, err := s.Open(ctx, r.file)
	if err == nil {
		defer in.Close()
		cases, err = ReadSuite(in)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", command.InputName(s.Lang, r.file), command.WithoutPath(err))
	}
	if len(cases) == 0 {
		return nil, lang.Errorf("perft.noPosition", "file", command.InputNames{r.file})
	}
	return cases, nil
}
