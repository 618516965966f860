// Package board holds what a Xiangqi board is: points, pieces, moves,
// positions, the attacks of every piece, and the record of a game.
//
// All types but [Line] and the errors are small comparable values without
// pointers: a [Position] is copied to make a move, so there is no unmake to get
// wrong and two positions are compared with ==.
//
// Points are numbered rank by rank from Red's left corner, a0 = 0, i0 = 8,
// a1 = 9, up to i9 = 89. A [Bitboard] keeps Red's half (0..44) in one word and
// Black's half (45..89) in the other, so no rank straddles a word, the river
// is the boundary between the words, and each palace lies within one word.
//
// The package knows how pieces move, not which moves are legal: that is
// package movegen's.
package board
