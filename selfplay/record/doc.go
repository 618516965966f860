// Package record keeps games of self-play in files: small enough that hundreds
// of millions of positions fit on a disk, and lossless, so that what a training
// leaves out can be chosen later and every game can be replayed.
//
// A file, all numbers little-endian:
//
//	header   8 bytes  magic "CHUHEGM\n"
//	         4        version, 1
//	         4        length of the text that follows
//	         n        text: how the games were made, "key value" lines
//	         4        CRC-32C of all before it
//	blocks, each
//	         4        magic "BLK1"
//	         4        bytes of its games, at most MaxBlock
//	         4        number of its games
//	         4        CRC-32C of these 12 bytes and the games
//	         n        games, one behind the other
//	a game   32       the start, see below
//	         4 a ply  move (bits 0..6 to, 7..13 from), score for the side to move
//	         4        zero: no move goes from a0 to a0
//	a start  12       occupied squares: bits 0..89, a0 first, rank by rank
//	         16       pieces on them in this order, 4 bits each, low ones first:
//	                  type (1..7 as in package board) and 8 for Black
//	         1        bit 0: Black to move; bits 1..2: result, 0 Black won,
//	                  1 draw, 2 Red won
//	         1        zero
//	         2        plies since the last capture
//
// A hundred plies take 436 bytes. The idea of a start and four bytes for each
// ply is viriformat's, of the chess engine Viridithas. A block whose checksum is
// wrong costs its own games only: the reader goes on with the next.
package record
