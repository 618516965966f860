package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// Referee says whether play has ended in a game of legal moves. It is asked
// before the first move and after every move, by several goroutines.
type Referee func(game *board.Game) (v Verdict, over bool)

// ByRules returns the referee of a set of rules.
func ByRules(o rules.Options) Referee {
	return func(game *board.Game) (v Verdict, over bool) {
		judged := rules.Judge(game, o)
		switch judged.Outcome {
		case rules.Continue:
			return v, false
		case rules.Draw:
			v.Result = Drawn
		case rules.RedWins:
			v.Result = RedWins
		case rules.BlackWins:
			v.Result = BlackWins
		}
		v.End, v.Reason = endOf(judged.Kind), reason(&judged)
		return v, true
	}
}

func endOf(k rules.Kind) End {
	switch k {
	case rules.Checkmate:
		return Checkmate
	case rules.Stalemate:
		return Stalemate
	case rules.MoveLimit:
		return MoveLimit
	case rules.Material:
		return Material
	}
	return Repetition
}

// reason puts a verdict into words.
func reason(v *rules.Verdict) string {
	loser, lost := v.Loser()
	text := map[rules.Kind]string{
		rules.Checkmate:       "is checkmated",
		rules.Stalemate:       "has no legal move",
		rules.PerpetualCheck:  "checks perpetually",
		rules.PerpetualChase:  "chases perpetually",
		rules.PerpetualThreat: "threatens mate perpetually",
		rules.PerpetualMixed:  "checks, chases or threatens mate perpetually",
		rules.Repetition:      "draw by repetition",
		rules.MutualCheck:     "draw by repetition: both check",
		rules.MutualAttack:    "draw by repetition: both do what is forbidden",
		rules.MoveLimit:       fmt.Sprintf("draw: %d plies without capture", v.Limit),
		rules.Material:        "draw: nobody has a piece that can attack",
	}[v.Kind]
	if lost {
		text = loser.String() + " " + text
	}
	if v.Kind.ByRepetition() {
		text += fmt.Sprintf(", moves %d-%d, %v rules", v.FromMove, v.ToMove, v.Rules)
	}
	return text
}

// legalMove reads a move as UCCI writes it and returns it if it is legal.
func legalMove(p *board.Position, text string) (board.Move, error) {
	m, err := board.ParseMove(text)
	if err == nil && !movegen.IsLegal(p, m) {
		err = fmt.Errorf("move %s is not legal in %s", text, p.FEN())
	}
	return m, err
}
