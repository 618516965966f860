// Package journal keeps the finished work of a run in a file, so that the same command
// can continue after an interrupt or a kill.
//
// A journal is a file of JSON, an object a line. The first line holds the settings of the
// run; each other line holds a piece of work and is written at once. A last line without
// an end was being written when the run was killed, and is cut off. Nothing is forced to
// the disk: a power failure may lose the last lines.
//
// Every line ends with a checksum over itself and over the checksum of the line before
// it. A changed, missing, added or moved line is therefore found, and named by its number.
// The checksum needs no secret: it finds mistakes and broken disks, not forgers.
package journal

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"sync"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/lang"
)

// Format describes the journals of a command, which hold settings of type S and entries of
// type E. Package json must make objects of both, without a field "sum".
type Format[S, E any] struct {
	// Command is the name of the command, as in "chuhe annotate".
	Command string
	// Compare returns how the settings of the journal differ from those that are wanted,
	// none if they do not. nil stands for [differ.Fields].
	Compare func(journal, wanted S) (differ.List, error)
}

// Journal is the open journal of a run. Its methods may be called at the same time.
type Journal[S, E any] struct {
	Settings S // as in the file

	mu   sync.Mutex
	file *File
	sum  string // of the last line
}

// head is the first line.
type head[S any] struct {
	Journal  string `json:"journal"` // the command
	Settings S      `json:"settings"`
}

// Read reads a journal that another process may be writing, and hands each entry to take.
// An error of take is returned with the number of its line. Errors are
// [command.ErrInput] and contain the name.
func (f *Format[S, E]) Read(name string, take func(E) error) (settings S, err error) {
	if _, err := command.Regular(name); err != nil {
		return settings, err
	}
	file, err := os.Open(name)
	if err != nil {
		return settings, command.Input(err)
	}
	defer file.Close()
	c, err := f.parse(file, nil, take)
	switch {
	case err != nil:
		return settings, command.Inputf("%s: %w", name, err)
	case c.size == 0:
		return settings, command.Inputf("%s: %w", name, lang.Errorf("journal.empty", "command", strconv.Quote(f.Command)))
	}
	return c.settings, nil
}

// Create begins a journal. The error wraps [fs.ErrExist] if there is a file of that name.
func (f *Format[S, E]) Create(name string, settings S) (*Journal[S, E], error) {
	file, err := lock(name, os.O_RDWR|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return nil, err
	}
	j := &Journal[S, E]{file: file}
	if err := f.begin(j, settings); err != nil {
		return nil, errors.Join(err, file.Remove())
	}
	return j, nil
}

// Open continues a journal of the wanted settings, handing each entry to take, or begins
// one if the file is new, empty, or cut off in its first line. Errors are as of Read and
// [OpenFile], or wrap [ErrSettings]; the file is then as it was. If it cannot be written, the
// error of the system is returned as it is.
func (f *Format[S, E]) Open(name string, wanted S, take func(E) error) (*Journal[S, E], error) {
	file, err := OpenFile(name)
	if err != nil {
		return nil, err
	}
	j := &Journal[S, E]{file: file}
	if err := f.resume(j, wanted, take); err != nil {
		file.Close()
		if at, ok := errors.AsType[*fs.PathError](err); ok && at.Path == name {
			return nil, err // in writing
		}
		return nil, command.Inputf("%s: %w", name, err)
	}
	return j, nil
}

// begin writes the first line.
func (f *Format[S, E]) begin(j *Journal[S, E], settings S) error {
	j.Settings = settings
	return j.append(head[S]{f.Command, settings})
}

// resume reads what the file contains.
func (f *Format[S, E]) resume(j *Journal[S, E], wanted S, take func(E) error) error {
	c, err := f.parse(j.file.content(), &wanted, take)
	if err != nil {
		return err
	}
	if c.size == 0 {
		if err := j.file.Cut(0); err != nil {
			return err
		}
		return f.begin(j, wanted)
	}
	j.Settings, j.sum = c.settings, c.sum
	return j.file.Cut(c.size)
}

