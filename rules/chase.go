package rules

import "chuhe/board"

// numbers gives each square the number, 0..15, of the piece on it among its
// side's pieces. Squares without a piece have any number.
type numbers [128]uint8

// number counts the pieces of both sides.
func (n *numbers) number(p *board.Position) {
	for _, side := range [2]board.Side{board.Red, board.Black} {
		next := uint8(0)
		for set := p.Of(side); !set.IsEmpty(); next++ {
			n[set.Pop()&127] = next
		}
	}
}

// undo carries the numbers back over a move that captured nothing.
func (n *numbers) undo(m board.Move) { n[m.From()] = n[m.To()] }

// of returns the numbers of the pieces on some squares.
func (n *numbers) of(squares board.Bitboard) (set uint16) {
	for !squares.IsEmpty() {
		set |= 1 << (n[squares.Pop()&127] & 15)
	}
	return
}

// find returns the square of a side's piece with a number, NoSquare if there is
// none.
func (n *numbers) find(p *board.Position, side board.Side, number uint8) board.Square {
	for set := p.Of(side); !set.IsEmpty(); {
		if s := set.Pop(); n[s&127] == number {
			return s
		}
	}
	return board.NoSquare
}

// preys has, for the number of each attacker, the set of the numbers of enemy
// pieces.
type preys [16]uint16

// union returns the pieces that any attacker has.
func (a *preys) union() (set uint16) {
	for _, v := range a {
		set |= v
	}
	return
}

// without returns the pairs of a that are not in b.
func (a preys) without(b *preys) preys {
	for i := range a {
		a[i] &^= b[i]
	}
	return a
}

// hunt holds the captures that one side would have in a position, were it to move.
type hunt struct {
	takes      preys // legal captures of pieces that can be chased, but for exchanges
	wins       preys // the takes that win the prey
	falseRoots preys // the wins of preys that only seem protected
}

// hunt finds what a side hunts. Only preys in wanted are looked at.
func (l *law) hunt(p *board.Position, us board.Side, ids *numbers, wanted uint16) (h hunt) {
	v := l.view(p, us)
	v.eachCapture(ids, wanted, func(from, to board.Square) {
		if v.exchange(from, to) {
			return
		}
		attacker, bit := ids[from&127]&15, uint16(1)<<(ids[to&127]&15)
		h.takes[attacker] |= bit
		switch v.cause(from, to) {
		case NoCause:
			return
		case FalseRoot:
			h.falseRoots[attacker] |= bit
		}
		h.wins[attacker] |= bit
	})
	return
}

// view is a position seen by the side that hunts in it. Pieces that give check
// already do not count when testing whether a king is safe, since otherwise every way out
// of a check would look like a new attack.
type view struct {
	law      *law
	p        *board.Position
	us, them board.Side
	// Pieces of each side that give check now.
	ourCheckers, theirCheckers board.Bitboard
}

func (l *law) view(p *board.Position, us board.Side) view {
	them := us.Other()
	return view{l, p, us, them, p.Checkers(them), p.Checkers(us)}
}

// eachCapture calls yield for each legal capture of a wanted piece. The
// attackers are all pieces but king and pawns, which may chase; the preys are
// all but the king and pawns that have not crossed the river.
func (v *view) eachCapture(ids *numbers, wanted uint16, yield func(from, to board.Square)) {
	p := v.p
	prey := p.Of(v.them).AndNot(p.AllOf(board.King)).
		AndNot(p.AllOf(board.Pawn).And(board.Half[v.them]))
	hunters := p.Of(v.us).AndNot(p.AllOf(board.King)).AndNot(p.AllOf(board.Pawn))
	for !hunters.IsEmpty() {
		from := hunters.Pop()
		for targets := p.MovesFrom(from).And(prey); !targets.IsEmpty(); {
			if to := targets.Pop(); wanted>>(ids[to&127]&15)&1 != 0 && v.legal(from, to) {
				yield(from, to)
			}
		}
	}
}

// legal reports whether a capture leaves the side's own king safe.
func (v *view) legal(from, to board.Square) bool {
	enemies := v.p.Of(v.them).AndNot(to.Bit()).AndNot(v.theirCheckers)
	return !v.p.Attackers(v.p.King(v.us), v.p.Occupied().AndNot(from.Bit())).Meets(enemies)
}

