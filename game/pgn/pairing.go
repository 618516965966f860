package pgn

import (
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/lazy"
)

// pairing holds the players and the result of a game, as a line such as 胡荣华 先胜 柳大华 above
// its moves gives them.
type pairing struct {
	red, black string
	result     board.Result
}

var (
	// pairingLine finds the number of a game, a name, the outcome between blanks or in brackets,
	// and another name. A name may have its team in front of it.
	pairingLine = lazy.Pattern(`^` + pairingNumber + pairingName + `(?:` + pairingBlank + `+` + pairingEnd + pairingBlank + `+|` +
		pairingBlank + `*[(（]` + pairingBlank + `*` + pairingEnd + pairingBlank + `*[)）]` + pairingBlank + `*)` + pairingName + `$`)
	// joinedLine finds the same without blanks. Prose looks like that too, so both names begin with a
	// surname, perhaps behind a province, and the outcome says who had the first move.
	joinedLine = lazy.Pattern(`^` + pairingNumber + joinedName + `((?:[红紅]?先|黑?[后後]))([胜勝负負和])` + joinedName + `$`)
	// onlyProvince finds provinces that begin like a name, as 江苏 does.
	onlyProvince = lazy.Pattern(`^` + provinces + `$`)
	// noPlayer finds names that people do not have: sides, teams, counts, outcomes, and the pieces of an ending.
	noPlayer = lazy.Pattern(`^[0-9０-９一二两兩三四五六七八九十先后後此本该該这這那]|[棋队隊局盘盤场場]$|[红紅黑双雙]方$|` +
		`(?:^|` + pairingBlank + `)(?:[红紅黑]?[先后後])?[胜勝负負和]{1,2}$|` +
		`^[红紅黑先手车車俥马馬傌炮砲包兵卒士仕象相将將帅帥单單双雙高低底老缺残殘全]+$`)
)

const (
	pairingBlank = `[ \t\x{3000}]`
	// pairingNumber is the number of a game.
	pairingNumber = `(?:第[0-9０-９〇零一二三四五六七八九十百]{1,4}[局盘盤]` + pairingBlank + `*[：:、]?` + pairingBlank + `*)?`
	pairingName   = `([\p{L}\p{M}\p{N}·]+(?:` + pairingBlank + `+[\p{L}\p{M}\p{N}·]+)?)`
	// pairingEnd is whether the first player had the first move, as where nothing is said, and what became of it.
	pairingEnd = `((?:[红紅]?先|黑?[后後])?)([胜勝负負和])`
	// maxPairing is the length of the longest such line, in bytes, maxPlayer and minPlayer of a name in characters.
	maxPairing           = 160
	minPlayer, maxPlayer = 2, 12

	joinedName = `(` + provinces + `?(?:欧阳|歐陽|诸葛|諸葛|司马|司馬|上官|尉迟|尉遲|皇甫|慕容|[` + surnames + `])\p{Han}{1,2})`
	provinces  = `(?:北京|天津|上海|重庆|重慶|河北|山西|内蒙古|內蒙古|辽宁|遼寧|吉林|黑龙江|黑龍江|江苏|江蘇|浙江|安徽|福建|江西|山东|山東|河南|湖北|湖南|` +
		`广东|廣東|广西|廣西|海南|四川|贵州|貴州|云南|雲南|西藏|陕西|陝西|甘肃|甘肅|青海|宁夏|寧夏|新疆|香港|澳门|澳門|台湾|台灣|臺灣)`
	surnames = `赵趙钱錢孙孫李周吴吳郑鄭王冯馮陈陳蒋蔣沈韩韓杨楊朱秦许許何吕呂张張孔曹严嚴华華金魏陶姜谢謝邹鄒窦竇章苏蘇潘葛范範彭郎鲁魯韦韋马馬苗方俞任袁柳唐薛雷贺賀倪汤湯罗羅毕畢郝邬鄔安常于傅卞` +
		`齐齊伍余顾顧孟黄黃穆萧蕭肖尹姚邵汪毛戴宋庞龐熊纪紀舒屈项項祝董梁杜阮蓝藍闵閔季贾賈路江童郭梅林钟鍾鐘徐邱丘骆駱高夏蔡田樊胡凌霍万萬柯管卢盧莫房洪包左石崔吉龚龔程邢裴陆陸翁段侯武刘劉景龙龍叶葉黎白赖賴卓聂聶` +
		`阎閻闫關关曾沙卜尤佟尚党黨申臧柴廖文庄莊牛温溫易古岳耿连連靳`
)

// pairingOf reads such a line. Prose has punctuation, is longer, or has no blanks and no surnames.
func pairingOf(line string) (p pairing, ok bool) {
	line = strings.TrimFunc(line, isBlank)
	if len(line) > maxPairing || !strings.ContainsAny(line, "胜勝负負和") {
		return p, false
	}
	var red, first, end, black string
	if m := pairingLine().FindStringSubmatch(line); m != nil {
		red, first, end, black = m[1], m[2]+m[4], m[3]+m[5], m[6] // one of the two between blanks, or in brackets
	} else if m := joinedLine().FindStringSubmatch(line); m != nil && !onlyProvince().MatchString(m[1]) && !onlyProvince().MatchString(m[4]) {
		red, first, end, black = m[1], m[2], m[3], m[4]
	}
	if !isPlayer(red) || !isPlayer(black) {
		return p, false
	}
	p.red, p.black = game.CleanLine(red), game.CleanLine(black)
	second := strings.ContainsAny(first, "后後") // the first name had the second move
	if second {
		p.red, p.black = p.black, p.red
	}
	switch {
	case end == "和":
		p.result = board.Draw
	case strings.Contains("胜勝", end) != second:
		p.result = board.RedWins
	default:
		p.result = board.BlackWins
	}
	return p, true
}

// isPlayer reports whether a text may be the name of a player.
func isPlayer(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= minPlayer && n <= maxPlayer && !noPlayer().MatchString(name) && leadingMove(name) == ""
}

// isPairing reports whether a line names both players and the outcome.
func isPairing(line string) bool {
	_, ok := pairingOf(line)
	return ok
}

// openBracket reports whether a Chinese bracket is open at the end of a block: a comment of several lines.
func (b *block) openBracket() bool {
	for _, l := range b.lines[b.wideSeen:] {
		b.wideOpen = max(b.wideOpen+strings.Count(l.Text, "（")-strings.Count(l.Text, "）"), 0)
	}
	b.wideSeen = len(b.lines)
	return b.wideOpen > 0
}

// setPairing gives a game the players and the result of a line at a place, where no other line gives them.
func (p *parser) setPairing(g *game.Game, of pairing, at int) {
	for _, t := range []game.Tag{{Name: game.TagRed, Value: of.red}, {Name: game.TagBlack, Value: of.black}} {
		if !game.Known(g.Tag(t.Name)) {
			p.addTag(g, t, at)
		}
	}
	p.setResult(g, of.result.String(), at)
}
