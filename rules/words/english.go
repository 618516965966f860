package words

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

var english = language{
	separator: "; ",
	head:      (*rules.Verdict).String,
	illegal:   (*rules.MoveError).Error,
	sides:     [2]string{board.Red: "red", board.Black: "black"},
	later:     "play ended after ply {ply}, {later} later plies not counted",
	laterOne:  "play ended after ply {ply}, 1 later ply not counted",
	span:      "from move {from} to {to}",
	spanOne:   "in move {from}",
	reasons: [...]string{
		rules.Stalemate:       "{loser} has no legal move",
		rules.PerpetualCheck:  "{span} every {loser} move gives check",
		rules.PerpetualChase:  "{span} every {loser} move {chase}",
		rules.PerpetualThreat: "{span} every {loser} move threatens mate",
		rules.PerpetualMixed:  "{span} every {loser} move {deeds}",
		rules.Repetition:      "{span} the position occurs {times} times and neither side's moves are forbidden",
		rules.MutualCheck:     "{span} both sides give check with every move",
		rules.MutualChase:     "{span} both sides chase a piece with every move",
		rules.MutualAttack:    "{span} both sides check, chase or threaten mate with every move",
		rules.MoveLimit:       "{limit} plies without a capture, as the rules count them",
		rules.Material:        "no rook, knight, cannon or pawn is left",
	},
	overChase: "{span} every {loser} move gives check, which is worse than {other}'s perpetual attack",
	overCuts:  "; that {other} chases too, only by cutting off protectors, does not excuse it",
	deeds:     [3]string{"gives check", "chases a piece", "threatens mate"},
	joined: func(deeds []string) string {
		last := max(len(deeds)-1, 0)
		return strings.Join(deeds[:last], ", ") + " or " + strings.Join(deeds[last:], "")
	},
	anyPiece: "chases some piece",
	attack:   "newly attacks the {prey} {square}{with}{cause}",
	cut:      "newly threatens to win the {prey} {square}{with} by cutting off its protectors",
	both:     "newly threatens to win the {prey} {square}{with}, by an attack or by cutting off its protectors",
	causes: [...]string{
		rules.Unprotected:  ", which nothing protects",
		rules.FalseRoot:    ", whose protectors cannot legally retake",
		rules.StrongerPrey: ", which is worth more than its attacker, protected or not",
	},
	with:   " with a {chaser}",
	prey:   func(p board.Piece) string { return fmt.Sprintf("%v %v", p.Side(), p.Type()) },
	chaser: func(p board.Piece) string { return p.Type().String() },
	notes: [...]string{
		rules.GuardsChase:     "note: the book names only knights and cannons as chasers of a protected stronger piece; as nearly all programs do, advisors and elephants are counted with them",
		rules.CutsWeighLess:   "note: the book does not say how a chase that only ever cuts off protectors weighs against a chase by new attacks; as its diagrams 39-41 and 61 require, the latter is the worse",
		rules.ChecksNoExcuse:  "note: the book does not say whether checks within the loop excuse a chase; here they do not, and a check that also newly attacks the same piece counts as its chase",
		rules.AddedAttacker:   "note: the book does not say whether one more attacker on a piece already attacked is a new chase; here it is",
		rules.ThreatsBounded:  "note: the book sets no bound to threats of mate or gain; series of up to 4 checks to a mate and 3 to a gain were followed, and gains by exchanges were not looked for",
		rules.EitherSideClaim: "note: the book counts at most ten checks of the side that claims the draw; the draw is given as soon as either side could claim it",
	},
}
