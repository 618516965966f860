package count

import (
	"chuhe/board"
	"chuhe/movegen"
)

// countReplies returns the number of legal replies to all legal moves of a
// position. Replies to different moves differ only by what the squares of the
// moves change. So it counts the replies once, piece by piece, as if the other
// side were to move in the position itself. Then it takes all moves of a piece
// together and corrects the counts that depend on the squares they touch.
func countReplies(p *board.Position) (n int) {
	safety := movegen.NewSafety(p)
	var set [movegen.MaxMovers]movegen.Mover
	movers := movegen.Movers(&p.Placement, &safety, board.AllSquares, set[:0])
	var r replies
	r.init(&p.Placement)
	for i := range movers {
		n += r.after(&movers[i])
	}
	return n
}

// replies counts the moves of the side that is not to move, piece by piece.
type replies struct {
	p      board.Placement // the replying side to move
	safety movegen.Safety
	own    board.Bitboard // of the replying side
	enemy  board.Bitboard
	occ    board.Bitboard
	ends   board.Bitboard // where its free pieces may go
	king   board.Square
	watch  watch

	total int // of all that follows

	rooks, cannons [2]counted
	hoppers        [4]counted     // two knights, two elephants
	blocks         board.Bitboard // their legs and eyes

	steps     [4]step
	stepCount int
	safeSteps board.Bitboard // those that are legal

	pinned     int            // moves of pinned pieces
	pinnedZone board.Bitboard // where a change may affect them
}

// counted is a piece with its moves.
type counted struct {
	square board.Square
	moves  int
	ends   board.Bitboard // where it goes; only those in replies.ends count
	zone   board.Bitboard // where a change of the occupancy may change ends
}

// init counts in a position with the other side to move.
func (r *replies) init(position *board.Placement) {
	r.p = position.Pass()
	p := &r.p
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	r.safety = movegen.SafetyOf(p)
	r.own, r.enemy, r.occ, r.king = own, enemy, occ, p.King(us)
	r.ends = r.safety.Targets.AndNot(own)
	r.watch.init(p, r.king, occ)
	free := own.AndNot(r.safety.Pinned)

	a, b := pair(p.AllOf(board.Rook).And(free))
	for i, s := range [2]board.Square{a, b} {
		open := board.RookAttacks(s, occ)
		r.rooks[i] = counted{s, open.And(r.ends).Count(), open, open}
		r.total += r.rooks[i].moves
	}
	a, b = pair(p.AllOf(board.Cannon).And(free))
	for i, s := range [2]board.Square{a, b} {
		open, screened := board.SliderAttacks(s, occ)
		ends := open.AndNot(occ).Or(screened.And(enemy))
		r.cannons[i] = counted{s, ends.And(r.ends).Count(), ends, open.Or(screened)}
		r.total += r.cannons[i].moves
	}
	a, b = pair(p.AllOf(board.Knight).And(free))
	c, d := pair(p.AllOf(board.Bishop).And(free))
	for i, s := range [4]board.Square{a, b, c, d} {
		zone := board.KnightLegs(s)
		if i >= 2 {
			zone = board.BishopEyes(s)
		}
		ends := hop(i, s, occ)
		r.hoppers[i] = counted{s, ends.And(r.ends).Count(), ends, zone}
		r.total += r.hoppers[i].moves
		r.blocks = r.blocks.Or(zone)
	}
	r.total += countStill(p, free, r.ends)

	lifted := occ.AndNot(r.king.Bit())
	for steps := board.KingAttacks(r.king).AndNot(own); !steps.IsEmpty(); {
		s := &r.steps[r.stepCount&3]
		s.init(p, steps.Pop(), lifted)
		r.stepCount++
		if s.attackers.IsEmpty() {
			r.safeSteps = r.safeSteps.Or(s.square.Bit())
			r.total++
		}
	}

	if pinned := r.safety.Pinned; !pinned.IsEmpty() {
		r.pinned = countPinned(p, pinned)
		r.total += r.pinned
		r.pinnedZone = kingZones[r.king&127].Or(own) // what they protect may be taken
		for !pinned.IsEmpty() {
			s := pinned.Pop()
			open, screened := board.SliderAttacks(s, occ)
			r.pinnedZone = r.pinnedZone.Or(open).Or(screened).Or(board.KnightLegs(s)).Or(board.BishopEyes(s))
		}
	}
}

