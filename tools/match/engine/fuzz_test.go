package engine

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/tools/match/tournament"
)

// FuzzLines reads lines as an engine of each protocol may write them.
func FuzzLines(f *testing.F) {
	f.Add("option name Hash type spin default 16 min 1 max 64", "65")
	f.Add("option hashsize type combo var a var b default a", "b")
	f.Add("info depth 5 multipv 1 score cp 9999999999999999999 nodes -3 pv h2e2", "")
	f.Add("info score mate -9223372036854775808", "")
	f.Add("bestmove h2e2 ponder h9g7 draw", "")
	f.Add("nobestmove", "")
	f.Add("feature ping=1 option=\"Two Words -spin 5 0 9\" variants=\"xiangqi,normal\" done=1", "x")
	f.Add("9 100003 1 -5 h2e2", "")
	f.Add("info string option a stays as it was: no", "")
	f.Fuzz(func(t *testing.T, text, value string) {
		sound := func(s *tournament.Score) {
			if s == nil {
				return
			}
			assert.LessOrEqual(t, max(s.CP, -s.CP), tournament.MateCP)
			assert.LessOrEqual(t, max(s.Mate, -s.Mate), tournament.LongestMate)
			assert.NotEmpty(t, s.String())
		}
		for _, p := range []Protocol{UCCI, UCI, XBoard} {
			if kindOf(p, text) == report && p != XBoard {
				sound(parseReport(p, text).Score)
			}
			if o, ok := parseOption(p, text); ok {
				o.takes(value)
			}
		}
		if thought, ok := parseThinking(text); ok {
			sound(thought.Score)
		}
		options, _ := parseFeatures(text)
		for _, o := range append(options, Option{"option", text}) {
			if known, ok := parseFeatureOption(o.Value); ok {
				known.takesXBoard(value)
			}
		}
		parseRefusal(text)
		spokenOf(text)
		rankOf(text)
		if isAnswer(line{text: text}) {
			for _, s := range []squares{false, true} {
				a := s.answer(text)
				for _, m := range []board.Move{a.Move, a.Reply} {
					assert.Equal(t, m, s.parse(s.move(m)), "NoMove has a text that is no move")
				}
				ucci{squares: s}.answer(text)
			}
		}
		assert.True(t, utf8.ValidString(quoted(decoded(text))))
	})
}
