package board

import "strings"

// Side is one of the two players. The zero value is Red, who moves first.
type Side uint8

// The two sides.
const (
	Red Side = iota
	Black
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// String returns "red" or "black".
func (s Side) String() string {
	if s == Red {
		return "red"
	}
	return "black"
}

// PieceType is a kind of piece without its side. The zero value is no piece.
type PieceType uint8

// The kinds of pieces, with the letters of a FEN in brackets.
const (
	NoPieceType PieceType = iota
	Pawn                  // (P)
	Advisor               // (A)
	Bishop                // (B, also E): the elephant
	Knight                // (N, also H): the horse
	Cannon                // (C)
	Rook                  // (R): the chariot
	King                  // (K): the general
)

// PieceTypes is the number of values a PieceType takes, NoPieceType included.
const PieceTypes = 8

// MaxCount returns how many pieces of the type a side has at the start, the most
// it can ever have.
func (t PieceType) MaxCount() int { return int(maxCount[t&7]) }

var maxCount = [PieceTypes]uint8{Pawn: 5, Advisor: 2, Bishop: 2, Knight: 2, Cannon: 2, Rook: 2, King: 1}

// String returns the English name in lower case.
func (t PieceType) String() string { return typeNames[t&7] }

var typeNames = [PieceTypes]string{"none", "pawn", "advisor", "bishop", "knight", "cannon", "rook", "king"}

// Piece is a piece type with its side: type | side<<3. The zero value is no
// piece, an empty point.
type Piece uint8

// NoPiece is an empty point.
const NoPiece Piece = 0

// NewPiece returns the piece of a side.
func NewPiece(side Side, t PieceType) Piece { return Piece(t) | Piece(side)<<3 }

// Type returns the piece's type.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Side returns the piece's side, Red for NoPiece.
func (p Piece) Side() Side { return Side(p >> 3 & 1) }

// Byte returns the piece's letter in a FEN, upper case for Red, and '.' for
// NoPiece.
func (p Piece) Byte() byte { return pieceLetters[p&15] }

// String returns the piece's letter in a FEN.
func (p Piece) String() string { return pieceLetters[p&15 : p&15+1] }

const pieceLetters = ".PABNCRK.pabncrk"

// ParsePiece reads a letter of a FEN, with H for N and E for B; ok is false
// when it names no piece.
func ParsePiece(c byte) (p Piece, ok bool) {
	switch c {
	case 'H', 'h':
		c += 'N' - 'H'
	case 'E', 'e':
		c -= 'E' - 'B'
	}
	p = Piece(max(strings.IndexByte(pieceLetters, c), 0))
	return p, p.Type() != NoPieceType
}
