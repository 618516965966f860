package eval

import "chuhe/board"

// Evaluation is a way to judge positions: [Classical], or a network of package
// nnue. It never changes, so several engines may share one. Values must be
// comparable: two that are equal give every position the same score.
type Evaluation interface {
	// Name identifies the evaluation in files and messages.
	Name() string
	// New returns an evaluator, one for each worker of a search.
	New() Evaluator
	// Explain returns a table of what makes up the score of a position, for
	// people to read.
	Explain(p *board.Position) string
}

// Evaluator follows a search and evaluates its positions. It is owned by one
// worker and not safe for concurrent use.
type Evaluator interface {
	// Reset makes p the current position and forgets all others.
	Reset(p *board.Position)
	// Make follows a move of the search from the current position p to the next. At
	// most MaxPly moves lie between Reset and a position.
	Make(p *board.Position, m board.Move, next *board.Position)
	// Unmake takes back the last move passed to Make. A null move needs no call:
	// the pieces stay where they are.
	Unmake()
	// Evaluate returns the score of the current position p for its side to
	// move, within ±MaxEval.
	Evaluate(p *board.Position) Score
}
