package pgn

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
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
	pairingLine = regexp.MustCompile(`^(?:第[0-9０-９〇零一二三四五六七八九十百]{1,4}[局盘盤]` + pairingBlank + `*[：:、]?` + pairingBlank + `*)?` +
		pairingName + `(?:` + pairingBlank + `+` + pairingEnd + pairingBlank + `+|` +
		pairingBlank + `*[(（]` + pairingBlank + `*` + pairingEnd + pairingBlank + `*[)）]` + pairingBlank + `*)` + pairingName + `$`)
	// noPlayer finds names that people do not have: sides, teams, counts, outcomes, and the pieces of an ending.
	noPlayer = regexp.MustCompile(`^[0-9０-９一二两兩三四五六七八九十先后後此本该該这這那]|[棋队隊局盘盤场場]$|[红紅黑双雙]方$|` +
		`(?:^|` + pairingBlank + `)(?:[红紅黑]?[先后後])?[胜勝负負和]{1,2}$|` +
		`^[红紅黑先手车車俥马馬傌炮砲包兵卒士仕象相将將帅帥单單双雙高低底老缺残殘全]+$`)
)

const (
	pairingBlank = `[ \t\x{3000}]`
	pairingName  = `([\p{L}\p{M}\p{N}·]+(?:` + pairingBlank + `+[\p{L}\p{M}\p{N}·]+)?)`
	// pairingEnd is whether the first player had the first move, as where nothing is said, and what became of it.
	pairingEnd = `((?:[红紅]?先|黑?[后後])?)([胜勝负負和])`
	// maxPairing is the length of the longest such line, in bytes, maxPlayer and minPlayer of a name in characters.
	maxPairing           = 160
	minPlayer, maxPlayer = 2, 12
)

// pairingOf reads such a line. Prose has punctuation, is longer, or has no blanks.
func pairingOf(line string) (p pairing, ok bool) {
	line = strings.TrimFunc(line, isBlank)
	if len(line) > maxPairing || !strings.ContainsAny(line, "胜勝负負和") {
		return p, false
	}
	m := pairingLine.FindStringSubmatch(line)
	if m == nil || !isPlayer(m[1]) || !isPlayer(m[6]) {
		return p, false
	}
	first, end := m[2]+m[4], m[3]+m[5] // one of the two between blanks, or in brackets
	p.red, p.black = game.CleanLine(m[1]), game.CleanLine(m[6])
	switch {
	case strings.Contains("胜勝", end):
		p.result = board.RedWins
	case strings.Contains("负負", end):
		p.result = board.BlackWins
	default:
		p.result = board.Draw
	}
	if strings.ContainsAny(first, "后後") { // the first name had the second move
		p.red, p.black = p.black, p.red
		switch p.result {
		case board.RedWins:
			p.result = board.BlackWins
		case board.BlackWins:
			p.result = board.RedWins
		}
	}
	return p, true
}

// isPlayer reports whether a text may be the name of a player.
func isPlayer(name string) bool {
	n := utf8.RuneCountInString(name)
	return n >= minPlayer && n <= maxPlayer && !noPlayer.MatchString(name) && leadingMove(name) == ""
}

// isPairing reports whether a line names both players and the outcome.
func isPairing(line string) bool {
	_, ok := pairingOf(line)
	return ok
}

// openBracket reports whether a Chinese bracket is open at the end of a block: a comment of several lines.
func (b *block) openBracket() bool {
	depth := 0
	for _, l := range b.lines {
		depth = max(depth+strings.Count(l.Text, "（")-strings.Count(l.Text, "）"), 0)
	}
	return depth > 0
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
