// Package words says what package rules has found, in any language.
//
// It chooses the sentences and fills them in; the sentences are in the catalogues of
// package lang. A new kind of verdict, note or cause needs a key here and a text there.
package words

import (
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/rules"
)

// kinds are the keys of the kinds of verdicts, below "kind." and "reason.".
var kinds = [...]string{
	rules.Checkmate:       "checkmate",
	rules.Stalemate:       "stalemate",
	rules.PerpetualCheck:  "perpetualCheck",
	rules.PerpetualChase:  "perpetualChase",
	rules.PerpetualThreat: "perpetualThreat",
	rules.PerpetualMixed:  "perpetualMixed",
	rules.Repetition:      "repetition",
	rules.MutualCheck:     "mutualCheck",
	rules.MutualChase:     "mutualChase",
	rules.MutualAttack:    "mutualAttack",
	rules.MoveLimit:       "moveLimit",
	rules.Material:        "material",
}

// causes are the keys of the reasons why an attack is a chase.
var causes = [...]string{
	rules.Unprotected:  "verdict.unprotected",
	rules.FalseRoot:    "verdict.falseRoot",
	rules.StrongerPrey: "verdict.strongerPrey",
}

// notes are the keys of the notes on the rules.
var notes = [...]string{
	rules.GuardsChase:     "note.guardsChase",
	rules.CutsWeighLess:   "note.cutsWeighLess",
	rules.ChecksNoExcuse:  "note.checksNoExcuse",
	rules.AddedAttacker:   "note.addedAttacker",
	rules.ThreatsBounded:  "note.threatsBounded",
	rules.EitherSideClaim: "note.eitherSideClaim",
}

// illegal are the keys of the reasons why a move is illegal.
var illegal = map[error]string{
	rules.ErrNoPiece:    "illegal.noPiece",
	rules.ErrNotOwn:     "illegal.notOwn",
	rules.ErrOwnTarget:  "illegal.ownTarget",
	rules.ErrUnreached:  "illegal.unreached",
	rules.ErrFacing:     "illegal.facing",
	rules.ErrKingSafety: "illegal.kingSafety",
}

// keyOf returns the key of a value in a table, "" for a value that has none.
func keyOf[T ~uint8](table []string, value T) string {
	if int(value) < len(table) {
		return table[value]
	}
	return ""
}

// ParseSet is [rules.ParseSet] with an error whose text is in the catalogues.
func ParseSet(name string) (rules.Set, error) {
	set, err := rules.ParseSet(name)
	if err != nil {
		err = lang.Errorf("fault.noSet", "name", strconv.Quote(name), "sets", lang.List(strings.Split(rules.SetNames(), ", ")))
	}
	return set, err
}

// Side returns the name of a side within a sentence: red.
func Side(l lang.Lang, s board.Side) string { return l.Say("side." + s.String()) }

// Pieces returns the name of n pieces of a kind: horses.
func Pieces(l lang.Lang, p board.Piece, n int) string { return l.Say("piece."+p.String(), "n", n) }

// sidePiece returns the name of a piece with its side: red horse.
func sidePiece(l lang.Lang, p board.Piece) string {
	return l.Say("side."+p.Side().String()+"Piece", "piece", Pieces(l, p, 1))
}

// Verdict returns a verdict and its reason. In English it begins with
// [rules.Verdict.String], which ends at the first semicolon.
func Verdict(l lang.Lang, v *rules.Verdict) string {
	parts := []string{head(l, v)}
	if grounds := Grounds(l, v); grounds != "" {
		parts = append(parts, grounds)
	}
	if v.Later > 0 {
		parts = append(parts, l.Say("verdict.later", "n", v.Later, "ply", v.Ply))
	}
	for _, n := range v.Notes {
		if key := keyOf(notes[:], n); key != "" {
			parts = append(parts, l.Say(key))
		}
	}
	return strings.Join(parts, l.Say("join.semicolon"))
}

// head returns the result and its kind.
func head(l lang.Lang, v *rules.Verdict) string {
	if !v.Result.Finished() {
		return l.Say("verdict.continue")
	}
	if loser, ok := v.Result.Loser(); ok {
		return l.Say("verdict.loses", "loser", Side(l, loser), "kind", Ending(l, v))
	}
	return l.Say("verdict.draw", "kind", Ending(l, v))
}

// Ending returns the kind of a verdict, as [rules.Verdict.Ending] does in English.
func Ending(l lang.Lang, v *rules.Verdict) string {
	if v.Kind == rules.PerpetualMixed {
		return l.Say("verdict.mixture", "deeds", joined(l, "join.and", deeds(l, v.Mixture, "verdict.check", "verdict.chase", "verdict.threat")))
	}
	if key := keyOf(kinds[:], v.Kind); key != "" {
		return l.Say("kind." + key)
	}
	return v.Kind.String() // in English where no catalogue has it
}

