package convert

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"
	"unicode"

	"chuhe/game"
	"chuhe/game/dhtmlxq"
	"chuhe/game/ecco"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/game/sheet"
	"chuhe/internal/columns"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/tools/source"
)

// Call is a call of convert, or of another command that writes games as convert does.
type Call struct {
	Name string // of the command: "convert"
	// Choice says which of the games are written, in which order, and where to.
	Choice
	flags  *flag.FlagSet
	format string // -to
	style  string // -notation
	to     *game.Format
	write  game.WriteOptions
	out    string
	force  bool
	keep   bool
	// unnamed leaves openings without a name. lang is the language of the names, nil
	// for the game's own.
	unnamed bool
	lang    *lang.Lang
}

// parseOpenings reads the language of the names of openings.
func (o *Call) parseOpenings(text string) error {
	o.lang, o.unnamed = nil, text == "none"
	if o.unnamed {
		return nil
	}
	l, err := lang.Parse(text)
	if err != nil {
		return lang.Errorf("convert.wantOpenings", "codes", lang.List(strings.Split(lang.Codes(), ", ")))
	}
	o.lang = &l
	return nil
}

// Command is the command "chuhe convert".
func Command() *command.Command {
	call := Call{Name: "convert"}
	return &command.Command{Name: call.Name, Operands: true, More: Listed, Flags: call.Register, Run: call.Run}
}

// Register defines the flags of the call.
func (o *Call) Register(f *flag.FlagSet) {
	*o = Call{Name: o.Name, flags: f}
	f.StringVar(&o.format, "to", "pgn", "")
	f.StringVar(&o.style, "notation", "", notation.Names())
	f.StringVar(&o.out, "out", "", "")
	f.BoolVar(&o.force, "force", false, "")
	f.Func("openings", lang.Codes(), o.parseOpenings)
	f.BoolVar(&o.keep, "keep", false, "")
}

// Run reads the games of the files that arguments stand for, and writes them as the flags say.
func (o *Call) Run(ctx context.Context, args []string, s command.Streams) (err error) {
	if err := command.NoStream("out", o.out); err != nil {
		return err
	}
	if o.to, err = formats.Named(o.format); err != nil {
		return command.Usage(err)
	}
	if o.to.Write == nil {
		return command.Usage(lang.Errorf("convert.onlyRead", "format", o.format))
	}
	if command.Given(o.flags)["notation"] {
		if o.write.Notation, err = notation.ParseStyle(o.style); err != nil {
			return command.Usage(err)
		}
	}
	if len(args) == 0 {
		return command.Usage(lang.Errorf("convert.noFile"))
	}
	if err := command.Twice(args); err != nil {
		return err
	}
	files, err := formats.Files(args)
	if err != nil {
		return command.Input(err)
	}
	if err := twice(files); err != nil {
		return err
	}
	return run(ctx, o, args, files, s)
}

// twice returns an error if a file stands below two of the arguments, as one of a folder that is named
// too.
func twice(files []formats.File) error {
	known := make(map[string]bool, len(files))
	for _, f := range files {
		name, err := filepath.Abs(f.Name)
		if err != nil || f.Name == "-" {
			continue
		}
		if known[name] {
			return command.Input(lang.Errorf("error.twice", "file", f.Name))
		}
		known[name] = true
	}
	return nil
}

// Listed returns the formats for the help.
func Listed(l lang.Lang) string {
	var b strings.Builder
	b.WriteString(l.Say("convert.formats"))
	table := columns.Left(&b)
	for _, f := range formats.All() {
		summary := l.Say("format." + f.Name)
		if f.Write == nil {
			summary = l.Say("convert.readOnly", "format", summary)
		}
		fmt.Fprintf(table, "  %s\t%s\n", f.Name, summary)
	}
	table.Flush()
	return b.String()
}

// converter does the work of one call.
type converter struct {
	*Call
	ctx     context.Context
	streams command.Streams
	meter   *command.Meter
	summary summary
	total   int64 // bytes, -1 if it is not known
	done    int64
	dest    destination
	inputs  func() []fs.FileInfo // the files to read
	held    []heldGame           // until all are read
}

