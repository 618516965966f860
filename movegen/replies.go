package movegen

import "chuhe/board"

// countReplies returns the number of legal replies to all legal moves of a
// position. The replies to two moves differ only by what the squares of the
// moves change, so the replies of the position itself, had the other side the
// move, are counted once, piece by piece, and corrected where a move touches
// the squares that a piece's count depends on.
func countReplies(p *board.Position) (n int) {
	var side movers
	side.init(&p.Placement)
	var r replies
	r.init(p)
	for i := range side.list[:side.n&31] {
		n += r.after(&side.list[i])
	}
	return n
}

// replies are the moves of the side that is not to move, counted by piece.
type replies struct {
	position *board.Position
	p        board.Placement // the replying side to move
	safety   Safety
	own      board.Bitboard // of the replying side
	enemy    board.Bitboard
	occ      board.Bitboard
	ends     board.Bitboard // where its free pieces may go

	total int // of all that follows

	rooks, cannons [2]counted
	hoppers        [4]counted     // two knights, two elephants
	blocks         board.Bitboard // their legs and eyes
	steps          board.Bitboard // of the king, those that are legal
	tested         int            // moves of the king and of bound pieces

	forSafety watch
	forTested watch
	// takenTested are the own pieces whose capture may alter tested.
	takenTested board.Bitboard
}

// counted is a piece with the number of its moves.
type counted struct {
	square board.Square
	moves  int
	zone   board.Bitboard // where a change of the occupancy may alter moves
	ends   board.Bitboard // where it could go or capture; of use within replies.ends
}

// init counts in a position with the other side to move.
func (r *replies) init(position *board.Position) {
	r.position = position
	r.p = position.Placement.Pass()
	p := &r.p
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	r.safety = newSafety(p)
	r.own, r.enemy, r.occ = own, enemy, occ
	r.ends = r.safety.Targets.AndNot(own)
	free := own.AndNot(r.safety.Bound)

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
		r.cannons[i] = counted{s, ends.And(r.ends).Count(), open.Or(screened), ends}
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
		r.hoppers[i] = counted{s, ends.And(r.ends).Count(), zone, ends}
		r.total += r.hoppers[i].moves
		r.blocks = r.blocks.Or(zone)
	}
	a, b = pair(p.AllOf(board.Advisor).And(free))
	r.total += countPawns(p.AllOf(board.Pawn).And(free), us, r.ends) +
		board.AdvisorAttacks(a).And(r.ends).Count() + board.AdvisorAttacks(b).And(r.ends).Count()

	r.initTested(p.King(us))
	r.total += r.tested
}

// hop returns the targets of the piece of an index of replies.hoppers.
func hop(i int, s board.Square, occ board.Bitboard) board.Bitboard {
	if i < 2 {
		return board.KnightAttacks(s, occ)
	}
	return board.BishopAttacks(s, occ)
}

// initTested counts the moves of the king and of bound pieces, and looks where
// a change may alter them or the safety of the king.
func (r *replies) initTested(king board.Square) {
	p := &r.p
	rank, file := board.Lines(king, r.occ)
	r.forSafety.add(p, king, board.OnLines(king,
		uint32(rankViews[king.File()&15][rank&511].seen), uint32(fileViews[king.Rank()&15][file&1023].seen)))

	steps := board.KingAttacks(king)
	r.takenTested = steps.And(r.own)
	lifted := r.occ.AndNot(king.Bit())
	for steps = steps.AndNot(r.own); !steps.IsEmpty(); {
		to := steps.Pop()
		open, screened := board.SliderAttacks(to, lifted)
		r.forTested.add(p, to, open.Or(screened))
		if kingSafe(p, to, lifted.Or(to.Bit()), to.Bit()) {
			r.steps = r.steps.Or(to.Bit())
		}
	}
	if bound := r.safety.Bound; !bound.IsEmpty() {
		var zone board.Bitboard
		for !bound.IsEmpty() {
			s := bound.Pop()
			open, screened := board.SliderAttacks(s, r.occ)
			zone = zone.Or(open).Or(screened).Or(board.KnightLegs(s)).Or(board.BishopEyes(s))
		}
		r.forTested.join(&r.forSafety, zone.Or(cross(king)))
		r.takenTested = r.own
	}
	r.tested = r.countTested(board.Bitboard{})
}

