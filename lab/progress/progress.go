// Package progress keeps how far a long run of the laboratory is in a file, so that the
// same command continues it.
package progress

import (
	"encoding/json"
	"errors"
	"io"
	"io/fs"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/filelock"
	"chuhe/internal/wholefile"
)

// State is the progress of a run, stored as JSON. Validate returns an error that names
// the first inconsistency.
type State interface{ Validate() error }

// File is the file of a run, the value of its flag -state.
type File struct {
	Name string
	Run  string // the kind of run, as in "a test"
}

// Damaged returns an error about a file that is not a state of the run.
func (f File) Damaged(why error) error {
	return command.Inputf("%s is not the state of %s, or is damaged: %w; give another -state, or remove the file to start over", f.Name, f.Run, why)
}

// Load reads the state. Errors are [command.ErrInput], and [fs.ErrNotExist] if there is
// no file.
func (f File) Load(into State) error {
	var text []byte
	_, err := command.Regular(f.Name)
	if err == nil {
		text, err = command.ReadFile(f.Name, command.MaxData)
	}
	if err != nil {
		return command.Inputf("-state: %w", err)
	}
	if err = json.Unmarshal(text, into); err == nil {
		err = into.Validate()
	}
	if err != nil {
		return f.Damaged(err)
	}
	return nil
}

// Resume reads the state of a run whose settings, a part of it, must be those wanted. If
// there is no file, the run begins: the settings become those wanted.
func Resume[S any](f File, into State, settings *S, want S) error {
	err := f.Load(into)
	if errors.Is(err, fs.ErrNotExist) {
		*settings = want
		return nil
	}
	if err != nil {
		return err
	}
	what, err := differ.Fields(*settings, want)
	if err == nil && len(what) > 0 {
		err = command.Inputf("%s belongs to %s with other settings: %s; use those, or another -state", f.Name, f.Run, what)
	}
	return err
}

// Hold locks the file against other processes until the result is closed, and removes
// temporary files that a killed process left beside it.
func (f File) Hold() (io.Closer, error) {
	held, err := filelock.Hold(f.Name)
	if err != nil {
		return nil, command.Inputf("-state: %w", err)
	}
	if err := wholefile.Sweep(f.Name); err != nil {
		held.Close()
		return nil, err
	}
	return held, nil
}

// Save writes the state, replacing the file in one step.
func (f File) Save(s State) error {
	text, err := json.MarshalIndent(s, "", "\t")
	if err != nil {
		return err
	}
	return wholefile.Write(f.Name, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}