// same returns an error if the settings of a journal are not those that are wanted.
func (f *Format[S, E]) same(journal, wanted S) error {
	var differences differ.List
	var err error
	if f.Compare != nil {
		differences, err = f.Compare(journal, wanted)
	} else {
		differences, err = differ.Fields(journal, wanted)
	}
	if err == nil && len(differences) > 0 {
		err = lang.Errorf("journal.settings", "settings", ErrSettings, "differences", differences)
	}
	return err
}

// contents are the complete lines of a journal.
type contents[S any] struct {
	settings S
	size     int64  // in bytes, 0 if the first line is cut
	sum      string // of the last line
}

// parse reads the complete lines of a text, which may be larger than the memory. The settings
// must be those that are wanted, nil for any.
func (f *Format[S, E]) parse(r io.Reader, wanted *S, take func(E) error) (c contents[S], err error) {
	text := bufio.NewReaderSize(r, 1<<16)
	start := fmt.Sprintf(`{"journal":%q`, f.Command)
	first, end := text.Peek(len(start))
	switch {
	case end != nil && end != io.EOF:
		return c, command.WithoutPath(end)
	case string(first) != start[:len(first)]:
		return c, lang.Errorf("journal.foreign", "command", strconv.Quote(f.Command))
	}
	for number := 1; ; number++ {
		line, end := text.ReadBytes('\n')
		if end != nil && end != io.EOF {
			return c, command.WithoutPath(end)
		}
		if len(line) == 0 {
			return c, nil
		}
		sum, sealed := opened(c.sum, line)
		ended := line[len(line)-1] == '\n'
		switch {
		case !sealed && !ended:
			return c, nil // it was being written
		case !sealed || !ended:
			err = lang.Errorf("journal.checksum", "damaged", ErrDamaged)
		case number == 1:
			var h head[S]
			err = json.Unmarshal(line, &h)
			c.settings = h.Settings
			if err == nil && wanted != nil {
				if err := f.same(c.settings, *wanted); err != nil {
					return c, err
				}
			}
		default:
			var e E
			if err = json.Unmarshal(line, &e); err == nil {
				err = take(e)
			}
		}
		if err != nil {
			return c, lang.Errorf("journal.line", "n", number, "error", err, "advice", advice(c.size))
		}
		c.size, c.sum = c.size+int64(len(line)), sum
	}
}

// advice says what to do about a line that cannot be used after a number of good bytes.
func advice(size int64) lang.Sayer {
	if size == 0 {
		return lang.Errorf("journal.remove")
	}
	return lang.Errorf("journal.cut", "bytes", size)
}

// Add writes an entry.
func (j *Journal[S, E]) Add(e E) error { return j.append(e) }

// append writes a line.
func (j *Journal[S, E]) append(v any) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	line, sum, err := seal(j.sum, v)
	if err != nil {
		return err
	}
	if err := j.file.Append(line); err != nil {
		return err
	}
	j.sum = sum
	return nil
}

// Name returns the name of the file.
func (j *Journal[S, E]) Name() string { return j.file.Name() }

// Close lets other processes have the journal, which stays.
func (j *Journal[S, E]) Close() error { return j.file.Close() }

// Remove closes the journal and removes the file.
func (j *Journal[S, E]) Remove() error { return j.file.Remove() }

const (
	sumField = `"sum":"`
	sumBytes = 8 // of SHA-256, which are enough against accidents
	tailSize = len(sumField) + 2*sumBytes + len("\"}\n")
)

// seal returns a value as a line that follows one with a checksum, and its own checksum.
func seal(before string, v any) (line []byte, sum string, err error) {
	object, err := json.Marshal(v)
	if err != nil {
		return nil, "", err
	}
	if line = object[:len(object)-1]; len(line) > 1 {
		line = append(line, ',')
	}
	sum = checksum(before, line)
	return append(line, sumField+sum+"\"}\n"...), sum, nil
}

// opened returns the checksum of a line, and whether the line is sealed with it. The last
// byte, which ends the line, may be any.
func opened(before string, line []byte) (sum string, sealed bool) {
	n := len(line) - tailSize
	if n < 0 {
		return "", false
	}
	sum = checksum(before, line[:n])
	return sum, string(line[n:len(line)-1]) == sumField+sum+`"}`
}

// checksum returns the checksum of a line that begins with a text, after a line with
// another checksum.
func checksum(before string, text []byte) string {
	h := sha256.New()
	h.Write([]byte(before))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil)[:sumBytes])
}
