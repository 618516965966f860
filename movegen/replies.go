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
	pawns          board.Bitboard // free ones, as the other pieces above
	advisors       board.Bitboard
	tested         int // moves of the king and of bound pieces

	forSafety watch
	forTested watch
	// takenTested are the own pieces whose capture may alter tested.
	takenTested board.Bitboard
}

// counted is a piece with the number of its moves.
type counted struct {
	square  board.Square
	moves   int
	zone    board.Bitboard // where a change of the occupancy may alter moves
	attacks board.Bitboard // where it could capture, own pieces included
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
		moves := open.AndNot(occ).Or(screened.And(enemy)).And(r.ends).Count()
		r.cannons[i] = counted{s, moves, open.Or(screened), screened}
		r.total += moves
	}
	a, b = pair(p.AllOf(board.Knight).And(free))
	c, d := pair(p.AllOf(board.Bishop).And(free))
	for i, s := range [4]board.Square{a, b, c, d} {
		zone := board.KnightLegs(s)
		if i >= 2 {
			zone = board.BishopEyes(s)
		}
		attacks := hop(i, s, occ)
		r.hoppers[i] = counted{s, attacks.And(r.ends).Count(), zone, attacks}
		r.total += r.hoppers[i].moves
		r.blocks = r.blocks.Or(zone)
	}
	r.pawns, r.advisors = p.AllOf(board.Pawn).And(free), p.AllOf(board.Advisor).And(free)
	a, b = pair(r.advisors)
	r.total += countPawns(r.pawns, us, r.ends) +
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
	r.tested = r.countTested()
}

// countTested counts the moves that are legal only by a test of each.
func (r *replies) countTested() int {
	p := &r.p
	us := p.Side()
	n := countKing(p, p.King(us), p.Of(us), p.Occupied())
	if !r.safety.Bound.IsEmpty() {
		n += countBound(p, r.safety.Bound)
	}
	return n
}

// after returns the number of replies to all moves of a piece.
func (r *replies) after(m *mover) (n int) {
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
	occ := r.occ.Xor(from)
	quiet, captures := ends.AndNot(r.own), ends.And(r.own)
	protected := captures.And(r.safety.Targets)
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
		n += taken(x, moves, captures) + protected.And(zone).Count()
	}
	for i := range r.cannons {
		x := &r.cannons[i]
		moves, zone, screened := x.moves, x.zone, x.attacks
		enemy := r.enemy.Xor(from)
		if zone.Meets(from) {
			var open board.Bitboard
			open, screened = board.SliderAttacks(x.square, occ)
			moves = open.AndNot(occ).Or(screened.And(enemy)).And(r.ends).Count()
			zone = open.Or(screened)
			each += moves - x.moves
		}
		for b := quiet.And(zone); !b.IsEmpty(); {
			to := b.Pop().Bit()
			n += cannonTargets(x.square, occ.Or(to), enemy.Or(to)).And(r.ends).Count() - moves
		}
		n += taken(x, moves, captures) + protected.And(screened).Count()
	}
	if r.blocks.Meets(quiet.Or(from)) || !captures.IsEmpty() {
		for i := range r.hoppers {
			x := &r.hoppers[i]
			moves, attacks := x.moves, x.attacks
			if x.zone.Meets(from) {
				attacks = hop(i, x.square, occ)
				moves = attacks.And(r.ends).Count()
				each += moves - x.moves
			}
			for b := quiet.And(x.zone); !b.IsEmpty(); {
				n += hop(i, x.square, occ.Or(b.Pop().Bit())).And(r.ends).Count() - moves
			}
			n += taken(x, moves, captures) + protected.And(attacks).Count()
		}
	}
	us := r.p.Side()
	for b := captures; !b.IsEmpty(); {
		to := b.Pop()
		switch bit := to.Bit(); {
		case r.pawns.Meets(bit):
			n -= board.PawnAttacks(us, to).And(r.ends).Count()
		case r.advisors.Meets(bit):
			n -= board.AdvisorAttacks(to).And(r.ends).Count()
		}
		if protected.Has(to) {
			n += r.pawns.And(board.PawnAttackers(us, to)).Or(r.advisors.And(board.AdvisorAttacks(to))).Count()
		}
	}
	return n + each*ends.Count()
}

// taken returns what a piece's moves add to the replies if it is captured.
func taken(x *counted, moves int, captures board.Bitboard) int {
	if captures.Has(x.square) {
		return -moves
	}
	return 0
}

// tests looks at the moves of a piece, lifted from the board, that concern the
// king. It returns the replies to those that alter its safety, the ends of the
// others and, for these, the number of replies to each with the tested ones
// that differ from that for some of them in n as well.
func (r *replies) tests(m *mover, piece board.Piece) (n int, ends board.Bitboard, each int) {
	p := &r.p
	tested := r.tested
	safety := r.forSafety.ends(m)
	anew := r.forSafety.leaves(m) && !r.safety.is(newSafety(p))
	look := m.ends
	testedZone := r.forTested.ends(m).Or(r.takenTested)
	if !anew {
		if r.forTested.leaves(m) {
			tested = r.countTested()
		}
		look = look.And(safety.Or(testedZone))
	}
	ends = m.ends
	for !look.IsEmpty() {
		to := look.Pop()
		bit := to.Bit()
		captured := board.NoPiece
		if r.own.Meets(bit) {
			captured = r.position.At(to)
			p.Toggle(captured, bit)
		}
		p.Toggle(piece, bit)
		now := r.safety
		if anew || safety.Meets(bit) {
			now = newSafety(p)
		}
		if !r.safety.is(now) {
			n += countWith(p, &now)
			ends = ends.Xor(bit)
		} else if anew || testedZone.Meets(bit) {
			n += r.countTested() - tested
		}
		p.Toggle(piece, bit)
		if captured != board.NoPiece {
			p.Toggle(captured, bit)
		}
	}
	return n, ends, r.total + tested - r.tested
}
