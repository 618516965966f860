package engine

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"chuhe/internal/charset"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// parseOption reads "option NAME type KIND ..." of UCCI or "option name NAME
// type KIND ..." of UCI, whose names may have blanks.
func parseOption(p Protocol, text string) (o announced, ok bool) {
	rest, ok := strings.CutPrefix(text, "option ")
	if !ok {
		return
	}
	if p == UCI {
		rest = strings.TrimPrefix(rest, "name ")
	}
	name, kind, ok := strings.Cut(rest, " type ")
	kind, _, _ = strings.Cut(kind, " ")
	return announced{strings.TrimSpace(name), kind, text}, ok
}

// takes reports whether a value is one that the engine announces for the option. What cannot be
// read of the announcement takes every value, and so does the variant: a file of variants,
// another option, may have more of them.
func (a *announced) takes(value string) bool {
	terms := a.terms()
	words := strings.Fields(terms)
	switch a.kind {
	case "check":
		return slices.Contains([]string{"true", "false", "on", "off", "yes", "no", "1", "0"}, strings.ToLower(value))
	case "spin":
		return within(value, words[slices.Index(words, "min")+1:], words[slices.Index(words, "max")+1:])
	case "combo":
		choices := strings.Split(terms, " var ")[1:]
		return len(choices) == 0 || strings.EqualFold(a.name, "UCI_Variant") || slices.ContainsFunc(choices, func(c string) bool {
			c, _, _ = strings.Cut(c, " default ")
			return strings.EqualFold(strings.TrimSpace(c), value)
		})
	}
	return true
}

// terms returns what follows the name of an option: its kind, and what that says of the values.
func (a *announced) terms() string {
	_, terms, _ := strings.Cut(a.line, " type ")
	return terms
}

// within reports whether a value is a number between the first of some words and the first of others. It is
// true if those are no bounds.
func within(value string, low, high []string) bool {
	from, bounded := number(low)
	to, above := number(high)
	n, ok := number([]string{value})
	return !bounded || !above || from > to || ok && from <= n && n <= to
}

// unfit returns the error about a value that is not among those in which an option is announced.
func unfit(option, value, terms string) error {
	return lang.Errorf("match.unfit", "option", option, "value", strconv.Quote(value), "terms", quoted(decoded(terms)))
}

// parseRefusal reads the words in which Chuhe says that an option keeps its
// value. The protocols do not say how.
func parseRefusal(text string) (option, reason string, ok bool) {
	if !isMessage(text) {
		return
	}
	_, text, _ = strings.Cut(strings.TrimPrefix(text, "info "), " ")
	rest, ok := strings.CutPrefix(text, "option ")
	if !ok {
		return
	}
	return strings.Cut(rest, " stays as it was: ")
}

// decoded returns what an engine says of itself as UTF-8; those of Chinese Windows write GBK.
func decoded(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	if chinese, err := charset.GB18030.NewDecoder().String(text); err == nil && !strings.ContainsRune(chinese, utf8.RuneError) {
		return chinese
	}
	return text
}

// isMessage reports whether a line is a text for the user.
func isMessage(text string) bool {
	return strings.HasPrefix(text, "info string ") || strings.HasPrefix(text, "info message ")
}

// isReport reports whether a line is a report about the best line.
func isReport(text string) bool {
	if !strings.HasPrefix(text, "info ") || isMessage(text) || !strings.Contains(text, " score ") {
		return false
	}
	_, rank, several := strings.Cut(text, " multipv ")
	return !several || strings.HasPrefix(rank, "1 ")
}

// kind says what is done with a line of an engine.
type kind int

const (
	answer  kind = iota // for whoever waits for it
	message             // for whoever reads just then
	report              // about the best line; only the last one counts
	noise               // without a reader
)

// kindOf sorts a line.
func kindOf(p Protocol, text string) kind {
	if p == XBoard {
		if _, ok := parseThinking(text); ok {
			return report
		}
		if spokenOf(text) == nothing {
			return noise
		}
		return answer
	}
	switch {
	case isReport(text):
		return report
	case isMessage(text):
		return message
	case strings.HasPrefix(text, "info "):
		return noise
	}
	return answer
}

// parseReport reads what is worth recording of a report.
func parseReport(p Protocol, text string) (t tournament.Thought) {
	words := strings.Fields(text)
	for i, w := range words {
		switch rest := words[i+1:]; w {
		case "depth":
			n, _ := number(rest)
			t.Depth = int(n)
		case "nodes":
			n, _ := number(rest)
			t.Nodes = uint64(max(n, 0))
		case "score":
			if s := parseScore(p, rest); s != nil {
				t.Score = s
			}
		case "pv":
			return
		}
	}
	return
}

// number reads the first of some words.
func number(words []string) (n int64, ok bool) {
	if len(words) == 0 {
		return 0, false
	}
	n, err := strconv.ParseInt(words[0], 10, 64)
	return n, err == nil
}

// parseScore reads the words behind "score", nil if they are no score.
func parseScore(p Protocol, words []string) *tournament.Score {
	kind := ""
	if len(words) > 0 && (words[0] == "cp" || words[0] == "mate") {
		kind, words = words[0], words[1:]
	}
	n, ok := number(words)
	if !ok {
		return nil
	}
	s := plainScore(p, n)
	switch kind {
	case "cp":
		s = centipawns(n)
	case "mate":
		s = mateIn(n)
	}
	return &s
}

// centipawns returns the score of "score cp n". Some engines say a million for a win.
func centipawns(n int64) tournament.Score {
	const most = tournament.MateCP - tournament.LongestMate - 1
	return tournament.Score{CP: int(max(-most, min(most, n)))}
}

// mateIn returns the score of "score mate n"; 0 means being mated now. A number of moves that
// no game has says only who wins.
func mateIn(n int64) tournament.Score {
	switch {
	case n == 0:
		return tournament.Score{CP: -tournament.MateCP}
	case n > tournament.LongestMate:
		return centipawns(math.MaxInt64)
	case n < -tournament.LongestMate:
		return centipawns(math.MinInt64)
	}
	return tournament.MateScore(int(n))
}

// plainScore reads a score without unit. UCCI engines give a mate as 10000
// less the number of plies.
func plainScore(p Protocol, n int64) tournament.Score {
	const mate, longest = 10000, 256
	switch {
	case p == UCCI && n > mate-longest && n <= mate:
		return tournament.MateScore(int(mate-n+1) / 2)
	case p == UCCI && n < -mate+longest && n >= -mate:
		return mateIn(-(mate + n + 1) / 2)
	}
	return centipawns(n)
}
