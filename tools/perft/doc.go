// Package perft is the command "chuhe perft": it counts the leaves of the tree of
// legal moves, to test and measure the move generator.
//
// Package count counts the leaves of a subtree. This package divides the tree among
// goroutines, caches counts, compares them with files of known counts, and reports.
package perft
