package notation

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"chuhe/board"
)

// Moves that people write with blanks between their parts: in the words of Vietnam, as in
// "Pháo 2 bình 5", and in Chinese characters, as in "马 8 进 7", which programs make of 马8进7.
// Vietnamese is often written without its accents. Only those of tượng and tướng, the elephant and
// the general, matter here; without them the numbers say which it is.

// The parts of a move in words without accents, with the letters and signs that stand for them.
var (
	vietnameseNames = map[string]string{
		"phao": "P", "xe": "X", "xa": "X", "ma": "M", "si": "S", "sy": "S", "tuong": "T", "voi": "T",
		"tot": "B", "chot": "B", "binh": "B",
	}
	vietnameseSides = map[string]string{"truoc": "t", "giua": "g", "sau": "s"}
	vietnameseWays  = map[string]string{"tan": ".", "tien": ".", "thoai": "/", "thoi": "/", "lui": "/", "binh": "-"}
)

// general is the name of a king without accents, and that of a bishop.
const general = "tuong"

// Spaced returns the size of the move with which a text begins, if it is written in words or with
// blanks between its parts, in bytes; 0 for any other text. The move is all on one line.
func Spaced(text string) int {
	if _, size := cutVietnameseWords(text); size > 0 {
		return size
	}
	_, size := cutSpacedChinese(text)
	return size
}

// parseSpaced reads such a move; vietnamese says that it is in words. ok is false for any other text.
func parseSpaced(text string) (q query, vietnamese, ok bool) {
	text = strings.TrimSpace(text)
	if q, size := cutVietnameseWords(text); size > 0 && size == len(text) {
		return q, true, true
	}
	q, size := cutSpacedChinese(text)
	return q, false, size > 0 && size == len(text)
}

// cutVietnameseWords reads the move in words with which a text begins, and returns its size, 0 if there is
// none. One of the piece and the direction may be a letter or a sign: "P2 bình 5" and "Pháo 2-5".
func cutVietnameseWords(text string) (q query, size int) {
	if text == "" || vietnameseLetters[text[0]|0x20] == board.NoPieceType {
		return q, 0 // every name begins with the letter of its piece
	}
	rest := text
	name := cutLetters(&rest)
	letters, isWord := name, len(name) > 1
	if isWord {
		if letters = vietnameseNames[bare(name)]; letters == "" {
			return q, 0
		}
	}
	who := cutDigit(&rest)
	if who == "" {
		before := rest
		if who = vietnameseSides[bare(cutLetters(&rest))]; who == "" {
			rest = before
		}
	}
	if r, _ := utf8.DecodeRuneInString(rest); !isWord && !unicode.IsLetter(r) && !isBlank(r) {
		return q, 0 // as in C2.5, for which this need not take long
	}
	way, isSign := cutSign(&rest)
	if !isSign {
		way = vietnameseWays[bare(cutLetters(&rest))]
	}
	number := cutDigit(&rest)
	if way == "" || number == "" || isSign && !isWord {
		return q, 0
	}
	if r, _ := utf8.DecodeRuneInString(rest); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return q, 0
	}
	move := who + way + number
	q, ok := parseVietnamese(letters + move)
	if bare(name) == general && (isGeneral(name) || !isElephant(name) && !(ok && q.possible())) {
		q, ok = parseVietnamese("Tg" + move)
	}
	if !ok || !isSign && (way == "-") != (q.direction == traverse) { // a horse cannot go sideways
		return q, 0
	}
	return q, len(text) - len(rest)
}

// The accents that tell the general, tướng, from the elephant, tượng: as one character with the vowel, or alone.
func isGeneral(name string) bool  { return strings.ContainsAny(name, "ớỚ\u0301") }
func isElephant(name string) bool { return strings.ContainsAny(name, "ợỢ\u0323") }

// cutLetters cuts the letters off at the beginning of a text, behind blanks.
func cutLetters(text *string) (letters string) {
	rest := trimBlanks(*text)
	end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.Is(unicode.Mn, r) })
	if end < 0 {
		end = len(rest)
	}
	*text = rest[end:]
	return rest[:end]
}

// cutDigit cuts a digit from 1 to 9 off, behind blanks, "" for none.
func cutDigit(text *string) (digit string) {
	rest := trimBlanks(*text)
	if rest == "" || rest[0] < '1' || rest[0] > '9' {
		return ""
	}
	*text = rest[1:]
	return rest[:1]
}

// cutSign cuts the sign of a direction off, behind blanks.
func cutSign(text *string) (sign string, ok bool) {
	rest := trimBlanks(*text)
	_, size := utf8.DecodeRuneInString(rest)
	sign = vietnameseSigns.Replace(rest[:size])
	if sign == "" || !strings.Contains(vietnameseDirections, sign) {
		return "", false
	}
	*text = rest[size:]
	return sign, true
}

// trimBlanks returns a text without the blanks of the line in front of it.
func trimBlanks(text string) string { return strings.TrimLeftFunc(text, isBlank) }

func isBlank(r rune) bool { return r == ' ' || r == '\t' || r == '\u00a0' || r == '\u3000' }

// bare returns a Vietnamese word in lower case without accents.
func bare(word string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r):
			return -1
		case r == 'đ':
			return 'd'
		}
		return r
	}, norm.NFD.String(strings.ToLower(word)))
}

// cutSpacedChinese reads the move in Chinese characters with which a text begins and that has blanks
// between them, and returns its size, 0 if there is none.
func cutSpacedChinese(text string) (q query, size int) {
	const four, five = 4, 5 // characters
	var buf [five + 1]rune
	move := buf[:0]
	spaced := false
	for i, r := range text {
		if isBlank(r) {
			spaced = len(move) > 0
			continue
		}
		move = append(move, r)
		switch {
		case len(move) == 1 && (r < utf8.RuneSelf || !unicode.Is(unicode.Han, r)), len(move) == four && !spaced, len(move) > five:
			return q, 0
		case len(move) < four || !slices.ContainsFunc(move, isWay):
		default:
			if q, ok := parseQuery(string(move)); ok {
				return q, i + utf8.RuneLen(r)
			}
		}
	}
	return q, 0
}

// isWay reports whether a character is the Chinese one of a direction.
func isWay(r rune) bool {
	_, is := directionOf[r]
	return is && r >= utf8.RuneSelf
}
