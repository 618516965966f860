package pgn

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/game"
	"chuhe/game/text"
	"chuhe/internal/lazy"
)

// heads are the names of lines above a list of moves, as Chinese score sheets have
// them, with the tags that they fill.
var heads = map[string]string{
	"赛事": game.TagEvent, "赛事名称": game.TagEvent, "比赛名称": game.TagEvent, "标题": game.TagTitle,
	"地点": game.TagSite, "比赛地点": game.TagSite, "日期": game.TagDate, "比赛日期": game.TagDate, "比赛时间": game.TagDate,
	"轮次": game.TagRound, "红方": game.TagRed, "红方棋手": game.TagRed, "红方单位": game.TagRedTeam, "黑方": game.TagBlack,
	"黑方棋手": game.TagBlack, "黑方单位": game.TagBlackTeam, "开局": game.TagOpening, "布局": game.TagOpening, "结果": game.TagResult,
	"比赛结果": game.TagResult, "局面": game.TagFEN, "FEN": game.TagFEN, FormatHead: game.TagFormat,
}

// details are names of further lines, as dpxq.com and others write them above the moves. They begin no game:
// behind moves somebody may write them of anything. Without a tag they say nothing of the game.
var details = map[string]string{
	"分类": "Class", "组别": game.TagGroup, "台次": game.TagTable, "裁判": game.TagReferee, "记录": game.TagRecorder,
	"评论": game.TagAnnotator, "作者": game.TagAuthor, "备注": game.TagRemark, "结束方式": game.TagTermination, "记时规则": game.TagTimeControl,
	"红方用时": game.TagRedTime, "黑方用时": game.TagBlackTime, "红等级分": game.TagRedElo, "黑等级分": game.TagBlackElo,
	"棋局类型": "Kind", "棋局性质": "GameType", "红方团体": game.TagRedTeam, "黑方团体": game.TagBlackTeam, redName: game.TagRed, blackName: game.TagBlack,
	"红棋": game.TagRed, "黑棋": game.TagBlack, "先手": game.TagRed, "后手": game.TagBlack,
	"来源网站": game.TagSource, "红方等级": "", "黑方等级": "", "棋谱主人": "", "棋谱价值": "", "浏览次数": "",
}

// The names of players alone. 红方 and 黑方 of the same sheet have their teams too.
const redName, blackName = "红方姓名", "黑方姓名"

// madeBy begins the line below the moves in which dpxq.com names itself.
const madeBy = "棋谱由"

// simplified turns the characters of names of lines into those of heads.
var simplified = strings.NewReplacer("賽", "赛", "稱", "称", "標", "标", "題", "题", "點", "点", "時", "时", "間", "间", "輪", "轮",
	"紅", "红", "單", "单", "開", "开", "佈", "布", "結", "结", "記", "记", "譜", "谱", "後", "后")

// headTag returns a name of a line as heads and details have it, and the tag that it fills, "" for none. known is
// false for any other text.
func headTag(text string) (name, tag string, known bool) {
	name = strings.ToUpper(simplified.Replace(text))
	if tag, known = heads[name]; !known {
		tag, known = details[name]
	}
	return name, tag, known
}

// FormatHead is the name of the line that says in which notation the moves are.
const FormatHead = "记谱法"

// headName finds what may be such a name.
var headName = lazy.Pattern(`(\p{Han}{2,4}|\b(?i:FEN))[：:]`)

// SheetValue returns a text as the value of a line such as "红方：胡荣华". Where the text itself has
// such a name a blank in front of the colon keeps it from being read as one; changed is how many.
func SheetValue(text string) (value string, changed int) {
	value = headName().ReplaceAllStringFunc(text, func(found string) string {
		name := strings.TrimRight(found, "：:")
		if _, _, known := headTag(name); !known {
			return found
		}
		changed++
		return name + " " + found[len(name):]
	})
	return value, changed
}

// isSheetHead reports whether a line belongs above the moves of a score sheet, wherever it stands.
func isSheetHead(line string) bool { return heads[lineName(line)] != "" }

// ofPlayer reports whether a line begins with the name of a side, as 红方：甲 does.
func ofPlayer(line string) bool {
	tag := heads[lineName(line)]
	return tag == game.TagRed || tag == game.TagBlack
}

// fenLine finds a FEN that fills a line.
var fenLine = lazy.Pattern(`^[KABEHNRCPkabehnrcp1-9]{1,9}(/[KABEHNRCPkabehnrcp1-9]{1,9}){9}\s+[wbr](\s|$)`)

