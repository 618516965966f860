package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/sync/errgroup"

	"chuhe/search"
	"chuhe/selfplay/record"
)

// blockGames is the number of games written together: what an interruption
// costs at most.
const blockGames = 64

// Progress tells how far a file is.
type Progress struct {
	Games     uint64 // in the file
	Positions uint64 // in them: one for each ply
	Fresh     uint64 // of the positions, those made by this run
	Spent     time.Duration
}

// Rate returns the fresh positions per second.
func (p Progress) Rate() float64 {
	return float64(p.Fresh) / max(p.Spent.Seconds(), 1e-3)
}

// Goal is when a file is complete: with the first whole block that reaches
// either number, 0 for none.
type Goal struct{ Games, Positions uint64 }

func (g Goal) reached(p Progress) bool {
	return g.Games > 0 && p.Games >= g.Games || g.Positions > 0 && p.Positions >= g.Positions
}

// Source makes an engine for one thread.
type Source func() (*search.Engine, error)

// Generate adds games to a file until the goal is reached or ctx is done, whose
// error it then returns. A new file is begun with the settings in its header;
// one that exists must have the same there, and is gone on with behind its last
// whole block: what a kill left of another is cut off. Progress is told after
// each block.
func Generate(ctx context.Context, file *os.File, s *Settings, evaluator string, source Source, goal Goal, progress func(Progress)) error {
	if err := s.Validate(); err != nil {
		return err
	}
	p, w, err := resume(file, s.text(evaluator))
	if err != nil {
		return err
	}
	start := time.Now()
	progress(p)
	if goal.reached(p) {
		return nil
	}

	group, ctx := errgroup.WithContext(ctx)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := make(chan job, 4*s.Threads) // in the order in which they are written
	hands := make(chan job)
	group.Go(func() error { // numbers the games
		defer close(jobs)
		defer close(hands)
		for n := p.Games; ; n++ {
			j := job{n, make(chan record.Game, 1)}
			for _, c := range []chan job{jobs, hands} {
				select {
				case c <- j:
				case <-ctx.Done():
					return nil
				}
			}
		}
	})
	for range s.Threads {
		group.Go(func() error {
			engine, err := source()
			if err != nil {
				return err
			}
			defer engine.Close()
			player := player{settings: s, engine: engine}
			for j := range hands {
				game, err := player.play(ctx, j.number)
				if err != nil {
					return nil //nolint:nilerr // only ctx ends a game, and the writer tells
				}
				j.done <- game
			}
			return nil
		})
	}
	complete := false
	group.Go(func() error { // writes them
		defer stop()
		for j := range jobs {
			var game record.Game
			select {
			case game = <-j.done:
			case <-ctx.Done():
				return nil
			}
			if err := w.Write(&game); err != nil {
				return err
			}
			p.Games++
			p.Positions += uint64(len(game.Plies))
			p.Fresh += uint64(len(game.Plies))
			if p.Games%blockGames > 0 {
				continue
			}
			if err := w.Flush(); err != nil {
				return err
			}
			p.Spent = time.Since(start)
			progress(p)
			if goal.reached(p) {
				complete = true
				return nil
			}
		}
		return nil
	})
	outer := ctx
	if err := group.Wait(); err != nil {
		return err
	}
	if !complete {
		return context.Cause(outer)
	}
	return nil
}

// job is a game to be played.
type job struct {
	number uint64
	done   chan record.Game
}

// resume begins a file, or goes to the end of what is whole in it.
func resume(file *os.File, text string) (Progress, *record.Writer, error) {
	info, err := file.Stat()
	if err != nil {
		return Progress{}, nil, err
	}
	if info.Size() == 0 {
		w, err := record.NewWriter(file, text)
		return Progress{}, w, err
	}
	r, err := record.NewReader(file)
	if err != nil {
		return Progress{}, nil, err
	}
	if r.Text() != text {
		return Progress{}, nil, fmt.Errorf("%w: the file has\n%swant\n%s", ErrSettings, r.Text(), text)
	}
	var p Progress
	end := r.Offset()
	var game record.Game
	for {
		err := r.Next(&game)
		var damage *record.BlockError
		if errors.As(err, &damage) && damage.Cut {
			break
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return Progress{}, nil, err
		}
		p.Games++
		p.Positions += uint64(len(game.Plies))
		end = r.Offset()
	}
	if err := file.Truncate(end); err != nil {
		return Progress{}, nil, err
	}
	_, err = file.Seek(end, io.SeekStart)
	return p, record.AppendWriter(file), err
}

// ErrSettings is wrapped where a file was made with other settings.
var ErrSettings = errors.New("made with other settings")
