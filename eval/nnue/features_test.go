package nnue

import (
	"cmp"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// slowInput finds an input in the plainest way: it counts through the list of all
// piece-squares.
func slowInput(t *testing.T, p *board.Position, perspective board.Side, s board.Square) uint16 {
	t.Helper()
	king := p.King(perspective)
	mirror := king.File() == 5 || king.File() == 4 && slowTilt(p, perspective) < 0
	see := func(s board.Square) (file, rank int) {
		file, rank = s.File(), s.Rank()
		if perspective == board.Black {
			rank = 9 - rank
		}
		if mirror {
			file = 8 - file
		}
		return
	}
	kingFile, kingRank := see(king)
	bucket := slices.Index([]string{"d0", "d1", "d2", "e0", "e1", "e2"}, board.SquareAt(kingFile, kingRank).String())
	assert.GreaterOrEqual(t, bucket, 0)

	n := bucket * 689
	for _, theirs := range []bool{false, true} {
		for _, kind := range "KABPNCR" {
			for square := range board.Square(90) {
				if !mayStand(kind, theirs, square) {
					continue
				}
				file, rank := see(s)
				piece := p.At(s)
				if theirs == (piece.Side() != perspective) && square == board.SquareAt(file, rank) &&
					"PABNCRK"[piece.Type()-1] == byte(kind) {
					return uint16(n)
				}
				n++
			}
		}
	}
	assert.Fail(t, "no input", "%v on %v in %v", p.At(s), s, p)
	return 0
}

// slowTilt returns a number with the sign of the tilt of a position: the own attackers
// decide, the enemy's if those balance, or else the random numbers.
func slowTilt(p *board.Position, perspective board.Side) int64 {
	attackers, random := [2]int64{}, int64(0)
	for pieces := p.Occupied(); !pieces.IsEmpty(); {
		s := pieces.Pop()
		weight := map[board.PieceType]int64{board.Pawn: 1, board.Knight: 2, board.Cannon: 2, board.Rook: 4}[p.At(s).Type()]
		flank := int64(1)
		switch {
		case s.File() == 4:
			continue
		case s.File() > 4:
			flank = -1
		}
		attackers[p.At(s).Side()] += flank * weight
		random += int64(tiltBy(perspective, p.At(s), s))
	}
	return cmp.Or(attackers[perspective], attackers[perspective.Other()], random)
}

// mayStand reports whether a piece of the own or the other side may stand on a
// square as its perspective sees it, files mirrored.
func mayStand(kind rune, theirs bool, square board.Square) bool {
	file, rank := square.File(), square.Rank()
	if theirs {
		rank = 9 - rank
	}
	center := max(file-4, 4-file)
	switch kind {
	case 'K':
		return center <= 1 && rank <= 2 && (theirs || file <= 4)
	case 'A':
		return center == 1 && rank != 1 && rank <= 2 || center == 0 && rank == 1
	case 'B':
		return center == 2 && (rank == 0 || rank == 4) || (center == 0 || center == 4) && rank == 2
	case 'P':
		return rank >= 5 || rank >= 3 && file%2 == 0
	}
	return true
}

func TestInputsAreAsListed(t *testing.T) {
	assert.EqualValues(t, PieceSquares, pieceSquares)
	seen := map[uint16]bool{}
	n := 0
	playouts(1, func(p *board.Position) bool {
		for perspective := range board.Side(2) {
			got := AppendFeatures(nil, p, perspective)
			var want []uint16
			for pieces := p.Occupied(); !pieces.IsEmpty(); {
				want = append(want, slowInput(t, p, perspective, pieces.Pop()))
			}
			if !assert.Equal(t, want, got, "%v for %v", p, perspective) {
				return false
			}
			squares := p.Occupied()
			for _, input := range got {
				seen[input] = true
				s := squares.Pop()
				assert.Equal(t, input, ViewOf(p, perspective).Input(perspective, p.At(s), s))
			}
		}
		n++
		return n < 1500
	})
	assert.Greater(t, len(seen), Inputs/2, "the games show too few inputs")
}

// A perspective sees no difference when the board is flipped top to bottom and the colours are
// swapped, or when it is mirrored left to right.
func TestPerspectivesAreSymmetric(t *testing.T) {
	net := randomNet(1)
	n := 0
	playouts(2, func(p *board.Position) bool {
		setup := p.Setup()
		flipped, mirrored := board.Setup{Side: p.Side().Other()}, setup.Mirror()
		for s := range board.Square(board.Squares) {
			if piece := setup.Pieces[s]; piece != board.NoPiece {
				flipped.Pieces[s.Flip()] = piece ^ 8
			}
		}
		q, err := flipped.Position()
		if !assert.NoError(t, err) || !assert.Equal(t, net.Evaluate(p), net.Evaluate(&q), p) {
			return false
		}
		q, err = mirrored.Position()
		if !assert.NoError(t, err) || !assert.Equal(t, net.Evaluate(p), net.Evaluate(&q), p) {
			return false
		}
		n++
		return n < 300
	})
}

func TestOutputBucket(t *testing.T) {
	start := board.Start()
	assert.Equal(t, OutputBuckets-1, OutputBucket(&start))
	for _, c := range []struct {
		fen               string
		band, own, theirs int
	}{
		{"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", 0, 0, 0},
		{"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", 0, 1, 0},
		{"3k5/9/9/9/9/9/9/9/9/R3K4 b - - 0 1", 0, 0, 1},
		{"3k1r3/9/9/9/9/9/9/9/9/RR2K4 w - - 0 1", 0, 2, 1}, // 3 pieces
		{"3k1rn2/9/9/9/9/9/9/9/9/RR2K4 b - - 0 1", 1, 1, 2},
		{"rnbakabnr/9/9/9/9/9/P1P1P1P1P/9/9/RNBAKABNR w - - 0 1", 5, 2, 2}, // 21
	} {
		p := testpos.FEN(t, c.fen)
		bucket := OutputBucket(&p)
		assert.Equal(t, c.band, Band(bucket), c.fen)
		assert.Equal(t, 9*c.band+3*c.own+c.theirs, bucket, c.fen)
	}

	seen := map[int]bool{}
	playouts(3, func(p *board.Position) bool {
		band, pieces := Band(OutputBucket(p)), p.Occupied().Count()-2
		least, most := BandPieces(band)
		seen[pieces] = true
		return assert.True(t, least <= pieces && pieces <= most, "%d pieces in band %d", pieces, band) && len(seen) < 25
	})
	next := 0
	for band := range Bands {
		least, most := BandPieces(band)
		assert.Equal(t, next, least)
		next = most + 1
	}
	assert.Equal(t, 31, next)
}
