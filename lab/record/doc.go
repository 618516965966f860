// Package record stores games of self-play in files. They are compact, so that
// hundreds of millions of positions fit on a disk, and lossless: every game can be
// replayed, and a training run can choose its positions later.
//
// The format of a file; all numbers are little-endian:
//
//	header   8 bytes  magic "CHUHEGM\n"
//	         4        version, 1
//	         4        length of the text that follows
//	         n        text: how the games were made, "key value" lines
//	         4        CRC-32C of everything before it
//	blocks, each
//	         4        magic "BLK1"
//	         4        bytes of its games, at most MaxBlock
//	         4        number of its games
//	         4        CRC-32C of these 12 bytes and the games
//	         n        games, one after the other
//	a game   32       the start, see below
//	         4 a ply  move (bits 0..6 to, 7..13 from), score for the side to move
//	         4        zero, which is not a move
//	a start  12       occupied squares: bits 0..89, a0 first, rank by rank
//	         16       pieces on them in this order, 4 bits each, low bits first:
//	                  type (1..7 as in package board) and 8 for Black
//	         1        bit 0: Black to move; bits 1..2: result, 0 Black won,
//	                  1 draw, 2 Red won
//	         1        zero
//	         2        plies since the last capture
//
// A hundred plies take 436 bytes. The idea of a start position and four bytes per
// ply comes from viriformat, of the chess engine Viridithas. A block with a wrong
// checksum costs only its own games: the reader continues with the next block.
//
// A packed file has the same header and the same blocks, with the magics "CHUHEPK\n"
// and "PBK1". The games of a block are one stream of package entropy:
//
//	a game   each of 90 squares: whether it is as in the start position, else its piece
//	         side to move, plies since the last capture, number of plies
//	         each ply: whether it has a score, how the score differs from the last ones
//	         (scoreModel), the rank of the move in an order of the legal moves (moveModel)
//	         result
//
// Games of self-play take 1.5 bytes a ply. The order and all probabilities learn from
// the games before in the block, and blocks are large, up to 2 MiB of games as above,
// so that this pays. The order and what the probabilities depend on are frozen: a
// change makes files unreadable, and TestGolden and TestFrozenOrder fail.
package record
