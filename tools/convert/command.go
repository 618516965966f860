package convert

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"unicode"

	"chuhe/game"
	"chuhe/game/dhtmlxq"
	"chuhe/game/ecco"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/game/sheet"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lang"
)

// Errors about what the user gave.
var (
	errFaults = errors.New("not everything could be read")
	errSingle = errors.New("the format holds one game to a file")
	errExists = errors.New("the file exists; -force replaces it")
	errBinary = errors.New("the format is not text, so it is not written to a terminal; -out names a file")
)

const help = `usage: chuhe convert [-to FORMAT] [-out FILE|FOLDER] [flags] FILE|FOLDER|- ...

Reads games in any format, whatever the names of the files, and writes them in
another. A folder stands for all files below it; - is the standard input.

Without -out the games go to the standard output. With the name of a folder, one
that exists or a name that ends with /, each file becomes a file there, or several
where the format holds one game to a file. With any other name all games go into
that file.

An opening that is certain is named, where the game has no name for it.

What cannot be read is reported with its place, and the other games are converted.
What a format cannot hold, such as variations, is named too. The end is a summary;
all of this goes to the error stream.

The exit status is 0 if all was read, 2 if something was not, and 1 if something could
not be written.

`

// options are the values of the flags.
type options struct {
	to    *game.Format
	write game.WriteOptions
	out   string
	force bool
	keep  bool
	// unnamed leaves openings without a name. lang is the language of the names, nil
	// for that of the game.
	unnamed bool
	lang    *lang.Lang
}

// parseOpenings reads the language of the names of openings.
func (o *options) parseOpenings(text string) error {
	o.lang, o.unnamed = nil, text == "none"
	if o.unnamed {
		return nil
	}
	l, err := lang.Parse(text)
	if err != nil {
		return errors.New("want en, zh or none")
	}
	o.lang = &l
	return nil
}

// Command is the command "chuhe convert".
func Command() *command.Command {
	var (
		o         options
		to, style string
		flags     *flag.FlagSet
	)
	return &command.Command{
		Name: "convert", Summary: "turn games from any format into another: PGN, Chinese score sheets, XQF and more",
		Help: help, Notes: notes(), Operands: true,
		Flags: func(f *flag.FlagSet) {
			flags = f
			o = options{}
			f.StringVar(&to, "to", "pgn", "`format` to write")
			f.StringVar(&style, "notation", "", "`notation` of the moves, where the format has a choice: "+notation.Names())
			f.StringVar(&o.out, "out", "", "`file` or folder to write")
			f.BoolVar(&o.force, "force", false, "replace files that exist")
			f.Func("openings", "`language` of the names of openings: en or zh; none for no names (default that of the game)", o.parseOpenings)
			f.BoolVar(&o.keep, "keep", false, "of a game with a bad move, keep the moves before it")
		},
		Run: func(ctx context.Context, args []string, s command.Streams) (err error) {
			if o.to, err = formats.Named(to); err != nil {
				return command.Usage(err)
			}
			if o.to.Write == nil {
				return command.Usagef("-to %s: this format is only read", to)
			}
			if command.Given(flags)["notation"] {
				if o.write.Notation, err = notation.ParseStyle(style); err != nil {
					return command.Usage(err)
				}
			}
			if len(args) == 0 {
				return command.Usagef("no file, want one, a folder, or - for the standard input")
			}
			files, err := formats.Files(args)
			if err != nil {
				return command.Input(err)
			}
			return run(ctx, &o, args, files, s)
		},
	}
}

// notes lists the formats.
func notes() string {
	var b strings.Builder
	b.WriteString("\nThe formats are:\n\n")
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, f := range formats.All() {
		only := ""
		if f.Write == nil {
			only = " (only read)"
		}
		fmt.Fprintf(table, "  %s\t%s%s\n", f.Name, f.Summary, only)
	}
	table.Flush()
	b.WriteString("\ndocs/formats.md says what each of them holds.\n")
	return b.String()
}

// converter does the work of one call.
type converter struct {
	*options
	ctx     context.Context
	streams command.Streams
	meter   *command.Meter
	summary summary
	total   int64 // bytes, -1 if it is not known
	done    int64
	dest    destination
}