// countTested counts the moves that are legal only by a test of each, once the
// squares touched have changed.
func (r *replies) countTested(touched board.Bitboard) int {
	n := r.countSteps(touched)
	if bound := r.safety.Bound.And(r.p.Of(r.p.Side())); !bound.IsEmpty() {
		n += countBound(&r.p, bound)
	}
	return n
}

// countSteps counts the moves of the king, once the squares touched have
// changed.
func (r *replies) countSteps(touched board.Bitboard) (n int) {
	p := &r.p
	us := p.Side()
	king := p.King(us)
	steps := board.KingAttacks(king).AndNot(p.Of(us))
	for !steps.IsEmpty() {
		to := steps.Pop()
		if touched.Meets(kingZones[to&127]) {
			if kingSafe(p, to, p.Occupied().AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
				n++
			}
		} else if r.steps.Has(to) {
			n++
		}
	}
	return n
}

// after returns the number of replies to all moves of a piece.
func (r *replies) after(m *mover) int {
	from := m.from.Bit()
	piece := board.NewPiece(r.p.Side().Other(), m.kind)
	r.p.Toggle(piece, from)
	n, ends, each := r.tests(m, piece)
	r.p.Toggle(piece, from)
	if ends.IsEmpty() {
		return n
	}

	// The moves to the other ends have the replies of a board without the
	// piece, but for what it blocks where it goes and for what it takes.
	occ, enemy := r.occ.Xor(from), r.enemy.Xor(from)
	quiet := ends.AndNot(r.own)
	for i := range r.rooks {
		x := &r.rooks[i]
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
		moves, zone := x.moves, x.zone
		if zone.Meets(from) {
			open, screened := board.SliderAttacks(x.square, occ)
			moves = open.AndNot(occ).Or(screened.And(enemy)).And(r.ends).Count()
			zone = open.Or(screened)
			each += moves - x.moves
		}
		for b := quiet.And(zone); !b.IsEmpty(); {
			to := b.Pop().Bit()
			n += cannonTargets(x.square, occ.Or(to), enemy.Or(to)).And(r.ends).Count() - moves
		}
	}
	if r.blocks.Meets(quiet.Or(from)) {
		for i := range r.hoppers {
			x := &r.hoppers[i]
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
	n += each * ends.Count()
	for captures := ends.And(r.own); !captures.IsEmpty(); {
		n += r.taken(captures.Pop(), occ, enemy)
	}
	return n
}

// taken returns by how much the replies grow when a piece is captured on a
// square by another that has been lifted from the board: less its moves, more
// those that capture in return. Those of the king and of bound pieces are left
// aside.
func (r *replies) taken(s board.Square, occ, enemy board.Bitboard) (n int) {
	p := &r.p
	us := p.Side()
	bit := s.Bit()
	free := r.own.AndNot(r.safety.Bound)
	open, screened := board.SliderAttacks(s, occ)
	if free.Meets(bit) {
		var ends board.Bitboard
		switch r.position.At(s).Type() {
		case board.Rook:
			ends = open
		case board.Cannon:
			ends = open.AndNot(occ).Or(screened.And(enemy))
		case board.Knight:
			ends = board.KnightAttacks(s, occ)
		case board.Bishop:
			ends = board.BishopAttacks(s, occ)
		case board.Advisor:
			ends = board.AdvisorAttacks(s)
		case board.Pawn:
			ends = board.PawnAttacks(us, s)
		}
		n -= ends.And(r.ends).Count()
	}
	if r.safety.Targets.Meets(bit) {
		n += p.AllOf(board.Rook).And(open).
			Or(p.AllOf(board.Cannon).And(screened)).
			Or(p.AllOf(board.Knight).And(board.KnightAttackers(s, occ))).
			Or(p.AllOf(board.Bishop).And(board.BishopAttacks(s, occ))).
			Or(p.AllOf(board.Advisor).And(board.AdvisorAttacks(s))).
			Or(p.AllOf(board.Pawn).And(board.PawnAttackers(us, s))).
			And(free).Count()
	}
	return n
}

// tests looks at the moves of a piece, lifted from the board, that concern the
// king. It returns the replies to those that restrict all pieces, the ends of
// the others and, for these, the number of replies to each; where that differs
// for some of them the difference is in n.
func (r *replies) tests(m *mover, piece board.Piece) (n int, ends board.Bitboard, each int) {
	p := &r.p
	from := m.from.Bit()
	tested := r.tested
	safety, testedZone := r.forSafety.ends(m), r.forTested.ends(m).Or(r.takenTested)
	anew := r.forSafety.leaves(m) && !r.safety.is(newSafety(p))
	ends = m.ends
	look := ends
	if !anew {
		if r.forTested.leaves(m) {
			tested = r.countTested(from)
		}
		look = look.And(safety.Or(testedZone))
	}
	for !look.IsEmpty() {
		to := look.Pop()
		bit := to.Bit()
		captured := board.NoPiece
		if r.own.Meets(bit) {
			captured = r.position.At(to)
			p.Toggle(captured, bit)
		}
		p.Toggle(piece, bit)
		restricted := false
		if anew || safety.Meets(bit) {
			if now := newSafety(p); now.Targets != r.safety.Targets {
				restricted = true
				n += r.countRestricted(&now, from.Or(bit))
				ends = ends.Xor(bit)
			} else if bound := now.Bound.AndNot(r.safety.Bound); !bound.IsEmpty() {
				n += countBound(p, bound) - r.countFree(bound)
			}
		}
		if !restricted && (anew || testedZone.Meets(bit)) {
			n += r.countTested(from.Or(bit)) - tested
		}
		p.Toggle(piece, bit)
		if captured != board.NoPiece {
			p.Toggle(captured, bit)
		}
	}
	return n, ends, r.total + tested - r.tested
}

// countFree counts the moves that pieces had if they were not bound.
func (r *replies) countFree(pieces board.Bitboard) (n int) {
	p := &r.p
	us := p.Side()
	occ, enemy := p.Occupied(), p.Of(us.Other())
	targets := r.safety.Targets.AndNot(p.Of(us))
	for !pieces.IsEmpty() {
		n += endsOf(p, pieces.Pop(), occ, enemy).And(targets).Count()
	}
	return n
}

// countRestricted counts the replies to a move that has changed the squares
// touched and the targets.
func (r *replies) countRestricted(now *Safety, touched board.Bitboard) (n int) {
	p := &r.p
	if !now.Bound.Or(r.safety.Bound).IsEmpty() {
		return countWith(p, now)
	}
	us := p.Side()
	own, enemy := p.Of(us), p.Of(us.Other())
	occ := own.Or(enemy)
	targets := now.Targets.AndNot(own)
	n = r.countSteps(touched)
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
				ends = cannonTargets(x.square, occ, enemy)
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
	a, b := pair(p.AllOf(board.Advisor).And(own))
	return n + countPawns(p.AllOf(board.Pawn).And(own), us, targets) +
		board.AdvisorAttacks(a).And(targets).Count() + board.AdvisorAttacks(b).And(targets).Count()
}

// kingZones has, for the square of a king, those where a change of the pieces
// may open or close an attack on it: its lines, the points of attacking knights
// with their legs. Pawns attack from the lines.
var kingZones = func() (t [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s] = cross(s)
		knights := board.KnightAttackers(s, board.Bitboard{})
		t[s] = t[s].Or(knights)
		for !knights.IsEmpty() {
			t[s] = t[s].Or(knightLeg(s, knights.Pop()))
		}
	}
	return
}()
