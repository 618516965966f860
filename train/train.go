package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"reflect"
	"time"

	"chuhe/eval/nnue"
	"chuhe/internal/differ"
	"chuhe/internal/wholefile"
	"chuhe/train/model"
	"chuhe/train/sample"
)

// state is what a checkpoint notes beside the weights, and the report's source.
type state struct {
	Settings settings
	// InitSHA256 is the checksum of the file of the weights to begin with, if any.
	InitSHA256 string `json:",omitempty"`
	Files      []sample.File
	Counts     sample.Counts
	Epochs     []epoch // so far
	Curve      []point
	Errors     *quantisation `json:",omitempty"`
}

// epoch is a pass over the data.
type epoch struct {
	Steps      int // since the start of the training
	Training   float64
	Validation float64
	Rate       float64 // of learning, at its end
	Seconds    float64 // that it took
	Speed      float64 // positions a second
}

// validation tells the loss over the positions that are put aside, if there are
// any.
func (e *epoch) validation() string {
	if e.Validation == 0 {
		return "none"
	}
	return fmt.Sprintf("%.6f", e.Validation)
}

// point is the mean loss of some steps.
type point struct {
	Step int // the last of them
	Loss float64
}

// curvePoints is about how many points the curve of the loss has.
const curvePoints = 500

// session is a training at work.
type session struct {
	*settings
	state   state
	set     *sample.Set
	reader  *reader
	trainer *model.Trainer
	out     io.Writer
	errs    io.Writer // for warnings
}

// train runs a training, or what is left of one. What can be known to be wrong
// before the data is loaded is looked at first.
func train(ctx context.Context, s *settings, out, errs io.Writer) error {
	if err := s.checkOut(); err != nil {
		return err
	}
	t := &session{settings: s, reader: newReader(s), out: out, errs: errs}
	if s.Data.Offshoots > 0 && (s.Lambda != 1 || s.EndLambda != 1) {
		warn(t.errs, "-offshoots with -lambda %v to %v teaches the result of the game after moves that were not played in it; -lambda 1 is right here",
			s.Lambda, s.EndLambda)
	}
	held, err := s.hold()
	if err != nil {
		return err
	}
	defer held.Close()
	m, was, err := t.begin()
	if err != nil {
		return err
	}
	begun := time.Now()
	if t.set, err = sample.Load(ctx, &s.Data); err != nil {
		return loading(err)
	}
	printData(out, t.set, s.Data.Offshoots, time.Since(begun))
	warnRepeated(errs, t.set)
	if n := t.set.Training.Len(); s.Limit == 0 || s.Limit > n {
		s.Limit = n
	}
	if s.Limit < s.Batch {
		return fmt.Errorf("%w: %d positions to train with, want at least a -batch of %d", errInput, s.Limit, s.Batch)
	}
	if steps := s.Limit / s.Batch * s.Epochs; s.Warmup >= steps {
		warn(t.errs, "-warmup %d, but there are only %d steps in all: the learning rate never gets to %v; take fewer, or a smaller -batch", s.Warmup, steps, s.Rate)
	}
	t.state.Settings, t.state.Files, t.state.Counts = *s, t.set.Files, t.set.Counts
	if was != nil {
		if err := t.goOn(was); err != nil {
			return err
		}
	}
	t.trainer = model.NewTrainer(m, model.Loss{Power: s.Power},
		model.Optimiser{Beta1: s.Beta1, Beta2: s.Beta2, Decay: s.Decay, Factoriser: s.Factoriser, Rounded: s.Rounded}, s.Shards, s.threads)
	if len(t.state.Epochs) == s.Epochs { // its files may have been removed
		if err := t.save(); err != nil {
			return err
		}
	}
	for len(t.state.Epochs) < s.Epochs {
		if err := t.epoch(ctx); err != nil {
			return err
		}
		if err := t.save(); err != nil {
			return err
		}
	}
	return t.finish()
}

