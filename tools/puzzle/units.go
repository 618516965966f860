package puzzle

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/puzzle"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/tools/puzzle/find"
	"chuhe/tools/source"
)

// unitSettings are the settings of a job. The file "games" has the games, a line of JSON each,
// and "evalfile" the network, if there is one.
type unitSettings struct {
	find.Options
	// Evaluator is the name of the evaluation, by its content.
	Evaluator string
}

// unitGame is a game of a job.
type unitGame struct {
	Start  string       `json:"start"`
	Moves  string       `json:"moves"`
	Scores []eval.Score `json:"scores,omitempty"`
}

// inUnits has the games of inputs searched elsewhere, or searches a part of them.
func (w *work) inUnits(ctx context.Context, inputs []input) error {
	var games bytes.Buffer
	var numbers []int // of the games
	lines := json.NewEncoder(&games)
	meter := command.NewMeter(w.streams)
	defer meter.Close()
	for g, err := range w.legal(ctx, inputs, meter) {
		if err != nil {
			return err
		}
		if w.games <= w.skip {
			continue
		}
		if err := lines.Encode(newUnitGame(g)); err != nil {
			return err
		}
		numbers = append(numbers, w.games)
	}
	meter.Close()
	if w.usable == 0 {
		return nil
	}
	j, err := w.job(games.Bytes(), len(numbers))
	if err != nil {
		return err
	}
	carrier := w.units.Carrier(w.Name)
	if carrier == nil {
		return w.units.Run(ctx, j, w.Name, w.threads, w.streams)
	}
	return w.collect(ctx, j, carrier, numbers)
}

// job returns the searches of games as a job: a unit is a game.
func (w *work) job(games []byte, n int) (*unit.Job, error) {
	network, err := evals.Content(w.evalfile)
	if err != nil {
		return nil, err
	}
	build, err := search.Signature()
	if err != nil {
		return nil, err
	}
	j, err := unit.New("puzzles", build, true, unitSettings{w.options, w.options.Evaluation.Name()}, map[string][]byte{"games": games, "evalfile": network})
	if err != nil {
		return nil, err
	}
	j.Kind, j.Units = Units, n
	return j, nil
}

// collect adds the puzzles of units whose games have the numbers given. It goes on where an
// earlier run was stopped.
func (w *work) collect(ctx context.Context, j *unit.Job, carrier unit.Carrier, numbers []int) error {
	if err := w.open(); err != nil {
		return err
	}
	all := w.games
	w.games = w.puzzles.from
	if w.enough() {
		return nil
	}
	meter := command.NewMeter(w.streams)
	defer meter.Close()
	at, _ := slices.BinarySearch(numbers, w.puzzles.from)
	for result, err := range carrier(ctx, j, at) {
		if err != nil {
			return err
		}
		found, err := puzzle.Read(bytes.NewReader(result))
		if err != nil {
			return fmt.Errorf("unit %d: %w", at, err)
		}
		w.games = numbers[at]
		if err := w.add(found); err != nil {
			return err
		}
		if w.enough() {
			return nil
		}
		at++
		meter.Show(float64(at)/float64(len(numbers)), " "+w.found())
	}
	w.games = all
	return nil
}

func newUnitGame(g *source.Game) *unitGame {
	return &unitGame{g.Start.FEN(), board.FormatMoves(g.Moves), g.Scores}
}

// read returns the game, whose moves are legal.
func (u *unitGame) read() (*source.Game, error) {
	game, err := rules.ReplayText(u.Start, u.Moves)
	if err != nil {
		return nil, err
	}
	if len(u.Scores) > 0 && len(u.Scores) != game.Len() {
		return nil, fmt.Errorf("%d scores of %d moves", len(u.Scores), game.Len())
	}
	return &source.Game{Start: *game.At(0), Moves: game.Moves(), Scores: u.Scores}, nil
}

// Units is the [unit.Kind] of the search for puzzles.
func Units(recipe *unit.Recipe, files map[string][]byte) (func() (unit.Worker, error), error) {
	var s unitSettings
	err := recipe.Read(&s)
	if err != nil {
		return nil, err
	}
	if s.Evaluation, err = evals.Named(s.Evaluator, files["evalfile"]); err != nil {
		return nil, err
	}
	if s.Nodes < 1 || s.Proof < 1 || s.Mate < 0 || s.Mate > find.MaxMate {
		return nil, fmt.Errorf("settings out of range: %s", recipe.Settings)
	}
	if err := recipe.CheckBuild(search.Signature); err != nil {
		return nil, err
	}
	games := slices.Collect(bytes.Lines(files["games"]))
	return func() (unit.Worker, error) {
		f, err := find.NewFinder(s.Options)
		return &gameFinder{f, games}, err
	}, nil
}

// gameFinder looks through games.
type gameFinder struct {
	*find.Finder
	games [][]byte
}

// Do implements [unit.Worker]: the result has the puzzles of a game, a line each.
func (w *gameFinder) Do(ctx context.Context, number int) ([]byte, error) {
	if number >= len(w.games) {
		return nil, fmt.Errorf("there are %d games", len(w.games))
	}
	var text unitGame
	if err := json.Unmarshal(w.games[number], &text); err != nil {
		return nil, err
	}
	g, err := text.read()
	if err != nil {
		return nil, err
	}
	found, err := w.Find(ctx, g)
	var lines bytes.Buffer
	for i := range found {
		fmt.Fprintln(&lines, &found[i])
	}
	return lines.Bytes(), err
}
