// Package collection searches many games. A [Filter] says whether a game is wanted, and a
// [Doubles] finds games that were there before. An [Index] answers at once which games pass a
// position and how they went on. Only main lines count, as far as their moves are legal.
package collection
