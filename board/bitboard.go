package board

import "math/bits"

// Bitboard is a set of squares: bit s of Lo for the squares 0..44 of Red's
// half, bit s-45 of Hi for the squares 45..89 of Black's half. The zero value
// is the empty set.
//
// It is a struct of two words and not an array because the compiler keeps only
// the former in registers.
type Bitboard struct{ Lo, Hi uint64 }

// HalfSquares is the number of squares of one half of the board, and so the
// number of bits used in each word of a Bitboard.
const HalfSquares = Squares / 2

// HalfMask has a bit set for every square of a half.
const HalfMask uint64 = 1<<HalfSquares - 1

// AllSquares is the whole board.
var AllSquares = Bitboard{HalfMask, HalfMask}

// Bit returns the set of one square, empty for NoSquare.
func (s Square) Bit() Bitboard { return squareBits[s&127] }

var squareBits = func() (t [128]Bitboard) {
	for s := range Squares {
		if s < HalfSquares {
			t[s].Lo = 1 << s
		} else {
			t[s].Hi = 1 << (s - HalfSquares)
		}
	}
	return
}()

// And returns the squares in both sets.
func (b Bitboard) And(o Bitboard) Bitboard { return Bitboard{b.Lo & o.Lo, b.Hi & o.Hi} }

// Or returns the squares in either set.
func (b Bitboard) Or(o Bitboard) Bitboard { return Bitboard{b.Lo | o.Lo, b.Hi | o.Hi} }

// Xor returns the squares in exactly one of the sets.
func (b Bitboard) Xor(o Bitboard) Bitboard { return Bitboard{b.Lo ^ o.Lo, b.Hi ^ o.Hi} }

// AndNot returns the squares of b that are not in o.
func (b Bitboard) AndNot(o Bitboard) Bitboard { return Bitboard{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Not returns the squares of the board that are not in b.
func (b Bitboard) Not() Bitboard { return Bitboard{^b.Lo & HalfMask, ^b.Hi & HalfMask} }

// IsEmpty reports whether the set has no square.
func (b Bitboard) IsEmpty() bool { return b.Lo|b.Hi == 0 }

// Has reports whether the set has the square.
func (b Bitboard) Has(s Square) bool { return !b.And(s.Bit()).IsEmpty() }

// Meets reports whether the sets share a square.
func (b Bitboard) Meets(o Bitboard) bool { return b.Lo&o.Lo|b.Hi&o.Hi != 0 }

// Several reports whether the set has at least two squares.
func (b Bitboard) Several() bool {
	return b.Lo&(b.Lo-1)|b.Hi&(b.Hi-1) != 0 || b.Lo != 0 && b.Hi != 0
}

// Count returns the number of squares.
func (b Bitboard) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// First returns the lowest square, NoSquare or above for the empty set.
func (b Bitboard) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(HalfSquares + bits.TrailingZeros64(b.Hi))
}

// Pop removes the lowest square and returns it; the set must not be empty.
func (b *Bitboard) Pop() Square {
	s := b.First()
	if b.Lo != 0 {
		b.Lo &= b.Lo - 1
	} else {
		b.Hi &= b.Hi - 1
	}
	return s
}

// String draws the set, rank 9 on top, for tests and debugging.
func (b Bitboard) String() string {
	out := make([]byte, 0, Ranks*(Files+1))
	for rank := Ranks - 1; rank >= 0; rank-- {
		for file := range Files {
			if b.Has(SquareAt(file, rank)) {
				out = append(out, 'X')
			} else {
				out = append(out, '.')
			}
		}
		out = append(out, '\n')
	}
	return string(out)
}

// Fixed regions of the board.
var (
	// Palace has the nine points of each side's palace.
	Palace = [2]Bitboard{
		squaresOf("d0", "e0", "f0", "d1", "e1", "f1", "d2", "e2", "f2"),
		squaresOf("d9", "e9", "f9", "d8", "e8", "f8", "d7", "e7", "f7"),
	}
	// AdvisorPoints has the five points that a side's advisors can reach.
	AdvisorPoints = [2]Bitboard{
		squaresOf("d0", "f0", "e1", "d2", "f2"),
		squaresOf("d9", "f9", "e8", "d7", "f7"),
	}
	// BishopPoints has the seven points that a side's bishops can reach.
	BishopPoints = [2]Bitboard{
		squaresOf("c0", "g0", "a2", "e2", "i2", "c4", "g4"),
		squaresOf("c9", "g9", "a7", "e7", "i7", "c5", "g5"),
	}
	// PawnPoints has the 55 points that a side's pawns can reach.
	PawnPoints = [2]Bitboard{
		squaresOf("a3", "c3", "e3", "g3", "i3", "a4", "c4", "e4", "g4", "i4").Or(Bitboard{Hi: HalfMask}),
		squaresOf("a6", "c6", "e6", "g6", "i6", "a5", "c5", "e5", "g5", "i5").Or(Bitboard{Lo: HalfMask}),
	}
	// Half has the squares of a side's own half of the board.
	Half = [2]Bitboard{{Lo: HalfMask}, {Hi: HalfMask}}
)

// FileOf returns all squares on the file of s, the empty set for NoSquare.
func FileOf(s Square) Bitboard { return fileSets[s&127] }

var fileSets = func() (t [128]Bitboard) {
	for s := range Square(Squares) {
		t[s] = Bitboard{fileMask << s.File(), fileMask << s.File()}
	}
	return
}()

// CrossOf returns all squares on the rank and the file of s.
func CrossOf(s Square) Bitboard { return crossSets[s&127] }

var crossSets = func() (t [128]Bitboard) {
	for s := range Square(Squares) {
		t[s] = OnLines(s, 1<<Files-1, 1<<Ranks-1)
	}
	return
}()

// squaresOf returns the set of the named squares; it serves the tables of the
// package and panics on a bad name.
func squaresOf(names ...string) (b Bitboard) {
	for _, name := range names {
		s := MustParseSquare(name)
		if s < HalfSquares {
			b.Lo |= 1 << s
		} else {
			b.Hi |= 1 << (s - HalfSquares)
		}
	}
	return
}