// exchange reports whether an attack is on a piece of the same type that could take
// the attacker: an offer to exchange, not a chase.
func (v *view) exchange(from, to board.Square) bool {
	if v.p.At(from).Type() != v.p.At(to).Type() || !v.p.MovesFrom(to).Has(from) {
		return false
	}
	back := view{v.law, v.p, v.them, v.us, v.theirCheckers, v.ourCheckers}
	return back.legal(to, from)
}

// cause returns why a legal capture wins the prey, NoCause if it does not.
func (v *view) cause(from, to board.Square) Cause {
	if v.law.stronger(v.p.At(to).Type(), v.p.At(from).Type()) {
		return StrongerPrey
	}
	return v.unprotected(from, to)
}

// unprotected returns why no protector takes back, NoCause if one does.
func (v *view) unprotected(from, to board.Square) Cause {
	switch sound, pinned := v.roots(from, to); {
	case !sound.IsEmpty():
		return NoCause
	case !pinned.IsEmpty():
		return FalseRoot
	}
	return Unprotected
}

// roots returns the protectors of a prey: those that can take back, and those that cannot
// because their king would be taken.
func (v *view) roots(from, to board.Square) (sound, pinned board.Bitboard) {
	p := v.p
	occ := p.Occupied().AndNot(from.Bit())
	enemies := p.Of(v.us).AndNot(from.Bit()).AndNot(v.ourCheckers)
	for roots := p.Attackers(to, occ).And(p.Of(v.them)).AndNot(to.Bit()); !roots.IsEmpty(); {
		root := roots.Pop()
		king, after := p.King(v.them), occ.AndNot(root.Bit())
		attackers := board.Bitboard{}
		if root == king {
			king = to
			attackers = board.RookAttacks(to, after).And(p.AllOf(board.King)) // on the file: ranks of kings differ
		}
		if attackers.Or(p.Attackers(king, after)).Meets(enemies) {
			pinned = pinned.Or(root.Bit())
		} else {
			sound = sound.Or(root.Bit())
		}
	}
	return
}

// stronger reports whether a prey is worth so much more than its attacker that
// protection does not help it.
func (l *law) stronger(prey, attacker board.PieceType) bool {
	switch attacker {
	case board.Knight, board.Cannon:
		return prey == board.Rook
	case board.Advisor, board.Bishop:
		return !l.guardsEqual && (prey == board.Rook || prey == board.Knight || prey == board.Cannon)
	}
	return false
}

// leagueChase returns the squares of the pieces that the move leading to a
// position chases under the league's rules, which look at nothing but the moved
// piece: a knight or cannon chases rooks, and a knight, cannon or rook chases
// unprotected knights, cannons and pawns beyond the river, but never its own kind.
// Rooks and cannons chase only across the line they moved on. Pins do not matter,
// neither the attacker's nor a protector's.
func leagueChase(p *board.Position, m board.Move) (prey board.Bitboard) {
	from, to, them := m.From(), m.To(), p.Side()
	occ, attacked := p.Occupied(), p.MovesFrom(to).And(p.Of(them))
	soft := p.AllOf(board.Pawn).AndNot(board.Half[them])
	t := p.At(to).Type()
	switch t {
	case board.Rook:
		soft = soft.Or(p.AllOf(board.Knight)).Or(p.AllOf(board.Cannon))
	case board.Cannon:
		soft = soft.Or(p.AllOf(board.Knight))
	case board.Knight:
		soft = soft.Or(p.AllOf(board.Cannon))
	default:
		return
	}
	if t != board.Rook {
		prey = attacked.And(p.AllOf(board.Rook))
	}
	for rest := attacked.And(soft); !rest.IsEmpty(); {
		s := rest.Pop()
		if !p.Attackers(s, occ).Meets(p.Of(them)) {
			prey = prey.Or(s.Bit())
		}
	}
	if t != board.Knight {
		if from.File() == to.File() {
			prey = prey.AndNot(board.OnLines(to, 0, 1<<board.Ranks-1))
		} else {
			prey = prey.AndNot(board.OnLines(to, 1<<board.Files-1, 0))
		}
	}
	return
}