// run converts the files that arguments stand for.
func run(ctx context.Context, o *options, args []string, files []formats.File, s command.Streams) error {
	c := &converter{options: o, ctx: ctx, streams: s, meter: command.NewMeter(s)}
	defer c.meter.Close()
	for _, f := range files {
		if f.Size < 0 || c.total < 0 {
			c.total = -1
			break
		}
		c.total += f.Size
	}
	c.dest = c.destination()
	err := c.all(files)
	if ending := c.dest.close(err == nil); err == nil {
		err = ending
	}
	c.meter.Close()
	if err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	c.summary.print(s.Err)
	switch {
	case err != nil:
		fmt.Fprintln(s.Err, command.Printable("chuhe convert: interrupted; "+c.dest.left()))
		return err
	case c.summary.games == 0 && len(c.summary.faults) == 0:
		return noGame(args)
	case len(c.summary.faults) > 0:
		return command.Input(errFaults)
	}
	return nil
}

// noGame returns the error about arguments without a game.
func noGame(args []string) error {
	var all []string
	for _, arg := range args {
		text := command.InputName(arg) + ": no game found"
		if formats.IsFolder(arg) {
			text += " in the folder"
		}
		all = append(all, text)
	}
	return command.Inputf("%s", strings.Join(all, "; "))
}

// all converts the files.
func (c *converter) all(files []formats.File) error {
	in := c.streams.Input(c.ctx)
	for _, f := range files {
		if err := c.file(f, in); err != nil {
			return err
		}
	}
	return nil
}

// file converts a file. The error is about writing, or that of the context.
func (c *converter) file(f formats.File, in io.Reader) error {
	if f.Name != "-" {
		opened, err := os.Open(f.Name)
		if err != nil {
			c.fault(f, "", err)
			return nil
		}
		defer opened.Close()
		in = opened
	}
	format, games, err := formats.Read(&counter{in, c})
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case f.Found && (err == nil && format == nil || errors.Is(err, formats.ErrUnknown)):
		c.summary.skipped = append(c.summary.skipped, f.Name)
		return nil
	case err != nil:
		c.fault(f, "", err)
		return nil
	case format == nil:
		c.fault(f, "", errors.New("the file is empty"))
		return nil
	}
	if err := c.dest.begin(f); err != nil {
		return err
	}
	of := c.summary.format(format.Name)
	of.files++
	var doubts doubts
	defer func() { c.warn(f, &doubts) }()
	for g, err := range games {
		if canceled := c.ctx.Err(); canceled != nil {
			return canceled
		}
		if err != nil {
			c.fault(f, format.Name, err)
			of.faults++
			if g == nil || !c.keep || g.Root.Main() == nil {
				continue
			}
		}
		if err := c.game(f, g); err != nil {
			return err
		}
		doubts.add(g)
		of.games++
		c.summary.games++
		if c.meter.Shown() {
			c.show()
		}
	}
	return nil
}

// game writes a game.
func (c *converter) game(f formats.File, g *game.Game) error {
	named := !c.unnamed && ecco.Tag(g, c.language(g))
	var text bytes.Buffer
	lost, err := c.to.Write(&text, g, c.write)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Name, err)
	}
	c.summary.lose(lost, named)
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

// fault reports what cannot be read.
func (c *converter) fault(f formats.File, format string, err error) {
	err = command.WithoutPath(err)
	hint := ""
	if kind(err) == badMove && !c.keep {
		hint = "; -keep keeps the moves before it"
	}
	fmt.Fprintln(c.meter.Err, command.Printable(fmt.Sprintf("chuhe convert: %s: %v%s", command.InputName(f.Name), err, hint)))
	c.summary.fault(format, kind(err))
}

// warn reports what is doubtful about the games of a file, a line for each kind.
func (c *converter) warn(f formats.File, d *doubts) {
	for _, doubt := range d.kinds {
		text := fmt.Sprintf("chuhe convert: warning: %s: %v", command.InputName(f.Name), doubt.first)
		if doubt.games > 1 {
			text += fmt.Sprintf("; the like in %d games of the file", doubt.games)
		}
		fmt.Fprintln(c.meter.Err, command.Printable(text))
	}
}