// hop returns the targets of the piece of an index of replies.hoppers.
func hop(i int, s board.Square, occ board.Bitboard) board.Bitboard {
	if i < 2 {
		return board.KnightAttacks(s, occ)
	}
	return board.BishopAttacks(s, occ)
}

// after returns the number of replies to all moves of a piece.
func (r *replies) after(m *movegen.Mover) (n int) {
	from := m.From.Bit()
	piece := board.NewPiece(r.p.Side().Other(), m.Kind)
	occ, enemy := r.occ.Xor(from), r.enemy.Xor(from)

	// The piece is lifted from the board while its moves are looked at.
	r.p.Toggle(piece, from)
	n, ends := r.afterKing(m, piece)
	for i := range r.steps[:r.stepCount] {
		n += r.afterStep(&r.steps[i], m, piece, ends)
	}
	r.p.Toggle(piece, from)

	each := r.total // replies to every move, apart from what is added to n
	quiet := ends.AndNot(r.own)
	touched := quiet.Or(from)
	for i := range r.rooks {
		x := &r.rooks[i]
		if !x.zone.Meets(touched) {
			continue
		}
		moves, zone := x.moves, x.zone
		if zone.Meets(from) {
			zone = board.RookAttacks(x.square, occ)
			moves = zone.And(r.ends).Count()
			each += moves - x.moves
		}
		for b := quiet.And(zone); !b.IsEmpty(); {
			n += board.RookAttacks(x.square, occ.Or(b.Pop().Bit())).And(r.ends).Count() - moves
		}
	}
	for i := range r.cannons {
		x := &r.cannons[i]
		if !x.zone.Meets(touched) {
			continue
		}
		moves, zone := x.moves, x.zone
		if zone.Meets(from) {
			open, screened := board.SliderAttacks(x.square, occ)
			moves = open.AndNot(occ).Or(screened.And(enemy)).And(r.ends).Count()
			zone = open.Or(screened)
			each += moves - x.moves
		}
		for b := quiet.And(zone); !b.IsEmpty(); {
			to := b.Pop().Bit()
			n += board.CannonMoves(x.square, occ.Or(to), enemy.Or(to)).And(r.ends).Count() - moves
		}
	}
	if r.blocks.Meets(touched) {
		for i := range r.hoppers {
			x := &r.hoppers[i]
			if !x.zone.Meets(touched) {
				continue
			}
			moves := x.moves
			if x.zone.Meets(from) {
				moves = hop(i, x.square, occ).And(r.ends).Count()
				each += moves - x.moves
			}
			for b := quiet.And(x.zone); !b.IsEmpty(); {
				n += hop(i, x.square, occ.Or(b.Pop().Bit())).And(r.ends).Count() - moves
			}
		}
	}
	for captures := ends.And(r.own); !captures.IsEmpty(); {
		n += r.taken(captures.Pop(), from, occ, enemy)
	}
	return n + each*ends.Count()
}

// taken returns by how much the replies grow when a piece from another square
// captures on s: the moves of the captured piece are lost, and those that
// recapture are added. It leaves out the moves of pinned pieces; occ and enemy
// are without the capturing piece.
func (r *replies) taken(s board.Square, from, occ, enemy board.Bitboard) (n int) {
	p := &r.p
	us := p.Side()
	bit := s.Bit()
	free := r.own.AndNot(r.safety.Pinned)
	if free.Meets(bit) {
		n -= board.Moves(p.TypeAt(s), us, s, occ, enemy).And(r.ends).Count()
	}
	if r.safety.Targets.Meets(bit) {
		rook, cannon := board.SliderAttacks(s, occ)
		n += p.Majors(rook, cannon, board.KnightAttackers(s, occ)).
			Or(p.AllOf(board.Bishop).And(board.BishopAttacks(s, occ))).
			Or(p.AllOf(board.Advisor).And(board.AdvisorAttacks(s))).
			Or(p.AllOf(board.Pawn).And(board.PawnAttackers(us, s))).
			And(free).Count() // Placement.Attackers would look for kings and the other side's pawns too
	}
	if board.KingAttacks(r.king).Meets(bit) && p.KingSafe(s, occ.AndNot(r.king.Bit()), from) {
		n++
	}
	return n
}

