package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each attack function has a slow twin below that walks over the board. They
// are compared on every square with random occupancies, every occupancy of the
// square's own rank and file, and every one of its surroundings.

// walk follows a direction to the edge.
func walk(s Square, file, rank int, visit func(Square) (on bool)) {
	for {
		next, ok := slowStep(s, file, rank)
		if !ok || !visit(next) {
			return
		}
		s = next
	}
}

func slowStep(s Square, file, rank int) (Square, bool) {
	file, rank = file+int(s)%9, rank+int(s)/9
	return Square(rank*9 + file), file >= 0 && file < 9 && rank >= 0 && rank < 10
}

var (
	straight = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

func slowSlider(s Square, occ squareSet) (rook, cannon squareSet) {
	rook, cannon = squareSet{}, squareSet{}
	for _, d := range straight {
		screens := 0
		walk(s, d[0], d[1], func(to Square) bool {
			switch screens {
			case 0:
				rook[to] = true
			case 1:
				cannon[to] = true
			}
			if occ[to] {
				screens++
			}
			return screens < 2
		})
	}
	return rook, cannon
}

func slowKnight(s Square, occ squareSet) squareSet {
	set := squareSet{}
	for _, d := range straight {
		leg, ok := slowStep(s, d[0], d[1])
		if !ok || occ[leg] {
			continue
		}
		for _, e := range diagonal {
			if d[0]*e[0]+d[1]*e[1] > 0 { // goes on in the direction of the leg
				if to, ok := slowStep(leg, e[0], e[1]); ok {
					set[to] = true
				}
			}
		}
	}
	return set
}

func slowBishop(s Square, occ squareSet) squareSet {
	set := squareSet{}
	for side := range BishopPoints {
		for _, d := range diagonal {
			eye, ok := slowStep(s, d[0], d[1])
			if !ok || occ[eye] || !BishopPoints[side].Has(s) {
				continue
			}
			if to, ok := slowStep(eye, d[0], d[1]); ok && BishopPoints[side].Has(to) {
				set[to] = true
			}
		}
	}
	return set
}

// slowWithin has the single steps that stay within a region.
func slowWithin(s Square, steps [4][2]int, regions [2]Bitboard) squareSet {
	set := squareSet{}
	for _, region := range regions {
		for _, d := range steps {
			if to, ok := slowStep(s, d[0], d[1]); ok && region.Has(s) && region.Has(to) {
				set[to] = true
			}
		}
	}
	return set
}

func slowPawn(side Side, s Square) squareSet {
	set := squareSet{}
	forward, crossed := 1, s.Rank() >= 5
	if side == Black {
		forward, crossed = -1, s.Rank() <= 4
	}
	steps := [][2]int{{0, forward}}
	if crossed {
		steps = append(steps, [2]int{1, 0}, [2]int{-1, 0})
	}
	for _, d := range steps {
		if to, ok := slowStep(s, d[0], d[1]); ok {
			set[to] = true
		}
	}
	return set
}

// equalSets compares without the price of an assertion.
func equalSets(t *testing.T, what string, s Square, occ, got Bitboard, want squareSet) {
	if got.Count() != len(want) {
		t.Fatalf("%s on %v, board\n%vgot\n%vwant %v", what, s, occ, got, want)
	}
	for to := range want {
		if !got.Has(to) {
			t.Fatalf("%s on %v, board\n%vgot\n%vwant %v", what, s, occ, got, want)
		}
	}
}

func compareAttacks(t *testing.T, s Square, occ Bitboard) {
	set := setOf(occ)
	rook, cannon := slowSlider(s, set)
	equalSets(t, "rook", s, occ, RookAttacks(s, occ), rook)
	bothRook, bothCannon := SliderAttacks(s, occ)
	equalSets(t, "slider's rook", s, occ, bothRook, rook)
	equalSets(t, "slider's cannon", s, occ, bothCannon, cannon)
	equalSets(t, "knight", s, occ, KnightAttacks(s, occ), slowKnight(s, set))
	equalSets(t, "bishop", s, occ, BishopAttacks(s, occ), slowBishop(s, set))
	equalSets(t, "knight attackers", s, occ, KnightAttackers(s, occ), where(func(from Square) bool {
		return slowKnight(from, set)[s]
	}))

	rank, file := Lines(s, occ)
	for f := range Files {
		if rank>>f&1 == 1 != set[SquareAt(f, s.Rank())] {
			t.Fatalf("rank of %v is %09b on\n%v", s, rank, occ)
		}
	}
	for r := range Ranks {
		if file>>r&1 == 1 != set[SquareAt(s.File(), r)] {
			t.Fatalf("file of %v is %010b on\n%v", s, file, occ)
		}
	}
	if rank >= 1<<Files || file >= 1<<Ranks {
		t.Fatalf("lines of %v are %b and %b", s, rank, file)
	}
	equalSets(t, "on lines", s, occ, OnLines(s, rank, file), where(func(to Square) bool {
		return set[to] && (to.File() == s.File() || to.Rank() == s.Rank())
	}))
}

func TestAttacksOnRandomBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 100
	if testing.Short() {
		rounds = 10
	}
	for range rounds {
		occ := randomBoard(rng)
		for s := range Square(Squares) {
			compareAttacks(t, s, occ)
		}
	}
}

