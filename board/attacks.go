package board

import "math/bits"

// The occupied points of a rank are 9 neighbouring bits. Those of a file are
// 5 bits at a distance of 9 in each word. A multiplication gathers the latter
// and spreads them again: bit 9i times 2^(32-8i) is bit 32+i, bit i times 2^8i
// is bit 9i, and no other product of the factors meets these places.
const (
	fileMask   uint64 = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
	fileFactor uint64 = 0x101010101
)

// crossing locates the rank and the file of a square in a Bitboard.
type crossing struct {
	loMul, hiMul     uint64 // 1 at the first bit of the rank, in the word that has it, else 0
	loShift, hiShift uint8  // brings the rank to bit 0; 63, so to nothing, in the other word
	file, rank       uint8
}

var crossings = func() (t [128]crossing) {
	for s := range t {
		file, rank := s%Files, s/Files
		c := crossing{loShift: 63, hiShift: 63, file: uint8(file), rank: uint8(rank)}
		switch {
		case rank < Ranks/2:
			c.loShift = uint8(rank * Files)
			c.loMul = 1 << c.loShift
		case rank < Ranks:
			c.hiShift = uint8((rank - Ranks/2) * Files)
			c.hiMul = 1 << c.hiShift
		default: // off the board: a place on a line that attacks nothing
			c.file, c.rank = 15, 15
		}
		t[s] = c
	}
	return
}()

// Lines returns the occupied points of the rank of s, bit 0 for file a, and of
// its file, bit 0 for rank 0.
func Lines(s Square, occ Bitboard) (rank, file uint32) {
	c := &crossings[s&127]
	rank = uint32(occ.Lo>>(c.loShift&63)|occ.Hi>>(c.hiShift&63)) & 511
	file = uint32((occ.Lo>>(c.file&63)&fileMask)*fileFactor>>32&31 |
		(occ.Hi>>(c.file&63)&fileMask)*fileFactor>>27&0x3e0)
	return
}

// OnLines is the reverse of Lines: the set of the points of the rank and of
// the file of s whose bits are set.
func OnLines(s Square, rank, file uint32) Bitboard {
	c := &crossings[s&127]
	return Bitboard{
		uint64(rank)*c.loMul | uint64(file&31)*fileFactor&fileMask<<(c.file&63),
		uint64(rank)*c.hiMul | uint64(file>>5)*fileFactor&fileMask<<(c.file&63),
	}
}

// slide has, for a place 0..9 on a line and the line's occupied points, the
// points that a rook there attacks and those that a cannon there attacks over
// a screen.
type slide struct{ rook, cannon uint16 }

// The slides by place and by the occupied points between the ends of the line: a
// piece on an end stops nothing. Without them the tables fit into the cache next
// to the processor.
var (
	rankSlides = func() (t [16][128]slide) {
		for place := range Files {
			for inner := range t[place] {
				t[place][inner] = slideOn(place, Files, inner<<1)
			}
		}
		return
	}()
	fileSlides = func() (t [16][256]slide) {
		for place := range Ranks {
			for inner := range t[place] {
				t[place][inner] = slideOn(place, Ranks, inner<<1)
			}
		}
		return
	}()
)

func slideOn(place, length, occ int) (s slide) {
	for _, step := range [2]int{-1, 1} {
		screens := 0
		for p := place + step; p >= 0 && p < length && screens < 2; p += step {
			if screens == 0 {
				s.rook |= 1 << p
			} else {
				s.cannon |= 1 << p
			}
			screens += occ >> p & 1
		}
	}
	return
}

// RookAttacks returns the squares that a rook on s attacks: along rank and
// file up to the first piece, which is included.
func RookAttacks(s Square, occ Bitboard) Bitboard {
	rank, file := Lines(s, occ)
	c := &crossings[s&127]
	return OnLines(s, uint32(rankSlides[c.file&15][rank>>1&127].rook), uint32(fileSlides[c.rank&15][file>>1&255].rook))
}

// SliderAttacks returns RookAttacks(s, occ) and the squares that a cannon on s
// attacks: those with exactly one piece, the screen, between. It captures on the
// occupied ones; to an empty square it moves as a rook.
func SliderAttacks(s Square, occ Bitboard) (rook, cannon Bitboard) {
	rank, file := Lines(s, occ)
	c := &crossings[s&127]
	r, f := rankSlides[c.file&15][rank>>1&127], fileSlides[c.rank&15][file>>1&255]
	return OnLines(s, uint32(r.rook), uint32(f.rook)), OnLines(s, uint32(r.cannon), uint32(f.cannon))
}

// hopper is the table of a piece whose targets depend on whether up to four
// points next to it are occupied: a knight's legs, a bishop's eyes. The
// occupied ones among them are gathered in the four highest bits of a product.
type hopper struct {
	mask     Bitboard // the points that can block
	loM, hiM uint64   // factors that bring them to bits 60..63
}

