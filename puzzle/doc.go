// Package puzzle finds, proves and grades puzzles: positions in which one move alone
// mates in so many moves, or wins material. A few hundred are embedded.
//
// [Finder] looks for them in games, [Finder.Verify] proves one again, and [Embedded] returns
// those of the program. The command is in the folder tool.
package puzzle
