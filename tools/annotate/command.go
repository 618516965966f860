package annotate

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	"chuhe/internal/unit"
	"chuhe/internal/wholefile"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/search"
	"chuhe/tools/source"
)

// Kinds of output.
const (
	toText = "text"
	toHTML = "html"
	toPGN  = "pgn"
)

// defaultTime is the time for a position if no limit is given.
const defaultTime = time.Second

// request holds the values of the flags.
type request struct {
	Settings
	set     rules.Set
	given   map[string]bool // the flags that were
	lang    lang.Lang
	style   notation.Style
	to, out string
	force   bool
	// concurrency is the number of games that are analysed at a time, 0 for as many as
	// keep all cores busy.
	concurrency int
	units       unit.Flags
	evalName    string
	eval        eval.Evaluation
	// changed counts the characters that the output cannot hold, changedIn the games that have some.
	changed, changedIn int
}

// Command is the command "chuhe annotate".
func Command() *command.Command { return Over(nil) }

// Over is the command with its games searched by a carrier, nil for this process.
func Over(carrier unit.Carrier) *command.Command {
	var r *request
	var set, style string
	var flags *flag.FlagSet
	return &command.Command{
		Name:     "annotate",
		Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			r = &request{Settings: Settings{MultiPV: 2, Threads: 1, Hash: search.DefaultHash, MoveLimit: rules.OwnLimit}, units: unit.Flags{Over: carrier}}
			r.units.Define(f)
			f.Func("time", "", r.parseTime)
			command.Number(f, &r.Nodes, "nodes", 0, "")
			command.Range(f, &r.Depth, "depth", 0, eval.MaxPly-1, "")
			command.Range(f, &r.MultiPV, "multipv", 1, search.MaxMultiPV, "")
			command.Range(f, &r.Threads, "threads", 1, search.MaxThreads, "")
			command.Range(f, &r.Hash, "hash", search.MinHash, search.MaxHash, "")
			if carrier == nil {
				command.Range(f, &r.concurrency, "concurrency", 0, maxConcurrency, "")
			}
			f.StringVar(&r.Order, "order", OrderGame, "")
			f.StringVar(&set, "rules", rules.Computer.String(), rules.SetNames())
			command.Range(f, &r.MoveLimit, "movelimit", rules.OwnLimit, rules.MaxLimit, "")
			f.StringVar(&r.to, "to", "", "")
			f.StringVar(&style, "notation", "", notation.Names())
			f.StringVar(&r.out, "out", "", "")
			f.BoolVar(&r.force, "force", false, "")
			f.StringVar(&r.evalName, "evalfile", evals.Embedded, "")
		},
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			r.lang = s.Lang
			r.given = command.Given(flags)
			if err := r.finish(set, style); err != nil {
				return err
			}
			if len(args) == 0 {
				return command.Usage(lang.Errorf("error.noFile"))
			}
			if err := command.Twice(args); err != nil {
				return err
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
			return lang.Errorf("annotate.time")
		}
		d = time.Duration(seconds * float64(time.Second))
	}
	if d < time.Millisecond || d > 24*time.Hour {
		return lang.Errorf("annotate.timeRange")
	}
	r.Time = d
	return nil
}

