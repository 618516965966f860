package find

import (
	"context"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/search"
)

// What makes a puzzle hard, in points.
const (
	movePoints    = 20 // each move of the solver after the first
	hiddenPoints  = 40 // the mean difficulty of the solver's moves, if it were 1
	quietPoints   = 12 // a first move that neither takes nor gives check
	laterQuiet    = 6  // each later one
	depthPoints   = 3  // each depth until the engine finds the first move
	most          = 12 // depths that count
	crowdPoints   = 10 // as many moves to choose from as there are in the opening
	crowd         = 40 // these
	pointsAGrade  = 18
	pointsToSolve = 12 // of the easiest
)

// grade returns how hard a puzzle is, from its length, from how hard its moves are to
// see for a person (search.Difficulty), and from how deep the engine must look.
func (f *Finder) grade(p *puzzle.Puzzle) int {
	points := movePoints*(p.Length()-1) + depthPoints*min(f.depth(p), most) +
		crowdPoints*len(movegen.Legal(&p.Start, nil))/crowd
	at, last, hidden := p.Start, board.NoMove, 0
	for i, m := range p.Moves {
		if i%2 == 0 {
			hidden += search.Difficulty(&at, m, last)
			gives := movegen.NewChecks(&at)
			if at.Captured(m) == board.NoPiece && !gives.Gives(&at, m) {
				if i == 0 {
					points += quietPoints
				} else {
					points += laterQuiet
				}
			}
		}
		at.Play(m)
		last = m
	}
	points += hiddenPoints * hidden / p.Length() / 1000
	return max(puzzle.MinGrade, min(puzzle.MinGrade+(points-pointsToSolve)/pointsAGrade, puzzle.MaxGrade))
}

// depth returns the first depth from which on the engine has the first move.
func (f *Finder) depth(p *puzzle.Puzzle) (depth int) {
	f.engine.Clear()
	f.engine.Search(context.Background(), board.NewLine(p.Start), search.Limits{Nodes: f.options.Nodes}, func(i search.Info) {
		switch {
		case i.MultiPV != 1 || len(i.PV) == 0:
		case i.PV[0] != p.Moves[0]:
			depth = 0
		case depth == 0:
			depth = i.Depth
		}
	})
	if depth == 0 {
		return most
	}
	return depth
}
