package eval

import (
	"math/bits"

	"chuhe/board"
)

// view collects the terms of a position. Its methods each add one kind of terms
// and leave behind the attacks that later ones build on. Arrays are indexed by
// side.
type view struct {
	t *tables
	p *board.Position

	sum    [2]pair  // of the terms
	danger [2]int32 // to the side's king, see kings

	occupied board.Bitboard
	zone     [2]board.Bitboard // around the side's king

	attacks [2]board.Bitboard // where the side captures or protects
	pawns   [2]board.Bitboard // of these, by pawns
	minors  [2]board.Bitboard // by pawns, knights and cannons
	knight  [2]board.Bitboard // by knights
	cannon  [2]board.Bitboard // by cannons
	rook    [2]board.Bitboard // by rooks
	shift   [2]board.Bitboard // empty squares that cannons can move to
}

func newView(t *tables, p *board.Position) view {
	v := view{t: t, p: p, occupied: p.Occupied()}
	for side := range board.Side(2) {
		v.zone[side] = zones[p.King(side)&127]
	}
	return v
}

// add adds all terms and calls done, if not nil, after each.
func (v *view) add(done progress) {
	v.guards()
	done.report("guards")
	v.knights()
	done.report("knights")
	v.cannons()
	done.report("cannons")
	v.rooks()
	done.report("rooks")
	v.threats()
	done.report("threats")
	v.kings()
	done.report("kings")
}

// progress hears of each term that has been added.
type progress func(term string)

func (p progress) report(term string) {
	if p != nil {
		p(term)
	}
}

// red returns the sum of the terms as Red sees it.
func (v *view) red() pair { return v.sum[board.Red] - v.sum[board.Black] }

// zones has the palace around each square of a king and the points next to the
// king.
var zones = func() (t [128]board.Bitboard) {
	for _, palace := range board.Palace {
		for kings := palace; !kings.IsEmpty(); {
			king := kings.Pop()
			t[king] = palace
			for file := max(king.File()-1, 0); file <= king.File()+1; file++ {
				for rank := max(king.Rank()-1, 0); rank <= min(king.Rank()+1, board.Ranks-1); rank++ {
					t[king] = t[king].Or(board.SquareAt(file, rank).Bit())
				}
			}
		}
	}
	return
}()

// guards looks at kings, advisors, bishops and pawns.
func (v *view) guards() {
	for side := range board.Side(2) {
		pawns := v.p.Pieces(side, board.Pawn)
		reach := board.PawnReach(side, pawns)
		v.pawns[side] = reach
		v.sum[side] += v.t.PawnPair.pair() * pair(pawnPairs(side, pawns))
		if hits := reach.And(v.zone[side^1]); !hits.IsEmpty() {
			v.danger[side^1] += int32(v.t.Danger.Attacker[board.Pawn]) + int32(v.t.Danger.Hit[board.Pawn])*int32(hits.Count())
		}
		attacks := reach.Or(board.KingAttacks(v.p.King(side)))

		advisors, bishops := v.p.Pieces(side, board.Advisor), v.p.Pieces(side, board.Bishop)
		var linked board.Bitboard // attacked by their like
		for rest := advisors; !rest.IsEmpty(); {
			steps := board.AdvisorAttacks(rest.Pop())
			linked = linked.Or(steps.And(advisors))
			attacks = attacks.Or(steps)
		}
		for rest := bishops; !rest.IsEmpty(); {
			steps := board.BishopAttacks(rest.Pop(), v.occupied)
			linked = linked.Or(steps.And(bishops))
			attacks = attacks.Or(steps)
		}
		if linked.Meets(advisors) {
			v.sum[side] += v.t.AdvisorPair.pair()
		}
		if linked.Meets(bishops) {
			v.sum[side] += v.t.BishopPair.pair()
		}
		v.attacks[side] = attacks
	}
}

