package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lang"
)

// destination is where games go.
type destination interface {
	// begin is called before the games of a file.
	begin(f formats.File) error
	// write writes a game.
	write(text []byte) error
	// close ends it; good is false after an error.
	close(good bool) error
	// left says what there is after an interruption.
	left() *lang.Error
}

// destination returns the place that the flags name.
func (c *converter) destination() destination {
	if c.out == "" {
		return &stream{c: c, out: c.meter.Out}
	}
	info, err := os.Stat(c.out)
	if err == nil && info.IsDir() || os.IsPathSeparator(c.out[len(c.out)-1]) {
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
func (s *stream) left() *lang.Error        { return lang.Errorf("convert.outCut") }

func (s *stream) write(text []byte) error {
	if s.games++; s.games > 1 && !s.c.to.Several {
		return command.Input(lang.Errorf("convert.oneGame", "format", s.c.to.Name))
	}
	if bytes.IndexByte(text, 0) >= 0 && command.IsTerminal(s.c.streams.Out) {
		return command.Input(lang.Errorf("convert.binary", "format", s.c.to.Name))
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
	if err := command.InFolder(s.c.out); err != nil {
		return err
	}
	if err := s.c.free(s.c.out); err != nil {
		return err
	}
	s.file, err = wholefile.Create(s.c.out)
	return err
}

func (s *single) write(text []byte) error {
	if s.games++; s.games > 1 && !s.c.to.Several {
		return command.Input(lang.Errorf("convert.oneGame", "format", s.c.to.Name))
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

func (s *single) left() *lang.Error {
	if wholefile.Special(s.c.out) {
		return lang.Errorf("convert.fileCut", "file", s.c.out)
	}
	return lang.Errorf("convert.unwritten", "file", s.c.out)
}

// free returns an error if a file is in the way. One that is read stays even with -force:
// what cannot be read of it would be lost.
func (c *converter) free(name string) error {
	if _, err := os.Lstat(name); err != nil || wholefile.Special(name) {
		return nil
	}
	if c.isRead(name) {
		return command.Input(lang.Errorf("convert.outIsRead", "file", name))
	}
	if !c.force {
		return inTheWay(name)
	}
	return nil
}

// isRead reports whether a name belongs to a file that this call reads.
func (c *converter) isRead(name string) bool {
	info, err := os.Stat(name)
	return err == nil && slices.ContainsFunc(c.inputs(), func(in fs.FileInfo) bool { return os.SameFile(info, in) })
}

// finish gives a file its name. Without -force another file may not have got that name
// since [converter.free].
func (c *converter) finish(f *wholefile.File, name string) error {
	err := f.Finish(c.force)
	if !c.force && errors.Is(err, fs.ErrExist) {
		return inTheWay(name)
	}
	return err // with -force what is in the way is no file
}

// inTheWay returns the error about a file that exists.
func inTheWay(name string) error {
	return command.Input(lang.Errorf("error.inTheWay", "file", name))
}

// folder writes a file for each that is read, or one for each game.
type folder struct {
	c     *converter
	base  string // of the files for the one being read, without extension
	file  *wholefile.File
	out   string          // name of file
	games int             // of the file being read
	made  map[string]bool // files written, in lower case: for many systems names in either case are one
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
	for n := 2; d.made[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("%s-%d%s", base, n, extension)
	}
	d.made[strings.ToLower(name)] = true
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

func (d *folder) left() *lang.Error {
	return lang.Errorf("convert.written", "folder", d.c.out, "n", d.whole)
}
