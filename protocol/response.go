package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
	"chuhe/tools/perft"
)

// Scores as numbers. A mate in n plies is shownMate-n, as ElephantEye writes and
// XQWizard reads it. A win by the rules of repetition is shownRuleWin-n, below every
// mate. Evaluations are at most shownEval, below both.
const (
	shownMate    = 10_000
	shownRuleWin = 9_500
	shownEval    = 9_000
)

// longest is the length of the longest line that is printed, including its end.
// gmchess reads 1024 bytes at a time and loses the rest of a longer line.
const longest = 1000

// style is the form of answers. It is a value, so that a search keeps its own.
type style struct {
	dialect Dialect
	ranks   ranks
}

// hello returns the lines that answer a host's first word.
func (s style) hello(version string) []string {
	lines := []string{"id name Chuhe " + version, "id author the Chuhe authors"}
	if s.dialect == UCCI {
		lines = []string{
			"id name Chuhe",
			"id version " + version,
			"id copyright 2026 the Chuhe authors, MIT licence",
			"id author the Chuhe authors",
			"id user everyone",
		}
	}
	return append(append(lines, announcements(s.dialect)...), s.dialect.String()+"ok")
}

// message returns a line with text for the user. The text is ASCII except for what
// it quotes, which may be anything and is made harmless by plain.
func (s style) message(format string, args ...any) string {
	word := "message"
	if s.dialect == UCI {
		word = "string"
	}
	text := "info " + word + " " + plain(fmt.Sprintf(format, args...))
	end := min(len(text), longest-1)
	for range utf8.UTFMax - 1 {
		if end == len(text) || utf8.RuneStart(text[end]) {
			break
		}
		end-- // keep characters whole
	}
	return whole(text[:end])
}

// whole returns text with a half GBK character at its end replaced by "?". A host
// that reads GBK would take the end of the line for the other half. In GBK, bytes
// beyond ASCII come in pairs, so an odd number of them ends in a half.
func whole(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	rest := strings.TrimRightFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	if (len(text)-len(rest))%2 == 1 {
		return text[:len(text)-1] + "?"
	}
	return text
}

// reserved are words that gmchess acts upon wherever they stand.
var reserved = []string{"bestmove", "draw", "resign"}

// plain returns text as one line of printable characters without reserved words.
// Characters beyond ASCII stay in the encoding in which the host sent them, so that
// it can show the names of its files.
func plain(text string) string {
	b := []byte(text)
	if utf8.ValidString(text) { // in other encodings, bytes may look like its control characters
		b = []byte(strings.Map(func(r rune) rune {
			if unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) {
				return '?'
			}
			return r
		}, text))
	}
	for i, c := range b {
		if c < ' ' || c == 0x7F {
			b[i] = '?'
		}
	}
	for _, word := range reserved {
		for i := range len(b) - len(word) + 1 {
			if strings.EqualFold(string(b[i:i+len(word)]), word) {
				b[i+1] = '*'
			}
		}
	}
	return string(b)
}

// info returns the line of a report; ok is false for one that the dialect has
// no words for. If p, the position searched, is not nil, the line says what chances
// the score means.
func (s style) info(i *search.Info, p *board.Position) (line string, ok bool) {
	if i.CurrMove != board.NoMove {
		return fmt.Sprintf("info depth %d currmove %s currmovenumber %d",
			i.Depth, s.ranks.move(i.CurrMove), i.CurrMoveNumber), true
	}
	if s.dialect == UCCI && i.Bound != search.Exact && !i.Last {
		return "", false // hosts would show the bound as the score
	}
	b := make([]byte, 0, longest)
	number := func(word string, n uint64) { b = strconv.AppendUint(append(b, word...), n, 10) }
	number("info depth ", uint64(i.Depth))
	number(" seldepth ", uint64(i.SelDepth))
	if len(i.PV) > 0 {
		number(" multipv ", uint64(max(i.MultiPV, 1)))
		b = append(s.appendScore(append(b, " score "...), i.Score), s.boundWord(i.Bound)...)
		if p != nil {
			won, drawn, lost := i.Score.Chances(p).PerMille()
			b = fmt.Appendf(b, " wdl %d %d %d", won, drawn, lost)
		}
	}
	number(" nodes ", i.Nodes)
	number(" nps ", i.NPS())
	number(" hashfull ", uint64(i.HashFull))
	number(" time ", uint64(i.Time/time.Millisecond))
	if len(i.PV) > 0 {
		b = append(b, " pv"...)
	}
	for _, m := range i.PV {
		const widest = len(" a10a10") + len("\n")
		if len(b)+widest > longest {
			break
		}
		b = s.ranks.appendMove(append(b, ' '), m)
	}
	return string(b), true
}

