// Package eval says how good a position is without searching it.
//
// A [Score] is seen from the side to move. An [Evaluator] follows the search
// from position to position and may update itself move by move.
package eval
