package pgn

import (
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/internal/lazy"
)

// turn is written in front of a move: its number, and its side.
type turn struct {
	number   int  // 0 for none, at most maxNumber
	pointed  bool // it counts moves: something ends it, as in "1." and 第一回合, or a move follows
	enclosed bool // it is one such as (1) or ①, which may be the mark of a note too
	named    bool // it is one such as 第一步, as prose has it too
	side     board.Side
	sided    bool // the side is said, as in "1..." and 黑：
	dots     bool // by dots alone
	spelt    bool // by a word, which prose has too, as in "Red:" and 红方：
}

// maxNumber is the largest move number kept apart from larger ones.
const maxNumber = 1_000_000

// isFirst reports whether it is the number of a first move.
func (t *turn) isFirst() bool { return t.number == 1 && t.pointed }

// separators stand behind the number of a move.
const separators = ".…、．"

// turnName finds names of turns, such as 第1回合.
var turnName = lazy.Pattern(`^第([0-9０-９〇零一二三四五六七八九十百]+)(?:回合|着|步)[：:、]?`)

// numberedSide finds a side with the number of its move, as in 红1：炮二平五.
var numberedSide = lazy.Pattern(`^([红紅黑]方?)([0-9０-９]{1,3})[：:]`)

// cutTurn returns what a word says in front of a move, and the rest of the word: "1.",
// "12...", "1.C2.5", "１．" or 一、, and other names of the turn.
func cutTurn(word string) (t turn, rest string) {
	rest = word
	switch first, _ := utf8.DecodeRuneInString(word); first {
	case '第':
		if m := turnName().FindStringSubmatch(word); m != nil {
			t.number, _ = leadingNumber(m[1])
			t.pointed, t.named = true, true
			t.side, t.sided, rest = cutSide(word[len(m[0]):])
		}
	case '红', '紅', '黑':
		if m := numberedSide().FindStringSubmatch(word); m != nil {
			t.number, _ = leadingNumber(m[2])
			t.pointed = true
			word = m[1] + word[len(m[1])+len(m[2]):]
		}
		fallthrough
	case 'R', 'r', 'B', 'b', 'Đ', 'đ':
		t.side, t.sided, rest = cutSide(word)
		t.spelt = t.sided
	}
	if rest == "" && word != "" {
		return t, rest
	}
	number, size := leadingNumber(rest)
	if size == 0 {
		number, size = enclosedNumber(rest)
		t.enclosed = size > 0
	}
	after := strings.TrimLeft(rest[size:], separators)
	if size > 0 {
		after = strings.TrimLeft(after, "：:")
	}
	points := rest[size : len(rest)-len(after)]
	switch {
	case points == "" && (size == 0 || !t.enclosed && (after != "" || isChineseDigit(rest))):
		return t, rest
	case size > 0:
		t.number, t.pointed = number, points != "" || t.enclosed
	}
	if strings.Contains(points, "…") || strings.Count(points, ".")+strings.Count(points, "．") > 1 {
		t.dots = !t.sided
		t.side, t.sided = board.Black, true
	}
	return t, after
}

// sideNames stand in front of moves and of players, with a colon.
var sideNames = [...]struct {
	name string
	side board.Side
}{
	{"Red", board.Red}, {"Black", board.Black}, {"Đỏ", board.Red}, {"Đo\u0309", board.Red}, {"Đen", board.Black},
	{"红方", board.Red}, {"紅方", board.Red}, {"黑方", board.Black}, {"红", board.Red}, {"紅", board.Red}, {"黑", board.Black},
}

// cutSide returns the side that a word such as "Red:C2.5" begins with, and the rest of the word.
func cutSide(word string) (side board.Side, ok bool, rest string) {
	for _, s := range sideNames {
		if n := len(s.name); len(word) > n && strings.EqualFold(word[:n], s.name) {
			if rest = strings.TrimLeft(word[n:], "：:"); len(rest) < len(word)-n {
				return s.side, true, rest
			}
		}
	}
	return board.Red, false, word
}

// leadingNumber returns the number with which a text begins, in ASCII, wide or Chinese
// digits, and its size in bytes, 0 for no number.
func leadingNumber(text string) (n, size int) {
	if isChineseDigit(text) {
		return chineseNumber(text)
	}
	for i, r := range text {
		switch {
		case r >= '0' && r <= '9':
			r -= '0'
		case r >= '０' && r <= '９':
			r -= '０'
		default:
			return n, i
		}
		n = min(n*10+int(r), maxNumber)
	}
	return n, len(text)
}

// enclosures are the characters that are a number in a circle or in brackets, or with a point, from the first to the last.
var enclosures = []struct {
	first, last rune
	number      int // of the first
}{{'①', '⑳', 1}, {'㉑', '㉟', 21}, {'㊱', '㊿', 36}, {'❶', '❿', 1}, {'⑴', '⒇', 1}, {'⒈', '⒛', 1}}

// enclosedNumber returns the number in a circle or in brackets with which a text begins, and its size in bytes,
// 0 for none.
func enclosedNumber(text string) (n, size int) {
	first, size := utf8.DecodeRuneInString(text)
	if first == '(' || first == '（' {
		n, digits := leadingNumber(text[size:])
		end, width := utf8.DecodeRuneInString(text[size+digits:])
		if digits == 0 || isChineseDigit(text[size:]) || end != ')' && end != '）' {
			return 0, 0
		}
		return n, size + digits + width
	}
	for _, e := range enclosures {
		if first >= e.first && first <= e.last {
			return e.number + int(first-e.first), size
		}
	}
	return 0, 0
}

var chineseDigits = map[rune]int{
	'〇': 0, '零': 0, '一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9, '十': 10, '百': 100,
}

// isChineseDigit reports whether a text begins with one.
func isChineseDigit(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	_, is := chineseDigits[first]
	return is
}

// chineseNumber reads a number such as 二十一, 一百零三 or 二一.
func chineseNumber(text string) (n, size int) {
	last := 0 // the digit that a 十 or 百 multiplies
	for i, r := range text {
		d, is := chineseDigits[r]
		switch {
		case !is:
			return min(n+last, maxNumber), i
		case d >= 10:
			n, last = min(n+max(last, 1)*d, maxNumber), 0
		default:
			last = min(last*10+d, maxNumber)
		}
	}
	return min(n+last, maxNumber), len(text)
}
