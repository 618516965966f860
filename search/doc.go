// Package search finds the best move of a position: an alpha-beta search with
// iterative deepening, run by any number of workers over one transposition
// table.
//
// [Engine] is the door: it keeps the table and the options, and its Search
// method runs one search under [Limits]. Two engines share nothing.
//
// Workers know of each other only by the table (lazy SMP): each searches the root on
// its own, with histories of its own. All but the first skip some depths, so that they
// are ahead or behind. In the end they vote for the move, unless the host asked for a
// depth or for several lines: then the first worker speaks.
//
// To read the package, follow a search down: engine.go starts the workers, run.go holds
// what they share, worker.go what each has for itself, and iterate.go deepens the root
// in each of them. negamax.go searches a node. It asks gameover.go for the rules,
// lookup.go for the table (tt.go), prune.go whether the node or a move can be left out,
// depth.go how deep a move is searched, and order.go for the next move, by the
// histories of history.go; quiesce.go plays captures out at the end. path.go keeps the
// positions from the game to the node, correction.go corrects the evaluation by
// experience, see.go plays out exchanges on a square, and time.go divides the clock.
// oversight.go lets weak players miss moves. All margins are in params.go, and ranges.go
// reads their bounds.
//
// Around that, options.go and limits.go hold what a search is asked for, and info.go what
// it reports. bench.go and signature.go search fixed positions, which tells versions of the
// search apart; arith.go has two helpers. Files named after a processor or a system have
// twins for all others.
package search