// begin returns the model of the checkpoint with the state it was saved in, or
// without one that of the file to begin with, or a new one.
func (t *session) begin() (*model.Model, *state, error) {
	name := t.file(".checkpoint")
	m, note, err := readCheckpoint(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := t.checkNew(); err != nil {
			return nil, nil, err
		}
		if t.Init == "" {
			m, err = model.New(model.NetShape(), t.Seed)
		} else if m, t.state.InitSHA256, err = readWeights(t.Init); err != nil {
			err = fmt.Errorf("%w: -init %w", errInput, err)
		}
		return m, nil, err
	case errors.Is(err, model.ErrCheckpoint):
		return nil, nil, fmt.Errorf("%w; %s", err, t.anew())
	case err != nil:
		return nil, nil, err
	}
	was := new(state)
	if err := json.Unmarshal(note, was); err != nil {
		return nil, nil, fmt.Errorf("%w: %s: its note: %w; %s", errInput, name, err, t.anew())
	}
	// How many positions there are is not known yet.
	now := state{Settings: *t.settings, Files: was.Files}
	now.Settings.Limit = was.Settings.Limit
	return m, was, t.sameAs(&now, was)
}

// goOn takes up the training that a checkpoint was saved in.
func (t *session) goOn(was *state) error {
	if err := t.sameAs(&t.state, was); err != nil {
		return err
	}
	if t.state.Counts != was.Counts { // another program chose them, or put others aside
		return fmt.Errorf("%w: %s is of a training with other positions of these files; %s", errInput, t.file(".checkpoint"), t.anew())
	}
	t.state = *was
	fmt.Fprintf(t.out, "going on behind epoch %d of %d\n", len(was.Epochs), t.Epochs)
	return nil
}

// sameAs refuses to go on with another training than this.
func (t *session) sameAs(now, was *state) error {
	what, err := now.differs(was)
	if err == nil && what != "" {
		err = fmt.Errorf("%w: %s is of a training with other %s; %s", errInput, t.file(".checkpoint"), what, t.anew())
	}
	return err
}

// differs tells in what a training that was differs from this, "" if in nothing.
func (s *state) differs(was *state) (string, error) {
	if !reflect.DeepEqual(s.Files, was.Files) {
		return "data", nil
	}
	what, err := differ.Fields(was.Settings, s.Settings)
	if what != "" {
		what = "settings: " + what
	}
	return what, err
}

// readCheckpoint reads a checkpoint and its note.
func readCheckpoint(name string) (*model.Model, []byte, error) {
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

// readWeights reads the weights of a network or of a checkpoint, and returns the
// file's checksum with them.
func readWeights(name string) (*model.Model, string, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, "", err
	}
	var m *model.Model
	if bytes.HasPrefix(data, []byte(model.Magic)) {
		if m, _, err = model.Load(bytes.NewReader(data), model.NetShape()); err == nil {
			m.Forget()
		}
	} else {
		m, err = weightsOf(data)
	}
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", name, err)
	}
	sum := sha256.Sum256(data)
	return m, hex.EncodeToString(sum[:]), nil
}

