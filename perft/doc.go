// Package perft counts the leaves of the tree of legal moves, to test and measure
// move generators: on several goroutines, with a cache of counts, for each root
// move, and compared with files of known counts.
//
// Package movegen counts the leaves; this package divides the work, caches, compares
// and reports.
package perft
