package annotate

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/internal/ordered"
	"chuhe/internal/wholefile"
	"chuhe/lang"
	"chuhe/search"
)

// maxConcurrency is the largest number of games at a time.
const maxConcurrency = 1024

// annotate analyses the games of files, several at a time, and writes the output: each
// game when it and those before it are done, if that can be, else all at the end. It
// keeps what it finds in the journal, if there is an output to which one belongs.
func (r *request) annotate(ctx context.Context, games []input, files []string, s command.Streams) (err error) {
	w := work{request: r, games: games}
	for _, g := range games {
		w.positions += len(g.game.Moves()) + 1
	}
	if r.journals() {
		if err := w.openJournal(files, s); err != nil {
			return err
		}
		defer func() {
			if err == nil { // the output is there
				err = w.journal.Remove()
			} else {
				err = errors.Join(err, w.journal.Close())
			}
		}()
	}
	if r.units.Given() {
		j, err := w.job()
		if err != nil {
			return err
		}
		carrier := r.units.Carrier(r.out)
		if carrier == nil {
			return r.units.Run(ctx, j, r.out, w.atOnce(), s)
		}
		if w.given, err = collect(ctx, j, carrier); err != nil {
			return err
		}
	}
	reports, err := w.analyse(ctx, s)
	if err != nil {
		return err
	}
	switch {
	case r.out != "":
		return r.save(reports)
	case r.to == toHTML:
		return r.writeTo(s.Out, reports)
	}
	return nil // each game has been written
}

// work holds what the workers of a run share.
type work struct {
	*request
	games     []input
	positions int       // of all games
	journal   *searches // nil for none
	given     *searches // of units, nil for none
	meter     *command.Meter
	begun     time.Time

	mu    sync.Mutex
	whole int // games that are done
	past  int // positions that are done
	fresh int // of those, the ones that were not in the journal
}

// done is the result of a game.
type done struct {
	report *report
	err    error
}

// openJournal opens the journal of the output, and says how much is done already.
func (w *work) openJournal(files []string, s command.Streams) (err error) {
	head := journalHead{Settings: w.Settings, Games: digest(w.games, w.rules()), Files: files}
	if w.journal, err = openJournal(w.out+journalExt, head); err != nil {
		return err
	}
	if err := wholefile.Sweep(w.out); err != nil { // no other process writes it, since the journal is ours
		return errors.Join(err, w.journal.Close())
	}
	if n := w.journal.positions(); n > 0 {
		s.Remark("chuhe annotate", w.lang.Say("annotate.continues", "done", n, "positions", w.positions))
	}
	return nil
}

// analyse returns the reports on all games, and says how far it came if it is interrupted.
func (w *work) analyse(ctx context.Context, s command.Streams) (reports []*report, err error) {
	workers, closeAll, err := w.workers()
	defer closeAll()
	if err != nil {
		return nil, command.Input(err)
	}
	w.meter = command.NewMeter(s)
	defer w.meter.Close()
	w.begun = time.Now()
	reports, err = w.reports(ctx, workers)
	w.meter.Close()
	if errors.Is(err, context.Canceled) {
		key := "annotate.stopped"
		if w.journal != nil {
			key += "Kept"
		}
		s.Remark("chuhe annotate", w.lang.Say(key, "done", w.past, "positions", w.positions))
	}
	return reports, err
}

// reports returns the reports on all games, in their order, and writes each to the
// standard output, if that is where they go.
func (w *work) reports(ctx context.Context, workers []func(context.Context, int) done) (reports []*report, err error) {
	numbers := make([]int, len(w.games))
	for i := range numbers {
		numbers[i] = i
	}
	for d := range ordered.Map(ctx, slices.Values(numbers), workers...) {
		if d.err != nil {
			if ctx.Err() == nil {
				return nil, d.err
			}
			break
		}
		if w.out == "" && w.to != toHTML {
			if err := w.writeGame(w.meter.Out, d.report, len(reports), len(w.games)); err != nil {
				return nil, err
			}
		}
		reports = append(reports, d.report)
	}
	if err := ctx.Err(); err != nil && len(reports) < len(w.games) {
		return nil, err
	}
	return reports, nil
}

