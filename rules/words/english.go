package words

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

type english struct{}

func (english) separator() string                 { return "; " }
func (english) head(v *rules.Verdict) string      { return v.String() }
func (english) illegal(e *rules.MoveError) string { return e.Error() }

func (english) later(v *rules.Verdict) string {
	plies := fmt.Sprintf("%d later plies", v.Later)
	if v.Later == 1 {
		plies = "1 later ply"
	}
	return fmt.Sprintf("play ended after ply %d, %s not counted", v.Ply, plies)
}

func (english) reason(v *rules.Verdict) string {
	loser, _ := v.Result.Loser()
	other := loser.Other()
	span := fmt.Sprintf("from move %d to %d", v.FromMove, v.ToMove)
	if v.FromMove == v.ToMove {
		span = fmt.Sprintf("in move %d", v.FromMove)
	}
	every := fmt.Sprintf("%s every %v move ", span, loser)
	switch v.Kind {
	case rules.Stalemate:
		return fmt.Sprintf("%v has no legal move", loser)
	case rules.PerpetualCheck:
		if v.Span.Levels[other] != rules.Idle {
			return fmt.Sprintf("%sgives check, which is worse than %v's perpetual attack", every, other)
		}
		return every + "gives check"
	case rules.PerpetualChase:
		text := every + englishChase(&v.Chase)
		if v.Span.Levels[other] == rules.Uncovers {
			text += fmt.Sprintf("; that %v chases too, only by cutting off protectors, does not excuse it", other)
		}
		return text
	case rules.PerpetualThreat:
		return every + "threatens mate"
	case rules.PerpetualMixed:
		parts := deeds(v.Mixture, "gives check", "chases a piece", "threatens mate")
		last := len(parts) - 1
		return every + strings.Join(parts[:last], ", ") + " or " + parts[last]
	case rules.Repetition:
		return fmt.Sprintf("%s the position occurs %d times and neither side's moves are forbidden", span, v.Rules.Occurrences())
	case rules.MutualCheck:
		return span + " both sides give check with every move"
	case rules.MutualChase:
		return span + " both sides chase a piece with every move"
	case rules.MutualAttack:
		return span + " both sides check, chase or threaten mate with every move"
	case rules.MoveLimit:
		return fmt.Sprintf("%d plies without a capture", v.MoveLimit)
	case rules.Material:
		return "no rook, knight, cannon or pawn is left"
	}
	return ""
}

// englishChase says what the chasing moves do.
func englishChase(c *rules.Chase) string {
	if c.Prey == board.NoPiece {
		return "chases some piece"
	}
	prey := fmt.Sprintf("the %v %v %v", c.Prey.Side(), c.Prey.Type(), c.PreySquare)
	if c.Chaser != board.NoPiece {
		prey += fmt.Sprintf(" with a %v", c.Chaser.Type())
	}
	switch {
	case !c.Uncovers:
		return "newly attacks " + prey + [...]string{
			rules.NoCause:      "",
			rules.Unprotected:  ", which nothing protects",
			rules.FalseRoot:    ", whose protectors cannot legally retake",
			rules.StrongerPrey: ", which is worth more than its attacker, protected or not",
		}[c.Cause]
	case !c.Attacks:
		return "newly threatens to win " + prey + " by cutting off its protectors"
	}
	return "newly threatens to win " + prey + ", by an attack or by cutting off its protectors"
}

func (english) note(n rules.Note) string { return "note: " + englishNotes[n] }

var englishNotes = [...]string{
	rules.GuardsChase:     "the book names only knights and cannons as chasers of a protected stronger piece; as all programs do, advisors and elephants are counted with them",
	rules.CutsWeighLess:   "the book does not say how a chase that only ever cuts off protectors weighs against a chase by new attacks; as its diagrams 39-41 and 61 require, the latter is the worse",
	rules.ChecksNoExcuse:  "the book does not say whether checks within the loop excuse a chase; here they do not, and a check that also attacks the same piece anew counts as its chase",
	rules.AddedAttacker:   "the book does not say whether one more attacker on a piece already attacked is a new chase; here it is",
	rules.ThreatsBounded:  "the book sets no bound to threats of mate or gain; series of up to 4 checks were followed, and gains by exchanges were not looked for",
	rules.EitherSideClaim: "the book counts at most ten checks of the side that claims the draw; the draw is given as soon as either side could claim it",
}

// deeds returns the words for those of check, chase and threat that a mixture
// has.
func deeds(m rules.Mixture, check, chase, threat string) (words []string) {
	for _, d := range [...]struct {
		done bool
		word string
	}{{m.Check, check}, {m.Chase, chase}, {m.Threat, threat}} {
		if d.done {
			words = append(words, d.word)
		}
	}
	return
}