type hopperTable struct {
	key     [128]hopper
	targets [128][16]Bitboard
}

// at returns the targets on the given occupancy.
func (t *hopperTable) at(s Square, occ Bitboard) Bitboard {
	h := &t.key[s&127]
	i := (occ.Lo&h.mask.Lo)*h.loM>>60 | (occ.Hi&h.mask.Hi)*h.hiM>>60
	return t.targets[s&127][i&15]
}

// hop is a target of a hopper and the point that blocks the way, as offsets of
// file and rank.
type hop struct{ blockFile, blockRank, file, rank int }

// knightHops are the moves of a knight, bishopHops the moves of a bishop, and
// knightReverseHops lead to the points from which a knight attacks.
var knightHops, knightReverseHops, bishopHops = func() (from, to, bishop []hop) {
	for _, dir := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
		for _, side := range [2]int{1, -1} {
			file, rank := 2*dir[0]+side*dir[1], 2*dir[1]+side*dir[0]
			from = append(from, hop{dir[0], dir[1], file, rank})
			// Seen from the target the leg is next to the knight.
			to = append(to, hop{file - dir[0], rank - dir[1], file, rank})
		}
	}
	for _, dir := range [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		bishop = append(bishop, hop{dir[0], dir[1], 2 * dir[0], 2 * dir[1]})
	}
	return
}()

func makeHoppers(hops []hop, allowed func(from, to Square) bool) (t hopperTable) {
	for s := range Square(Squares) {
		var blocks []Square
		var targets []Bitboard // in step with blocks
		for _, h := range hops {
			to, ok := s.offset(h.file, h.rank)
			if !ok || !allowed(s, to) {
				continue
			}
			block, _ := s.offset(h.blockFile, h.blockRank) // lies between two points of the board
			i := 0
			for i < len(blocks) && blocks[i] != block {
				i++
			}
			if i == len(blocks) {
				blocks, targets = append(blocks, block), append(targets, Bitboard{})
			}
			targets[i] = targets[i].Or(to.Bit())
		}
		key := &t.key[s]
		for _, b := range blocks {
			key.mask = key.mask.Or(b.Bit())
		}
		key.loM, key.hiM = gatherFactors(blocks)
		for set := range 1 << len(blocks) {
			var occ, reach Bitboard
			for i, b := range blocks {
				if set>>i&1 != 0 {
					occ = occ.Or(b.Bit())
				} else {
					reach = reach.Or(targets[i])
				}
			}
			i := occ.Lo*key.loM>>60 | occ.Hi*key.hiM>>60
			t.targets[s][i] = reach
		}
	}
	return t
}

// gatherFactors returns a factor for each word of a Bitboard such that the
// given squares, at most four, end up at different bits of 60..63 and nothing
// else, carries included, does.
func gatherFactors(squares []Square) (lo, hi uint64) {
	for order := range 1 << 8 { // two bits for the place of each square
		place := func(i int) int { return order >> (2 * i) & 3 }
		lo, hi = 0, 0
		var places uint
		for i, s := range squares {
			places |= 1 << place(i)
			if s < HalfSquares {
				lo |= 1 << (60 + place(i) - int(s))
			} else {
				hi |= 1 << (60 + place(i) - int(s-HalfSquares))
			}
		}
		good := bits.OnesCount(places) == len(squares)
		for set := 0; set < 1<<len(squares) && good; set++ {
			var occ Bitboard
			var want uint64
			for i, s := range squares {
				if set>>i&1 != 0 {
					occ = occ.Or(s.Bit())
					want |= 1 << place(i)
				}
			}
			good = occ.Lo*lo>>60|occ.Hi*hi>>60 == want
		}
		if good {
			return
		}
	}
	panic("board: no factors gather the blocking points")
}

// offset returns the square a number of files and ranks away; ok is false
// where that leaves the board.
func (s Square) offset(file, rank int) (to Square, ok bool) {
	file, rank = file+s.File(), rank+s.Rank()
	if file < 0 || file >= Files || rank < 0 || rank >= Ranks {
		return NoSquare, false
	}
	return SquareAt(file, rank), true
}

var (
	knightFrom = makeHoppers(knightHops, func(_, _ Square) bool { return true })
	knightTo   = makeHoppers(knightReverseHops, func(_, _ Square) bool { return true })
	bishopFrom = makeHoppers(bishopHops, func(from, to Square) bool {
		return BishopPoints[Red].Has(from) && BishopPoints[Red].Has(to) ||
			BishopPoints[Black].Has(from) && BishopPoints[Black].Has(to)
	})
)

// KnightAttacks returns the squares that a knight on s attacks, its legs
// looked up in occ.
func KnightAttacks(s Square, occ Bitboard) Bitboard { return knightFrom.at(s, occ) }

// KnightAttackers returns the squares from which a knight would attack s. It
// differs from KnightAttacks because the leg is next to the knight.
func KnightAttackers(s Square, occ Bitboard) Bitboard { return knightTo.at(s, occ) }