// workers returns a function for each game that is analysed at a time, with an engine of
// its own, and one that closes the engines.
func (w *work) workers() (all []func(context.Context, int) done, closeAll func(), err error) {
	var engines []*search.Engine
	closeAll = func() {
		for _, e := range engines {
			e.Close()
		}
	}
	o := w.options()
	n, err := fitting(min(w.atOnce(), len(w.games)), w.concurrency > 0, o.Memory(), memory.Ask)
	if err != nil {
		return nil, closeAll, lang.Errorf("annotate.memory", "games", n, "hash", w.Hash, "error", err)
	}
	for range n {
		e, err := w.engine()
		if err != nil {
			return nil, closeAll, err
		}
		engines = append(engines, e)
		all = append(all, func(ctx context.Context, number int) done {
			report, err := w.game(ctx, e, number)
			return done{report, err}
		})
	}
	return all, closeAll, nil
}

// atOnce returns the number of games that are analysed at a time.
func (w *work) atOnce() int {
	if w.concurrency > 0 {
		return w.concurrency
	}
	return max(runtime.GOMAXPROCS(0)/w.Threads, 1)
}

// fitting returns how many of n engines fit into memory, each with a number of bytes. It is an
// error if not one does, or not all where all are wanted. It asks for all engines together,
// since each takes its memory while the others have theirs.
func fitting(n int, all bool, bytes uint64, ask func(size, freed uint64) error) (int, error) {
	for {
		err := ask(uint64(n)*bytes, 0)
		if err == nil || all || n <= 1 {
			return n, err
		}
		n--
	}
}

// game analyses a game with an engine.
func (w *work) game(ctx context.Context, e *search.Engine, number int) (*report, error) {
	g := w.games[number]
	played, err := g.game.Replay()
	if err != nil {
		return nil, err
	}
	if err := w.play(e, g.rules); err != nil {
		return nil, err
	}
	a := w.analyser(e)
	a.number, a.Rules = number, g.rules
	if w.journal != nil {
		a.save, a.saved = w.journal.save, w.journal.saved
		if w.repeatable() && !a.knows(ctx, played) {
			a.saved = func(key) (*Found, bool) { return nil, false } // the table that belongs to them is lost
		}
	}
	if w.given != nil {
		a.Search, a.saved = lacking, w.given.saved
	}
	a.progress = func(ply int) {
		fresh := 1
		if w.journal != nil {
			if _, found := a.saved(key{number, ply, false, false}); found {
				fresh = 0
			}
		}
		w.advance(0, 1, fresh)
	}
	analysis, err := a.Analyse(ctx, played)
	if err != nil {
		return nil, err
	}
	next := &report{Review: NewReview(analysis, g.game.Result), game: g.game, lang: w.lang, style: w.style}
	if g.fault != nil {
		next.fault = command.Printable(formats.Explain(w.lang, g.fault))
	}
	w.advance(1, 0, 0)
	return next, nil
}

// repeatable reports whether searches give the same results each time, provided that the
// earlier searches of the game did.
func (r *request) repeatable() bool { return r.Time == 0 && r.Threads == 1 }

// knows reports whether all searches of a game are saved.
func (a *Analyser) knows(ctx context.Context, played *board.Line) bool {
	known := *a
	known.Search, known.save, known.progress = lacking, nil, nil
	_, err := known.Analyse(ctx, played)
	return err == nil
}

// advance counts games and positions that are done, and shows how far the work is.
func (w *work) advance(games, positions, fresh int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.whole, w.past, w.fresh = w.whole+games, w.past+positions, w.fresh+fresh
	text := w.lang.Say("annotate.progress", "game", w.whole, "games", len(w.games), "position", w.past, "positions", w.positions)
	if left, ok := timeLeft(time.Since(w.begun), w.fresh, w.positions-w.past); ok {
		text = w.lang.Say("annotate.progressLeft", "progress", text, "time", left)
	}
	w.meter.Show(float64(w.past)/float64(w.positions), " "+text)
}

// timeLeft returns how long the positions that are left will take, by the time that others
// took; ok is false while too few have been searched to tell.
func timeLeft(spent time.Duration, searched, left int) (d time.Duration, ok bool) {
	const enough = 5
	if searched < enough {
		return 0, false
	}
	d = time.Duration(float64(spent) / float64(searched) * float64(left))
	if d < time.Minute {
		return d.Round(time.Second), true
	}
	return d.Round(10 * time.Second), true
}
