package pgn

import (
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/lazy"
)

// scoreResult finds results such as "1 - 0" and "1:0", which begin like the number of a move.
var scoreResult = lazy.Pattern(`^((?:[01１０½]|0\.5|1/2)[ \t]*[-–—－:：][ \t]*(?:[01１０½]|0\.5|1/2))(?:[\s{}();]|$)`)

// maxWord is the length of the longest word, in bytes. A longer one is read in parts: moves
// without blanks between them may fill a file.
const maxWord = 1 << 8

// word reads up to a blank or the start of a comment or variation. It returns what
// stands behind the number of the move, which goes to p.turn.
func (p *parser) word() string {
	p.turn = turn{}
	rest := p.rest()
	if len(rest) > maxWord {
		end := maxWord
		for end > 0 && !utf8.RuneStart(rest[end]) {
			end--
		}
		rest = rest[:end]
	}
	if first, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("01１０½", first) {
		if m := scoreResult().FindStringSubmatch(rest); m != nil {
			p.at += len(m[1])
			return m[1]
		}
	}
	_, enclosed := enclosedNumber(rest)
	end := enclosed + wordEnd(rest[enclosed:])
	switch {
	case rest == "":
		return ""
	case end == 0:
		_, end = utf8.DecodeRuneInString(rest)
		p.at += end
		return ""
	}
	t, word := cutTurn(rest[:end])
	if first := strings.TrimLeft(word, joins+dashes); first != "" {
		begin := end - len(first)
		if size := notation.Spaced(rest[begin:]); size > len(first) {
			behind := rest[begin+size:]
			end = begin + size + len(behind) - len(strings.TrimLeft(behind, signs))
			word = word[:len(word)-len(first)] + rest[begin:end]
		}
	}
	p.at += end
	switch {
	case t.spelt && leadingMove(word) == "" && (word != "" || !p.moveBehind() && !p.endsLine()):
		t, word = turn{}, rest[:end]
	case word == "" && t.number > 0 && (t.enclosed || !t.pointed):
		t.pointed = p.moveBehind() || p.bracketBehind()
	case t.enclosed && leadingMove(word) == "":
		t, word = turn{}, rest[:end]
	}
	p.turn = t
	return word
}

// firstWord returns what a text says in front of its first word, and that word.
func firstWord(text string) (t turn, word string) {
	p := parser{text: text}
	p.blanks()
	word = p.word()
	return p.turn, word
}

// wordEnd returns where the word ends with which a text begins.
func wordEnd(text string) int {
	if end := strings.IndexFunc(text, endsWord); end >= 0 {
		return end
	}
	return len(text)
}

// bracketBehind goes over the bracket that ends a number, as in "1) C2.5", and reports whether there is
// one, with a move behind it.
func (p *parser) bracketBehind() bool {
	behind := *p
	behind.lineBlanks()
	r, size := utf8.DecodeRuneInString(behind.rest())
	if behind.at += size; p.inside > 0 || r != ')' && r != '）' || !behind.moveBehind() {
		return false
	}
	p.at = behind.at
	return true
}

// atWordEnd reports whether the word that was read last is whole.
func (p *parser) atWordEnd() bool {
	r, size := utf8.DecodeRuneInString(p.rest())
	return size == 0 || endsWord(r)
}

// moveBehind reports whether the line continues with a move. Then a number alone counts moves,
// as one with a point does: "1 C2.5".
func (p *parser) moveBehind() bool {
	behind := p.behindBlanks()
	behind = behind[:min(len(behind), maxWord)]
	return notation.Spaced(behind) > 0 || leadingMove(behind[:wordEnd(behind)]) != ""
}

func endsWord(r rune) bool {
	switch r {
	case ' ', '\n', '{', '(', ')', ';', '$', '，', ',', '。', '；', '|', '（', '→', '【':
		return true
	}
	return r < ' ' || r >= utf8.RuneSelf && isBlank(r)
}

// firstMove reads the first move of a word, in which others may follow without blanks
// and a number may stand before it. The text is that move, or what is wrong.
func firstMove(reading notation.Reading, p *board.Position, word string) (m board.Move, text string, err error) {
	if m, err = reading.Parse(p, word); err == nil {
		return m, word, nil
	}
	text = word
	for _, first := range firsts(word) {
		m, wrong := reading.Parse(p, first)
		if wrong == nil {
			return m, first, nil
		}
		if text == word && !notation.IsMove(word) && notation.IsMove(first) {
			text, err = first, wrong
		}
	}
	return board.NoMove, text, err
}

// firsts returns what may be the first move of a word that is no move itself: its beginnings or, behind a number, those
// of the rest and the rest.
func firsts(word string) []string {
	all := beginnings(word)
	if bare := strings.TrimLeft(word, digits); bare != word {
		all = append(append(all, beginnings(bare)...), bare)
	}
	return all
}

// beginnings returns what may be the first move of a word of several: four characters,
// or five as in 前兵四平五.
func beginnings(word string) (all []string) {
	n := 0
	for i := range word {
		switch n {
		case 4:
			all = append(all, word[:i])
		case 5:
			return append(all, word[:i])
		}
		n++
	}
	return all
}

// signs are the characters of the signs behind moves; Chinese keyboards have their own.
const signs = "!?！？"

// joins stand between moves without a blank, as in P2-5/P8-5, and dashes are what people draw lines and arrows with, and
// put in front of an item of a list or of a line that they quote. In the place of a move they may say that it is missing.
const (
	joins  = "、/～·•：:"
	dashes = "-－–—─=＝_~>`"
)

const digits = "0123456789"

// isRule reports whether a word at a place is a line of dashes, or the mark of an item: one dash in front of others on
// a line. One or two dashes alone may stand for a missing move, unless the number of the next move of a line follows.
func (p *parser) isRule(l *line, at int, word string) bool {
	if word == "" || strings.Trim(word, dashes) != "" {
		return false
	}
	if strings.HasSuffix(word, ">") { // an arrow, or the mark of a quoted line; but not in the place of a move
		_, counted := p.numberedAt(p.at)
		return !counted || l.after.Side() == board.Red
	}
	begin := *p
	if begin.at = at; !begin.beginsLine() {
		return false
	}
	const least = 3 // dashes
	size := utf8.RuneCountInString(word)
	if text, _, _ := strings.Cut(begin.rest(), "\n"); strings.TrimSpace(text) != word {
		return size == 1
	}
	begin.nextLine()
	n, ok := begin.numberedAt(begin.at)
	return size >= least || ok && n.follows(l)
}

// startsWord reports whether the text behind another one begins a word.
func startsWord(before string) bool {
	r, size := utf8.DecodeLastRuneInString(before)
	return size == 0 || endsWord(r)
}

var narrowSigns = strings.NewReplacer("！", "!", "？", "?")

// glyph notes the sign behind a move.
func (p *parser) glyph(n *game.Node, isMove bool, sign string) {
	sign = narrowSigns.Replace(sign)
	if len(sign) > 2 {
		sign = sign[:2]
	}
	if nag, ok := game.ParseNAG(sign); ok && isMove {
		n.NAGs = append(n.NAGs, nag)
	}
}
