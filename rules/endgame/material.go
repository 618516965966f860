package endgame

import (
	"errors"
	"fmt"

	"chuhe/board"
)

// Reasons why an ending cannot be solved.
var (
	// ErrAttackers is about material in which not exactly one side has pieces that can
	// cross the river.
	ErrAttackers = errors.New("want rooks, cannons, knights or pawns of one side only")
	// ErrMen is about more such pieces than a table takes.
	ErrMen = fmt.Errorf("want at most %d rooks, cannons, knights and pawns", mostMen)
	// ErrLetters is about a text that names no material.
	ErrLetters = errors.New("want letters of a FEN without kings, such as RPaabb, at most as many of each as a side begins with")
)

// mostMen is the largest number of attacking pieces of a table.
const mostMen = 2

// Material is the pieces on the board beside the two kings, as MaterialOf and
// ParseMaterial return them. It is a value that can be the key of a map.
type Material struct {
	// pieces are the attacker's rooks, cannons, knights and pawns in this order,
	// NoPieceType behind the last.
	pieces     [mostMen]board.PieceType
	own, their guards // the attacker's and the defender's
}

// guards is a number of advisors and one of bishops of a side, 0 to 2 each.
type guards struct{ advisors, bishops uint8 }

// menOrder is the order of Material.pieces.
var menOrder = [...]board.PieceType{board.Rook, board.Cannon, board.Knight, board.Pawn}

// MaterialOf returns the material of a placement and the side that attacks. The error
// is ErrAttackers or ErrMen.
func MaterialOf(p *board.Placement) (m Material, attacker board.Side, err error) {
	attacker = board.Red
	if !p.CanAttack(board.Red) {
		attacker = board.Black
	}
	if !p.CanAttack(attacker) || p.CanAttack(attacker.Other()) {
		return Material{}, attacker, ErrAttackers
	}
	n := 0
	for _, t := range menOrder {
		for range p.Pieces(attacker, t).Count() {
			if n == mostMen {
				return Material{}, attacker, ErrMen
			}
			m.pieces[n] = t
			n++
		}
	}
	m.own, m.their = guardsOf(p, attacker), guardsOf(p, attacker.Other())
	return m, attacker, nil
}

func guardsOf(p *board.Placement, side board.Side) guards {
	return guards{uint8(p.Pieces(side, board.Advisor).Count()), uint8(p.Pieces(side, board.Bishop).Count())}
}

// ParseMaterial reads the pieces beside the kings as the letters of a FEN in any order:
// "RPaabb" is a red rook and a red pawn against black advisors and bishops. The letters H
// and E stand for N and B. It also returns the side that attacks. The error wraps
// ErrLetters, ErrAttackers or ErrMen.
func ParseMaterial(text string) (m Material, attacker board.Side, err error) {
	// On a board of its own, each piece on the next square.
	p, next := board.NewPlacement(0, 1, board.Red), board.Square(2)
	for _, letter := range []byte(text) {
		piece, ok := board.ParsePiece(letter)
		if !ok || piece.Type() == board.King || p.Pieces(piece.Side(), piece.Type()).Count() == piece.Type().MaxCount() {
			return Material{}, board.Red, fmt.Errorf("material %q: %w", text, ErrLetters)
		}
		p.Toggle(piece, next.Bit())
		next++
	}
	if m, attacker, err = MaterialOf(&p); err != nil {
		err = fmt.Errorf("material %q: %w", text, err)
	}
	return m, attacker, err
}

// String returns the material with the attacker as Red, as ParseMaterial reads it.
func (m Material) String() string {
	var letters []byte
	write := func(side board.Side, t board.PieceType, n uint8) {
		for range n {
			letters = append(letters, board.NewPiece(side, t).Byte())
		}
	}
	for _, t := range m.men() {
		write(board.Red, t, 1)
	}
	write(board.Red, board.Advisor, m.own.advisors)
	write(board.Red, board.Bishop, m.own.bishops)
	write(board.Black, board.Advisor, m.their.advisors)
	write(board.Black, board.Bishop, m.their.bishops)
	return string(letters)
}

// men returns the attacking pieces without the empty places behind them.
func (m *Material) men() []board.PieceType {
	n := 0
	for n < mostMen && m.pieces[n] != board.NoPieceType {
		n++
	}
	return m.pieces[:n]
}

// withoutMan returns the material without an attacking piece.
func (m Material) withoutMan(i int) Material {
	copy(m.pieces[i:], m.pieces[i+1:])
	m.pieces[mostMen-1] = board.NoPieceType
	return m
}