// pawnPairs returns how many pairs of pawns of a side stand side by side across the river.
func pawnPairs(side board.Side, pawns board.Bitboard) int {
	const fileA uint64 = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36
	across := pawns.Hi
	if side == board.Black {
		across = pawns.Lo
	}
	return bits.OnesCount64(across & (across &^ fileA >> 1))
}

// knights counts the squares a knight can move to that no enemy pawn attacks.
func (v *view) knights() {
	for all := v.p.AllOf(board.Knight); !all.IsEmpty(); {
		s := all.Pop()
		us := v.p.At(s).Side() & 1
		attacks := board.KnightAttacks(s, v.occupied)
		free := attacks.AndNot(v.p.Of(us)).AndNot(v.pawns[us^1])
		v.sum[us] += v.t.KnightMobility[min(free.Count(), 8)].pair()
		v.knight[us] = v.knight[us].Or(attacks)
		v.press(us, board.Knight, attacks)
	}
}

// cannons counts the empty squares a cannon can move to that no enemy pawn attacks.
func (v *view) cannons() {
	for all := v.p.AllOf(board.Cannon); !all.IsEmpty(); {
		s := all.Pop()
		us := v.p.At(s).Side() & 1
		lines, attacks := board.SliderAttacks(s, v.occupied)
		shift := lines.AndNot(v.occupied).AndNot(v.pawns[us^1])
		v.sum[us] += v.t.CannonMobility[min(shift.Count(), 17)].pair()
		v.shift[us] = v.shift[us].Or(shift)
		v.cannon[us] = v.cannon[us].Or(attacks)
		v.press(us, board.Cannon, attacks)
	}
	for us := range board.Side(2) {
		v.minors[us] = v.pawns[us].Or(v.knight[us]).Or(v.cannon[us])
		v.attacks[us] = v.attacks[us].Or(v.minors[us])
	}
}

// rooks counts the squares a rook can move to that no lesser enemy piece attacks.
func (v *view) rooks() {
	for all := v.p.AllOf(board.Rook); !all.IsEmpty(); {
		s := all.Pop()
		us := v.p.At(s).Side() & 1
		attacks := board.RookAttacks(s, v.occupied)
		free := attacks.AndNot(v.p.Of(us)).AndNot(v.minors[us^1])
		v.sum[us] += v.t.RookMobility[min(free.Count(), 17)].pair()
		v.rook[us] = v.rook[us].Or(attacks)
		v.press(us, board.Rook, attacks)
	}
	for us := range board.Side(2) {
		v.attacks[us] = v.attacks[us].Or(v.rook[us])
	}
}

// press adds the danger of one piece's attacks to the enemy king.
func (v *view) press(us board.Side, kind board.PieceType, attacks board.Bitboard) {
	if hits := attacks.And(v.zone[us&1^1]); !hits.IsEmpty() {
		v.danger[us&1^1] += int32(v.t.Danger.Attacker[kind]) + int32(v.t.Danger.Hit[kind])*int32(hits.Count())
	}
}

// threats looks for enemy pieces that are attacked and unprotected, or
// attacked by a lesser piece.
func (v *view) threats() {
	for us := range board.Side(2) {
		them := us ^ 1
		turn := 0
		if v.p.Side() == us {
			turn = 1
		}
		targets := v.p.Of(them).And(v.attacks[us]).AndNot(v.p.Pieces(them, board.King))
		for hanging := targets.AndNot(v.attacks[them]); !hanging.IsEmpty(); {
			v.sum[us] += v.t.Hanging[turn][v.p.At(hanging.Pop()).Type()].pair()
		}
		for lesser := targets.And(v.attacks[them]).And(v.minors[us]); !lesser.IsEmpty(); {
			s := lesser.Pop()
			kind := v.p.At(s).Type()
			if v.pawns[us].Has(s) {
				v.sum[us] += v.t.ByPawn[kind].pair()
			} else {
				v.sum[us] += v.t.ByMinor[kind].pair()
			}
		}
	}
}
