package notation

import (
	"strings"

	"chuhe/board"
	"chuhe/movegen"
)

// The notation of Western chess as XBoard and PyChess write it for Xiangqi: the
// piece's letter, or none for a pawn, as much of its square as is needed, x for a
// capture, and the target. The letters are those of WXF, upper case for both sides.

// san writes a legal move.
func san(p *board.Position, m board.Move) string {
	from, to := m.From(), m.To()
	kind := p.At(from).Type()
	capture := p.At(to) != board.NoPiece
	var others, onFile, onRank int // of the pieces that can go there too
	for same := p.Pieces(p.Side(), kind); !same.IsEmpty(); {
		sq := same.Pop()
		if sq == from || !movegen.IsLegal(p, board.NewMove(sq, to)) {
			continue
		}
		others++
		if sq.File() == from.File() {
			onFile++
		}
		if sq.Rank() == from.Rank() {
			onRank++
		}
	}
	name := from.String()
	var b strings.Builder
	if kind != board.Pawn {
		b.WriteByte(wxfPieces[kind])
	}
	switch {
	case others == 0 && !(kind == board.Pawn && capture):
	case onFile == 0:
		b.WriteByte(name[0])
	case onRank == 0 && kind != board.Pawn:
		b.WriteByte(name[1])
	default:
		b.WriteString(name)
	}
	if capture {
		b.WriteByte('x')
	}
	b.WriteString(to.String())
	return b.String()
}

// sanQuery is a move as far as its text gives it.
type sanQuery struct {
	piece      board.PieceType
	file, rank int // of the piece, -1 if not given
	to         board.Square
}

// parseSAN reads the text of a move; ok is false if it is not one.
func (r Reading) parseSAN(text string) (q sanQuery, ok bool) {
	q = sanQuery{board.Pawn, -1, -1, board.NoSquare}
	text = strings.TrimRight(text, "+#")
	if text == "" {
		return q, false
	}
	if c := text[0]; c >= 'A' && c <= 'Z' {
		q.piece = pieceOf[rune(c)]
		if text = text[1:]; q.piece == board.NoPieceType {
			return q, false
		}
	}
	at := strings.LastIndexAny(text, "abcdefghi")
	if at < 0 {
		return q, false
	}
	if q.to, ok = r.square(text[at:]); !ok {
		return q, false
	}
	text = strings.TrimRight(text[:at], "x-")
	if text != "" && isFile(text[0]) {
		q.file = int(text[0] - 'a')
		text = text[1:]
	}
	if text != "" {
		sq, ok := r.square("a" + text)
		if !ok {
			return q, false
		}
		q.rank = sq.Rank()
	}
	return q, q.file < board.Files
}

// square reads the name of a square.
func (r Reading) square(name string) (board.Square, bool) {
	if r == FromOne {
		if m, err := board.ParseMoveFromOne(name + "a1"); err == nil {
			return m.From(), true
		}
		m, err := board.ParseMoveFromOne(name + "a2") // where the first was a1 itself
		return m.From(), err == nil
	}
	s, err := board.ParseSquare(name)
	return s, err == nil
}

// moves returns the pseudo-legal moves that the query can mean.
func (q *sanQuery) moves(p *board.Position) (found []board.Move) {
	for same := p.Pieces(p.Side(), q.piece); !same.IsEmpty(); {
		from := same.Pop()
		m := board.NewMove(from, q.to)
		if (q.file < 0 || q.file == from.File()) && (q.rank < 0 || q.rank == from.Rank()) && movegen.PseudoLegal(p, m) {
			found = append(found, m)
		}
	}
	return
}
