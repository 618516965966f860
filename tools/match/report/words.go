package report

import (
	"fmt"

	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/tools/match/tournament"
)

// ends are the keys of the ways in which games end off the board.
var ends = map[tournament.End]string{
	tournament.Resignation: "report.resignation",
	tournament.Agreement:   "report.agreement",
	tournament.Adjudicated: "report.adjudicated",
	tournament.TimeLoss:    "report.timeLoss",
	tournament.IllegalMove: "report.illegalMove",
	tournament.NoAnswer:    "report.noAnswer",
	tournament.Crash:       "report.crash",
}

// End says how a game ended off the board.
func End(l lang.Lang, e tournament.End) string { return l.Say(ends[e]) }

// Reason says in a language why a game ended.
func Reason(l lang.Lang, options rules.Options, r *tournament.Record) string {
	if l == lang.English || l == "" {
		return r.Reason
	}
	key, off := ends[r.End]
	if !off {
		if played, err := r.Replay(); err == nil {
			if v := rules.Judge(played, options); v.Result == r.Result {
				return words.Verdict(l, &v)
			}
		}
		return r.Reason
	}
	text := ""
	if loser, lost := r.Result.Loser(); lost {
		text = l.Say("verdict.loses", "loser", words.Side(l, loser), "kind", l.Say(key))
	} else {
		text = l.Say("verdict.draw", "kind", l.Say(key))
	}
	if r.End.IsFault() {
		text += l.Say("join.brackets", "text", r.Reason)
	}
	return text
}

// repeated says that a game repeats another one.
func repeated(l lang.Lang, game int) string {
	return l.Say("join.semicolon") + l.Say("report.repeats", "game", fmt.Sprint(game))
}
