package notation

import (
	"strings"

	"chuhe/board"
)

// The notation of Vietnam: the letters of the pieces, files from the owner's right, a
// point for advance (tấn), a dash for traverse (bình) and a stroke for retreat (thoái). Of
// pieces on one file the front one is t (trước), the middle one g (giữa), the rear one s
// (sau): Pt.5. Both sides have upper case. The letter of the pawn is B (Binh) in score
// sheets and in the Vietnamese Wikipedia, since T is the elephant; some books have C
// (Chốt), which is read too, as is V (Voi) for the elephant.
//
// Books do not say how four or five pawns of a file are named, nor two files with several
// pawns. Here the pawns between the front, the middle and the rear are tg and sg, and the
// file follows the mark where pawns stand behind each other on two files: Bt7.1.

var (
	vietnamesePieces = [...]string{board.Pawn: "B", board.Advisor: "S", board.Bishop: "T", board.Knight: "M", board.Cannon: "P", board.Rook: "X", board.King: "Tg"}
	vietnameseMarks  = [...]string{front: "t", frontMiddle: "tg", middle: "g", rearMiddle: "sg", rear: "s"}
)

const vietnameseDirections = "./-" // by direction

func (d description) vietnamese() string {
	var b strings.Builder
	b.WriteString(vietnamesePieces[d.piece])
	mark := d.placeMark()
	if d.piece == board.Advisor || d.piece == board.Bishop {
		mark = noMark // two on one file move in different directions
	}
	b.WriteString(vietnameseMarks[mark])
	if mark == noMark || d.among > d.onFile {
		b.WriteByte('0' + byte(d.file))
	}
	b.WriteByte(vietnameseDirections[d.direction])
	b.WriteByte('0' + byte(d.number))
	return b.String()
}

// vietnameseSigns turns the other characters for a traverse and an advance into ours.
var vietnameseSigns = strings.NewReplacer("–", "-", "—", "-", "=", "-", "+", ".")

// vietnameseLetters are the pieces by their letters in any case, apart from Tg.
var vietnameseLetters = map[byte]board.PieceType{
	'b': board.Pawn, 'c': board.Pawn, 's': board.Advisor, 't': board.Bishop, 'v': board.Bishop,
	'm': board.Knight, 'p': board.Cannon, 'x': board.Rook,
}

// parseVietnamese reads Vietnamese text; ok is false when it is none.
func parseVietnamese(text string) (q query, ok bool) {
	text = strings.TrimSpace(text)
	if len(text) < 4 || len(text) > 12 || vietnameseLetters[text[0]|0x20] == board.NoPieceType {
		return q, false
	}
	text = strings.ToLower(vietnameseSigns.Replace(text))
	rest, isKing := strings.CutPrefix(text, "tg")
	switch {
	case isKing:
		q.piece = board.King
		if len(rest) == 4 {
			rest = strings.TrimPrefix(rest, ".") // as in Tg.5.1
		}
	default:
		q.piece, rest = vietnameseLetters[text[0]], text[1:]
	}
	if len(rest) < 2 {
		return q, false
	}
	end := len(rest) - 2
	who, way, number := rest[:end], rest[end], rest[end+1]
	if who != "" && isDigit(who[len(who)-1]) {
		q.file = int(who[len(who)-1] - '0')
		who = who[:len(who)-1]
		if q.file == 0 {
			return q, false
		}
	}
	for m, letters := range vietnameseMarks {
		if who != "" && who == letters {
			q.mark = mark(m)
		}
	}
	at := strings.IndexByte(vietnameseDirections, way)
	if at < 0 || who != "" && q.mark == noMark || q.file == 0 && q.mark == noMark && !isKing {
		return q, false
	}
	q.direction, q.number = direction(at), int(number-'0')
	if q.direction == traverse && (q.piece == board.Knight || q.piece == board.Bishop || q.piece == board.Advisor) {
		q.direction = retreat // they cannot traverse: M8-7 as in WXF
	}
	return q, number >= '1' && number <= '9'
}

// IsVietnamese reports whether a text is a move in the notation of Vietnam and can be none
// in another: the letters of cannon and pawn mean pawn and cannon in WXF, so that
// P3.4 has two meanings, but P2-5 only one. One in words is Vietnamese.
func IsVietnamese(text string) bool {
	if _, is := parseVietnamese(text); !is {
		_, words, _ := parseSpaced(text)
		return words
	}
	other, is := parseQuery(text)
	return !is || !other.possible()
}

// possible reports whether a piece could make the move of the query on some board.
func (q *query) possible() bool {
	across := max(q.number-q.file, q.file-q.number)
	switch q.piece {
	case board.Pawn:
		return q.direction == advance && q.number == 1 || q.direction == traverse && (q.file == 0 || across == 1)
	case board.Bishop:
		return q.direction != traverse && (q.file == 0 || across == 2)
	}
	return true
}
