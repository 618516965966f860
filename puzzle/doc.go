// Package puzzle holds puzzles: positions in which one move alone mates in a given
// number of moves, wins material, or does not lose. Some thousands are embedded: see
// [Embedded].
//
// Package tools/puzzle/find looks for puzzles in games, proves and rates them.
package puzzle
