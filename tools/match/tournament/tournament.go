package tournament

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"chuhe/board"
	"chuhe/internal/keyed"
	"chuhe/internal/stats"
	"chuhe/lang"
	"chuhe/rules"
)

// Entrant is a player of a tournament.
type Entrant struct {
	Name    string
	Control TimeControl
	// New starts a player for one of the boards 0, 1, ... that play at once.
	New func(ctx context.Context, board int) (Player, error)
	// Restart starts the player afresh for each game.
	Restart bool
}

// Tournament is a match of two or more players.
type Tournament struct {
	Entrants []Entrant
	Schedule Schedule
	// Openings are used in order, again from the first after the last. There
	// must be at least one.
	Openings []Opening
	Terms
	// Boards is the number of games played at once, 1 if it is less.
	Boards int
	// Wait is the pause of a board between two games.
	Wait time.Duration
	// SPRT of the first entrant against the second ends the match once it is
	// decided; nil for no test.
	SPRT *SPRT
	// Untimed leaves dates and times out of the records, so that games without clocks have
	// the same records every time.
	Untimed bool
	// Recover continues the match after an engine has crashed or not answered. One that cannot
	// be started loses the game; where neither of two can, the match ends, since that is hardly
	// the fault of both.
	Recover bool

	// Save, if not nil, keeps a game before the standings count it. An error ends the match
	// without the game. Calls overlap neither with each other nor with calls of Finish.
	Save func(r *Record) error
	// Finish, if not nil, is called after each game with the standings that
	// include it. An error ends the match. Calls do not overlap.
	Finish func(r *Record, s *Standings) error
}

// Validate returns an error that names the first thing that is missing or out of its range, so that
// the tournament cannot be played.
func (t *Tournament) Validate() error {
	entrants, s := len(t.Entrants), t.Schedule
	switch {
	case entrants < 2:
		return fmt.Errorf("tournament: number of entrants is %d, want 2 or more", entrants)
	case s.Players != entrants:
		return fmt.Errorf("tournament: the schedule is for %d players, want %d, the number of entrants", s.Players, entrants)
	case !slices.Contains(Formats, s.Format):
		return fmt.Errorf("tournament: format is %q, want one of %q", s.Format, Formats)
	case s.Rounds < 1 && s.Format != Knockout:
		return fmt.Errorf("tournament: number of rounds is %d, want 1 or more", s.Rounds)
	case s.Games < 1:
		return fmt.Errorf("tournament: number of games of an encounter is %d, want 1 or more", s.Games)
	case len(t.Openings) == 0:
		return errors.New("tournament: no openings, want 1 or more, such as the start position")
	}
	for i, e := range t.Entrants {
		if e.New == nil {
			return fmt.Errorf("tournament: entrant %d (%s) has no New, want a function that starts a player", i+1, e.Name)
		}
		if err := e.Control.Validate(); err != nil {
			return fmt.Errorf("tournament: entrant %d (%s): %w", i+1, e.Name, err)
		}
	}
	for i, o := range t.Openings {
		setup := o.Start.Setup()
		_, err := setup.Position()
		if err == nil {
			_, err = rules.Replay(o.Start, o.Moves)
		}
		if err != nil {
			return fmt.Errorf("tournament: opening %d: %w", i+1, err)
		}
	}
	if err := t.Rules.Validate(); err != nil {
		return fmt.Errorf("tournament: %w", err)
	}
	if t.SPRT != nil {
		if err := t.SPRT.Validate(); err != nil {
			return fmt.Errorf("tournament: SPRT: %w", err)
		}
	}
	return nil
}

// SPRT is a test that can end a match; its Model is "normalized" or "logistic". It has a name
// here for programs outside this module, which cannot import package stats.
type SPRT = stats.SPRT

// ErrBroken is wrapped by the errors of Run, Count and [Board.Encounter] if an engine crashed or
// did not answer, and Recover is not set.
var ErrBroken = errors.New("match stopped after a broken engine")

