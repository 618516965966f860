package selfplay

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"iter"
	"math"

	"chuhe/eval/evals"
	"chuhe/internal/unit"
	"chuhe/lab/record"
	"chuhe/search"
)

// unitSettings are the settings of a job; the files may have a network, "evalfile".
type unitSettings struct {
	Settings
	// Evaluator is the name of the evaluation, by its content.
	Evaluator string
}

// job returns the games as a job: a unit is a block of games.
func (r *request) job() (*unit.Job, error) {
	s := unitSettings{r.settings, r.evaluation.Name()}
	s.Threads = 1
	network, err := evals.Content(r.evalFile)
	if err != nil {
		return nil, err
	}
	j, err := unit.New("datagen", r.search, true, s, map[string][]byte{"evalfile": network})
	if err != nil {
		return nil, err
	}
	j.Kind, j.Units = Units, int(min((r.goal.Games-1)/record.BlockGames+1, math.MaxInt))
	return j, nil
}

// Units is the [unit.Kind] of datagen.
func Units(recipe *unit.Recipe, files map[string][]byte) (func() (unit.Worker, error), error) {
	var s unitSettings
	if err := recipe.Read(&s); err != nil {
		return nil, err
	}
	evaluation, err := evals.Named(s.Evaluator, files["evalfile"])
	if err != nil {
		return nil, err
	}
	if s.Threads != 1 || s.Nodes < 1 || s.Nodes > MaxNodes || s.Hash < 1 || s.Hash > MaxHash || s.MinRandom < 0 || s.MinRandom > s.MaxRandom {
		return nil, fmt.Errorf("settings out of range: %s", recipe.Settings)
	}
	if err := recipe.CheckBuild(search.Signature); err != nil {
		return nil, err
	}
	text := s.text(s.Evaluator, recipe.Build)
	return func() (unit.Worker, error) {
		p, err := newPlayer(&s.Settings, evaluation)
		return &blockPlayer{p, text}, err
	}, nil
}

// blockPlayer plays blocks of games, each as a file of its own.
type blockPlayer struct {
	*player
	text string
}

// Do implements [unit.Worker].
func (p *blockPlayer) Do(ctx context.Context, number int) ([]byte, error) {
	var b bytes.Buffer
	w, err := record.NewWriter(&b, p.text)
	if err != nil {
		return nil, err
	}
	for n := range uint64(record.BlockGames) {
		g, err := p.play(ctx, uint64(number)*record.BlockGames+n)
		if err == nil {
			err = w.Write(&g)
		}
		if err != nil {
			return nil, err
		}
	}
	err = w.Flush()
	return b.Bytes(), err
}

// unitGames returns a source of the games of a job.
func unitGames(ctx context.Context, j *unit.Job, carrier unit.Carrier) func(first uint64) iter.Seq[outcome] {
	return func(first uint64) iter.Seq[outcome] {
		return func(yield func(outcome) bool) {
			at := first / record.BlockGames
			for result, err := range carrier(ctx, j, int(at)) {
				var games []record.Game
				if err == nil {
					if games, err = block(result); err != nil {
						err = fmt.Errorf("unit %d: %w", at, err)
					}
				}
				if err != nil {
					yield(outcome{err: err})
					return
				}
				for _, g := range games[max(first, at*record.BlockGames)-at*record.BlockGames:] {
					if !yield(outcome{game: g}) {
						return
					}
				}
				at++
			}
		}
	}
}

// block returns the games of a unit.
func block(result []byte) (games []record.Game, err error) {
	r, err := record.NewReader(bytes.NewReader(result))
	if err != nil {
		return nil, err
	}
	for {
		var g record.Game
		switch err := r.Next(&g); {
		case err == io.EOF && len(games) == record.BlockGames:
			return games, nil
		case err == io.EOF:
			return nil, fmt.Errorf("%d games, want %d", len(games), record.BlockGames)
		case err != nil:
			return nil, err
		}
		if err := g.Check(); err != nil {
			return nil, err
		}
		games = append(games, g)
	}
}
