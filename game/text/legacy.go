package text

import (
	"unicode/utf8"

	"golang.org/x/text/encoding"
)

// common are characters that most Chinese texts about Xiangqi have: the names of
// pieces, digits and directions, and the commonest of all, simplified or not. Bytes
// of another encoding rarely decode to them.
var common = func() map[rune]bool {
	set := make(map[rune]bool)
	for _, r := range "帅仕相车马炮兵将士象卒帥車馬砲包俥傌將前中后後一二三四五六七八九进退平進１２３４５６７８９" +
		"红黑方胜负和棋谱赛第局回合年月日全国个人团体先对紅勝負棋譜賽對國個團體時間" +
		"的一是不了在有我他这們個上大为和地到以说要就出会可也你生能着下自之过发里用道行所然家种事成多经么去法学如都同现当没动面起看定天分还进好小部其些主样" +
		"這為說會過發種經麼學現當沒動還樣點從來兩無實" {
		set[r] = true
	}
	return set
}()

// Legacy returns the encoding of a text in GB18030 or Big5, nil for UTF-8 of which some bytes
// may be damaged.
func Legacy(text []byte) encoding.Encoding {
	if utf8.Valid(text) {
		return nil
	}
	c, _ := likely(text)
	return encodings[c]
}

// likely returns the encoding of a text that is not UTF-8 throughout: the one in which it
// contains most common characters, UTF-8 if only some bytes are damaged. sure is false if
// another contains as many.
func likely(text []byte) (c code, sure bool) {
	plain := count(string(text))
	gb18030, big5 := countIn(gb18030Code, text), countIn(big5Code, text)
	switch {
	case plain > max(gb18030, big5):
		return utf8Code, true
	case big5 > gb18030:
		return big5Code, big5 > plain
	}
	return gb18030Code, gb18030 > max(plain, big5)
}

// CanBeBig5 reports whether a text contains as many common characters in Big5 as in GB18030, or
// more.
func CanBeBig5(text []byte) bool { return countIn(big5Code, text) >= countIn(gb18030Code, text) }

// countIn returns how many common characters a text contains in an encoding, 0 if it
// cannot be read in it.
func countIn(c code, text []byte) int {
	decoded, err := encodings[c].NewDecoder().Bytes(text)
	if err != nil {
		return 0
	}
	return count(string(decoded))
}

// count returns how many characters of a text are common.
func count(text string) (n int) {
	for _, r := range text {
		if common[r] {
			n++
		}
	}
	return n
}

// WholeCharacters returns a text in GB18030 or Big5 without the part of a character at
// its end, as programs leave it that cut a text by its bytes.
func WholeCharacters(raw []byte) []byte {
	for i := 0; i < len(raw); {
		size := 1
		switch {
		case raw[i] < 0x81 || raw[i] == 0xFF:
		case i+1 < len(raw) && raw[i+1] >= '0' && raw[i+1] <= '9':
			size = 4
		default:
			size = 2
		}
		if i+size > len(raw) {
			return raw[:i:i]
		}
		i += size
	}
	return raw[:len(raw):len(raw)]
}
