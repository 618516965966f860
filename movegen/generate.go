package movegen

import "chuhe/board"

// MaxMoves is at least the number of legal moves of any position; a buffer of
// this capacity never grows.
const MaxMoves = 128

// Legal appends all legal moves of the side to move, captures first.
func Legal(p *board.Position, buf []board.Move) []board.Move {
	s := NewSafety(p)
	return Quiets(p, &s, Captures(p, &s, buf))
}

// Captures appends the legal captures; s must be the position's Safety.
func Captures(p *board.Position, s *Safety, buf []board.Move) []board.Move {
	return generate(p, s, p.Of(p.Side().Other()), buf)
}

// Quiets appends the legal moves that capture nothing; s must be the
// position's Safety.
func Quiets(p *board.Position, s *Safety, buf []board.Move) []board.Move {
	return generate(p, s, p.Occupied().Not(), buf)
}

// generate appends the legal moves that end in the given set.
func generate(p *board.Position, s *Safety, ends board.Bitboard, buf []board.Move) []board.Move {
	var set [MaxMovers]Mover
	for _, m := range Movers(&p.Placement, s, ends, set[:0]) {
		buf = appendMoves(buf, m.From, m.Ends)
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

// PseudoLegal reports whether a move from any source, such as a hash table, is
// legal but for the safety of the king: a piece of the side to move stands on
// its first square and can go to its second.
func PseudoLegal(p *board.Position, m board.Move) bool {
	from, to := m.From(), m.To()
	piece := p.At(from)
	// m.From() drops the bits above it, so the whole move is compared.
	if m == board.NoMove || piece == board.NoPiece || piece.Side() != p.Side() || m >= board.Squares<<7 || to >= board.Squares {
		return false
	}
	target := p.At(to)
	if target != board.NoPiece && target.Side() == piece.Side() {
		return false
	}
	return p.MovesFrom(from).Has(to)
}

// IsLegal reports whether a move from any source is legal.
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
	s := NewSafety(p)
	var set [MaxMovers]Mover
	return len(Movers(&p.Placement, &s, board.AllSquares, set[:0])) > 0
}
