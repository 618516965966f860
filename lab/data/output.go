package data

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"

	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/wholefile"
	"chuhe/lab/record"
	"chuhe/lang"
)

// destination says which file to write.
type destination struct {
	flag   string // that names it
	name   string
	force  bool // overwrite an existing file
	packed bool
}

func (d *destination) flags(flags *flag.FlagSet) {
	d.flag = "-out"
	flags.StringVar(&d.name, "out", "", "")
	flags.BoolVar(&d.force, "force", false, "")
}

// output is a file being written. It gets its name when it is complete.
type output struct {
	destination
	file  *wholefile.File
	games *record.Writer
	count int
}

// create starts a file with a header. Without force no file of that name may exist,
// now or at commit.
func create(to destination, text string) (*output, error) {
	o := &output{destination: to}
	if err := o.vacant(); err != nil {
		return nil, err
	}
	_ = wholefile.Sweep(o.name) // what cannot be removed does no harm
	file, err := wholefile.Create(o.name)
	if err != nil {
		return nil, command.Input(err)
	}
	o.file = file
	newWriter := record.NewWriter
	if o.packed {
		newWriter = record.NewPackedWriter
	}
	if o.games, err = newWriter(file, text); err != nil {
		o.discard()
		return nil, err
	}
	return o, nil
}

// vacant returns an error if the name cannot be used, or its file is in use.
func (o *output) vacant() error {
	switch o.name {
	case "":
		return command.Usage(lang.Errorf("data.noOut", "flag", o.flag))
	case "-":
		return command.Usage(lang.Errorf("data.stream", "flag", o.flag))
	}
	if err := command.Vacant(o.name, o.force); err != nil {
		return err
	}
	return idle(o.name)
}

// idle returns an error if another process is writing to a file of this name. It keeps
// no lock, because Windows does not replace open files; a datagen that opens the file
// later notices that it was replaced.
func idle(name string) error {
	file, err := os.Open(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return command.Input(err)
	}
	defer file.Close()
	if err := filelock.Share(file); err != nil {
		return command.Inputf("%s: %w", name, err)
	}
	return nil
}

// add writes a game, and a block of a plain file once it is full.
func (o *output) add(g *record.Game) error {
	if err := o.games.Write(g); err != nil {
		if errors.As(err, new(*fs.PathError)) {
			return err // of the file
		}
		return fmt.Errorf("game %d: %w", o.count+1, err)
	}
	o.count++
	if !o.packed && o.games.Games() == record.BlockGames {
		return o.games.Flush()
	}
	return nil
}

// commit gives the file its name.
func (o *output) commit() error {
	defer o.discard()
	if err := o.games.Flush(); err != nil {
		return err
	}
	if err := o.file.Sync(); err != nil { // slow, so before the last check
		return err
	}
	if err := o.vacant(); err != nil {
		return err
	}
	return o.file.Finish(o.force)
}

// commitTo completes an output and prints its size in a language.
func (o *output) commitTo(w io.Writer, l lang.Lang) error {
	if err := o.commit(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, l.Say("error.of", "what", o.name, "reason", l.Count("games", o.count)))
	return err
}

// discard removes what was written unless it is committed.
func (o *output) discard() { o.file.Discard() }
