package board

// Placement is where the pieces stand, as sets of squares, and whose turn it is:
// all that is needed to decide which moves are legal.
type Placement struct {
	byType [PieceTypes]Bitboard // byType[NoPieceType] stays empty
	bySide [2]Bitboard
	kings  [2]Square
	side   Side
}

// NewPlacement returns a placement of the two kings alone; [Placement.Toggle] adds the
// other pieces. It does not check that the squares are in the palaces.
func NewPlacement(red, black Square, toMove Side) Placement {
	p := Placement{kings: [2]Square{red, black}, side: toMove & 1}
	p.Toggle(NewPiece(Red, King), red.Bit())
	p.Toggle(NewPiece(Black, King), black.Bit())
	return p
}

// Side returns the side to move.
func (p *Placement) Side() Side { return p.side }

// Occupied returns all squares with a piece.
func (p *Placement) Occupied() Bitboard { return p.bySide[0].Or(p.bySide[1]) }

// Of returns the squares of a side's pieces.
func (p *Placement) Of(side Side) Bitboard { return p.bySide[side&1] }

// Pieces returns the squares of a side's pieces of a type.
func (p *Placement) Pieces(side Side, t PieceType) Bitboard {
	return p.byType[t&7].And(p.bySide[side&1])
}

// AllOf returns the squares of both sides' pieces of a type.
func (p *Placement) AllOf(t PieceType) Bitboard { return p.byType[t&7] }

// TypeAt returns the type of the piece on a square, NoPieceType for none.
func (p *Placement) TypeAt(s Square) PieceType {
	bit := s.Bit()
	for t := Pawn; t <= King; t++ {
		if p.byType[t].Meets(bit) {
			return t
		}
	}
	return NoPieceType
}

// Changed returns the squares on which this placement and another differ.
func (p *Placement) Changed(other *Placement) Bitboard {
	squares := p.bySide[Red].Xor(other.bySide[Red])
	for t := Pawn; t <= King; t++ {
		squares = squares.Or(p.byType[t].Xor(other.byType[t]))
	}
	return squares
}

// CanAttack reports whether a side has a piece that can cross the river. It works
// word by word so that the compiler inlines it.
func (p *Placement) CanAttack(side Side) bool {
	r, c, n, pawn, own := &p.byType[Rook], &p.byType[Cannon], &p.byType[Knight], &p.byType[Pawn], &p.bySide[side&1]
	return own.Lo&(r.Lo|c.Lo|n.Lo|pawn.Lo)|own.Hi&(r.Hi|c.Hi|n.Hi|pawn.Hi) != 0
}

// King returns the square of a side's king.
func (p *Placement) King(side Side) Square { return p.kings[side&1] }

// move makes a move of a piece of type t that captures one of the given type,
// NoPieceType for none.
func (p *Placement) move(m Move, t, captured PieceType) {
	side := p.side & 1
	toBit := m.To().Bit()
	both := m.From().Bit().Or(toBit)
	p.byType[captured&7] = p.byType[captured&7].AndNot(toBit)
	p.bySide[side^1] = p.bySide[side^1].AndNot(toBit)
	p.byType[t&7] = p.byType[t&7].Xor(both)
	p.bySide[side] = p.bySide[side].Xor(both)
	if t == King {
		p.kings[side] = m.To()
	}
	p.side = side ^ 1
}

// Toggle puts a piece on the given squares, or removes it where it stands. It does
// not update the square of a king.
func (p *Placement) Toggle(piece Piece, squares Bitboard) {
	p.byType[piece.Type()] = p.byType[piece.Type()].Xor(squares)
	p.bySide[piece.Side()] = p.bySide[piece.Side()].Xor(squares)
}

// Pass returns the placement with the other side to move.
func (p *Placement) Pass() Placement {
	passed := *p
	passed.side ^= 1
	return passed
}
