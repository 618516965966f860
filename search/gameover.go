package search

import (
	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// repeatedSalt sets the keys of positions that have occurred before on the path
// apart in the transposition table: what may be played from them is not what
// may be played from the same position met for the first time.
const repeatedSalt = 0x5a17ed0c0ffee000

// gameOver judges a position other than the root by the rules: repetition, the
// natural move limit, no attacking piece left. The salt is for the position's
// key.
func (w *worker) gameOver(ply int) (score eval.Score, over bool, salt uint64) {
	i := w.root + ply
	f := &w.path[i]
	p := &f.position
	undecided := f.clock.Reached(w.run.moveLimit) || !hasAttacker(p, board.Red) && !hasAttacker(p, board.Black)
	if undecided && w.run.rules.Set.LimitFirst() {
		return eval.Draw, true, 0
	}
	occurrences := 1
	for j := i - 4; j >= f.floor; j -= 2 {
		if w.path[j].key != f.key {
			continue
		}
		occurrences++
		if score, over := w.repeated(ply, j, occurrences); over {
			return score, true, 0
		}
		salt = repeatedSalt
	}
	if undecided {
		if !movegen.HasLegal(p) {
			return eval.MatedIn(ply), true, 0
		}
		return eval.Draw, true, 0
	}
	return 0, false, salt
}

// repeated judges the position of a ply that was first met at index from, as
// far as the search may.
//
// The occurrence that the rules ask for ends the game. A second one within the
// search is taken for a draw at once, but only if nobody offends: whether an
// offender can leave the loop in time must be searched, and so it is up to the
// last occurrence (rules that claim a win earlier announce false mates).
func (w *worker) repeated(ply, from, occurrences int) (eval.Score, bool) {
	to := w.root + ply
	set := w.run.rules.Set
	final := occurrences == set.Occurrences()
	if !final && !(occurrences == 2 && from > w.root) {
		return 0, false
	}
	span := set.JudgeSpan(w, from, to)
	if !final {
		return eval.Draw, span.Levels == [2]rules.Level{}
	}
	loser, lost := span.Loser()
	switch {
	case !lost:
		return eval.Draw, true
	case loser == w.At(to).Side():
		return eval.LostByRuleIn(ply), true
	}
	return -eval.LostByRuleIn(ply), true
}

// losesByRule reports whether a move at the root completes a repetition for
// which the mover loses.
func (w *worker) losesByRule(m board.Move) bool {
	w.make(0, m)
	defer w.eval.Unmake()
	w.windClock(1, w.frame(1).position.InCheck())
	score, over, _ := w.gameOver(1)
	_, byRule := score.RuleDistance()
	return over && byRule && score > 0
}

// hasAttacker reports whether a side has a piece that can cross the river.
func hasAttacker(p *board.Position, side board.Side) bool {
	return p.Of(side).Meets(p.AllOf(board.Rook).Or(p.AllOf(board.Knight)).Or(p.AllOf(board.Cannon)).Or(p.AllOf(board.Pawn)))
}
