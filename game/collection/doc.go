// Package collection searches many games: a [Filter] says whether a game is wanted, and a
// [Doubles] finds games that were there before. Only main lines count, as far as their moves
// are legal.
package collection
