// Package search finds the best move of a position: an alpha-beta search with
// iterative deepening, run by any number of workers over one transposition
// table.
//
// [Engine] is the door: it keeps the table and the options, and its Search
// method plays one search under [Limits]. Two engines share nothing.
package search
