package selfplay

import (
	"context"
	"sync"
	"time"

	"chuhe/eval/nnue"
	"chuhe/selfplay/record"
)

// amount is a number of games with that of the positions in them, one for each
// ply.
type amount struct{ Games, Positions uint64 }

func (c *amount) add(g *record.Game) {
	c.Games++
	c.Positions += uint64(len(g.Plies))
}

// goal is when a file is complete: with the first whole block that reaches
// either number, 0 for none.
type goal amount

func (g goal) reached(c amount) bool {
	return g.Games > 0 && c.Games >= g.Games || g.Positions > 0 && c.Positions >= g.Positions
}

// progress tells how far a file is.
type progress struct {
	Begin   amount // in the file when the run began
	Made    amount // these, and what the run has made
	Written amount // in the file: what a kill would leave
	// Cut is the number of bytes at the end of the file, of a block that is not
	// whole, that were cut off when the run began.
	Cut   int64
	Spent time.Duration
}

// rate returns the positions made per second.
func (p *progress) rate() float64 {
	return float64(p.Made.Positions-p.Begin.Positions) / max(p.Spent.Seconds(), 1e-3)
}

// generate adds games to the file until the goal is reached or ctx is done, whose
// error it then returns; without a goal only ctx ends it. A new file is begun with
// the settings, the evaluator and the signature of the search in its header; one
// that exists must have the same there, and is gone on with behind its last whole
// block: what a kill left of another is cut off. Each block is forced to the disk.
// The file is locked where the system can do that, and another generate on it
// fails; so does one whose file is deleted, emptied or replaced, with errGone at
// the end of the block. Progress is told at the beginning and after each game, by
// one goroutine.
//
// Errors wrap [ErrInput] where the file is none that could be gone on with, else
// they are those of the system, of an engine's options, or of an opening that the
// settings do not let be found.
func (cmd *command) generate(ctx context.Context, report func(progress)) error {
	s := &cmd.settings
	if err := s.Validate(); err != nil {
		return err
	}
	var players []*player
	for range s.Threads {
		engine, err := s.NewEngine(cmd.net)
		if err != nil {
			return err
		}
		defer engine.Close()
		players = append(players, &player{settings: s, engine: engine})
	}
	file, err := openStore(cmd.name, s.text(nnue.NameOf(cmd.net), cmd.search))
	if err != nil {
		return err
	}
	defer file.Close()
	p := progress{Begin: file.written, Made: file.written, Written: file.written, Cut: file.cut}
	report(p)
	if cmd.goal.reached(p.Written) {
		return nil
	}

	start := time.Now()
	games, stop := play(ctx, players, p.Written.Games)
	defer stop()
	for {
		game, err := games()
		if err != nil {
			return err
		}
		if err := file.add(&game); err != nil {
			return err
		}
		p.Made.add(&game)
		p.Written, p.Spent = file.written, time.Since(start)
		report(p)
		if cmd.goal.reached(p.Written) {
			return nil
		}
	}
}

// job is a game to be played.
type job struct {
	number uint64
	done   chan outcome // has room for one
}

type outcome struct {
	game record.Game
	err  error
}

// play plays games from a number on, and returns what returns them one by one in
// their order, and what ends all play.
func play(ctx context.Context, players []*player, number uint64) (next func() (record.Game, error), stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	order := make(chan job, 4*len(players)) // longer games do not hold up the others
	hands := make(chan job)
	group.Go(func() {
		for n := number; ; n++ {
			j := job{n, make(chan outcome, 1)}
			for _, c := range []chan job{order, hands} {
				select {
				case c <- j:
				case <-ctx.Done():
					return
				}
			}
		}
	})
	for _, p := range players {
		group.Go(func() {
			for {
				select {
				case j := <-hands:
					game, err := p.play(ctx, j.number)
					j.done <- outcome{game, err}
				case <-ctx.Done():
					return
				}
			}
		})
	}
	next = func() (record.Game, error) {
		select {
		case j := <-order:
			select {
			case o := <-j.done:
				return o.game, o.err
			case <-ctx.Done():
			}
		case <-ctx.Done():
		}
		return record.Game{}, context.Cause(ctx)
	}
	return next, func() {
		cancel()
		group.Wait()
	}
}
