package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// squareSet is a Bitboard as a map: the slow twin.
type squareSet map[Square]bool

func setOf(b Bitboard) squareSet {
	set := squareSet{}
	for s := range Square(Squares) {
		if s < 45 && b.Lo>>s&1 == 1 || s >= 45 && b.Hi>>(s-45)&1 == 1 {
			set[s] = true
		}
	}
	return set
}

// where builds a set from a question about each square.
func where(in func(Square) bool) squareSet {
	set := squareSet{}
	for s := range Square(Squares) {
		if in(s) {
			set[s] = true
		}
	}
	return set
}

// randomBoard returns a set, from nearly empty to nearly full.
func randomBoard(rng *rand.Rand) Bitboard {
	word := func() uint64 {
		w := rng.Uint64()
		switch rng.IntN(4) {
		case 0:
			w &= rng.Uint64() & rng.Uint64()
		case 1:
			w &= rng.Uint64()
		case 2:
			w |= rng.Uint64()
		}
		return w & HalfMask
	}
	return Bitboard{word(), word()}
}

func TestBitboardAlgebra(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	small := []Bitboard{{}, AllSquares, {Lo: 1}, {Hi: 1}, {Lo: 1 << 44}, {Hi: 1 << 44}, {1, 1}, {3, 0}, {0, 3}, Half[Red], Half[Black]}
	for i := range 2000 {
		a, b := randomBoard(rng), randomBoard(rng)
		if i < len(small)*len(small) {
			a, b = small[i/len(small)], small[i%len(small)]
		}
		in, also := setOf(a), setOf(b)
		assert.Equal(t, where(func(s Square) bool { return in[s] && also[s] }), setOf(a.And(b)))
		assert.Equal(t, where(func(s Square) bool { return in[s] || also[s] }), setOf(a.Or(b)))
		assert.Equal(t, where(func(s Square) bool { return in[s] != also[s] }), setOf(a.Xor(b)))
		assert.Equal(t, where(func(s Square) bool { return in[s] && !also[s] }), setOf(a.AndNot(b)))
		assert.Equal(t, where(func(s Square) bool { return !in[s] }), setOf(a.Not()))
		assert.Equal(t, a, a.Not().Not(), "no bits beyond the board")

		assert.Equal(t, len(in) == 0, a.IsEmpty())
		assert.Equal(t, len(in) > 1, a.Several())
		assert.Equal(t, len(in), a.Count())
		assert.Equal(t, len(setOf(a.And(b))) > 0, a.Meets(b))

		rest, last := a, -1
		popped := squareSet{}
		for !rest.IsEmpty() {
			first := rest.First()
			s := rest.Pop()
			assert.Equal(t, first, s)
			assert.Greater(t, int(s), last, "lowest first")
			assert.True(t, a.Has(s))
			last = int(s)
			popped[s] = true
		}
		assert.Equal(t, in, popped)
		assert.GreaterOrEqual(t, rest.First(), NoSquare)
		assert.False(t, a.Has(NoSquare))
	}
}

func TestSquareBits(t *testing.T) {
	for s := range Square(Squares) {
		assert.Equal(t, squareSet{s: true}, setOf(s.Bit()))
	}
	assert.Equal(t, Bitboard{}, NoSquare.Bit())
	assert.Len(t, setOf(AllSquares), Squares)
}

func TestBitboardString(t *testing.T) {
	b := MustParseSquare("a0").Bit().Or(MustParseSquare("e4").Bit()).Or(MustParseSquare("i9").Bit())
	assert.Equal(t, `........X
.........
.........
.........
.........
....X....
.........
.........
.........
X........
`, b.String())
}

// TestRegions derives the regions from the moves of the pieces: a region is
// what its piece reaches from where it starts.
func TestRegions(t *testing.T) {
	reach := func(start Bitboard, step func(Square) Bitboard) Bitboard {
		all := start
		for {
			next := all
			for rest := all; !rest.IsEmpty(); {
				next = next.Or(step(rest.Pop()))
			}
			if next == all {
				return all
			}
			all = next
		}
	}
	p := Start()
	for _, side := range [2]Side{Red, Black} {
		empty := Bitboard{}
		assert.Equal(t, Palace[side], reach(p.Pieces(side, King), KingAttacks))
		assert.Equal(t, AdvisorPoints[side], reach(p.Pieces(side, Advisor), AdvisorAttacks))
		assert.Equal(t, BishopPoints[side], reach(p.Pieces(side, Bishop), func(s Square) Bitboard { return BishopAttacks(s, empty) }))
		assert.Equal(t, PawnPoints[side], reach(p.Pieces(side, Pawn), func(s Square) Bitboard { return PawnAttacks(side, s) }))
		assert.Equal(t, where(func(s Square) bool { return s.Rank() < 5 == (side == Red) }), setOf(Half[side]))
	}
	counts := []int{Palace[Red].Count(), AdvisorPoints[Red].Count(), BishopPoints[Red].Count(), PawnPoints[Red].Count()}
	assert.Equal(t, []int{9, 5, 7, 55}, counts)
}
