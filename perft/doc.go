// Package perft counts the leaves of the tree of legal moves for those who test
// or measure move generators: spread over goroutines, with a cache of counts,
// move by move, and held against files of known counts.
//
// How leaves are counted is the business of package movegen; this package
// divides the work, remembers, compares and reports.
package perft
