package annotate

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"chuhe/board"
	"chuhe/eval/evals"
	"chuhe/internal/unit"
	"chuhe/rules"
	"chuhe/search"
)

// unitGame is a game as the file "games" of a job has it, a line of JSON each.
type unitGame struct {
	Rules string `json:"rules"`
	Limit int    `json:"limit"` // natural move limit as in [rules.Options]
	Start string `json:"start"`
	Moves string `json:"moves"`
}

// job returns the searches of the games as a job: a unit is a game.
func (w *work) job() (*unit.Job, error) {
	var games bytes.Buffer
	lines := json.NewEncoder(&games)
	for _, g := range w.games {
		if err := lines.Encode(unitGame{g.rules.Set.String(), g.rules.MoveLimit, g.game.Start.FEN(), board.FormatMoves(g.game.Moves())}); err != nil {
			return nil, err
		}
	}
	network, err := evals.Content(w.evalName)
	if err != nil {
		return nil, err
	}
	build, err := search.Signature()
	if err != nil {
		return nil, err
	}
	j, err := unit.New("annotate", build, w.repeatable(), w.Settings, map[string][]byte{"games": games.Bytes(), "evalfile": network})
	if err != nil {
		return nil, err
	}
	j.Kind, j.Units = Units, len(w.games)
	return j, nil
}

// Units is the [unit.Kind] of annotate.
func Units(recipe *unit.Recipe, files map[string][]byte) (func() (unit.Worker, error), error) {
	r := &request{}
	err := recipe.Read(&r.Settings)
	if err != nil {
		return nil, err
	}
	if r.Time < 0 || r.Depth < 0 || r.Time == 0 && r.Nodes == 0 && r.Depth == 0 {
		return nil, fmt.Errorf("settings out of range: %s", recipe.Settings)
	}
	if r.set, err = rules.ParseSet(r.Rules); err != nil {
		return nil, err
	}
	if r.eval, err = evals.Named(r.EvalFile, files["evalfile"]); err != nil {
		return nil, err
	}
	if err := recipe.CheckBuild(search.Signature); err != nil {
		return nil, err
	}
	var games []unitGame
	for line := range bytes.Lines(files["games"]) {
		var g unitGame
		if err := json.Unmarshal(line, &g); err != nil {
			return nil, fmt.Errorf("game %d: %w", len(games)+1, err)
		}
		games = append(games, g)
	}
	return func() (unit.Worker, error) {
		e, err := r.engine()
		return &gameWorker{r, e, games}, err
	}, nil
}

// gameWorker searches the positions of games.
type gameWorker struct {
	*request
	engine *search.Engine
	games  []unitGame
}

// Close implements [unit.Worker].
func (w *gameWorker) Close() { w.engine.Close() }

// Do implements [unit.Worker]: the result has the entries of a journal, a line each.
func (w *gameWorker) Do(ctx context.Context, number int) ([]byte, error) {
	if number >= len(w.games) {
		return nil, fmt.Errorf("there are %d games", len(w.games))
	}
	g := w.games[number]
	set, err := rules.ParseSet(g.Rules)
	if err != nil {
		return nil, err
	}
	played, err := rules.ReplayText(g.Start, g.Moves)
	if err != nil {
		return nil, err
	}
	by := rules.Options{Set: set, MoveLimit: g.Limit}
	if err := w.play(w.engine, by); err != nil {
		return nil, err
	}
	var result bytes.Buffer
	lines := json.NewEncoder(&result)
	a := w.analyser(w.engine)
	a.number, a.Rules = number, by
	a.save = func(k key, f *Found) error { return lines.Encode(newEntry(k, f)) }
	_, err = a.Analyse(ctx, played)
	return result.Bytes(), err
}

// collect returns the searches of all units.
func collect(ctx context.Context, j *unit.Job, carrier unit.Carrier) (*searches, error) {
	s := &searches{found: map[key]*Found{}}
	number := 0
	for result, err := range carrier(ctx, j, 0) {
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(result) {
			var e entry
			if err := json.Unmarshal(line, &e); err != nil {
				return nil, fmt.Errorf("unit %d: %w", number, err)
			}
			if e.Game != number {
				return nil, fmt.Errorf("unit %d: a search of game %d", number, e.Game+1)
			}
			if err := s.take(e); err != nil {
				return nil, fmt.Errorf("unit %d: %w", number, err)
			}
		}
		number++
	}
	return s, nil
}

// lacking is the search of a position that no unit has searched.
func lacking(context.Context, *board.Line, search.Limits, int, func(search.Info)) (search.Result, error) {
	return search.Result{}, errors.New("a unit lacks a search that the game needs: it was made by another build")
}
