// Package stats is the arithmetic of engine matches: Elo and normalized Elo
// with their errors, the sequential probability ratio test on pairs of games,
// and ratings of many players.
//
// Two games from one opening with colours changed are not independent: a
// lopsided opening makes them split. So pairs are counted as a whole ([Penta])
// wherever both games of a pair exist, and single games ([Tally]) otherwise.
package stats
