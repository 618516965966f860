package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/internal/lazy"
	"chuhe/tools/match/tournament"
)

// spoken is the meaning of a line of an engine of XBoard's protocol.
type spoken int

const (
	nothing  spoken = iota
	moves           // "move h2e2", or "1. ... h2e2" of older engines
	resigns         // "resign"
	offers          // "offer draw"
	claims          // "1-0 {mate}" or "Illegal move: h2e2"
	announce        // features, the answer to ping, a refusal
)

// spokenOf returns what a line means, nothing for comments and messages to people.
func spokenOf(text string) spoken {
	word, _, _ := strings.Cut(text, " ")
	_, isMove := moveIn(text)
	switch {
	case isMove:
		return moves
	case word == "resign":
		return resigns
	case text == "offer draw":
		return offers
	case word == "1-0" || word == "0-1" || word == "1/2-1/2" || strings.HasPrefix(text, "Illegal move"):
		return claims
	case word == "feature" || word == "pong" || isRefusal(text):
		return announce
	}
	return nothing
}

// moveIn returns the move of a line such as "move h2e2" or, of older engines, "1. ... h2e2".
func moveIn(text string) (move string, ok bool) {
	if word, rest, _ := strings.Cut(text, " "); word == "move" {
		return strings.TrimSpace(rest), true
	}
	number, rest, _ := strings.Cut(text, ".")
	move, dots := strings.CutPrefix(strings.TrimLeft(rest, " "), "...")
	move = strings.TrimLeft(move, " ")
	return move, dots && number != "" && strings.Trim(number, "0123456789") == "" && move != "" && !strings.Contains(move, " ")
}

// isRefusal reports whether a line refuses a position.
func isRefusal(text string) bool {
	return strings.HasPrefix(text, "tellusererror ") || strings.HasPrefix(text, "Error (")
}

// features finds the features that a line announces.
var features = lazy.Pattern(`(\w+)=(?:"([^"]*)"|(\S+))`)

// parseFeatures reads "feature name=value ...", values being numbers or quoted texts.
func parseFeatures(text string) (out []Option, ok bool) {
	rest, ok := strings.CutPrefix(text, "feature ")
	if ok {
		for _, m := range features().FindAllStringSubmatch(rest, -1) {
			out = append(out, Option{m[1], m[2] + m[3]})
		}
	}
	return out, ok
}

// parseFeatureOption reads "NAME -KIND ...", the value of a feature option.
func parseFeatureOption(text string) (announced, bool) {
	name, kind, ok := strings.Cut(text, " -")
	kind, _, _ = strings.Cut(kind, " ")
	return announced{strings.TrimSpace(name), kind, text}, ok
}

// takesXBoard is takes for an option of XBoard's protocol, whose kinds have terms of their own:
// "-check 1", "-spin 5 0 9", "-combo one /// *two".
func (a *announced) takesXBoard(value string) bool {
	terms := a.xboardTerms()
	words := strings.Fields(terms)[1:]
	switch a.kind {
	case "check":
		return value == "0" || value == "1"
	case "spin", "slider":
		return len(words) < 3 || within(value, words[1:], words[2:])
	case "combo":
		choices := strings.Split(strings.TrimPrefix(terms, "-combo"), "///")
		return slices.ContainsFunc(choices, func(c string) bool {
			return strings.TrimPrefix(strings.TrimSpace(c), "*") == value
		})
	}
	return true
}

// xboardTerms is terms for an option of XBoard's protocol.
func (a *announced) xboardTerms() string {
	_, terms, _ := strings.Cut(a.line, " -")
	return "-" + terms
}

// parseThinking reads "PLY SCORE TIME NODES PV"; other lines are no report of a search.
func parseThinking(text string) (t tournament.Thought, ok bool) {
	const mate = 100000
	words := strings.Fields(text)
	if len(words) < 4 {
		return t, false
	}
	words[0] = strings.TrimRight(words[0], ".&:+-?!")
	var n [4]int64
	for i := range n {
		var err error
		if n[i], err = strconv.ParseInt(words[i], 10, 64); err != nil {
			return t, false
		}
	}
	s := centipawns(n[1])
	switch {
	case n[1] == mate:
		s = tournament.MateScore(0)
	case n[1] > mate:
		s = mateIn(n[1] - mate)
	case n[1] <= -mate:
		s = mateIn(n[1] + mate)
	}
	return tournament.Thought{Score: &s, Depth: int(n[0]), Nodes: uint64(max(n[3], 0))}, true
}

// setForms write a FEN for setboard: as XBoard does, with the letters of other programs
// for horse and elephant, and with these in four fields, as HoiXiangqi reads it.
var setForms = []func(fen string) string{
	func(fen string) string { return fen },
	otherLetters,
	func(fen string) string {
		f := strings.Fields(otherLetters(fen))
		return strings.Join(append(f[:2:2], f[4:]...), " ")
	},
}

func otherLetters(fen string) string {
	squares, rest, _ := strings.Cut(fen, " ")
	return strings.NewReplacer("n", "h", "N", "H", "b", "e", "B", "E").Replace(squares) + " " + rest
}

// control returns the lines that tell what limits a game, as it is when a player moves
// first. A player without a clock gets one that does not press.
func control(turn tournament.Turn) (lines []string) {
	l := turn.Limits
	switch {
	case l.Clock.Set:
		whole := max(time.Second, l.Clock.Time.Round(time.Second))
		lines = append(lines, fmt.Sprintf("level %d %d:%02d %g", l.Clock.MovesToGo, int(whole.Minutes()), int(whole.Seconds())%60, l.Clock.Increment.Seconds()))
	case l.MoveTime == 0:
		lines = append(lines, fmt.Sprintf("level 0 %d 0", int(noClock.Minutes())))
	}
	if l.MoveTime > 0 {
		lines = append(lines, fmt.Sprintf("st %g", l.MoveTime.Seconds()))
	}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("sd %d", l.Depth))
	}
	return lines
}

// noClock is the time that the engine hears for a player without a clock.
const noClock = 999 * time.Minute

// clockOf returns the time that a player has left.
func clockOf(turn tournament.Turn) time.Duration {
	switch l := turn.Limits; {
	case l.Clock.Set:
		return l.Clock.Time
	case l.MoveTime > 0:
		return l.MoveTime
	}
	return noClock
}

func centiseconds(d time.Duration) int64 { return d.Milliseconds() / 10 }
