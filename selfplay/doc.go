// Package selfplay makes the games from which the evaluation is trained: the
// engine against itself, from random openings, with a small number of nodes for
// each move. Each game depends on the seed and its own number alone, so that a
// file is the same whatever the number of threads and however often it was
// interrupted. Package record has the format.
package selfplay
