// Package judge is the command "chuhe judge": a referee for games that come as
// a FEN with moves, as PGN, or as a table of cases with the verdicts expected.
package judge