// boundWord returns what UCI has behind a score that is a bound. UCCI has no word.
func (s style) boundWord(b search.Bound) string {
	if s.dialect == UCCI {
		return ""
	}
	return [...]string{search.Exact: "", search.Lower: " lowerbound", search.Upper: " upperbound"}[b]
}

// static returns the line with a score that no search found.
func (s style) static(score eval.Score) string {
	return string(s.appendScore([]byte("info depth 0 score "), score))
}

// appendScore appends a score as the dialect writes it: in UCI as moves to mate or
// hundredths of a pawn, in UCCI always as a number.
func (s style) appendScore(b []byte, score eval.Score) []byte {
	if s.dialect == UCCI {
		return strconv.AppendInt(b, int64(shown(score)), 10)
	}
	plies, mate := score.MateDistance()
	if !mate {
		return strconv.AppendInt(append(b, "cp "...), int64(shown(score)), 10)
	}
	if plies > 0 {
		plies++ // the side to move makes the last move too
	}
	return strconv.AppendInt(append(b, "mate "...), int64(plies/2), 10)
}

// shown returns a score as a number.
func shown(score eval.Score) int {
	band, plies := shownMate, 0
	if n, ok := score.MateDistance(); ok {
		plies = n
	} else if n, ok := score.RuleDistance(); ok {
		band, plies = shownRuleWin, n
	} else {
		return int(min(max(score, -shownEval), shownEval))
	}
	if score < 0 {
		return -band - plies // plies is negative
	}
	return band - plies
}

// byRule returns the line that explains a score for a win or loss by the rules of
// repetition in some plies, negative for a loss.
func (s style) byRule(score eval.Score, plies int) string {
	outcome := "win"
	if plies < 0 {
		outcome, plies = "loss", -plies
	}
	unit := "plies"
	if plies == 1 {
		unit = "ply"
	}
	return s.message("score %d is a %s by the rules of repetition in %d %s", shown(score), outcome, plies, unit)
}

// best returns the line that ends a search. The reply, if any, is "draw" or
// "resign".
func (s style) best(r search.Result, reply string) string {
	if r.Best == board.NoMove {
		return s.noMove()
	}
	line := "bestmove " + s.ranks.move(r.Best)
	if r.Ponder != board.NoMove {
		line += " ponder " + s.ranks.move(r.Ponder)
	}
	if reply != "" {
		line += " " + reply
	}
	return line
}

// noMove returns the line that ends a search without a move.
func (s style) noMove() string {
	if s.dialect == UCI {
		return "bestmove (none)"
	}
	return "nobestmove"
}

// known returns the line that answers probe.
func (s style) known(e search.Entry, ok bool) string {
	line := "pophash"
	if !ok {
		return line
	}
	if e.Move != board.NoMove {
		line += " bestmove " + s.ranks.move(e.Move)
	}
	if e.Bound != search.Upper {
		line += fmt.Sprintf(" lowerbound %d depth %d", shown(e.Score), e.Depth)
	}
	if e.Bound != search.Lower {
		line += fmt.Sprintf(" upperbound %d depth %d", shown(e.Score), e.Depth)
	}
	return line
}

// perft returns the lines that answer go perft.
func (s style) perft(tree *perft.Tree) []string {
	var lines []string
	for _, b := range tree.Branches {
		lines = append(lines, fmt.Sprintf("%s: %d", s.ranks.move(b.Move), b.Nodes))
	}
	return append(lines, "", fmt.Sprintf("Nodes searched: %d", tree.Nodes))
}

// display returns the lines that answer d.
func (s style) display(p *board.Position) []string {
	var lines []string
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		line := fmt.Sprintf("%2d ", rank+int(s.ranks))
		for file := range board.Files {
			line += " " + p.At(board.SquareAt(file, rank)).String()
		}
		lines = append(lines, line)
	}
	checkers := "Checkers:"
	for attackers := p.Checkers(p.Side()); !attackers.IsEmpty(); {
		checkers += " " + s.ranks.square(attackers.Pop())
	}
	return append(lines, "    a b c d e f g h i", "", "Fen: "+p.FEN(), fmt.Sprintf("Key: %016X", p.Key()), checkers)
}
