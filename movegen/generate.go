package movegen

import "chuhe/board"

// MaxMoves is at least the number of legal moves of any position; a buffer of
// this capacity never grows.
const MaxMoves = 128

// Legal appends all legal moves of the side to move.
func Legal(p *board.Position, buf []board.Move) []board.Move {
	s := NewSafety(p)
	return Quiets(p, &s, Captures(p, &s, buf))
}

// Captures appends the legal captures; s must be the position's Safety.
func Captures(p *board.Position, s *Safety, buf []board.Move) []board.Move {
	return generate(p, s, p.Of(p.Side().Other()), true, buf)
}

// Quiets appends the legal moves that capture nothing; s must be the
// position's Safety.
func Quiets(p *board.Position, s *Safety, buf []board.Move) []board.Move {
	return generate(p, s, p.Occupied().Not(), false, buf)
}

// generate appends the legal moves that end in the given set, which has only
// enemy pieces if captures is set and only empty squares otherwise.
func generate(p *board.Position, s *Safety, ends board.Bitboard, captures bool, buf []board.Move) []board.Move {
	us := p.Side()
	own, occ := p.Of(us), p.Occupied()
	king := p.King(us)

	for to := range each(board.KingAttacks(king).And(ends)) {
		if kingSafe(&p.Placement, to, occ.AndNot(king.Bit()).Or(to.Bit()), to.Bit()) {
			buf = append(buf, board.NewMove(king, to))
		}
	}

	free := own.AndNot(s.Bound)
	targets := ends.And(s.Targets)
	if !targets.IsEmpty() {
		for from := range each(p.AllOf(board.Rook).And(free)) {
			buf = appendMoves(buf, from, board.RookAttacks(from, occ).And(targets))
		}
		for from := range each(p.AllOf(board.Cannon).And(free)) {
			buf = appendMoves(buf, from, cannonMoves(from, occ, captures).And(targets))
		}
		for from := range each(p.AllOf(board.Knight).And(free)) {
			buf = appendMoves(buf, from, board.KnightAttacks(from, occ).And(targets))
		}
		for from := range each(p.AllOf(board.Pawn).And(free)) {
			buf = appendMoves(buf, from, board.PawnAttacks(us, from).And(targets))
		}
		for from := range each(p.AllOf(board.Bishop).And(free)) {
			buf = appendMoves(buf, from, board.BishopAttacks(from, occ).And(targets))
		}
		for from := range each(p.AllOf(board.Advisor).And(free)) {
			buf = appendMoves(buf, from, board.AdvisorAttacks(from).And(targets))
		}
	}

	for from := range each(s.Bound) {
		for to := range each(attacks(p.At(from), from, occ, captures).And(ends)) {
			if kingSafe(&p.Placement, king, occ.AndNot(from.Bit()).Or(to.Bit()), to.Bit()) {
				buf = append(buf, board.NewMove(from, to))
			}
		}
	}
	return buf
}

func appendMoves(buf []board.Move, from board.Square, targets board.Bitboard) []board.Move {
	for w := targets.Lo; w != 0; w &= w - 1 {
		buf = append(buf, board.NewMove(from, board.Bitboard{Lo: w}.First()))
	}
	for w := targets.Hi; w != 0; w &= w - 1 {
		buf = append(buf, board.NewMove(from, board.Bitboard{Hi: w}.First()))
	}
	return buf
}

// each ranges over the squares of a set, lowest first.
func each(b board.Bitboard) func(yield func(board.Square) bool) {
	return func(yield func(board.Square) bool) {
		for !b.IsEmpty() {
			if !yield(b.Pop()) {
				return
			}
		}
	}
}

// cannonMoves returns where a cannon goes: over a screen to capture, along
// open lines otherwise.
func cannonMoves(from board.Square, occ board.Bitboard, captures bool) board.Bitboard {
	if captures {
		return board.CannonAttacks(from, occ)
	}
	return board.RookAttacks(from, occ)
}

// attacks returns the squares that a piece other than a king goes to, captures
// or other moves as asked; those to the wrong kind of square are to be masked
// by the caller.
func attacks(piece board.Piece, from board.Square, occ board.Bitboard, captures bool) board.Bitboard {
	switch piece.Type() {
	case board.Rook:
		return board.RookAttacks(from, occ)
	case board.Cannon:
		return cannonMoves(from, occ, captures)
	case board.Knight:
		return board.KnightAttacks(from, occ)
	case board.Pawn:
		return board.PawnAttacks(piece.Side(), from)
	case board.Bishop:
		return board.BishopAttacks(from, occ)
	case board.Advisor:
		return board.AdvisorAttacks(from)
	}
	return board.Bitboard{}
}

// PseudoLegal reports whether a move from anywhere, such as a hash table, can
// be made in the position but for the safety of the king: the side's own piece
// stands on its first square, and geometry and screens let it reach the second.
func PseudoLegal(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	piece := p.At(from)
	if m == board.NoMove || piece == board.NoPiece || piece.Side() != p.Side() || from >= board.Squares || to >= board.Squares {
		return false
	}
	target := p.At(to)
	if target != board.NoPiece && target.Side() == piece.Side() {
		return false
	}
	if piece.Type() == board.King {
		return board.KingAttacks(from).Has(to)
	}
	return attacks(piece, from, p.Occupied(), target != board.NoPiece).Has(to)
}

// IsLegal reports whether a move from anywhere is legal.
func IsLegal(p *board.Position, m board.Move) bool {
	if !PseudoLegal(p, m) {
		return false
	}
	s := NewSafety(p)
	return s.Legal(p, m)
}

// HasLegal reports whether the side to move has a legal move. Without one it
// has lost, in check or not.
func HasLegal(p *board.Position) bool {
	var buf [MaxMoves]board.Move
	s := NewSafety(p)
	return len(Quiets(p, &s, buf[:0])) > 0 || len(Captures(p, &s, buf[:0])) > 0
}
