package game

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/internal/lazy"
)

// TagResultText is the tag for a text in the place of a result that says none, such as 红优.
const TagResultText = "ResultText"

var (
	resultSigns = strings.NewReplacer("０", "0", "１", "1", "：", "-", ":", "-", "－", "-", "–", "-", "—", "-", "½", "1/2", "0.5", "1/2")
	// resultWords are a side, perhaps, what happened, and perhaps a remark.
	resultWords = lazy.Pattern(`^([红紅先]|[黑后後])?(?:双方|雙方|方|棋|手|先|获|獲|取|超时|超時|认|認|判|告|议|議|成|作|弈|同意|不[变變]|投子|[弃棄]子|` +
		`[长長][将將捉打杀殺]|[违違]例|超[过過]自然限着)*(?:([胜勝赢贏])|([负負输輸]|走法[违違]例$)|[和平])[棋局手]?(?:[(（,，;；].*)?$`)
	resultPhrases = map[string]board.Result{
		"1-0": board.RedWins, "0-1": board.BlackWins, "1/2-1/2": board.Draw, "*": board.Unfinished,
		"?": board.Unfinished, "-": board.Unfinished, "": board.Unfinished, "未知": board.Unfinished, "不明": board.Unfinished,
		"w": board.RedWins, "l": board.BlackWins, "d": board.Draw, "=": board.Draw, "1/2": board.Draw, // w and l are about Red
		"redwins": board.RedWins, "redwon": board.RedWins, "whitewins": board.RedWins, "đỏthắng": board.RedWins,
		"blackwins": board.BlackWins, "blackwon": board.BlackWins, "đenthắng": board.BlackWins,
		"draw": board.Draw, "drawn": board.Draw, "hòa": board.Draw, "hoà": board.Draw,
	}
)

// resultBegins are the characters with which a result may begin, in lower case.
const resultBegins = "01０１½:：-－–—=*?wldrbđh未不红紅先黑后後双雙方手获獲取超认認判告议議成作和平棋弈同不投弃棄长長违違"

// ParseResult reads a result as people write it: "1-0", "1 : 0", "½", 红方胜, 先负, "draw". No
// text, "-" and "?" are a result that is not known. Without a result in the text ok is false.
func ParseResult(text string) (r board.Result, ok bool) {
	if text = strings.TrimSpace(text); text != "" && !beginsResult(text) {
		return board.Unfinished, false
	}
	return parseResult(text)
}

// beginsResult reports whether a text may be a result. It is quick, since most words that are asked about are moves.
func beginsResult(text string) bool {
	first, size := utf8.DecodeRuneInString(text)
	if !strings.ContainsRune(resultBegins, unicode.ToLower(first)) {
		return false
	}
	return !unicode.IsLetter(first) || size == len(text) || text[size] < '0' || text[size] > '9' // as in R1+2
}

func parseResult(text string) (r board.Result, ok bool) {
	text = strings.ToLower(resultSigns.Replace(strings.Join(strings.Fields(text), "")))
	if r, ok = resultPhrases[text]; ok {
		return r, true
	}
	m := resultWords().FindStringSubmatch(text)
	switch {
	case m == nil:
		return board.Unfinished, false
	case m[2] == "" && m[3] == "":
		return board.Draw, true
	case m[1] == "":
		return board.Unfinished, false
	case strings.Contains("红紅先", m[1]) == (m[2] != ""):
		return board.RedWins, true
	}
	return board.BlackWins, true
}
