package annotate

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/game/pgn"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/search"
)

const help = `usage: chuhe annotate [flags] FILE...

Searches every position of the games in FILE, any format that can be read, and says
where they were lost: inaccuracies ?!, mistakes ?, blunders ??, better lines, missed
mates, lost pieces. - is the standard input.

The tag Rules of a game names its set of rules; -rules overrides it.

-to text prints a summary, -to html makes a page that needs nothing else, -to pgn adds
comments, signs, evaluations and variations to the games. Without -to the end of the
name after -out decides.

With -out the searches are kept in NAME.annotate until NAME is written. The same
command continues after an interruption. An existing NAME is only replaced with -force.
With -nodes and one thread the result is always the same.

`

// Kinds of output.
const (
	toText = "text"
	toHTML = "html"
	toPGN  = "pgn"
)

// defaultTime is the time for a position if no limit is given.
const defaultTime = time.Second

// request is what the flags ask for.
type request struct {
	Settings
	set      rules.Set
	setGiven bool // -rules was given
	lang     words.Lang
	style    notation.Style
	to, out  string
	force    bool
	evalName string
	eval     eval.Evaluation
}

// Command is the command "chuhe annotate".
func Command() *command.Command {
	var r *request
	var set, lang, style string
	var flags *flag.FlagSet
	return &command.Command{
		Name: "annotate", Summary: "search the positions of games and say where they were lost", Help: help,
		Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			r = &request{Settings: Settings{MultiPV: 2, Threads: 1, Hash: search.DefaultHash, MoveLimit: rules.OwnLimit}}
			f.Func("time", "`time` for each position, in seconds or such as 200ms (default 1s unless -nodes or -depth is given)", r.parseTime)
			command.Number(f, &r.Nodes, "nodes", 0, "`nodes` for each position")
			command.Range(f, &r.Depth, "depth", 0, eval.MaxPly-1, "`plies` to search each position")
			command.Range(f, &r.MultiPV, "multipv", 1, search.MaxMultiPV, "`number` of moves to compare in each position; with 1, good moves are not found")
			command.Range(f, &r.Threads, "threads", 1, search.MaxThreads, "`number` of threads")
			command.Range(f, &r.Hash, "hash", search.MinHash, search.MaxHash, "size of the transposition table in `MiB`")
			f.StringVar(&r.Order, "order", OrderGame, "`order` of the searches in a game: game, or back, from the end, which is more exact at equal nodes")
			f.StringVar(&set, "rules", rules.Computer.String(), "`set` of rules: "+rules.SetNames())
			command.Range(f, &r.MoveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "natural move limit in `plies` without a capture, 0 for none, -1 for that of the rules")
			f.StringVar(&r.to, "to", "", "`kind` of output: text, html or pgn (default text)")
			f.StringVar(&lang, "lang", "en", "`language`: en or zh")
			f.StringVar(&style, "notation", "", "`notation` of the moves: "+notation.Names()+" (default wxf in English, chinese in Chinese)")
			f.StringVar(&r.out, "out", "", "`file` to write; without it, the standard output")
			f.BoolVar(&r.force, "force", false, "replace an existing file")
			f.StringVar(&r.evalName, "evalfile", evals.Embedded, evals.FlagUsage)
		},
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			r.setGiven = command.Given(flags)["rules"]
			if err := r.finish(set, lang, style); err != nil {
				return err
			}
			if len(args) == 0 {
				return command.Usagef("no file, want one or more, or -")
			}
			return r.run(ctx, args, s)
		},
	}
}

