package rules

import "chuhe/board"

// repeat fills in the verdict on the span From..To.
func (v *Verdict) repeat(game *board.Game, l *law) {
	v.FromMove, v.ToMove = game.At(v.From).Fullmove(), game.At(v.To-1).Fullmove()
	v.Span = v.Rules.JudgeSpan(game, v.From, v.To)
	loser, ok := v.Span.Loser()
	if !ok {
		v.Outcome, v.Kind = Draw, Repetition
		switch level := v.Span.Levels[0]; {
		case level == ChecksAll:
			v.Kind = MutualCheck
		case level != Idle:
			v.Kind = MutualAttack
		}
	} else {
		v.Outcome = Win(loser.Other())
		switch {
		case v.Span.Levels[loser] == ChecksAll:
			v.Kind = PerpetualCheck
		case l.chase == chaseAny:
			v.Kind = l.mixture(game, v.From, v.To, loser)
		default:
			v.Kind = PerpetualChase
		}
		if v.Kind == PerpetualChase && l.chase != chaseAny {
			v.Chase = l.explain(game, v.From, v.To, loser)
		}
	}
	v.Notes = l.notes(game, v.From, v.To, v.Outcome)
}

// mixture names the offence of a side that checks, chases or threatens mate
// with every ply.
func (l *law) mixture(h History, from, to int, side board.Side) Kind {
	return PerpetualMixed
}
func (l *law) explain(h History, from, to int, side board.Side) Chase { return Chase{} }
func (l *law) notes(h History, from, to int, o Outcome) []Note        { return nil }

type question struct{}

// Note is a point that the rule books leave open.
type Note struct{}