// fenOf returns the FEN that a line is, "" for none.
func fenOf(line string) string {
	if !strings.Contains(line, "/") {
		return ""
	}
	if text := strings.TrimFunc(line, isBlank); fenLine().MatchString(text) {
		return text
	}
	return ""
}

// lineName returns the first of the names in a line that headValues finds, "" for none.
func lineName(line string) string {
	if values := headValues(line); values != nil {
		return values[0].name
	}
	return ""
}

// headValue is a name in a line of a score sheet and the value behind it.
type headValue struct {
	name, tag, value string
	at, behind       int // where the name begins in the line, and the value
}

// fill gives the names in a line their values.
func fill(all []headValue, line string) []headValue {
	end := len(line)
	for i, v := range slices.Backward(all) {
		all[i].value = game.CleanLine(line[v.behind:end])
		end = v.at
	}
	return all
}

// playersIn returns what a line such as "Đỏ: A  Đen: B" says above the moves.
func playersIn(line string) (all []headValue) {
	at := 0 // of the word
	for word := range strings.FieldsSeq(line) {
		at += strings.Index(line[at:], word)
		side, is, rest := cutSide(word)
		if !is && all == nil {
			return nil
		}
		at += len(word)
		if is {
			all = append(all, headValue{tag: [...]string{game.TagRed, game.TagBlack}[side], at: at - len(word), behind: at - len(rest)})
		}
	}
	return fill(all, line)
}

// namesPlayer reports whether a line begins as one of playersIn, and no move is behind the name of the side.
func namesPlayer(line string) bool {
	_, word := firstWord(line) // without a side with a move behind it
	_, is, _ := cutSide(word)
	return is
}

// ranks finds the board of a FEN.
var ranks = lazy.Pattern(`^[A-Za-z0-9]{1,12}(/[A-Za-z0-9]{1,12}){7,}(\s|;|$)`)

// BeginsFEN reports whether a text begins like a FEN, be it a bad one.
func BeginsFEN(text string) bool { return ranks().MatchString(text) }

// boardText finds what may be a part of such a board. In other words there is no position.
var boardText = lazy.Pattern(`/|^[KABEHNRCPkabehnrcp1-9]+(\s|$)`)

// isPosition reports whether the value looks like a FEN, be it a bad one.
func (v headValue) isPosition() bool { return v.tag == game.TagFEN && BeginsFEN(v.value) }

// headValues returns what a line above the moves of a score sheet says, such as
// "红方：甲  黑方：乙"; nil for any other line.
func headValues(line string) (all []headValue) {
	if fen := fenOf(line); fen != "" {
		return []headValue{{name: "FEN", tag: game.TagFEN, value: fen, at: strings.Index(line, fen)}}
	}
	const longest = len("红等级分：")
	begin := strings.TrimLeftFunc(line, unicode.IsSpace)
	begin = begin[:min(len(begin), longest)]
	if _, _, known := headTag(begin[:max(strings.IndexAny(begin, ":："), 0)]); !known {
		return nil
	}
	for _, m := range headName().FindAllStringSubmatchIndex(line, -1) {
		if name, tag, known := headTag(line[m[2]:m[3]]); known {
			all = append(all, headValue{name: name, tag: tag, at: m[0], behind: m[1]})
		}
	}
	return fill(all, line)
}

// headAlone goes to the end of a text without moves, and reports whether it is a game all the same: the
// head of a score sheet, perhaps with comments, and nothing else, or, in a file without tags, any text in
// which a line gives a position. A date or a place alone makes no game.
func (p *parser) headAlone(tagged bool) (is bool) {
	placed, other := false, false
	for p.at = 0; ; p.nextLine() {
		if _, ended := p.passComments(); !ended || p.at == len(p.text) {
			return ended && (placed && !tagged || is && !other)
		}
		line, _, _ := strings.Cut(p.rest(), "\n")
		values := headValues(line)
		other = other || values == nil
		for _, v := range values {
			is = is || v.value != "" && slices.Contains(identifying, v.tag)
			placed = placed || v.isPosition()
		}
	}
}

// identifying are tags that say which game it is.
var identifying = []string{game.TagTitle, game.TagEvent, game.TagRed, game.TagBlack, game.TagFEN}

// soleResult returns what a line of a score sheet says that has the result and nothing else.
func soleResult(line string) (value string, ok bool) {
	values := headValues(line)
	if len(values) != 1 || values[0].tag != game.TagResult {
		return "", false
	}
	return values[0].value, true
}

