package notation

import (
	"strings"

	"chuhe/board"
	"chuhe/movegen"
)

// Glyph returns the character on a piece, which differs by side: 帅 or 将.
func Glyph(p board.Piece) rune { return glyphs[p&15] }

var (
	glyphs            = []rune("．兵仕相马炮车帅．卒士象马炮车将") // by piece
	chineseDigits     = [2][]rune{[]rune("〇一二三四五六七八九"), []rune("０１２３４５６７８９")}
	chineseDirections = [...]rune{advance: '进', retreat: '退', traverse: '平'}
	chineseMarks      = [...]rune{front: '前', middle: '中', rear: '后'}
)

const (
	wxfPieces     = ".PAEHCRK" // by type
	wxfDirections = "+-."
	wxfMarks      = " +.-" // by mark
)

func (d description) chinese() string {
	piece, digits := Glyph(board.NewPiece(d.side, d.piece)), chineseDigits[d.side]
	out := []rune{piece, digits[d.file], chineseDirections[d.direction], digits[d.number]}
	switch m := d.mark(); {
	case m >= ordinal:
		out[0], out[1] = chineseDigits[board.Red][m-ordinal+1], piece
	case m != noMark:
		out[0], out[1] = chineseMarks[m], piece
	}
	return string(out)
}

func (d description) wxf() string {
	out := []byte{wxfPieces[d.piece], '0' + byte(d.file), wxfDirections[d.direction], '0' + byte(d.number)}
	if d.side == board.Black {
		out[0] |= 0x20
	}
	switch m := d.mark(); {
	case m >= ordinal:
		out[1] = 'a' + byte(m-ordinal)
	case m != noMark:
		out[1] = wxfMarks[m]
	}
	return string(out)
}

// query is a description as far as a text gives it.
type query struct {
	piece     board.PieceType
	file      int // 0 if not given
	mark      mark
	direction direction
	number    int
}

// fits reports whether the query can mean a move of the described piece.
func (q *query) fits(d *description) bool {
	switch {
	case q.file != 0 && q.file != d.file:
		return false
	case q.mark == noMark:
		return true
	case q.mark >= ordinal:
		return d.onFile > 1 && int(q.mark-ordinal) == d.order
	}
	return q.mark == d.placeMark()
}

// moves returns the moves that the query can mean if they are possible.
func (q *query) moves(p *board.Position) (found []board.Move) {
	side := p.Side()
	for same := p.Pieces(side, q.piece); !same.IsEmpty(); {
		from := same.Pop()
		to, ok := q.target(side, from)
		if !ok {
			continue
		}
		m := board.NewMove(from, to)
		if d := describe(p, m); q.fits(&d) && movegen.PseudoLegal(p, m) {
			found = append(found, m)
		}
	}
	return
}

// target returns the square to which the query sends a piece; ok is false where
// that is off the board.
func (q *query) target(side board.Side, from board.Square) (to board.Square, ok bool) {
	from = from.From(side)
	file, rank := fileNumber(side, from), from.Rank()
	across, ahead := q.number-file, 0
	switch q.piece {
	case board.Knight:
		ahead = 3 - max(across, -across) // a knight goes one and two
		ok = ahead == 1 || ahead == 2
	case board.Bishop, board.Advisor:
		ahead = max(across, -across)
		ok = true
	default:
		ahead, across, ok = q.number, 0, true
	}
	switch q.direction {
	case retreat:
		ahead = -ahead
	case traverse:
		across, ahead, ok = q.number-file, 0, true
	}
	file, rank = file+across, rank+ahead
	if !ok || file < 1 || file > board.Files || rank < 0 || rank >= board.Ranks {
		return 0, false
	}
	if side == board.Red {
		file = board.Files + 1 - file
	}
	return board.SquareAt(file-1, rank).From(side), true
}

// parseQuery reads Chinese or WXF text; ok is false when it is neither.
func parseQuery(text string) (q query, ok bool) {
	var buf [6]rune
	r := buf[:0]
	for _, c := range strings.TrimSpace(text) {
		if c >= '！' && c <= '～' { // the wide form of an ASCII character
			c -= '！' - '!'
		}
		if r = append(r, c); len(r) > 5 {
			return q, false
		}
	}
	if len(r) == 5 && markOf[r[0]] != noMark { // 前兵四平五
		q.mark = markOf[r[0]]
		r = r[1:]
	}
	if len(r) != 4 {
		return q, false
	}
	// The piece comes first or, after a mark, second.
	at, other := 0, 1
	if pieceOf[r[0]] == board.NoPieceType || markOf[r[0]] != noMark || digitOf[r[0]] != 0 {
		at, other = 1, 0
	}
	if q.piece = pieceOf[r[at]]; q.piece == board.NoPieceType {
		return q, false
	}
	switch c := r[other]; {
	case markOf[c] != noMark:
		if q.mark != noMark {
			return q, false
		}
		q.mark = markOf[c]
	case digitOf[c] != 0 && at == 1:
		q.mark = ordinal + mark(digitOf[c]-1)
	case digitOf[c] != 0:
		q.file = digitOf[c]
	case c >= 'a' && c <= 'e' && q.piece == board.Pawn:
		q.mark = ordinal + mark(c-'a')
	default:
		return q, false
	}
	q.direction, ok = directionOf[r[2]]
	q.number = digitOf[r[3]]
	return q, ok && q.number != 0
}

var pieceOf = func() map[rune]board.PieceType {
	m := make(map[rune]board.PieceType)
	for t, letters := range map[board.PieceType]string{
		board.King:    "帥將Kk",
		board.Advisor: "Aa",
		board.Bishop:  "BbEe",
		board.Knight:  "馬傌NnHh",
		board.Rook:    "車俥伡硨砗Rr",
		board.Cannon:  "砲包Cc",
		board.Pawn:    "Pp",
	} {
		m[Glyph(board.NewPiece(board.Red, t))] = t
		m[Glyph(board.NewPiece(board.Black, t))] = t
		for _, r := range letters {
			m[r] = t
		}
	}
	return m
}()

var digitOf = func() map[rune]int {
	m := make(map[rune]int)
	for _, digits := range []string{"一二三四五六七八九", "壹贰叁肆伍陆柒捌玖", "壹貳參肆伍陸柒捌玖", "123456789"} {
		for i, r := range []rune(digits) {
			m[r] = i + 1
		}
	}
	return m
}()

var (
	markOf      = map[rune]mark{'前': front, '中': middle, '后': rear, '後': rear, '+': front, '.': middle, '-': rear}
	directionOf = map[rune]direction{
		'进': advance, '進': advance, '+': advance, '退': retreat, '-': retreat,
		'平': traverse, '.': traverse, '=': traverse,
	}
)

// traditional turns the characters of moves into traditional Chinese.
var traditional = strings.NewReplacer("车", "車", "马", "馬", "进", "進", "后", "後", "帅", "帥", "将", "將")
