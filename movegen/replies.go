package movegen

import "chuhe/board"

// countReplies returns the number of legal replies to all the given moves, the
// legal ones of a position. The replies to sibling moves differ only where the
// moved piece stood and stands now, so those of the position itself, had the
// other side the move, are counted once and corrected for each move.
func countReplies(p *board.Position, moves []board.Move) (n uint64) {
	last := p.Placement
	var r replies
	r.init(&last)
	for _, m := range moves {
		piece, captured := p.At(m.From()).Type(), p.At(m.To()).Type()
		last.Move(m, piece, captured)
		if captured == board.NoPieceType {
			n += uint64(r.after(&last, m))
		} else {
			n += uint64(count(&last)) // a piece less: all is different
		}
		last.Unmove(m, piece, captured)
	}
	return
}

// replies counts the moves of the side that is not to move, by piece, with the
// squares that each count depends on besides that side's own pieces.
type replies struct {
	safety Safety
	enemy  board.Bitboard // of the replying side
	ends   board.Bitboard // where its free pieces may go
	// zone is where a change may alter safety.
	zone board.Bitboard

	total   int // all of the following, and the pieces that depend on nothing
	rooks   [2]counted
	cannons [2]counted
	// The knights and elephants, which depend on their legs and eyes.
	hoppers    int
	hopperZone board.Bitboard
	knights    [2]board.Square
	bishops    [2]board.Square
	king       int
	kingZone   board.Bitboard
	bound      bool // whether there are bound pieces
	boundZone  board.Bitboard
}

// counted is a piece with the number of its moves and the squares it depends on.
type counted struct {
	square board.Square
	moves  int
	zone   board.Bitboard
}

// init counts in a position with the other side to move; it turns the side for
// the time being.
func (r *replies) init(p *board.Placement) {
	*p = p.Pass()
	defer func() { *p = p.Pass() }()

	r.safety = newSafety(p)
	us := p.Side()
	own := p.Of(us)
	r.enemy = p.Of(us.Other())
	occ := own.Or(r.enemy)
	free := own.AndNot(r.safety.Bound)
	r.ends = r.safety.Targets.AndNot(own)
	king := p.King(us)
	r.zone = kingZones[king&127]

	a, b := pair(p.AllOf(board.Rook).And(free))
	for i, s := range [2]board.Square{a, b} {
		open := board.RookAttacks(s, occ)
		r.rooks[i] = counted{s, open.And(r.ends).Count(), open}
		r.total += r.rooks[i].moves
	}
	a, b = pair(p.AllOf(board.Cannon).And(free))
	for i, s := range [2]board.Square{a, b} {
		open, screened := board.SliderAttacks(s, occ)
		moves := open.AndNot(occ).Or(screened.And(r.enemy)).And(r.ends).Count()
		r.cannons[i] = counted{s, moves, open.Or(screened)}
		r.total += moves
	}

	r.knights[0], r.knights[1] = pair(p.AllOf(board.Knight).And(free))
	r.bishops[0], r.bishops[1] = pair(p.AllOf(board.Bishop).And(free))
	for i := range 2 {
		r.hopperZone = r.hopperZone.Or(board.KnightLegs(r.knights[i])).Or(board.BishopEyes(r.bishops[i]))
	}
	r.hoppers = r.countHoppers(occ)

	r.king = countKing(p, king, own, occ)
	for ends := board.KingAttacks(king).AndNot(own); !ends.IsEmpty(); {
		r.kingZone = r.kingZone.Or(kingZones[ends.Pop()&127])
	}

	r.total += r.hoppers + r.king + countPawns(p.AllOf(board.Pawn).And(free), us, r.ends)
	a, b = pair(p.AllOf(board.Advisor).And(free))
	r.total += board.AdvisorAttacks(a).And(r.ends).Count() + board.AdvisorAttacks(b).And(r.ends).Count()

	if bound := r.safety.Bound; !bound.IsEmpty() {
		r.bound = true
		r.total += countBound(p, bound)
		for !bound.IsEmpty() {
			s := bound.Pop()
			open, screened := board.SliderAttacks(s, occ)
			r.boundZone = r.boundZone.Or(open).Or(screened).Or(board.KnightLegs(s)).Or(board.BishopEyes(s))
		}
		r.boundZone = r.boundZone.Or(r.zone)
	}
}

// after returns the number of replies once a move that captures nothing has
// been made in p.
func (r *replies) after(p *board.Placement, m board.Move) int {
	touched := m.From().Bit().Or(m.To().Bit())
	if r.bound && touched.Meets(r.boundZone) {
		return count(p)
	}
	if touched.Meets(r.zone) {
		if s := newSafety(p); s != r.safety {
			return countWith(p, &s)
		}
	}
	occ := p.Occupied()
	n := r.total
	for i := range r.rooks {
		if rook := &r.rooks[i]; touched.Meets(rook.zone) {
			n += board.RookAttacks(rook.square, occ).And(r.ends).Count() - rook.moves
		}
	}
	for i := range r.cannons {
		if cannon := &r.cannons[i]; touched.Meets(cannon.zone) {
			enemy := p.Of(p.Side().Other())
			n += cannonTargets(cannon.square, occ, enemy).And(r.ends).Count() - cannon.moves
		}
	}
	if touched.Meets(r.hopperZone) {
		n += r.countHoppers(occ) - r.hoppers
	}
	if touched.Meets(r.kingZone) {
		us := p.Side()
		n += countKing(p, p.King(us), p.Of(us), occ) - r.king
	}
	return n
}

func (r *replies) countHoppers(occ board.Bitboard) int {
	return board.KnightAttacks(r.knights[0], occ).And(r.ends).Count() +
		board.KnightAttacks(r.knights[1], occ).And(r.ends).Count() +
		board.BishopAttacks(r.bishops[0], occ).And(r.ends).Count() +
		board.BishopAttacks(r.bishops[1], occ).And(r.ends).Count()
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