// run converts the files that arguments stand for.
func run(ctx context.Context, o *Call, args []string, files []formats.File, s command.Streams) error {
	c := &converter{Call: o, ctx: ctx, streams: s, meter: command.NewMeter(s)}
	c.inputs = sync.OnceValue(func() []fs.FileInfo { return formats.Infos(files, s.In) })
	defer c.meter.Close()
	for _, f := range files {
		if f.Size < 0 || c.total < 0 {
			c.total = -1
			break
		}
		c.total += f.Size
	}
	c.dest = c.destination()
	if _, ok := c.dest.(*folder); !ok && (c.Group != nil || c.Size > 0) {
		return command.Usage(lang.Errorf("games.splitFolder"))
	}
	if _, one := c.dest.(*single); one && !command.Given(o.flags)["to"] {
		if named := formats.OfName(o.out); named != nil && named != o.to {
			return command.Usage(lang.Errorf("convert.otherName", "file", o.out, "named", named.Name, "format", o.to.Name))
		}
	}
	err := c.all(files)
	if ending := c.dest.close(err == nil); err == nil {
		err = ending
	}
	c.meter.Close()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	c.summary.print(s.Err, s.Lang)
	if c.Report != nil && err == nil {
		fmt.Fprintln(s.Err, command.Printable(c.Report(s.Lang, c.summary.chosen, c.summary.games)))
	}
	switch {
	case err != nil:
		s.Remark(c.path(), s.Lang.Say("convert.interrupted", "left", c.dest.left()))
		return err
	case c.summary.games == 0 && len(c.summary.faults) == 0:
		return command.Input(errors.New(formats.NoGame(s.Lang, args)))
	case len(c.summary.faults) > 0:
		return command.Input(lang.Errorf("convert.notAll"))
	}
	return nil
}

// all converts the files.
func (c *converter) all(files []formats.File) error {
	for _, f := range files {
		if err := c.file(f); err != nil {
			return err
		}
	}
	return c.release()
}

// path returns the words that call the command.
func (c *converter) path() string { return "chuhe " + c.Name }

// file converts a file. The error is about writing, or comes from the context.
func (c *converter) file(f formats.File) error {
	in, err := c.streams.Open(c.ctx, f.Name)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case err != nil:
		c.fault(f, "", err, false)
		return nil
	}
	defer in.Close()
	format, games, err := formats.Read(&counter{in, c})
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case f.Found && (err == nil && format == nil || errors.Is(err, formats.ErrUnknown)):
		c.summary.skipped = append(c.summary.skipped, f.Name)
		return nil
	case err != nil:
		c.fault(f, "", err, false)
		return nil
	case format == nil:
		c.fault(f, "", lang.Errorf("fault.empty"), false)
		return nil
	}
	if !c.holds() {
		if err := c.dest.begin(f); err != nil {
			return err
		}
	}
	of := c.summary.format(format.Name)
	of.files++
	var doubts game.Doubts
	defer func() { source.Warn(c.meter.Streams, c.path(), f.Name, doubts) }()
	for g, err := range games {
		if canceled := c.ctx.Err(); canceled != nil {
			return canceled
		}
		part := g != nil && g.Root.Main() != nil // that -keep keeps
		if err != nil {
			c.fault(f, format.Name, err, part)
			of.faults++
		}
		if g != nil {
			doubts.Add(g) // also for a game that is left out: they may say why
		}
		if err != nil && !(part && c.keep) {
			continue
		}
		if err := c.game(f, g); err != nil {
			return err
		}
		of.games++
		c.summary.games++
		if c.meter.Shown() {
			c.show()
		}
	}
	return nil
}

// game writes a game, or holds it until all are read.
func (c *converter) game(f formats.File, g *game.Game) error {
	if c.Wanted != nil && !c.Wanted(g) {
		return nil
	}
	c.summary.chosen++
	named := !c.unnamed && ecco.Tag(g, c.language(g))
	var text bytes.Buffer
	lost, err := c.to.Write(&text, g, c.write)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	c.summary.lose(lost, named)
	if c.holds() {
		c.hold(f, g, text.Bytes())
		return nil
	}
	return c.dest.write(text.Bytes())
}

// language returns the language for the name of the opening of a game: Chinese if the
// format, the moves or the head of the game are Chinese, else English.
func (c *converter) language(g *game.Game) lang.Lang {
	style := c.write.Notation
	switch {
	case c.lang != nil:
		return *c.lang
	case c.to == sheet.Format, c.to == dhtmlxq.Format, style == notation.Chinese, style == notation.Traditional:
		return "zh-Hans"
	}
	for _, t := range g.Tags {
		if strings.ContainsFunc(t.Value, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			return "zh-Hans"
		}
	}
	return lang.English
}

// fault reports what cannot be read. part says that there are moves before it.
func (c *converter) fault(f formats.File, format string, err error, part bool) {
	err = command.WithoutPath(err)
	text := formats.About(c.streams.Lang, command.InputName(c.streams.Lang, f.Name), err)
	if part && !c.keep {
		text += c.streams.Lang.Say("convert.keepHint")
	}
	c.meter.Remark(c.path(), text)
	c.summary.fault(format, kind(err))
}

// show shows how far the work is.
func (c *converter) show() {
	part := -1.0
	if c.total > 0 {
		part = min(1, float64(c.done)/float64(c.total))
	}
	c.meter.Show(part, c.streams.Lang.Say("convert.progress",
		"games", lang.Number{Noun: "games", N: c.summary.games}, "faults", lang.Number{Noun: "faults", N: len(c.summary.faults)}))
}

// counter counts what is read.
type counter struct {
	in io.Reader
	c  *converter
}

// Read implements [io.Reader].
func (r *counter) Read(p []byte) (int, error) {
	n, err := r.in.Read(p)
	r.c.done += int64(n)
	return n, err
}
