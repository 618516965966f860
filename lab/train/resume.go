package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"

	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/lab/train/model"
	"chuhe/lab/train/sample"
)

// state is the note of a checkpoint beside the weights, and the content of the
// report.
type state struct {
	Settings settings
	// InitSHA256 is the checksum of the file with the initial weights, if any.
	InitSHA256 string `json:",omitempty"`
	// YardstickSHA256 is the checksum of the yardstick, if any.
	YardstickSHA256 string `json:",omitempty"`
	Files           []sample.File
	Counts          sample.Counts
	Epochs          []epoch       // so far
	Curve           []point       // of the training loss
	Errors          *quantisation `json:",omitempty"`
}

// epoch is a pass over the data.
type epoch struct {
	Steps      int // since the start of the run, at its end
	Training   float64
	Validation float64
	Rate       float64    // learning rate at its end
	Seconds    float64    // duration
	Speed      float64    // positions per second
	Yardstick  *yardstick `json:",omitempty"`
}

// validation returns the validation loss as text.
func (e *epoch) validation() string {
	if e.Validation == 0 {
		return "none"
	}
	return fmt.Sprintf("%.6f", e.Validation)
}

// point is the mean loss of a few steps.
type point struct {
	Step int // the last one
	Loss float64
}

// curvePoints is the approximate number of points of the loss curve.
const curvePoints = 500

// begin returns the model and the state of the checkpoint. Without a checkpoint it
// returns the model of -init, or a new one.
func (t *session) begin() (*model.Model, *state, error) {
	name := t.file(".checkpoint")
	m, note, err := readCheckpoint(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := t.checkNew(); err != nil {
			return nil, nil, err
		}
		if t.Init == "" {
			m, err = model.New(model.NetShape(), t.Spread, t.Seed)
		} else if m, err = t.readInit(); err != nil {
			err = command.Inputf("-init %w", err)
		}
		return m, nil, err
	case errors.Is(err, model.ErrCheckpoint):
		return nil, nil, fmt.Errorf("%w; %s", err, t.restart())
	case err != nil:
		return nil, nil, err
	}
	was := new(state)
	if err := json.Unmarshal(note, was); err != nil {
		return nil, nil, command.Inputf("%s: note: %w; %s", name, err, t.restart())
	}
	// The number of positions is not known yet.
	now := state{Settings: *t.settings, Files: was.Files}
	now.Settings.Limit = was.Settings.Limit
	return m, was, t.sameAs(&now, was)
}

// resume continues the run of a checkpoint.
func (t *session) resume(was *state) error {
	if err := t.sameAs(&t.state, was); err != nil {
		return err
	}
	if t.state.Counts != was.Counts { // another version of the program chose other positions
		return command.Inputf("%s belongs to a training run with other positions of these files; %s", t.file(".checkpoint"), t.restart())
	}
	if was.YardstickSHA256 != t.state.YardstickSHA256 {
		return command.Inputf("%s belongs to a training run with another yardstick; %s", t.file(".checkpoint"), t.restart())
	}
	t.state = *was
	fmt.Fprintf(t.out, "continuing after epoch %d of %d\n", len(was.Epochs), t.Epochs)
	return nil
}

// sameAs returns an error if the checkpoint belongs to another run.
func (t *session) sameAs(now, was *state) error {
	what := "data"
	if reflect.DeepEqual(now.Files, was.Files) {
		fields, err := differ.Fields(was.Settings, now.Settings)
		if err != nil || len(fields) == 0 {
			return err
		}
		what = "settings: " + fields.String()
	}
	return command.Inputf("%s belongs to a training run with other %s; %s", t.file(".checkpoint"), what, t.restart())
}

// readCheckpoint reads a checkpoint and its note.
func readCheckpoint(name string) (*model.Model, []byte, error) {
	if _, err := command.Regular(name); err != nil {
		return nil, nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	m, note, err := model.Load(f, model.NetShape())
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	return m, note, nil
}

// readInit returns a model with the weights of -init, a network or a checkpoint.
func (t *session) readInit() (*model.Model, error) {
	if _, err := command.Regular(t.Init); err != nil {
		return nil, err
	}
	data, err := command.ReadFile(t.Init, command.MaxData)
	if err != nil {
		return nil, err
	}
	var m *model.Model
	if bytes.HasPrefix(data, []byte(model.Magic)) {
		if m, _, err = model.Load(bytes.NewReader(data), model.NetShape()); err == nil {
			m.Forget()
		}
	} else {
		if m, err = weightsOf(data); err != nil {
			err = fmt.Errorf("%w; nor is it a checkpoint, which begins with %q", err, model.Magic)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Init, err)
	}
	sum := sha256.Sum256(data)
	t.state.InitSHA256 = hex.EncodeToString(sum[:])
	return m, nil
}

// weightsOf returns a model with the weights of a network file.
func weightsOf(file []byte) (*model.Model, error) {
	n, err := nnue.Read(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m, err := model.New(model.NetShape(), 1, 0)
	if err != nil {
		return nil, err
	}
	return m, m.Adopt(n)
}
