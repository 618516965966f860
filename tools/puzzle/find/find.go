// Package find looks for puzzles in games, proves and rates them.
//
// [Finder.Find] searches a game: mates.go proves mates, and judged.go compares the scores of
// moves for the other themes. rate.go says how hard a puzzle is. [Finder.Verify]
// (verify.go) proves one again.
package find

import (
	"context"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/search"
	"chuhe/tools/puzzle/mate"
	"chuhe/tools/source"
)

const (
	// MaxMate is the most moves of a mate.
	MaxMate = 7
	// before is the most that the solver's last score in the game may have been: what was
	// won already is no puzzle.
	before eval.Score = 150
	// scanShare is the part of Options.Nodes, as a divisor, of a search that shows where to
	// look: its best move must be better than the next by glanceGap, and its scores may be
	// beyond the bounds by doubt.
	scanShare            = 12
	glanceGap eval.Score = 200
	doubt     eval.Score = 100
	// apart is the least number of plies between two puzzles of one side in a game.
	apart = 10
)

// Options say how carefully puzzles are looked for.
type Options struct {
	// Nodes is the length of a search that judges a position. Those that confirm a solution
	// are fifty times as long.
	Nodes uint64
	// Proof is the most nodes of the proof of a mate; positions that need more are left
	// out.
	Proof int
	// Mate is the most moves of a mate, up to MaxMate; 0 for no mates.
	Mate int
	// Themes are what is looked for.
	Themes [puzzle.Themes]bool
	// Evaluation judges positions.
	Evaluation eval.Evaluation `json:"-"`
}

// DefaultOptions returns options that take some 50 ms for each position that may be a
// puzzle, and some seconds for one that searches confirm.
func DefaultOptions(e eval.Evaluation) Options {
	return Options{Nodes: 20_000, Proof: 400_000, Mate: 4, Themes: [puzzle.Themes]bool{true, true, true}, Evaluation: e}
}

// Finder looks for puzzles. It does the same whatever it was asked before.
type Finder struct {
	options Options
	engine  *search.Engine
	weak    *search.Engine // plays at the levels that rate
	solver  *mate.Solver
	checks  *mate.Solver // tries nothing but checks
}

// NewFinder returns a finder, or an error if there is no memory for its engine.
func NewFinder(o Options) (*Finder, error) {
	options := search.DefaultOptions()
	options.Hash, options.MultiPV, options.Evaluation = 4, 2, o.Evaluation
	engine, err := search.New(options)
	if err != nil {
		return nil, err
	}
	options.MultiPV = 1
	weak, err := search.New(options)
	if err != nil {
		engine.Close()
		return nil, err
	}
	return &Finder{o, engine, weak, mate.New(o.Proof), mate.ByChecks(o.Proof)}, nil
}

// Close frees the memory.
func (f *Finder) Close() {
	f.engine.Close()
	f.weak.Close()
}

// Find returns the puzzles of a game of legal moves with their sources not set: for each
// side the first of each theme, apart from each other. Scores of the game say where mates
// are, if it has any. It stops when ctx is done, with the error of ctx.
func (f *Finder) Find(ctx context.Context, g *source.Game) (found []puzzle.Puzzle, err error) {
	scored := slices.ContainsFunc(g.Scores, func(s eval.Score) bool { return s != source.NoScore })
	var have [2][puzzle.Themes]bool
	var free [2]int        // the ply from which the next puzzle may be
	var last [2]eval.Score // the score before the last move of each side
	p := g.Start
	for ply, m := range g.Moves {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		side := p.Side()
		score := source.NoScore
		switch {
		case scored:
			score = g.Scores[ply]
		case movegen.HasLegal(&p):
			score = f.judge(ctx, &p, f.glance()).first
		}
		if score != source.NoScore && ply >= free[side] && !(ply > 0 && recaptures(g, ply, &p)) {
			one, ok := f.try(ctx, &p, score, last[side], have[side])
			if ok {
				one.Rating = f.Rate(ctx, &one)
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if ok {
				found = append(found, one)
				have[side][one.Theme] = true
				free[side] = ply + apart
			}
		}
		if score != source.NoScore {
			last[side] = score
		}
		p.Play(m)
	}
	return found, nil
}

// glance returns the length of a search that shows where to look.
func (f *Finder) glance() uint64 { return max(f.options.Nodes/scanShare, 1) }

// try returns the puzzle of a position with its score and the one before the last move, of
// a theme that is wanted and that the side does not have.
func (f *Finder) try(ctx context.Context, p *board.Position, score, last eval.Score, have [puzzle.Themes]bool) (found puzzle.Puzzle, ok bool) {
	wanted := func(theme puzzle.Theme) bool { return f.options.Themes[theme] && !have[theme] }
	mates := func(s eval.Score) bool {
		plies, decided := s.MateDistance()
		return decided && plies > 0 && plies <= 2*f.options.Mate-1
	}
	switch {
	case mates(score):
		if wanted(puzzle.Mate) && !mates(last) { // else it is the mate of two plies ago
			return f.mate(ctx, p, f.options.Mate)
		}
		return found, false
	case score.IsDecided() || last > before || !wanted(puzzle.Material) && !wanted(puzzle.Defend):
		return found, false
	}
	l := f.judge(ctx, p, f.glance())
	switch {
	case l.first-l.second < glanceGap:
	case wanted(puzzle.Material) && l.first >= winning-doubt && l.second <= undecided+doubt:
		return f.material(ctx, p)
	case wanted(puzzle.Defend) && l.first >= -undecided-doubt && l.first < winning && l.second <= -winning+2*doubt:
		return f.defend(ctx, p)
	}
	return found, false
}

// recaptures reports whether the move of a ply takes back.
func recaptures(g *source.Game, ply int, p *board.Position) bool {
	return g.Moves[ply].To() == g.Moves[ply-1].To() && p.Captured(g.Moves[ply]) != board.NoPiece
}