// KnightLeg returns the point that stops a knight from attacking a square a
// knight's move away: the one next to the knight on its long way.
func KnightLeg(target, knight Square) Bitboard {
	file, rank := knight.File(), knight.Rank()
	if d := file - target.File(); d == 2 || d == -2 {
		file -= d / 2
	} else {
		rank -= (rank - target.Rank()) / 2
	}
	return SquareAt(file, rank).Bit()
}

// KnightLegs returns the points that can block a knight on s.
func KnightLegs(s Square) Bitboard { return knightFrom.key[s&127].mask }

// BishopEyes returns the points that can block a bishop on s.
func BishopEyes(s Square) Bitboard { return bishopFrom.key[s&127].mask }

// BishopAttacks returns the squares that a bishop on s attacks, its eyes
// looked up in occ; the empty set where no bishop can stand. The relation is
// symmetric.
func BishopAttacks(s Square, occ Bitboard) Bitboard { return bishopFrom.at(s, occ) }

var kingSteps, advisorSteps, pawnSteps, pawnReverse = func() (king, advisor [128]Bitboard, pawn, reverse [2][128]Bitboard) {
	for s := range Square(Squares) {
		for _, side := range [2]Side{Red, Black} {
			for _, d := range [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
				if to, ok := s.offset(d[0], d[1]); ok && Palace[side].Has(s) && Palace[side].Has(to) {
					king[s] = king[s].Or(to.Bit())
				}
			}
			for _, d := range [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
				if to, ok := s.offset(d[0], d[1]); ok && AdvisorPoints[side].Has(s) && AdvisorPoints[side].Has(to) {
					advisor[s] = advisor[s].Or(to.Bit())
				}
			}
			forward := 1 - 2*int(side)
			for _, d := range [3][2]int{{0, forward}, {1, 0}, {-1, 0}} {
				to, ok := s.offset(d[0], d[1])
				if !ok || d[0] != 0 && Half[side].Has(s) {
					continue
				}
				pawn[side][s] = pawn[side][s].Or(to.Bit())
				reverse[side][to] = reverse[side][to].Or(s.Bit())
			}
		}
	}
	return
}()

// KingAttacks returns the steps of a king on s within its palace. That kings
// attack each other along an open file is not part of it.
func KingAttacks(s Square) Bitboard { return kingSteps[s&127] }

// AdvisorAttacks returns the steps of an advisor on s within its palace.
func AdvisorAttacks(s Square) Bitboard { return advisorSteps[s&127] }

// PawnAttacks returns the squares that a pawn of the side on s attacks, which
// are also those it moves to: forward, and sideways beyond the river.
func PawnAttacks(side Side, s Square) Bitboard { return pawnSteps[side&1][s&127] }

// PawnAttackers returns the squares from which a pawn of the side would
// attack s.
func PawnAttackers(side Side, s Square) Bitboard { return pawnReverse[side&1][s&127] }

// PawnReach returns the squares that at least one of the pawns of a side attacks.
func PawnReach(side Side, pawns Bitboard) Bitboard {
	const leftFile, rightFile = fileMask, fileMask << (Files - 1)
	if side == Red {
		beyond := pawns.Hi
		return Bitboard{
			pawns.Lo << Files & HalfMask,
			pawns.Hi<<Files&HalfMask | pawns.Lo>>(HalfSquares-Files) | beyond&^rightFile<<1 | beyond&^leftFile>>1,
		}
	}
	beyond := pawns.Lo
	return Bitboard{
		pawns.Lo>>Files | pawns.Hi<<(HalfSquares-Files)&HalfMask | beyond&^rightFile<<1 | beyond&^leftFile>>1,
		pawns.Hi >> Files,
	}
}

// CannonMoves returns the squares that a cannon on s moves to: along open lines
// to empty squares, over a screen to capture.
func CannonMoves(s Square, occ, enemy Bitboard) Bitboard {
	open, screened := SliderAttacks(s, occ)
	return open.AndNot(occ).Or(screened.And(enemy))
}

// Moves returns the squares that a piece of the side on s moves to, captures
// included, whether or not its king is safe then. Of the pieces in occ, those in
// enemy are the other side's. For all pieces but the cannon, squares with a piece
// of its own side that it protects are included.
func Moves(t PieceType, side Side, s Square, occ, enemy Bitboard) Bitboard {
	switch t {
	case Rook:
		return RookAttacks(s, occ)
	case Cannon:
		return CannonMoves(s, occ, enemy)
	case Knight:
		return KnightAttacks(s, occ)
	case Pawn:
		return PawnAttacks(side, s)
	case Bishop:
		return BishopAttacks(s, occ)
	case Advisor:
		return AdvisorAttacks(s)
	case King:
		return KingAttacks(s)
	}
	return Bitboard{}
}
