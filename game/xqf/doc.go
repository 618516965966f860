// Package xqf reads and writes XQF, the format of XQStudio (象棋演播室), in which
// most collections of Chinese games before 2010 are kept. A file contains one game.
//
// Version 1.0 of the format is published and plain. Later versions scramble the board
// and the moves with keys that stand in the file. The reader takes all of them; the
// writer makes version 1.0.
//
// A file begins with a header of 1024 bytes:
//
//	0    "XQ", then the version: 10 for 1.0, 18 for the last
//	3    mask, 4 bytes of a product number, and 8 bytes from which the keys are made
//	16   the square of each of the 32 pieces
//	50   side to move, result
//	64   kind of game
//	80   texts: a byte for the length, then GB18030
//
// Moves follow from byte 1024 on, in the order of package preorder. The first is not a
// move and holds the comment on the whole game.
package xqf