// afterKing handles the moves of a lifted piece that may change the safety of
// the king or the moves of pinned pieces. Where a move changes the targets of
// free pieces, it adds all replies to n and takes the move out of ends. For the
// other moves it adds the correction for pinned pieces to n.
func (r *replies) afterKing(m *movegen.Mover, piece board.Piece) (n int, ends board.Bitboard) {
	p := &r.p
	from := m.From.Bit()
	ends = m.Ends
	zone := r.watch.ends(m)
	if r.watch.leaves(m) && !same(&r.safety, movegen.SafetyOf(p)) {
		zone = ends
	}
	look := ends.And(zone)
	if !r.pinnedZone.IsEmpty() {
		if r.pinnedZone.Meets(from) {
			look = ends
		} else {
			look = look.Or(ends.And(r.pinnedZone))
		}
	}
	for !look.IsEmpty() {
		to := look.Pop()
		captured := r.put(piece, to)
		bit := to.Bit()
		now := r.safety
		if zone.Meets(bit) {
			now = movegen.SafetyOf(p)
		}
		if now.Targets != r.safety.Targets {
			ends = ends.Xor(bit)
			n += r.countRestricted(&now, from.Or(bit))
		} else {
			if !r.pinnedZone.IsEmpty() {
				n += countPinned(p, r.safety.Pinned.And(p.Of(p.Side()))) - r.pinned
			}
			if pinned := now.Pinned.AndNot(r.safety.Pinned); !pinned.IsEmpty() {
				n += countPinned(p, pinned) - r.countUnpinned(pinned)
			}
		}
		r.unput(piece, captured, to)
	}
	return n, ends
}

// same reports whether two safeties are the same; it is faster than ==.
func same(a *movegen.Safety, b movegen.Safety) bool {
	targets, pinned := a.Targets.Xor(b.Targets), a.Pinned.Xor(b.Pinned)
	return targets.Or(pinned).IsEmpty() && a.Check == b.Check
}

// put puts a lifted piece on a square and returns what it captures.
func (r *replies) put(piece board.Piece, to board.Square) (captured board.Piece) {
	if r.own.Has(to) {
		captured = board.NewPiece(r.p.Side(), r.p.TypeAt(to))
		r.p.Toggle(captured, to.Bit())
	}
	r.p.Toggle(piece, to.Bit())
	return captured
}

// unput undoes put.
func (r *replies) unput(piece, captured board.Piece, to board.Square) {
	r.p.Toggle(piece, to.Bit())
	if captured != board.NoPiece {
		r.p.Toggle(captured, to.Bit())
	}
}

// countUnpinned counts the moves that pinned pieces would have if they were not
// pinned.
func (r *replies) countUnpinned(pieces board.Bitboard) (n int) {
	p := &r.p
	us := p.Side()
	occ, enemy := p.Occupied(), p.Of(us.Other())
	targets := r.safety.Targets.AndNot(p.Of(us))
	for !pieces.IsEmpty() {
		s := pieces.Pop()
		n += board.Moves(p.TypeAt(s), us, s, occ, enemy).And(targets).Count()
	}
	return n
}

// countRestricted counts all replies to a move that touches two squares and
// changes the targets of free pieces.
func (r *replies) countRestricted(now *movegen.Safety, touched board.Bitboard) (n int) {
	p := &r.p
	if !now.Pinned.Or(r.safety.Pinned).IsEmpty() {
		return countWith(p, now)
	}
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	for steps := board.KingAttacks(r.king).AndNot(own); !steps.IsEmpty(); {
		to := steps.Pop()
		if !kingZones[to&127].Meets(touched) {
			n += r.safeSteps.And(to.Bit()).Count()
		} else if p.KingSafe(to, occ.AndNot(r.king.Bit()).Or(to.Bit()), to.Bit()) {
			n++
		}
	}
	targets := now.Targets.AndNot(own)
	if targets.IsEmpty() {
		return n
	}
	for i := range r.rooks {
		if x := &r.rooks[i]; own.Has(x.square) {
			ends := x.ends
			if x.zone.Meets(touched) {
				ends = board.RookAttacks(x.square, occ)
			}
			n += ends.And(targets).Count()
		}
	}
	for i := range r.cannons {
		if x := &r.cannons[i]; own.Has(x.square) {
			ends := x.ends
			if x.zone.Meets(touched) {
				ends = board.CannonMoves(x.square, occ, enemy)
			}
			n += ends.And(targets).Count()
		}
	}
	for i := range r.hoppers {
		if x := &r.hoppers[i]; own.Has(x.square) {
			ends := x.ends
			if x.zone.Meets(touched) {
				ends = hop(i, x.square, occ)
			}
			n += ends.And(targets).Count()
		}
	}
	return n + countStill(p, own, targets)
}