// Run plays the games that the standings have not counted and adds them. It
// returns nil when the schedule is played or its SPRT is decided. Games that are in
// progress when the match ends are abandoned and not counted. A tournament that cannot be played,
// as [Tournament.Validate] says, or standings of another number of players give an error before
// any game.
func (t *Tournament) Run(ctx context.Context, s *Standings) error {
	if err := t.Validate(); err != nil {
		return err
	}
	if len(s.Names) != len(t.Entrants) {
		return fmt.Errorf("tournament: standings of %d players, want %d, the number of entrants", len(s.Names), len(t.Entrants))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if s.plan == nil {
		s.Follow(t.Schedule)
	}
	r := run{Tournament: t, standings: s, cancel: cancel}
	r.changed.L = &r.mu
	stop := context.AfterFunc(ctx, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		r.changed.Broadcast()
	})
	defer stop()
	if r.Decided(r.standings) {
		return nil
	}
	var wg sync.WaitGroup
	for i := range max(1, t.Boards) {
		wg.Go(func() {
			b := boardOf{run: &r, number: i, players: make(map[int]Player)}
			defer b.close()
			if err := b.play(ctx); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	if err := context.Cause(ctx); err != nil && !errors.Is(err, errDecided) {
		return err
	}
	return nil
}

// errDecided ends the boards when the SPRT is decided.
var errDecided = errors.New("decided")

// run is a tournament in progress.
type run struct {
	*Tournament
	cancel context.CancelCauseFunc

	mu        sync.Mutex
	standings *Standings
	next      int       // number of the last game given out
	changed   sync.Cond // a game was counted, or the match ends
}

// Decided reports whether the SPRT, if there is one, has an answer.
func (t *Tournament) Decided(s *Standings) bool {
	return t.SPRT != nil && t.SPRT.Decide(s.LLR(*t.SPRT)) != stats.Undecided
}

// take gives out the next game to be played. It waits where the results of games that are
// being played decide who meets.
func (r *run) take(ctx context.Context) (p Pairing, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for ctx.Err() == nil {
		switch p, known := r.standings.At(r.next + 1); {
		case known:
			if r.next++; !r.standings.Has(r.next) {
				return p, true
			}
		case r.standings.plan.done():
			return p, false
		default:
			r.changed.Wait()
		}
	}
	return p, false
}

// finish counts a game. An error ends the run before another game can be counted.
func (r *run) finish(ctx context.Context, record *Record) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if ctx.Err() != nil {
		return context.Cause(ctx) // ended without this game
	}
	err := r.count(record)
	if err != nil {
		r.cancel(err)
	}
	return err
}

// count saves a game, adds it to the standings, reports it, and returns the reason to end the
// run, if there is one. The caller holds the lock.
func (r *run) count(record *Record) error {
	if r.Save != nil {
		if err := r.Save(record); err != nil {
			return err
		}
	}
	r.standings.Add(record, r.Schedule.Games)
	r.changed.Broadcast()
	if r.Finish != nil {
		if err := r.Finish(record, r.standings); err != nil {
			return err
		}
	}
	if r.Decided(r.standings) {
		return errDecided
	}
	return r.broken(record)
}

// broken returns an error about a game that ends the match, since an engine broke in it.
func (t *Tournament) broken(r *Record) error {
	if !r.End.isBroken() || t.Recover {
		return nil
	}
	return keyed.Errorf("match.broken", "%w: game %d: %s", ErrBroken, r.Game, r.Reason)
}

// boardOf plays one game after another, keeping its players between games.
type boardOf struct {
	*run
	number  int
	players map[int]Player
}

func (b *boardOf) play(ctx context.Context) error {
	for {
		p, ok := b.take(ctx)
		if !ok {
			return nil
		}
		record, err := b.game(ctx, p)
		if err != nil {
			return err
		}
		if err := b.finish(ctx, &record); err != nil {
			return err
		}
		rest(ctx, b.Wait)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
}

// rest waits, but no longer than until ctx is done.
func rest(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

func (b *boardOf) game(ctx context.Context, p Pairing) (Record, error) {
	for i := range b.players {
		if i != p.RedPlayer && i != p.BlackPlayer {
			b.drop(i)
		}
	}
	g := Game{Opening: b.Openings[p.Opening%len(b.Openings)], Terms: b.Terms}
	var failed error // of the player that did not start
	for side, i := range [2]int{p.RedPlayer, p.BlackPlayer} {
		e := &b.Entrants[i]
		player, err := b.player(ctx, i)
		switch {
		case err == nil:
		case ctx.Err() != nil || !b.Recover:
			return Record{}, err
		case failed != nil:
			return Record{}, lang.Errorf("match.neitherStarts", "first", failed, "second", err)
		default:
			failed, player = err, absent{err}
		}
		g.Seats[side] = Seat{player, e.Name, e.Control}
	}
	record, err := g.Play(ctx)
	record.Pairing = p
	if b.Untimed {
		record.untime()
	}
	for side, i := range [2]int{p.RedPlayer, p.BlackPlayer} {
		broken := record.End.isBroken() && record.Result != board.Win(board.Side(side))
		if b.Entrants[i].Restart || err != nil || broken {
			b.drop(i)
		}
	}
	return record, err
}

// player returns a running player. One that does not start is tried again,
// since a machine may be short of memory or processes for a while.
func (b *boardOf) player(ctx context.Context, i int) (Player, error) {
	if p := b.players[i]; p != nil {
		return p, nil
	}
	const (
		tries = 3
		pause = 500 * time.Millisecond
	)
	for n := 1; ; n++ {
		p, err := b.Entrants[i].New(ctx, b.number)
		if err == nil {
			b.players[i] = p
			return p, nil
		}
		if n == tries || ctx.Err() != nil {
			return nil, lang.Errorf("match.noStart", "name", b.Entrants[i].Name, "error", err)
		}
		rest(ctx, pause)
	}
}

// absent stands in for a player that does not start.
type absent struct{ why error }

func (a absent) fault() error { return &Fault{Crash, a.why.Error()} }

// NewGame implements [Player].
func (a absent) NewGame(context.Context) error { return a.fault() }

// Think implements [Player].
func (a absent) Think(context.Context, *board.Line, Turn) (Answer, error) { return Answer{}, a.fault() }

// Exchange implements [Player].
func (a absent) Exchange() []string { return nil }

// Close implements [Player].
func (a absent) Close() {}

func (b *boardOf) drop(i int) {
	if p := b.players[i]; p != nil {
		p.Close()
		delete(b.players, i)
	}
}

func (b *boardOf) close() {
	for i := range b.players {
		b.drop(i)
	}
}