// finish reads the words among the flags.
func (r *request) finish(set, style string) (err error) {
	if err := command.NoStream("out", r.out); err != nil {
		return err
	}
	if r.Time == 0 && r.Nodes == 0 && r.Depth == 0 {
		r.Time = defaultTime
	}
	if r.set, err = words.ParseSet(set); err != nil {
		return command.Usage(err)
	}
	r.Rules = r.set.String()
	if style == "" {
		style = r.lang.Say("language.notation")
	}
	if r.style, err = notation.ParseStyle(style); err != nil {
		return command.Usage(err)
	}
	if r.Order != OrderGame && r.Order != OrderBack {
		return command.Usage(lang.Errorf("annotate.order", "order", strconv.Quote(r.Order)))
	}
	if r.to == "" {
		r.to = kindOf(r.out)
		if named := formats.OfName(r.out); named != nil && r.to == toText {
			return command.Usage(lang.Errorf("annotate.otherName", "file", r.out, "named", named.Name))
		}
	}
	if r.to != toText && r.to != toHTML && r.to != toPGN {
		return command.Usage(lang.Errorf("annotate.to", "to", strconv.Quote(r.to)))
	}
	if err := r.units.Check(); err != nil {
		return err
	}
	if r.units.Given() && r.out == "" && r.units.Over == nil {
		return command.Usage(lang.Errorf("error.noOut"))
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
	if err := command.InFolder(r.out); err != nil {
		return err
	}
	if err := r.free(); err != nil {
		return err
	}
	var games []input
	bad := 0
	for _, name := range files {
		found, faults, err := readFile(ctx, s, name)
		if err != nil {
			return command.Input(err)
		}
		for _, fault := range faults {
			s.Remark("chuhe annotate", formats.Explain(r.lang, fault))
		}
		var doubts game.Doubts
		whole := len(faults) == 0
		for i := range found {
			g := &found[i]
			doubts.Add(g.game)
			g.rules = r.rulesOf(g.game)
			whole = whole && g.fault == nil && len(g.game.Warnings) == 0
			if g.fault != nil && r.out != "" { // the output says so too
				s.Remark("chuhe annotate", r.lang.Say("annotate.upTo", "file", command.InputName(r.lang, name), "fault", formats.Explain(r.lang, g.fault)))
			}
		}
		source.Warn(s, "chuhe annotate", name, doubts)
		if !whole && r.replaces(name, s.In) { // what is left out of it would be lost
			return command.Input(lang.Errorf("annotate.kept", "file", r.out))
		}
		games, bad = append(games, found...), bad+len(faults)
	}
	if len(games) == 0 {
		return command.Input(lang.Errorf("error.noGameIn", "files", command.InputNames(files)))
	}
	if err := r.annotate(ctx, games, files, s); err != nil {
		return err
	}
	if r.changed > 0 {
		s.Remark("chuhe annotate", r.lang.Say("convert.lost",
			"what", r.lang.Say("page.lost-"+game.LostCharacters), "n", r.changed, "games", r.lang.Count("games", r.changedIn)))
	}
	if bad > 0 {
		return command.Input(lang.Errorf("annotate.unread", "bad", bad, "games", bad+len(games)))
	}
	return nil
}

// options returns those of an engine with the settings of the request.
func (r *request) options() search.Options {
	o := search.DefaultOptions()
	o.Hash, o.Threads, o.MultiPV = r.Hash, r.Threads, r.MultiPV
	o.MoveOverhead = 0
	o.Rules = r.rules()
	o.Evaluation = r.eval
	return o
}

// engine returns an engine with the settings of the request.
func (r *request) engine() (*search.Engine, error) { return search.New(r.options()) }

// rules returns the rules that the flags name.
func (r *request) rules() rules.Options { return rules.Options{Set: r.set, MoveLimit: r.MoveLimit} }

// rulesOf returns the rules of a game: what its tags name, unless a flag was given for it.
func (r *request) rulesOf(g *game.Game) rules.Options {
	o := r.rules()
	if set, err := rules.ParseSet(g.Tag(game.TagRules)); err == nil && !r.given["rules"] {
		o.Set = set
	}
	if !r.given["movelimit"] {
		o.MoveLimit = g.MoveLimit()
	}
	return o
}

// play makes an engine ready for another game.
func (r *request) play(e *search.Engine, by rules.Options) error {
	o := e.Options()
	o.Rules = by
	if err := e.SetOptions(o); err != nil {
		return err
	}
	e.Clear()
	return nil
}

// analyser returns an analyser that keeps nothing.
func (r *request) analyser(e *search.Engine) *Analyser {
	return &Analyser{
		Search: EngineSearch(e), MultiPV: r.MultiPV, Rules: r.rules(), Back: r.Order == OrderBack,
		Limits: search.Limits{Depth: r.Depth, Nodes: r.Nodes, MoveTime: r.Time}, Deeper: Deeper,
	}
}

// save writes the file of the output.
func (r *request) save(reports []*report) error {
	if err := r.free(); err != nil { // the work may have taken long
		return err
	}
	return command.Input(wholefile.Save(r.out, r.force, func(w io.Writer) error { return r.writeTo(w, reports) }))
}

// free returns an error if the file to write exists and may not be replaced. A folder never is.
func (r *request) free() error {
	if info, err := os.Stat(r.out); err == nil && info.IsDir() {
		return command.Input(lang.Errorf("error.of", "what", r.out, "reason", lang.Errorf("error.isFolder")))
	}
	if r.out == "" || r.force || wholefile.Special(r.out) {
		return nil
	}
	if _, err := os.Lstat(r.out); err == nil {
		return command.Input(lang.Errorf("error.inTheWay", "file", r.out))
	}
	return nil
}

// replaces reports whether the output replaces a file that is read; standard is the standard input.
func (r *request) replaces(name string, standard io.Reader) bool {
	out, err := os.Stat(r.out)
	if err != nil || !out.Mode().IsRegular() {
		return false
	}
	read := formats.Infos([]formats.File{{Name: name}}, standard)
	return slices.ContainsFunc(read, func(in fs.FileInfo) bool { return os.SameFile(in, out) })
}

// journals reports whether there is an output to which a journal belongs.
func (r *request) journals() bool {
	return r.out != "" && !r.units.Given() && !wholefile.Special(r.out)
}

// writeTo writes the whole output.
func (r *request) writeTo(w io.Writer, reports []*report) error {
	if r.to == toHTML {
		return writePage(w, reports, r.lang)
	}
	for i, report := range reports {
		if err := r.writeGame(w, report, i, len(reports)); err != nil {
			return err
		}
	}
	return nil
}

// writeGame writes the report i of several as text or PGN.
func (r *request) writeGame(w io.Writer, report *report, i, several int) error {
	if r.to == toPGN {
		report.write(report.game, r.lang, report.fault)
		lost, err := pgn.Format.Write(w, report.game, game.WriteOptions{Notation: r.style, EvalCommands: true})
		for _, l := range lost {
			r.changed, r.changedIn = r.changed+l.Count, r.changedIn+1
		}
		return err
	}
	if i > 0 {
		fmt.Fprintln(w)
	}
	if several > 1 {
		fmt.Fprintln(w, r.lang.Say("review.gameOf", "game", i+1, "games", several))
	}
	return report.summary(w)
}
