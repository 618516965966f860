package nnue

import (
	"chuhe/board"
	"chuhe/internal/splitmix"
)

// A tilt says which flank of the board weighs more for a perspective: the left one if it
// is positive, the right one if it is negative. It is a sum over the pieces, so that a move
// changes it by those that it moves and captures. A mirror image has the opposite tilt.
//
// The own attackers count first, a rook as two knights or cannons and as four pawns. If
// they balance, the enemy's attackers count. If they balance too, the places of all pieces
// decide: each point of the left flank has a random number for each piece, and its mirror
// image has the opposite number. About one in 2^40 of the positions that are not their own
// mirror image still balances.
type tilt int64

// Units of a tilt: how much an own pawn and one of the enemy weigh, and the bits of the
// random numbers.
const (
	ownPawn    tilt = 1 << 52
	theirPawn  tilt = 1 << 46
	randomBits      = 40
)

// tiltBy returns what a piece on a square adds to the tilt of a perspective, 0 for
// board.NoPiece.
func tiltBy(perspective board.Side, piece board.Piece, s board.Square) tilt {
	perspective &= 1
	return tilts[(piece^board.Piece(perspective)<<3)&15][orientation[perspective][s&127]&127]
}

// tiltOf returns the tilt of some pieces of a position.
func tiltOf(p *board.Position, pieces board.Bitboard, perspective board.Side) (t tilt) {
	for !pieces.IsEmpty() {
		s := pieces.Pop()
		t += tiltBy(perspective, p.At(s), s)
	}
	return t
}

// tilts has the tilt by each piece on each square as its perspective sees them.
var tilts = func() (t [16][128]tilt) {
	random := splitmix.Source(1)
	weights := [...]tilt{board.Pawn: 1, board.Knight: 2, board.Cannon: 2, board.Rook: 4, board.King: 0}
	for side, pawn := range [2]tilt{ownPawn, theirPawn} {
		for _, kind := range kinds {
			of := &t[board.NewPiece(board.Side(side), kind)]
			for rank := range board.Ranks {
				for file := range board.Files / 2 {
					s := board.SquareAt(file, rank)
					of[s] = weights[kind]*pawn + tilt(random.Uint64()>>(64-randomBits))
					of[s.Mirror()] = -of[s]
				}
			}
		}
	}
	return
}()