// show shows how far the work is.
func (c *converter) show() {
	part := -1.0
	if c.total > 0 {
		part = min(1, float64(c.done)/float64(c.total))
	}
	c.meter.Show(part, fmt.Sprintf(" %d games, %d faults", c.summary.games, len(c.summary.faults)))
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

// destination is where games go.
type destination interface {
	// begin is called before the games of a file.
	begin(f formats.File) error
	// write writes a game.
	write(text []byte) error
	// close ends it; good is false after an error.
	close(good bool) error
	// left says what there is after an interruption.
	left() string
}

// destination returns that of the flags.
func (c *converter) destination() destination {
	if c.out == "" {
		return &stream{c: c, out: c.meter.Out}
	}
	info, err := os.Stat(c.out)
	if err == nil && info.IsDir() || strings.HasSuffix(c.out, "/") || os.IsPathSeparator(c.out[len(c.out)-1]) {
		return &folder{c: c, made: map[string]bool{}}
	}
	return &single{c: c}
}

// stream is the standard output.
type stream struct {
	c     *converter
	out   io.Writer
	games int
}

func (s *stream) begin(formats.File) error { return nil }
func (s *stream) close(bool) error         { return nil }
func (s *stream) left() string             { return "the output is not complete" }

func (s *stream) write(text []byte) error {
	if s.games++; s.games > 1 && !s.c.to.Several {
		return command.Inputf("%s: %w; -out names a folder for several", s.c.to.Name, errSingle)
	}
	if bytes.IndexByte(text, 0) >= 0 && command.IsTerminal(s.c.streams.Out) {
		return command.Inputf("%s: %w", s.c.to.Name, errBinary)
	}
	_, err := s.out.Write(text)
	return err
}

// single is a file for all games.
type single struct {
	c     *converter
	file  *wholefile.File
	games int
}

func (s *single) begin(formats.File) (err error) {
	if s.file != nil {
		return nil
	}
	if err := s.c.free(s.c.out); err != nil {
		return err
	}
	s.file, err = wholefile.Create(s.c.out)
	return err
}

func (s *single) write(text []byte) error {
	if s.games++; s.games > 1 && !s.c.to.Several {
		return command.Inputf("%s: %w; -out names a folder for several", s.c.to.Name, errSingle)
	}
	_, err := s.file.Write(text)
	return err
}

func (s *single) close(good bool) error {
	switch {
	case s.file == nil:
		return nil
	case !good || s.games == 0:
		s.file.Discard()
		return nil
	}
	return s.c.finish(s.file, s.c.out)
}

func (s *single) left() string {
	if wholefile.Special(s.c.out) {
		return s.c.out + " is not complete"
	}
	return s.c.out + " was not written"
}

// free returns an error if a file is in the way.
func (c *converter) free(name string) error {
	if _, err := os.Lstat(name); err == nil && !c.force && !wholefile.Special(name) {
		return inTheWay(name)
	}
	return nil
}

// finish gives a file its name. Without -force another file may not have got that name
// since [converter.free].
func (c *converter) finish(f *wholefile.File, name string) error {
	err := f.Finish(c.force)
	if errors.Is(err, fs.ErrExist) {
		return inTheWay(name)
	}
	return err
}

// inTheWay returns the error about a file that exists.
func inTheWay(name string) error {
	return command.Input(&fs.PathError{Op: "write", Path: name, Err: errExists})
}

// folder has a file for each that is read, or one for each game.
type folder struct {
	c     *converter
	base  string // of the files for the one being read, without extension
	file  *wholefile.File
	out   string          // name of file
	games int             // of the file being read
	made  map[string]bool // files written
	whole int             // files that have their names
}

func (d *folder) begin(f formats.File) error {
	if err := d.finish(true); err != nil {
		return err
	}
	d.base = filepath.Join(d.c.out, strings.TrimSuffix(f.Path, filepath.Ext(f.Path)))
	d.games = 0
	return os.MkdirAll(filepath.Dir(d.base), 0o777)
}

// name returns a name for a file that no other file of this call has.
func (d *folder) name(base string) (string, error) {
	extension := "." + d.c.to.Extensions[0]
	name := base + extension
	for n := 2; d.made[name]; n++ {
		name = fmt.Sprintf("%s-%d%s", base, n, extension)
	}
	d.made[name] = true
	return name, d.c.free(name)
}

func (d *folder) write(text []byte) error {
	d.games++
	if d.file == nil {
		base := d.base
		if d.games > 1 {
			base = fmt.Sprintf("%s-%d", d.base, d.games)
		}
		name, err := d.name(base)
		if err != nil {
			return err
		}
		if d.file, err = wholefile.Create(name); err != nil {
			return err
		}
		d.out = name
	}
	if _, err := d.file.Write(text); err != nil {
		return err
	}
	if !d.c.to.Several {
		return d.finish(true)
	}
	return nil
}

// finish ends the file being written.
func (d *folder) finish(good bool) error {
	f := d.file
	d.file = nil
	switch {
	case f == nil:
		return nil
	case !good:
		f.Discard()
		return nil
	}
	err := d.c.finish(f, d.out)
	if err == nil {
		d.whole++
	}
	return err
}

func (d *folder) close(good bool) error { return d.finish(good) }

func (d *folder) left() string { return fmt.Sprintf("files written to %s: %d", d.c.out, d.whole) }
