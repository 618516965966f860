package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// Two positions with the same pieces may be worth different things. So that the
// transposition table keeps them apart, repeatedSalt goes into the key of one that has
// occurred before on the path, from which not the same may be played as at the first
// time, and limitSalt times the plies left into that of one near the natural limit.
const (
	repeatedSalt = 0x5a17ed0c0ffee000
	limitSalt    = 0x9e3779b97f4a7c15
)

// verdict is what the rules say of a node.
type verdict struct {
	over bool // the game has ended
	// low and high bound what the position is worth: while play goes on, or both are
	// the score.
	low, high eval.Score
	salt      uint64 // for the position's key in the table
}

// ended returns the verdict of a game that has ended.
func ended(score eval.Score) verdict { return verdict{over: true, low: score, high: score} }

// gameOver judges the position of a ply by the rules: repetition, the natural move
// limit, no attacking piece left. Of the root only the salt is of use.
func (w *worker) gameOver(ply int) verdict {
	i := w.root + ply
	f := &w.path[i]
	p := &f.position
	v := verdict{low: -eval.Infinity, high: eval.Infinity}
	left := w.pliesLeft(i)
	if left < caution {
		v.salt = limitSalt * uint64(left+1)
	}
	undecided := left <= 0 || !p.CanAttack(board.Red) && !p.CanAttack(board.Black)
	if undecided && w.run.rules.Set.LimitFirst() {
		return ended(eval.Draw)
	}
	occurrences := 1
	for j := i - 4; j >= f.floor; j -= 2 {
		if w.path[j].key != f.key {
			continue
		}
		occurrences++
		if w.repeated(&v, ply, j, occurrences); v.over {
			return v
		}
		v.salt ^= repeatedSalt * uint64(occurrences-1)
	}
	if undecided {
		if !movegen.HasLegal(p) {
			return ended(eval.MatedIn(ply))
		}
		return ended(eval.Draw)
	}
	return v
}

// repeated judges the position of a ply that was first met at index from, as
// far as the search may.
//
// The occurrence that the rules ask for ends the game. A second one within the
// search is taken for a draw at once if nobody offends. If a side does, it may
// still leave the loop in time, so the game goes on (rules that claim a win
// earlier announce false mates); but it could have left before, so the loop has
// brought it no more than a draw. When the position before has come back as well,
// the loop is entered again, and whatever a side may do in it has been searched: it
// loses, as in Pikafish.
func (w *worker) repeated(v *verdict, ply, from, occurrences int) {
	to := w.root + ply
	set := w.run.rules.Set
	final := occurrences == set.Occurrences()
	if !final && !(occurrences == 2 && from > w.root) {
		return
	}
	span := set.JudgeSpan(w, from, to)
	loser, lost := span.Loser()
	mover := w.At(to).Side()
	again := from-1 > w.root && w.path[from-1].key == w.path[to-1].key
	switch {
	case !final && span.Levels == [2]rules.Level{}, final && !lost:
		*v = ended(eval.Draw)
	case lost && (final || again) && loser == mover:
		*v = ended(eval.LostByRuleIn(ply))
	case lost && (final || again):
		*v = ended(-eval.LostByRuleIn(ply))
	case lost && loser == mover:
		v.high = eval.Draw
	case lost:
		v.low = eval.Draw
	}
}

// losesByRule reports whether a move at the root completes a repetition for
// which the mover loses.
func (w *worker) losesByRule(m board.Move) bool {
	p := &w.frame(0).position
	gives := movegen.NewChecks(p)
	w.make(0, m, gives.Gives(p, m))
	w.nodes-- // it is no part of the search
	defer w.eval.Unmake()
	v := w.gameOver(1)
	_, byRule := v.low.RuleDistance()
	return v.over && byRule && v.low > 0
}
