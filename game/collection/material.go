package collection

import (
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/lang"
)

// Material counts the pieces on a board.
type Material struct {
	count [16]int8 // by piece
	named [2]bool  // by side, whether advisors and elephants count
}

// ParseMaterial reads the pieces of both sides as the letters of a FEN, without their kings:
// "RPPnc" is a rook and two pawns against a knight and a cannon. The advisors and elephants
// of a side count only where one of them is named.
func ParseMaterial(text string) (m Material, err error) {
	for _, c := range text {
		i := strings.IndexRune(letters, c)
		if i < 0 {
			return m, lang.Errorf("games.wantMaterial", "text", strconv.Quote(text))
		}
		p := pieces[i]
		if m.count[p]++; int(m.count[p]) > p.Type().MaxCount() {
			return m, lang.Errorf("games.wantMaterial", "text", strconv.Quote(text))
		}
		if defends(p.Type()) {
			m.named[p.Side()] = true
		}
	}
	return m, nil
}

// letters are the pieces as ParseMaterial reads them, with the other letters of knights and
// elephants, in the order of pieces.
const letters = "RNCPABHErncpabhe"

var pieces = func() (all []board.Piece) {
	types := []board.PieceType{board.Rook, board.Knight, board.Cannon, board.Pawn, board.Advisor, board.Bishop, board.Knight, board.Bishop}
	for _, side := range []board.Side{board.Red, board.Black} {
		for _, t := range types {
			all = append(all, board.NewPiece(side, t))
		}
	}
	return all
}()

// defends reports whether a piece stays on its own side.
func defends(t board.PieceType) bool { return t == board.Advisor || t == board.Bishop }

// in reports whether a position has the material.
func (m *Material) in(p *board.Position) bool {
	for _, piece := range pieces {
		t, side := piece.Type(), piece.Side()
		if (!defends(t) || m.named[side]) && p.Pieces(side, t).Count() != int(m.count[piece]) {
			return false
		}
	}
	return true
}
