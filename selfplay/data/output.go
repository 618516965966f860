package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"chuhe/internal/filelock"
	"chuhe/selfplay/record"
)

// blockGames is the number of games in a block: few enough that damage costs
// little.
const blockGames = 64

// output is a file to be written, which stands under its name when it is whole
// and not before.
type output struct {
	name  string
	force bool
	file  *os.File // under another name; nil when it is closed
	games *record.Writer
	count int
}

// create begins a file with a header. Without force there must be none of that
// name, now and in the end.
func create(name, text string, force bool) (*output, error) {
	o := &output{name: name, force: force}
	if err := o.vacant(); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(o.temporary("tmp"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrInput, err)
	}
	o.file = file
	if o.games, err = record.NewWriter(file, text); err != nil {
		o.discard()
		return nil, err
	}
	return o, nil
}

// vacant returns an error if the name is taken, or in use.
func (o *output) vacant() error {
	if o.name == "" || o.name == "-" {
		return fmt.Errorf("%w: no -out, want the name of a file", ErrInput)
	}
	info, err := os.Stat(o.name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w: %w", ErrInput, err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%w: %s is not a regular file", ErrInput, o.name)
	case !o.force:
		return fmt.Errorf("%w: %s exists; -force writes over it", ErrInput, o.name)
	}
	return o.idle()
}

// idle returns an error if another process writes to the file that is there. It
// keeps no lock, since Windows lets no open file be replaced: a process that
// begins in between notices for itself that its file is gone.
func (o *output) idle() error {
	file, err := os.Open(o.name)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInput, err)
	}
	defer file.Close()
	if err := filelock.Share(file); err != nil {
		return fmt.Errorf("%w: %s: %w", ErrInput, o.name, err)
	}
	return nil
}

// temporary returns the name of a file beside the output, for this process.
func (o *output) temporary(kind string) string {
	return fmt.Sprintf("%s.%d.%s", o.name, os.Getpid(), kind)
}

// add adds a game.
func (o *output) add(g *record.Game) error {
	if err := o.games.Write(g); err != nil {
		return err
	}
	o.count++
	if o.games.Games() == blockGames {
		return o.games.Flush()
	}
	return nil
}

// commit gives the file its name.
func (o *output) commit() error {
	err := o.games.Flush()
	if err == nil {
		err = o.file.Sync()
	}
	temporary := o.file.Name()
	if e := o.file.Close(); err == nil {
		err = e
	}
	o.file = nil
	if err == nil {
		err = o.vacant() // still
	}
	if err == nil {
		err = os.Rename(temporary, o.name)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// discard removes what was written unless it is committed.
func (o *output) discard() {
	if o.file != nil {
		o.file.Close()
		os.Remove(o.file.Name())
		o.file = nil
	}
}
