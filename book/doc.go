// Package book reads and makes opening books: files that know moves for positions.
//
// [Open] reads two formats, which it tells apart by their content: BOOK.DAT of
// ElephantEye and XQWizard, and the format of this package, which [Builder] writes.
// The format of a Chuhe book; all numbers are little-endian:
//
//	header   8 bytes  magic "CHUHEBK\n"
//	         4        version, 1
//	         4        length of the text that follows, at most MaxText
//	         4        number of positions
//	         4        size of the moves in bytes
//	         n        text: how the book was made, "key value" lines
//	         4        CRC-32C of everything before it
//	index    12 a position, in the order of the keys:
//	         8        key, see below
//	         4        where the position's moves begin among the moves, in bytes
//	moves    the moves of each position, in the order of the index; a move is
//	         2        bits 0..6 to, 7..13 from (rank*9 + file, a0 being 0),
//	                  bit 14: counts follow, bit 15: the last move of the position
//	         1-5      weight, a varint as in Protocol Buffers
//	         4 x 1-5  counts, if bit 14 is set: games won, drawn and lost by the side
//	                  that played the move, and games without a result; varints
//	end      4        CRC-32C of the index and the moves
//
// A position and its mirror image share an entry. Of the first two fields of their
// FENs ("rnbakabnr/... w") the one that comes first in the order of its bytes is
// stored, with moves on that board. The key is the first eight bytes of its SHA-256.
// It depends on no table of random numbers, so any program can compute it.
package book