// Plain returns the result and its kind for somebody who has just learnt the game. Only
// repetitions are called by the terms of the rules; [Grounds] explains them.
func Plain(l lang.Lang, v *rules.Verdict) string {
	switch v.Kind {
	case rules.Checkmate, rules.Stalemate, rules.MoveLimit, rules.Material:
		loser, _ := v.Result.Loser()
		return l.Say("plain."+kinds[v.Kind], "loser", Side(l, loser), "moves", v.MoveLimit/2)
	}
	return head(l, v)
}

// Grounds returns what led to a verdict, "" if the game goes on or the kind says all. A ToMove of 0 means that the
// repetition has not ended yet, as in a verdict that is foretold.
func Grounds(l lang.Lang, v *rules.Verdict) string {
	key := keyOf(kinds[:], v.Kind)
	if !v.Result.Finished() || v.Kind == rules.Checkmate || key == "" {
		return ""
	}
	loser, _ := v.Result.Loser()
	other := loser.Other()
	span := l.Say("verdict.span", "from", v.FromMove, "to", v.ToMove)
	switch v.ToMove {
	case 0:
		span = l.Say("verdict.spanOn", "from", v.FromMove)
	case v.FromMove:
		span = l.Say("verdict.spanOne", "from", v.FromMove)
	}
	values := []any{
		"span", span, "loser", Side(l, loser), "other", Side(l, other), "limit", v.MoveLimit, "times", v.Rules.Occurrences(),
		"hunter", hunter(l, &v.Chase, loser), "chase", chase(l, &v.Chase), "deeds", joined(l, "join.or", deeds(l, v.Mixture, "verdict.givesCheck", "verdict.chases", "verdict.threatens")),
	}
	theirs := v.Span.Levels[other]
	if v.Kind == rules.PerpetualCheck && theirs != rules.Idle {
		return l.Say("verdict.overChase", values...)
	}
	text := l.Say("reason."+key, values...)
	if v.Kind == rules.PerpetualChase && theirs == rules.Uncovers {
		text += l.Say("verdict.overCuts", values...)
	}
	return text
}

// chase says what the chasing plies do.
func chase(l lang.Lang, c *rules.Chase) string {
	if c.Prey == board.NoPiece {
		return l.Say("verdict.anyPiece")
	}
	prey := "verdict.prey"
	if key := keyOf(causes[:], c.Cause); key != "" && !c.Uncovers {
		prey = key
	}
	key := "verdict.both"
	switch {
	case !c.Uncovers:
		key = "verdict.attack"
	case !c.Attacks:
		key = "verdict.cut"
	}
	return l.Say(key, "prey", l.Say(prey, "piece", sidePiece(l, c.Prey), "square", c.PreySquare))
}

// hunter returns the piece that chases, the side if it is not always the same.
func hunter(l lang.Lang, c *rules.Chase, side board.Side) string {
	if c.Prey == board.NoPiece || c.Chaser == board.NoPiece {
		return Side(l, side)
	}
	return l.Say("verdict.hunter", "chaser", sidePiece(l, c.Chaser))
}

// deeds returns the texts, by their keys, for the checks, chases and threats in a
// mixture.
func deeds(l lang.Lang, m rules.Mixture, check, chase, threat string) (words []string) {
	for _, deed := range [...]struct {
		done bool
		key  string
	}{{m.Check, check}, {m.Chase, chase}, {m.Threat, threat}} {
		if deed.done {
			words = append(words, l.Say(deed.key))
		}
	}
	return
}

// joined lists things, the last two joined by the text of a key.
func joined(l lang.Lang, key string, things []string) string {
	last := len(things) - 1
	if last < 1 {
		return strings.Join(things, "")
	}
	return l.Say(key, "first", l.Join(things[:last]), "last", things[last])
}

// Illegal says which move of a game is illegal and why.
func Illegal(l lang.Lang, e *rules.MoveError) string {
	who := Side(l, e.Side)
	if e.Piece != board.NoPiece {
		who = sidePiece(l, e.Piece)
	}
	return l.Say("illegal.at", "reason", Reason(l, e.Reason), "ply", e.Ply, "move", e.Move, "who", who)
}

// Reason says why a move is illegal, by a reason of package rules. Another error says
// what it says.
func Reason(l lang.Lang, reason error) string {
	if key, ok := illegal[reason]; ok {
		return l.Say(key)
	}
	return l.Explain(reason)
}
