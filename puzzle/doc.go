// Package puzzle holds puzzles: positions in which one move alone mates in a given
// number of moves, or wins material. A few hundred are embedded: see [Embedded].
//
// Package tools/puzzle/find looks for puzzles in games, proves and grades them.
package puzzle