// isResultLine reports whether a line of a score sheet says the result and nothing else.
func isResultLine(line string) bool {
	_, ok := soleResult(line)
	return ok
}

// hasResult reports whether a line of a score sheet says the result.
func hasResult(line text.Line) bool {
	return slices.ContainsFunc(headValues(line.Text), func(v headValue) bool { return v.tag == game.TagResult })
}

// sheetHead reads the lines of a score sheet above this place, and the comments among them. It returns
// where the first of the lines stands, -1 for none.
func (p *parser) sheetHead(g *game.Game) (first int, err error) {
	first = -1
	var comments []string
	pair, pairAt := pairing{}, -1 // the one next to the moves: before it may stand a table of games
	above := *p
	for above.text, above.at = p.text[:p.at], 0; above.at < len(above.text); {
		found, _ := above.passComments()
		comments = append(comments, found...)
		begin, begins := above.at, above.beginsLine()
		above.nextLine()
		line := above.text[begin:above.at]
		if of, ok := pairingOf(line); ok && begins && strings.HasSuffix(line, "\n") {
			pair, pairAt = of, begin
		}
		values := headValues(line)
		if begins && values == nil {
			values = playersIn(line)
		}
		for _, v := range values {
			at := begin + v.at
			if first < 0 {
				first = at
			}
			if err := p.setValue(g, v, at); err != nil {
				return first, p.wrap(at, err)
			}
		}
	}
	if pairAt >= 0 {
		p.setPairing(g, pair, pairAt)
		if first < 0 || pairAt < first {
			first = pairAt
		}
	}
	if first >= 0 {
		p.above = comments
	}
	return first, p.picture(g, above.text)
}

// setValue applies what a line of a score sheet says, at a place, to a game.
func (p *parser) setValue(g *game.Game, v headValue, at int) error {
	switch {
	case v.value == "", v.tag == "":
	case (v.name == redName || v.name == blackName) && strings.Contains(g.Tag(v.tag), v.value):
		g.SetTag(v.tag, v.value)
	case v.tag == game.TagFEN && !boardText().MatchString(v.value):
		if p.unplaced == "" {
			p.unplaced, p.unplacedAt = v.value, at
		}
	case v.tag == game.TagFEN:
		return p.setStart(g, v.value, at)
	case v.tag == game.TagResult:
		p.setResult(g, v.value, at)
	case v.tag == game.TagFormat:
		p.setFormat(v.value)
	default:
		p.addTag(g, game.Tag{Name: v.tag, Value: v.value}, at)
	}
	return nil
}

// madeByLine reports whether a line begins here that names who has made the sheet.
func (p *parser) madeByLine() bool { return strings.HasPrefix(p.rest(), madeBy) && p.beginsLine() }

// clauses end the clauses of a sentence.
const clauses = "，,；;。：: "

// unsure are characters of words such as 如果, 否则 and 应能, with which a sentence does not say how the game ended.
const unsure = "如若要可假倘使旦除非否则則应應能会會论論"

// resultInWords reads a result of several words up to the end of the line, such as "Red wins", and reports whether there
// is one. In the last line of the text words without a move may stand in front of it: 黑方少子，红胜. They are a comment.
func (p *parser) resultInWords(g *game.Game, l *line, at int) bool {
	line, rest, _ := strings.Cut(p.text[at:], "\n")
	text := strings.Trim(line, " .!。！[]—─\u3000")
	r, ok := game.ParseResult(text)
	if clause := strings.LastIndexAny(text, clauses); !ok && clause > 0 && !g.Result.Finished() && strings.TrimLeftFunc(rest, isBlank) == "" &&
		!strings.ContainsAny(text, unsure) && !strings.Contains(text, "不然") && !mayMove(line) {
		text = strings.TrimLeft(text[clause:], clauses)
		if r, ok = game.ParseResult(text); ok && r.Finished() {
			p.note(l, game.Clean(line))
		}
	}
	if !ok || !r.Finished() {
		return false
	}
	p.result(g, text, at)
	p.at = at + len(line)
	return true
}

// resultLine reads a line such as 结果：红胜 behind the moves, and reports whether there is one.
func (p *parser) resultLine(g *game.Game) bool {
	if p.text[p.at] < utf8.RuneSelf || !p.beginsLine() {
		return false
	}
	ahead := *p
	ahead.nextLine()
	value, ok := soleResult(p.text[p.at:ahead.at])
	if !ok {
		return false
	}
	at := p.at
	p.at = ahead.at
	if isResult(value) {
		p.result(g, value, at)
	} else {
		p.setResult(g, value, at)
	}
	return true
}