// TestSlidersOnEveryLine goes through all occupancies of every rank and file,
// with random pieces beside them.
func TestSlidersOnEveryLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for s := range Square(Squares) {
		lines := OnLines(s, 1<<Files-1, 1<<Ranks-1)
		for points := range uint32(1 << Ranks) {
			noise := randomBoard(rng)
			rank, file := Lines(s, noise)
			for _, occ := range [2]Bitboard{
				noise.AndNot(lines).Or(OnLines(s, rank&^(1<<s.File()), points)),
				noise.AndNot(lines).Or(OnLines(s, points&511, file&^(1<<s.Rank()))),
			} {
				rook, cannon := slowSlider(s, setOf(occ))
				bothRook, bothCannon := SliderAttacks(s, occ)
				equalSets(t, "rook", s, occ, bothRook, rook)
				equalSets(t, "cannon", s, occ, bothCannon, cannon)
			}
		}
	}
}

// TestHoppersOnEverySurrounding goes through all occupancies of the eight
// points around every square, with random pieces beyond.
func TestHoppersOnEverySurrounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for s := range Square(Squares) {
		for around := range 1 << 8 {
			occ := randomBoard(rng)
			for i, d := range append(straight[:], diagonal[:]...) {
				if at, ok := slowStep(s, d[0], d[1]); ok {
					occ = occ.AndNot(at.Bit())
					if around>>i&1 == 1 {
						occ = occ.Or(at.Bit())
					}
				}
			}
			set := setOf(occ)
			equalSets(t, "knight", s, occ, KnightAttacks(s, occ), slowKnight(s, set))
			equalSets(t, "bishop", s, occ, BishopAttacks(s, occ), slowBishop(s, set))
			equalSets(t, "knight attackers", s, occ, KnightAttackers(s, occ), where(func(from Square) bool {
				return slowKnight(from, set)[s]
			}))
		}
	}
}

// TestHindrances finds the legs and eyes of a square by trying each point.
func TestHindrances(t *testing.T) {
	for s := range Square(Squares) {
		equalSets(t, "legs", s, Bitboard{}, KnightLegs(s), where(func(at Square) bool {
			return len(slowKnight(s, squareSet{at: true})) < len(slowKnight(s, nil))
		}))
		equalSets(t, "eyes", s, Bitboard{}, BishopEyes(s), where(func(at Square) bool {
			return len(slowBishop(s, squareSet{at: true})) < len(slowBishop(s, nil))
		}))
	}
}

func TestSteppers(t *testing.T) {
	for s := range Square(Squares) {
		equalSets(t, "king", s, Bitboard{}, KingAttacks(s), slowWithin(s, straight, Palace))
		equalSets(t, "advisor", s, Bitboard{}, AdvisorAttacks(s), slowWithin(s, diagonal, AdvisorPoints))
		for _, side := range [2]Side{Red, Black} {
			equalSets(t, "pawn", s, Bitboard{}, PawnAttacks(side, s), slowPawn(side, s))
			equalSets(t, "pawn attackers", s, Bitboard{}, PawnAttackers(side, s), where(func(from Square) bool {
				return slowPawn(side, from)[s]
			}))
		}
	}
}

func TestPawnReach(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for range 2000 {
		pawns := Bitboard{random.Uint64() & random.Uint64(), random.Uint64() & random.Uint64()}.And(AllSquares)
		for _, side := range [2]Side{Red, Black} {
			var want Bitboard
			for rest := pawns; !rest.IsEmpty(); {
				want = want.Or(PawnAttacks(side, rest.Pop()))
			}
			require.Equal(t, want, PawnReach(side, pawns), "%v of\n%v", side, pawns)
		}
	}
}
