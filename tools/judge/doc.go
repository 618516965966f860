// Package judge is the command "chuhe judge". It judges games given as a FEN
// with moves, as PGN, or as a table of cases with expected verdicts.
package judge
