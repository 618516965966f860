// Package words says in English or Chinese what package rules has found.
//
// Each language has a file with all its sentences. A new kind of verdict, note
// or cause needs a sentence in both.
package words

import (
	"errors"
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

// Lang is a language. The zero value is English.
type Lang uint8

// The languages.
const (
	EN Lang = iota // English
	ZH             // Chinese, simplified
)

// ErrLang is wrapped by the error about the name of a language.
var ErrLang = errors.New("unknown language")

// ParseLang returns the language of a code, in either case: en or zh.
func ParseLang(code string) (Lang, error) {
	switch strings.ToLower(code) {
	case "en":
		return EN, nil
	case "zh":
		return ZH, nil
	}
	return EN, fmt.Errorf("%w %q: want en or zh", ErrLang, code)
}

// language has the sentences of a language. Verdict replaces the names in braces.
type language struct {
	separator string
	head      func(*rules.Verdict) string // result and kind
	illegal   func(*rules.MoveError) string
	forbidden map[error]string            // why a move is illegal, nil if the errors say it
	sides     [2]string                   // {loser} and {other}
	later     string                      // moves follow the end of play
	laterOne  string                      // one does
	span      string                      // {span}: the repeated moves
	spanOne   string                      // there is one
	reasons   [rules.Material + 1]string  // what led to the verdict, "" if the kind says all
	overChase string                      // a perpetual check against perpetual attacks
	overCuts  string                      // follows a chase against one that only cuts off protectors
	deeds     [3]string                   // check, chase and threat of a mixture
	joined    func(deeds []string) string // {deeds}
	// What a chasing ply does ({chase}): it chases no one piece, attacks the prey, cuts
	// off protectors, or sometimes one and sometimes the other.
	anyPiece, attack, cut, both string
	causes                      [rules.StrongerPrey + 1]string // {cause} of an attack
	with                        string                         // {with}: the chaser, if there is one
	prey, chaser                func(board.Piece) string
	notes                       [rules.EitherSideClaim + 1]string
}

var languages = [...]language{EN: english, ZH: chinese}

// Verdict returns a verdict and its reason. In English it begins with
// [rules.Verdict.String], which ends at the first semicolon.
func (l Lang) Verdict(v *rules.Verdict) string {
	in := &languages[l]
	loser, _ := v.Result.Loser()
	other := loser.Other()
	parts := []string{in.head(v)}
	reason := in.reasons[v.Kind]
	switch theirs := v.Span.Levels[other]; {
	case v.Kind == rules.PerpetualCheck && theirs != rules.Idle:
		reason = in.overChase
	case v.Kind == rules.PerpetualChase && theirs == rules.Uncovers:
		reason += in.overCuts
	}
	if reason != "" {
		parts = append(parts, reason)
	}
	later, span := in.later, in.span
	if v.Later == 1 {
		later = in.laterOne
	}
	if v.FromMove == v.ToMove {
		span = in.spanOne
	}
	if v.Later > 0 {
		parts = append(parts, later)
	}
	for _, n := range v.Notes {
		parts = append(parts, in.notes[n])
	}
	return strings.NewReplacer(
		"{span}", strings.NewReplacer("{from}", fmt.Sprint(v.FromMove), "{to}", fmt.Sprint(v.ToMove)).Replace(span),
		"{loser}", in.sides[loser], "{other}", in.sides[other],
		"{deeds}", in.joined(deeds(v.Mixture, in.deeds)), "{chase}", in.chase(&v.Chase),
		"{times}", fmt.Sprint(v.Rules.Occurrences()), "{limit}", fmt.Sprint(v.MoveLimit),
		"{ply}", fmt.Sprint(v.Ply), "{later}", fmt.Sprint(v.Later),
	).Replace(strings.Join(parts, in.separator))
}

// Illegal says which move of a game is illegal and why.
func (l Lang) Illegal(e *rules.MoveError) string { return languages[l].illegal(e) }

// Reason says why a move is illegal, by a reason of package rules. Another error says
// what it says.
func (l Lang) Reason(reason error) string {
	if text, ok := languages[l].forbidden[reason]; ok {
		return text
	}
	return reason.Error()
}

// chase says what the chasing plies do.
func (in *language) chase(c *rules.Chase) string {
	text, with := in.both, ""
	switch {
	case c.Prey == board.NoPiece:
		return in.anyPiece
	case !c.Uncovers:
		text = in.attack
	case !c.Attacks:
		text = in.cut
	}
	if c.Chaser != board.NoPiece {
		with = in.with
	}
	return strings.NewReplacer("{prey}", in.prey(c.Prey), "{square}", c.PreySquare.String(), "{cause}", in.causes[c.Cause],
		"{with}", strings.ReplaceAll(with, "{chaser}", in.chaser(c.Chaser))).Replace(text)
}

// deeds returns the words for those of check, chase and threat that a mixture
// has.
func deeds(m rules.Mixture, all [3]string) (words []string) {
	for i, done := range [...]bool{m.Check, m.Chase, m.Threat} {
		if done {
			words = append(words, all[i])
		}
	}
	return
}