// weightsOf returns a model with the weights of a network's file.
func weightsOf(file []byte) (*model.Model, error) {
	n, err := nnue.Read(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	m, err := model.New(model.NetShape(), 0)
	if err != nil {
		return nil, err
	}
	return m, m.Adopt(n)
}

// epoch goes once over the data.
func (t *session) epoch(ctx context.Context) error {
	number := len(t.state.Epochs)
	steps := t.Limit / t.Batch
	all := steps * t.Epochs
	key := sample.Mix(uint64(number)+1, t.Seed)
	order := sample.NewShuffle(t.Limit, key)
	every := max(1, all/curvePoints)
	begun, told := time.Now(), time.Now()
	sum, part, partSteps := 0.0, 0.0, 0
	for i := range steps {
		if err := ctx.Err(); err != nil {
			if number == 0 {
				return fmt.Errorf("stopped in epoch 1; the same command begins again: %w", err)
			}
			return fmt.Errorf("stopped in epoch %d; the same command goes on behind epoch %d: %w", number+1, number, err)
		}
		step := number*steps + i
		source := t.reader.source(t.lambda(step, all), func(k int) (*sample.Sample, bool) {
			at := order.At(i*t.Batch + k)
			return t.set.Training.At(at), t.Mirror && sample.Mix(uint64(at), key)&1 != 0
		})
		loss := t.trainer.Learn(t.Batch, source, t.rate(step, all))
		if err := t.sound("loss", loss, step+1); err != nil {
			return err
		}
		sum += loss
		part += loss
		if partSteps++; partSteps == every || i == steps-1 {
			t.state.Curve = append(t.state.Curve, point{step + 1, part / float64(partSteps)})
			part, partSteps = 0, 0
		}
		early := number == 0 && (i+1 == 10 || i+1 == 100)
		if now := time.Now(); early || now.Sub(told) > 10*time.Second {
			told = now
			fmt.Fprintf(t.out, "epoch %d, step %d of %d: loss %.6f, %.0f positions/s\n",
				number+1, i+1, steps, sum/float64(i+1), float64((i+1)*t.Batch)/now.Sub(begun).Seconds())
		}
	}
	seconds := time.Since(begun).Seconds()
	e := epoch{
		Steps: (number + 1) * steps, Training: sum / float64(steps), Rate: t.rate((number+1)*steps-1, all),
		Seconds: seconds, Speed: float64(steps*t.Batch) / seconds,
	}
	if n := t.set.Validation.Len(); n > 0 {
		e.Validation = t.trainer.Measure(n, t.reader.source(t.EndLambda, func(i int) (*sample.Sample, bool) {
			return t.set.Validation.At(i), false
		}))
		if err := t.sound("validation loss", e.Validation, e.Steps); err != nil {
			return err
		}
	}
	t.state.Epochs = append(t.state.Epochs, e)
	fmt.Fprintf(t.out, "epoch %d of %d: training loss %.6f, validation loss %s, rate %.2g, %.0f positions/s, %s to go\n",
		number+1, t.Epochs, e.Training, e.validation(), e.Rate, e.Speed,
		time.Duration(seconds*float64(t.Epochs-number-1)*float64(time.Second)).Round(time.Second))
	return nil
}

// sound returns an error if a loss is no number, from which nothing recovers.
func (t *session) sound(what string, loss float64, step int) error {
	if !math.IsNaN(loss) && !math.IsInf(loss, 0) {
		return nil
	}
	return fmt.Errorf("%w: the %s is %v at step %d: the training diverges; try a -rate smaller than %v, or other weights if they came by -init",
		errInput, what, loss, step, t.Rate)
}

// save writes checkpoint, network and report. The checkpoint is first: it tells
// that the others are of this training.
func (t *session) save() error {
	net, err := t.trainer.Model.Net(int32(t.Scale), t.description())
	if err != nil {
		return err
	}
	if t.state.Errors, err = t.quantisation(net); err != nil {
		return err
	}
	note, err := json.MarshalIndent(&t.state, "", "\t")
	if err != nil {
		return err
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{t.file(".checkpoint"), func(w io.Writer) error { return t.trainer.Model.Save(w, note) }},
		{t.settings.out, net.Write},
		{t.file(".json"), func(w io.Writer) error { _, err := w.Write(append(note, '\n')); return err }},
		{t.file(".md"), t.report},
		{t.file(".svg"), func(w io.Writer) error { return plot(w, &t.state) }},
	} {
		if err := wholefile.Write(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

// finish tells what came out.
func (t *session) finish() error {
	fmt.Fprintf(t.out, "quantised against exact, score units over %d positions: %v\n", t.state.Errors.Positions, t.state.Errors)
	if t.state.Errors.bad() {
		warn(t.errs, "%s scores otherwise than what was trained, by %.1f on average: do not use it; has -rounded=false or -init weights of another kind?",
			t.settings.out, t.state.Errors.Mean)
	}
	_, err := fmt.Fprintf(t.out, "wrote %s; see %s\n", t.settings.out, t.file(".md"))
	return err
}
