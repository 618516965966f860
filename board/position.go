package board

// Position is a placement of the pieces with the side to move and the two
// counters of a FEN. It is a value: assigning copies it whole, == compares it,
// and nothing in it is shared. The zero value is an empty board, which no game
// has; use [Start], [ParseFEN] or [Setup.Position].
type Position struct {
	Placement
	pieces   [128]Piece // by square; beyond 89 always empty
	keys     Keys
	halfmove uint16
	fullmove uint16
}

// At returns the piece on a square, NoPiece for an empty one.
func (p *Position) At(s Square) Piece { return p.pieces[s&127] }

// Key returns the hash key of pieces and side to move. The counters are not
// part of it.
func (p *Position) Key() uint64 { return p.keys.All }

// Keys returns the hash keys of the position and of its parts.
func (p *Position) Keys() Keys { return p.keys }

// Halfmove returns the number of plies since the last capture, FEN field 5.
// Pawn moves do not reset it, as is the custom in Xiangqi.
func (p *Position) Halfmove() int { return int(p.halfmove) }

// Fullmove returns the number of the round, FEN field 6, which goes up after
// Black's moves.
func (p *Position) Fullmove() int { return int(p.fullmove) }

// Captured returns the piece that a move would capture, NoPiece for none.
func (p *Position) Captured(m Move) Piece { return p.At(m.To()) }

// MovesFrom returns [Moves] for the piece on s, the empty set on an empty square.
func (p *Position) MovesFrom(s Square) Bitboard {
	piece := p.At(s)
	return Moves(piece.Type(), piece.Side(), s, p.Occupied(), p.Of(piece.Side().Other()))
}

// Make returns the position after a move. The move must be pseudo-legal: the
// side's own piece stands on its first square and can go to the second. Make does not check
// it, and another move leads to a position that no game has.
func (p *Position) Make(m Move) Position {
	child := *p
	child.Play(m)
	return child
}

// Play is Make in place, which saves the copy.
func (p *Position) Play(m Move) {
	from, to := m.From()&127, m.To()&127
	piece, captured := p.pieces[from]&15, p.pieces[to]&15
	side := p.side & 1

	p.Placement.move(m, piece.Type(), captured.Type())
	p.pieces[from] = NoPiece
	p.pieces[to] = piece

	z := pieceKeys[piece][from] ^ pieceKeys[piece][to]
	p.keys.All ^= z ^ sideKey
	if piece.Type() == Pawn {
		p.keys.Pawn ^= z
	} else {
		p.keys.Pieces[side] ^= z
	}
	p.halfmove = min(p.halfmove+1, MaxCounter)
	if captured != NoPiece {
		p.keys.toggle(captured, to)
		p.halfmove = 0
	}
	p.fullmove = min(p.fullmove+uint16(side), MaxCounter)
}

// Pass returns the position with the other side to move, as a null move leaves
// it.
func (p *Position) Pass() Position {
	child := *p
	child.keys.All ^= sideKey
	child.side ^= 1
	child.halfmove = min(child.halfmove+1, MaxCounter)
	child.fullmove = min(child.fullmove+uint16(p.side), MaxCounter)
	return child
}

// KeyAfter returns the key of the position after a move without making it, so
// that a hash entry can be fetched from memory early.
func (p *Position) KeyAfter(m Move) uint64 {
	from, to := m.From()&127, m.To()&127
	piece := p.pieces[from] & 15
	return p.keys.All ^ sideKey ^ pieceKeys[piece][from] ^ pieceKeys[piece][to] ^ pieceKeys[p.pieces[to]&15][to]
}

// put places a piece on an empty square.
func (p *Position) put(piece Piece, s Square) {
	p.byType[piece.Type()] = p.byType[piece.Type()].Or(s.Bit())
	p.bySide[piece.Side()] = p.bySide[piece.Side()].Or(s.Bit())
	p.pieces[s] = piece
	p.keys.toggle(piece, s)
	if piece.Type() == King {
		p.kings[piece.Side()] = s
	}
}
