// Package match plays games between Xiangqi engines and counts them.
//
// A [Player] is asked for moves, be it a searcher in this process ([Searcher])
// or a child process (package engine). [Game] lets two players play one game
// under a clock, a referee and adjudication, and yields a [Record]; a
// [Schedule] says who plays whom from which opening; [Tournament] plays the
// schedule on several boards at once; [Standings] counts records, whether just
// played or read back from a file.
//
// Nothing here depends on a terminal or on files: package cli does that.
package match
