package endgame

import (
	"math/bits"
	"sync"

	"chuhe/board"
)

// formation is a king with its guards.
type formation struct {
	king              board.Square
	advisors, bishops board.Bitboard
}

// formations are all ways in which the king of a side can stand with its guards. Those
// of a number of guards are numbered from 0, the ones with the king left of the middle
// or in it first.
type formations struct {
	side   board.Side
	list   []formation
	keys   []uint16 // of each in list: the sum of the weights of its pieces
	mirror []uint16 // the number of each one's mirror image
	// half is how many have their king on the file d or e.
	half    int
	numbers [keys]int16 // the reverse of keys, -1 for none
	// weights are what a king, an advisor or a bishop on a square adds to a key.
	weights [board.PieceTypes][board.Squares]uint16
}

// The key of a formation has a bit for each point of a bishop, one for each of an
// advisor, and above them the number of the king's point.
const (
	bishopBits, advisorBits = 7, 5
	kingShift               = bishopBits + advisorBits
	keys                    = 9 << kingShift
)

// formationsOf returns the formations of a side with these guards. They are numbered when
// first asked for, and shared by all tables.
func formationsOf(side board.Side, g guards) *formations {
	return numbered[side][g.advisors][g.bishops]()
}

var numbered = func() (all [2][3][3]func() *formations) {
	for side := range all {
		for advisors := range all[side] {
			for bishops := range all[side][advisors] {
				all[side][advisors][bishops] = sync.OnceValue(func() *formations {
					return newFormations(board.Side(side), guards{uint8(advisors), uint8(bishops)})
				})
			}
		}
	}
	return all
}()

// newFormations numbers the formations of a side with these guards.
func newFormations(side board.Side, g guards) *formations {
	f := &formations{side: side}
	number := func(t board.PieceType, points board.Bitboard, weight func(i int) uint16) {
		for i := 0; !points.IsEmpty(); i++ {
			f.weights[t][points.Pop()] = weight(i)
		}
	}
	number(board.Bishop, board.BishopPoints[side], func(i int) uint16 { return 1 << i })
	number(board.Advisor, board.AdvisorPoints[side], func(i int) uint16 { return 1 << (bishopBits + i) })
	number(board.King, board.Palace[side], func(i int) uint16 { return uint16(i) << kingShift })
	for i := range f.numbers {
		f.numbers[i] = -1
	}
	for _, right := range [2]bool{false, true} {
		for kings := board.Palace[side]; !kings.IsEmpty(); {
			if king := kings.Pop(); (king.File() > middleFile) == right {
				f.add(king, g)
			}
		}
		if !right {
			f.half = len(f.list)
		}
	}
	for _, one := range f.list {
		key := f.weights[board.King][one.king.Mirror()] +
			f.sum(board.Advisor, mirrored(one.advisors)) + f.sum(board.Bishop, mirrored(one.bishops))
		f.mirror = append(f.mirror, uint16(f.numbers[key]))
	}
	return f
}

// middleFile is the file e.
const middleFile = board.Files / 2

// add lists the formations with the king on a square.
func (f *formations) add(king board.Square, g guards) {
	for _, advisors := range subsets(board.AdvisorPoints[f.side].AndNot(king.Bit()), int(g.advisors)) {
		for _, bishops := range subsets(board.BishopPoints[f.side].AndNot(king.Bit()), int(g.bishops)) {
			key := f.weights[board.King][king] + f.sum(board.Advisor, advisors) + f.sum(board.Bishop, bishops)
			f.numbers[key] = int16(len(f.list))
			f.list = append(f.list, formation{king, advisors, bishops})
			f.keys = append(f.keys, key)
		}
	}
}

// sum returns the weights of pieces of a type on the squares.
func (f *formations) sum(t board.PieceType, squares board.Bitboard) (sum uint16) {
	for !squares.IsEmpty() {
		sum += f.weights[t][squares.Pop()]
	}
	return sum
}

// subsets returns the sets of n of the squares.
func subsets(squares board.Bitboard, n int) (sets []board.Bitboard) {
	var list []board.Square
	for !squares.IsEmpty() {
		list = append(list, squares.Pop())
	}
	for choice := range uint(1) << len(list) {
		if bits.OnesCount(choice) != n {
			continue
		}
		var set board.Bitboard
		for i, s := range list {
			if choice>>i&1 != 0 {
				set = set.Or(s.Bit())
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// mirrored returns the squares reflected left to right.
func mirrored(squares board.Bitboard) (image board.Bitboard) {
	for !squares.IsEmpty() {
		image = image.Or(squares.Pop().Mirror().Bit())
	}
	return image
}

// find returns the number of the formation in which a side stands.
func (f *formations) find(p *board.Placement, side board.Side) int {
	key := f.weights[board.King][p.King(side)] +
		f.sum(board.Advisor, p.Pieces(side, board.Advisor)) + f.sum(board.Bishop, p.Pieces(side, board.Bishop))
	return int(f.numbers[key])
}

// moved returns the number of a formation once one of its pieces has moved.
func (f *formations) moved(number int, t board.PieceType, from, to board.Square) int {
	return int(f.numbers[f.keys[number]-f.weights[t][from]+f.weights[t][to]])
}

// without returns the number of a formation once a guard has been captured, among the
// formations without it.
func (f *formations) without(number int, t board.PieceType, s board.Square, fewer *formations) int {
	return int(fewer.numbers[f.keys[number]-f.weights[t][s]])
}

// origins returns the numbers of the formations from which one can have come by a move
// that is no capture.
func (f *formations) origins(number int, occupied board.Bitboard) []int {
	one := &f.list[number]
	var list [16]int
	n := 0
	from := func(t board.PieceType, to board.Square, squares board.Bitboard) {
		for squares = squares.AndNot(occupied); !squares.IsEmpty(); n++ {
			list[n] = f.moved(number, t, to, squares.Pop())
		}
	}
	from(board.King, one.king, board.KingAttacks(one.king))
	for advisors := one.advisors; !advisors.IsEmpty(); {
		to := advisors.Pop()
		from(board.Advisor, to, board.AdvisorAttacks(to))
	}
	for bishops := one.bishops; !bishops.IsEmpty(); {
		to := bishops.Pop()
		from(board.Bishop, to, board.BishopAttacks(to, occupied))
	}
	return list[:n]
}

// guard returns the type of the guard that a formation has on a square, NoPieceType for
// none.
func (f *formation) guard(s board.Square) board.PieceType {
	switch {
	case f.advisors.Has(s):
		return board.Advisor
	case f.bishops.Has(s):
		return board.Bishop
	}
	return board.NoPieceType
}

// toggle puts the guards of a formation on a board.
func (f *formation) toggle(p *board.Placement, side board.Side) {
	p.Toggle(board.NewPiece(side, board.Advisor), f.advisors)
	p.Toggle(board.NewPiece(side, board.Bishop), f.bishops)
}
