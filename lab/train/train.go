package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"time"

	"chuhe/internal/command"
	"chuhe/internal/wholefile"
	"chuhe/lab/train/model"
	"chuhe/lab/train/sample"
)

// session is a training run in progress.
type session struct {
	*settings
	state   state
	set     *sample.Set
	deep    *sample.Pool // of the yardstick, nil for none
	reader  *reader
	trainer *model.Trainer
	out     io.Writer
	errs    io.Writer // for warnings
}

// train begins a training run or continues one. It reports every error that it can before
// it loads the data.
func train(ctx context.Context, s *settings, out, errs io.Writer) error {
	if err := s.checkOut(); err != nil {
		return err
	}
	t := &session{settings: s, reader: newReader(s), out: out, errs: errs}
	if s.Data.Offshoots > 0 && (s.Lambda != 1 || s.EndLambda != 1) {
		warn(errs, "-offshoots with -lambda %v to %v trains on the result of the game after moves that were not played in it; use -lambda 1",
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
	if err := t.load(ctx); err != nil {
		return err
	}
	t.state.Settings, t.state.Files, t.state.Counts = *s, t.set.Files, t.set.Counts
	if was != nil {
		if err := t.resume(was); err != nil {
			return err
		}
	}
	optimiser := model.Optimiser{Beta1: s.Beta1, Beta2: s.Beta2, Decay: s.Decay, Factoriser: s.Factoriser, Rounded: s.Rounded}
	t.trainer = model.NewTrainer(m, model.Loss{Power: s.Power}, optimiser, s.Shards, s.threads)
	if len(t.state.Epochs) == s.Epochs {
		if err := t.complete(); err != nil {
			return err
		}
		return t.finish(t.settings.out + " was finished before")
	}
	for len(t.state.Epochs) < s.Epochs {
		if err := t.epoch(ctx); err != nil {
			return err
		}
		if err := t.keep(ctx); err != nil {
			return err
		}
	}
	return t.finish("wrote " + t.settings.out)
}

// complete writes the files of a finished run that are missing, or all of them if a kill kept
// the last epoch from them. Others stay as they are: a user may have added to the report.
func (t *session) complete() error {
	var last state
	text, err := os.ReadFile(t.file(".json")) // the last one that is written
	if err := t.save(err == nil && json.Unmarshal(text, &last) == nil && len(last.Epochs) == t.Epochs); err != nil {
		return err
	}
	net, err := openNet(t.settings.out)
	if err != nil {
		return err
	}
	if !strings.HasSuffix(net.Description(), strings.TrimSpace(t.note)) {
		warn(t.errs, "-note %s is not in %s, because this run is finished", t.note, t.settings.out)
	}
	return nil
}

// load loads the data and limits it to -limit positions.
func (t *session) load(ctx context.Context) (err error) {
	start := time.Now()
	var yardstick *sample.Set
	if t.Yardstick != "" {
		if yardstick, err = loadYardstick(ctx, t.Yardstick, t.threads, t.errs); err != nil {
			return err
		}
		t.deep, t.state.YardstickSHA256 = &yardstick.Training, yardstick.Files[0].SHA256
	}
	if t.set, err = sample.Load(ctx, &t.Data); err != nil {
		return loading(err)
	}
	printData(t.out, t.set, t.Data.Offshoots, time.Since(start))
	warnRepeated(t.errs, t.set)
	if yardstick != nil {
		warnKnown(t.errs, &yardstick.Files[0], t.set.Files)
	}
	if n := t.set.Training.Len(); t.Limit == 0 || t.Limit > n {
		t.Limit = n
	}
	if t.Limit < t.Batch {
		return command.Inputf("%d positions for training, want at least a -batch of %d", t.Limit, t.Batch)
	}
	if steps := t.Limit / t.Batch * t.Epochs; t.Warmup >= steps {
		warn(t.errs, "-warmup %d, but there are only %d steps: the learning rate never reaches %v; use fewer, or a smaller -batch", t.Warmup, steps, t.Rate)
	}
	return nil
}

// epoch passes over the data once.
func (t *session) epoch(ctx context.Context) error {
	number := len(t.state.Epochs)
	steps := t.Limit / t.Batch
	all := steps * t.Epochs
	key := sample.Mix(uint64(number)+1, t.Seed)
	order := sample.NewShuffle(t.Limit, key)
	var batch sample.Batch
	every := max(1, all/curvePoints)
	start, shown := time.Now(), time.Now()
	sum, part, partSteps := 0.0, 0.0, 0
	for i := range steps {
		if err := ctx.Err(); err != nil {
			if number == 0 {
				return fmt.Errorf("stopped in epoch 1; the same command starts again: %w", err)
			}
			return fmt.Errorf("stopped in epoch %d; the same command continues after epoch %d: %w", number+1, number, err)
		}
		step := number*steps + i
		batch.Draw(t.Batch, func(k int) *sample.Sample { return t.set.Training.At(order.At(i*t.Batch + k)) })
		loss := t.trainer.Learn(t.Batch, t.reader.source(t.lambda(step, all), batch.At), t.rate(step, all))
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
		if now := time.Now(); early || now.Sub(shown) > 10*time.Second {
			shown = now
			fmt.Fprintf(t.out, "epoch %d, step %d of %d: loss %.6f, %.0f positions/s\n",
				number+1, i+1, steps, sum/float64(i+1), float64((i+1)*t.Batch)/now.Sub(start).Seconds())
		}
	}
	seconds := time.Since(start).Seconds()
	e := epoch{
		Steps: (number + 1) * steps, Training: sum / float64(steps), Rate: t.rate((number+1)*steps-1, all),
		Seconds: seconds, Speed: float64(steps*t.Batch) / seconds,
	}
	if err := t.measure(&e); err != nil {
		return err
	}
	t.state.Epochs = append(t.state.Epochs, e)
	if e.Yardstick != nil {
		fmt.Fprintf(t.out, "yardstick: error %v with scores times %.2f; by the number of pieces %s\n", e.Yardstick, e.Yardstick.Factor, e.Yardstick.byBand())
	}
	fmt.Fprintf(t.out, "epoch %d of %d: training loss %.6f, validation loss %s, rate %.2g, %.0f positions/s, %s left\n",
		number+1, t.Epochs, e.Training, e.validation(), e.Rate, e.Speed,
		time.Duration(seconds*float64(t.Epochs-number-1)*float64(time.Second)).Round(time.Second))
	return nil
}

// measure sets the validation loss of an epoch, if games were set aside, and the
// yardstick, if there is one.
func (t *session) measure(e *epoch) (err error) {
	if e.Yardstick, err = t.yardstick(); err != nil {
		return err
	}
	n := t.set.Validation.Len()
	if n == 0 {
		return nil
	}
	e.Validation = t.trainer.Measure(n, t.reader.source(t.EndLambda, t.set.Validation.At))
	return t.sound("validation loss", e.Validation, e.Steps)
}

// sound returns an error if a loss is not a finite number. No training recovers from
// that.
func (t *session) sound(what string, loss float64, step int) error {
	if !math.IsNaN(loss) && !math.IsInf(loss, 0) {
		return nil
	}
	return command.Inputf("the %s is %v at step %d: training diverges; try a -rate below %v, or other weights for -init if given", what, loss, step, t.Rate)
}

// keep saves the last epoch, which may have taken hours. While a file cannot be written, as
// on a full disk, it waits and tries again.
func (t *session) keep(ctx context.Context) error {
	number := len(t.state.Epochs)
	for wait := time.Second; ; wait = min(2*wait, time.Minute) {
		err := t.save(false)
		if !errors.As(err, new(*fs.PathError)) {
			return err
		}
		if wait == time.Second {
			warn(t.errs, "%v: training waits until epoch %d can be written; stopped now, it loses that epoch", err, number)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("stopped before epoch %d could be written; the same command trains it again: %w", number, ctx.Err())
		case <-time.After(wait):
		}
	}
}

// save writes the checkpoint, the network and the report, or the ones that are missing.
// The checkpoint comes first, because it proves that the other files belong to this run.
func (t *session) save(missing bool) error {
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
		{t.file(".md"), t.report},
		{t.file(".svg"), func(w io.Writer) error { return plot(w, &t.state) }},
		{t.file(".json"), func(w io.Writer) error { _, err := w.Write(append(note, '\n')); return err }},
	} {
		if _, err := os.Lstat(file.name); missing && err == nil {
			continue
		}
		if err := wholefile.Write(file.name, file.write); err != nil {
			return err
		}
	}
	return nil
}

// finish reports the result, and what was done about the network.
func (t *session) finish(done string) error {
	fmt.Fprintf(t.out, "quantised against exact, in score units over %d positions: %v\n", t.state.Errors.Positions, t.state.Errors)
	if t.state.Errors.bad() {
		warn(t.errs, "do not use %s: its scores differ from those of the trained model by %.1f on average; was it trained with -rounded=false, or from other weights by -init?",
			t.settings.out, t.state.Errors.Mean)
	}
	_, err := fmt.Fprintf(t.out, "%s; see %s\n", done, t.file(".md"))
	return err
}
