// Package puzzle holds puzzles: positions in which one move alone mates in a given
// number of moves, wins material, or does not lose. Some thousands are embedded: see
// [Embedded].
//
// What the solver has to do is the theme, a [Theme]. Package tools/puzzle/find looks for
// puzzles of each theme in games, proves and rates them; web/page/training.js offers them on
// the board.
package puzzle