// parseTime reads a time such as 0.2 or 200ms.
func (r *request) parseTime(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil {
		seconds, wrong := strconv.ParseFloat(text, 64)
		if wrong != nil {
			return errors.New("want seconds, or a time such as 200ms")
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d < time.Millisecond || d > 24*time.Hour {
		return errors.New("want a time from 1ms to 24h")
	}
	r.Time = d
	return nil
}

// finish reads the words among the flags.
func (r *request) finish(set, lang, style string) (err error) {
	if r.Time == 0 && r.Nodes == 0 && r.Depth == 0 {
		r.Time = defaultTime
	}
	if r.set, err = rules.ParseSet(set); err != nil {
		return command.Usage(err)
	}
	r.Rules = r.set.String()
	if r.lang, err = words.ParseLang(lang); err != nil {
		return command.Usage(err)
	}
	r.style = notation.WXF
	if r.lang == words.ZH {
		r.style = notation.Chinese
	}
	if style != "" {
		if r.style, err = notation.ParseStyle(style); err != nil {
			return command.Usage(err)
		}
	}
	if r.Order != OrderGame && r.Order != OrderBack {
		return command.Usagef("-order %q: want game or back", r.Order)
	}
	if r.to == "" {
		r.to = kindOf(r.out)
	}
	if r.to != toText && r.to != toHTML && r.to != toPGN {
		return command.Usagef("-to %q: want text, html or pgn", r.to)
	}
	if r.eval, err = evals.Open(r.evalName); err != nil {
		return command.Input(fmt.Errorf("-evalfile: %w", err))
	}
	r.EvalFile = r.eval.Name()
	return nil
}

// kindOf returns the kind of output that the name of a file asks for.
func kindOf(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".html", ".htm":
		return toHTML
	case ".pgn":
		return toPGN
	}
	return toText
}

// run annotates the games of files.
func (r *request) run(ctx context.Context, files []string, s command.Streams) (err error) {
	if err := r.free(); err != nil {
		return err
	}
	var games []input
	bad := 0
	for _, name := range files {
		found, faults, err := readFile(name, s.Input(ctx))
		if err != nil {
			return command.Input(err)
		}
		for _, fault := range faults {
			fmt.Fprintln(s.Err, command.Printable("chuhe annotate: "+fault.Error()))
		}
		for i := range found {
			g := &found[i]
			g.set = r.setOf(g.game)
			if g.fault != nil && r.out != "" { // the output says so too
				fmt.Fprintln(s.Err, command.Printable(fmt.Sprintf("chuhe annotate: %s: annotated up to a fault: %v", name, g.fault)))
			}
		}
		games, bad = append(games, found...), bad+len(faults)
	}
	if len(games) == 0 {
		return command.Inputf("%w in %s", errNoGame, strings.Join(files, ", "))
	}
	reports, err := r.analyse(ctx, games, files, s)
	if err != nil {
		return err
	}
	if err := r.write(s.Out, reports); err != nil {
		return err
	}
	if bad > 0 {
		return command.Inputf("%d of %d games could not be read", bad, bad+len(games))
	}
	return nil
}

// analyse analyses the games of files. It keeps what it finds in the journal, if there
// is an output to which one belongs.
func (r *request) analyse(ctx context.Context, games []input, files []string, s command.Streams) (reports []*report, err error) {
	engine, err := r.engine()
	if err != nil {
		return nil, command.Input(err)
	}
	defer engine.Close()
	a := r.analyser(engine)
	searches := 0 // to be made, those of doubtful moves apart
	for _, g := range games {
		searches += len(g.game.Moves()) + 1
	}
	kept := ""
	if r.journals() {
		j, err := openJournal(r.out+journalExt, journalHead{Settings: r.Settings, Games: digest(games, r.set), Files: files})
		if err != nil {
			return nil, err
		}
		// The journal goes when the output is there.
		defer func() { err = errors.Join(err, j.Close()) }()
		if err := wholefile.Sweep(r.out); err != nil { // nobody else writes it, since the journal is ours
			return nil, err
		}
		a.save, a.saved = j.save, j.saved
		kept = "; the same command continues"
		if n := j.positions(); n > 0 {
			fmt.Fprintf(s.Err, "chuhe annotate: %d of %d positions are done, continuing\n", n, searches)
		}
	}
	meter := command.NewMeter(s)
	defer meter.Close()
	done := 0
	a.progress = func(ply int) {
		at := done + ply
		if r.Order == OrderBack {
			at = done + len(games[a.number].game.Moves()) - ply
		}
		meter.Show(float64(at)/float64(searches), fmt.Sprintf(" game %d of %d, position %d of %d", a.number+1, len(games), ply+1, len(games[a.number].game.Moves())+1))
	}
	for i, g := range games {
		played, err := g.game.Replay()
		if err != nil {
			return nil, err
		}
		if err := r.play(engine, g.set); err != nil {
			return nil, err
		}
		a.number, a.Rules = i, r.rules(g.set)
		analysis, err := a.Analyse(ctx, played)
		if err != nil {
			if ctx.Err() != nil {
				return nil, fmt.Errorf("stopped in game %d of %d%s: %w", i+1, len(games), kept, err)
			}
			return nil, err
		}
		done += len(g.game.Moves()) + 1
		next := &report{Review: NewReview(analysis, g.game.Result), game: g.game, lang: r.lang, style: r.style}
		if g.fault != nil {
			next.fault = command.Printable(formats.Explain(r.lang, g.fault))
		}
		reports = append(reports, next)
	}
	return reports, nil
}

// engine returns an engine with the settings of the request.
func (r *request) engine() (*search.Engine, error) {
	o := search.DefaultOptions()
	o.Hash, o.Threads, o.MultiPV = r.Hash, r.Threads, r.MultiPV
	o.MoveOverhead = 0
	o.Rules = r.rules(r.set)
	o.Evaluation = r.eval
	return search.New(o)
}

// setOf returns the set of rules of a game: that of the flag, if it was given, or of the
// game's own tag, if it names one.
func (r *request) setOf(g *game.Game) rules.Set {
	if !r.setGiven {
		if set, err := rules.ParseSet(g.Tag(game.TagRules)); err == nil {
			return set
		}
	}
	return r.set
}

func (r *request) rules(set rules.Set) rules.Options {
	return rules.Options{Set: set, MoveLimit: r.MoveLimit}
}

// play makes an engine ready for another game.
func (r *request) play(e *search.Engine, set rules.Set) error {
	o := e.Options()
	o.Rules = r.rules(set)
	if err := e.SetOptions(o); err != nil {
		return err
	}
	e.Clear()
	return nil
}

// analyser returns an analyser that keeps nothing.
func (r *request) analyser(e *search.Engine) *Analyser {
	return &Analyser{
		Search: EngineSearch(e), MultiPV: r.MultiPV, Rules: r.rules(r.set), Back: r.Order == OrderBack,
		Limits: search.Limits{Depth: r.Depth, Nodes: r.Nodes, MoveTime: r.Time},
	}
}

// write writes the output, and removes the journal when a file is complete.
func (r *request) write(out io.Writer, reports []*report) error {
	if r.out == "" {
		return r.writeTo(out, reports)
	}
	if err := r.free(); err != nil { // the work may have taken long
		return err
	}
	if err := wholefile.Save(r.out, r.force, func(w io.Writer) error { return r.writeTo(w, reports) }); err != nil {
		return command.Input(err)
	}
	if !r.journals() {
		return nil
	}
	return os.Remove(r.out + journalExt)
}

// free returns an error if the file to write exists and may not be replaced.
func (r *request) free() error {
	if r.out == "" || r.force || wholefile.Special(r.out) {
		return nil
	}
	if _, err := os.Lstat(r.out); err == nil {
		return command.Inputf("%s exists; -force replaces it", r.out)
	}
	return nil
}

// journals reports whether there is an output to which a journal belongs.
func (r *request) journals() bool { return r.out != "" && !wholefile.Special(r.out) }

func (r *request) writeTo(w io.Writer, reports []*report) error {
	if r.to == toHTML {
		return writePage(w, reports, r.lang)
	}
	for i, report := range reports {
		switch {
		case r.to == toPGN:
			report.write(report.game, r.lang, report.fault)
			if _, err := pgn.Format.Write(w, report.game, game.WriteOptions{Notation: r.style}); err != nil {
				return err
			}
			continue
		case i > 0:
			fmt.Fprintln(w)
		}
		if len(reports) > 1 {
			fmt.Fprintf(w, languages[r.lang].say("Game %d of %d")+"\n", i+1, len(reports))
		}
		if err := report.summary(w); err != nil {
			return err
		}
	}
	return nil
}
