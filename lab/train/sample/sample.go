// Package sample turns recorded games into training positions of 32 bytes each, so
// that tens of millions fit in memory.
package sample

import (
	"math/bits"

	"chuhe/board"
	"chuhe/eval/nnue"
)

// Sample is a position with its score and result. The side to move sits at the
// bottom: positions with Black to move are flipped top to bottom, and the colours
// swapped. The zero value is not a valid sample.
type Sample struct {
	// Bits 0..44 are the occupied squares of a half of the board, as in
	// board.Bitboard. Bits 48..63 of lo are the score; of hi, bits 45..46 are
	// the result (noResult for none), 47..53 the output bucket (bucketBits), and then
	// viewBits each for the views of the other side and of the side to move.
	lo, hi uint64
	// pieces has 4 bits for each, in the order of the squares, low bits first:
	// a board.Piece in which Red stands for the side to move.
	pieces [16]byte
}

const (
	scoreShift  = 48
	resultShift = board.HalfSquares
	bucketShift = resultShift + 2
	bucketBits  = 7
	viewShift   = bucketShift + bucketBits
	viewBits    = 4
	noResult    = 3 // where twice the points would be
)

// All buckets and views fit their bits, or this does not compile.
const (
	_ = uint(1<<bucketBits - nnue.OutputBuckets)
	_ = uint(1<<viewBits - nnue.Views)
	_ = uint(64 - viewShift - 2*viewBits)
)

// New returns the sample of a position. The score is for the side to move.
func New(p *board.Position, score int16, result board.Result) Sample {
	occ := p.Occupied()
	black := p.Side() == board.Black
	if black {
		occ = board.Bitboard{Lo: flipHalf(occ.Hi), Hi: flipHalf(occ.Lo)}
	}
	own, their := nnue.ViewOf(p, p.Side()), nnue.ViewOf(p, p.Side().Other())
	s := Sample{
		lo: occ.Lo | uint64(uint16(score))<<scoreShift,
		hi: occ.Hi | uint64(2*result.Points(p.Side()))<<resultShift | uint64(nnue.OutputBucket(p))<<bucketShift |
			uint64(own)<<(viewShift+viewBits) | uint64(their)<<viewShift,
	}
	for n := 0; !occ.IsEmpty(); n++ {
		square := occ.Pop()
		piece := byte(0)
		if black {
			piece = byte(p.At(square.Flip())) ^ 8
		} else {
			piece = byte(p.At(square))
		}
		s.pieces[n/2] |= piece << (n % 2 * 4)
	}
	return s
}

// flipHalf reverses the order of the ranks of a half of the board.
func flipHalf(half uint64) uint64 {
	const rank = 1<<board.Files - 1
	return half&rank<<36 | half>>9&rank<<27 | half>>18&rank<<18 | half>>27&rank<<9 | half>>36&rank
}

// Score returns the score for the side to move.
func (s *Sample) Score() int16 { return int16(s.lo >> scoreShift) }

// HasResult reports whether the sample has the result of a game. A position that
// was labelled by a search alone has not.
func (s *Sample) HasResult() bool { return s.hi>>resultShift&3 != noResult }

// Points returns the result for the side to move: 0, 0.5 or 1. It means nothing for
// a sample without one.
func (s *Sample) Points() float64 { return float64(s.hi>>resultShift&3) / 2 }

// removeResult removes the result of a game.
func (s *Sample) removeResult() { s.hi |= noResult << resultShift }

// OutputBucket returns the output bucket.
func (s *Sample) OutputBucket() int { return int(s.hi >> bucketShift & (1<<bucketBits - 1)) }

// views returns the views of the side to move and of the other side.
func (s *Sample) views() (own, their nnue.View) {
	const mask = 1<<viewBits - 1
	return nnue.View(s.hi >> (viewShift + viewBits) & mask), nnue.View(s.hi >> viewShift & mask)
}

// Position returns the position with the side to move as Red. It does not keep the
// counters.
func (s *Sample) Position() (board.Position, error) {
	setup := board.Setup{Side: board.Red, Fullmove: 1}
	occ := board.Bitboard{Lo: s.lo & board.HalfMask, Hi: s.hi & board.HalfMask}
	for n := 0; !occ.IsEmpty(); n++ {
		setup.Pieces[occ.Pop()] = board.Piece(s.pieces[n/2] >> (n % 2 * 4) & 15)
	}
	return setup.Position()
}

// MaxPieces is the largest number of pieces of a sample, and so of inputs of a
// perspective.
const MaxPieces = 32

// Inputs writes the active inputs of the network for the side to move and for the
// other side. It returns their number, which is the same for both.
func (s *Sample) Inputs(own, their *[MaxPieces]uint16) int {
	ownView, theirView := s.views()
	ownInputs, theirInputs := &inputs[0][ownView], &inputs[1][theirView]
	n := 0
	for half, occ := range [2]uint64{s.lo & board.HalfMask, s.hi & board.HalfMask} {
		for ; occ != 0 && n < MaxPieces; occ &= occ - 1 {
			square := (bits.TrailingZeros64(occ) + half*board.HalfSquares) & 127
			piece := s.pieces[n/2] >> (n % 2 * 4) & 15
			own[n], their[n] = ownInputs[piece][square], theirInputs[piece][square]
			n++
		}
	}
	return n
}
