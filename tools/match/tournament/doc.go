// Package tournament plays games between Xiangqi engines and counts them.
//
// A [Player] chooses moves; package engine has one that is a child process.
// [Game] plays one game between two players under clocks, a referee and
// adjudication, and returns a [Record]. A [Schedule] says who plays whom from which
// opening, and [Tournament] plays it on several boards at once. [Standings] counts
// records, just played or read back from a file.
//
// Nothing here depends on a terminal or on files: package tools/match does that.
package tournament
