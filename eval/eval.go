package eval

import "chuhe/board"

// Evaluator follows a search and evaluates its positions. It is owned by one
// worker and not safe for concurrent use.
type Evaluator interface {
	// Reset makes p the position to be evaluated, forgetting all others.
	Reset(p *board.Position)
	// Make tells that the search makes a move in the current position p. At
	// most MaxPly moves lie between Reset and a position.
	Make(p *board.Position, m board.Move)
	// Unmake takes back the last move told to Make. A search that passes tells
	// nothing: the pieces stand as they did.
	Unmake()
	// Evaluate returns the score of the current position p for its side to
	// move, within ±MaxEval.
	Evaluate(p *board.Position) Score
}
