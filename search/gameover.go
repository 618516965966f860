package search

import (
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
	"chuhe/rules"
)

// Two positions with the same pieces may have different values. To keep them apart in the
// transposition table, repeatedSalt is mixed into the key of a position that has occurred
// before on the path, since the rules may forbid moves there that they allowed the first
// time. Near the natural limit, limitSalt times the plies left is mixed in.
const (
	repeatedSalt = 0x5a17ed0c0ffee000
	limitSalt    = 0x9e3779b97f4a7c15
)

// verdict holds what the rules decide about a node.
type verdict struct {
	over bool // the game has ended
	// low and high bound what the position is worth: while play goes on, or both are
	// the score.
	low, high eval.Score
	salt      uint64 // for the position's key in the table
}

// ended returns the verdict of a game that has ended.
func ended(score eval.Score) verdict { return verdict{over: true, low: score, high: score} }

// byRule reports whether one side has lost the game by the rules of repetition.
func (v *verdict) byRule() bool {
	_, byRule := v.low.RuleDistance()
	return v.over && byRule
}

// gameOver judges the position of a ply by the rules: repetition, the natural move
// limit, no attacking piece left. Of the root only the salt is of use.
func (w *worker) gameOver(ply int) verdict {
	f := w.frame(ply)
	p := &f.position
	v := verdict{low: -eval.Infinity, high: eval.Infinity}
	left := w.pliesLeft(w.root + ply)
	if left < caution {
		v.salt = limitSalt * uint64(left+1)
	}
	undecided := left <= 0 || !p.CanAttack(board.Red) && !p.CanAttack(board.Black)
	if undecided && w.run.rules.Set.LimitFirst() {
		return ended(eval.Draw)
	}
	occurrences, latest := 1, 0 // index of the last one before this
	for j := int(f.earlier); j >= f.floor; j = int(w.path[j].earlier) {
		if w.path[j].key != f.key {
			continue
		}
		if occurrences++; occurrences == 2 {
			latest = j
		}
		if occurrences == w.run.rules.Set.Occurrences() {
			return w.repeatedForLast(ply, j)
		}
		v.salt ^= repeatedSalt * uint64(occurrences-1)
	}
	if latest > w.root {
		if w.repeated(&v, ply, latest); v.over {
			return v
		}
	}
	if undecided {
		if !movegen.HasLegal(p) {
			return ended(eval.MatedIn(ply))
		}
		return ended(eval.Draw)
	}
	return v
}

// repeatedForLast returns the verdict on the occurrence of a position that ends the
// game; from is the index of the first that counts.
func (w *worker) repeatedForLast(ply, from int) verdict {
	loser, lost := w.run.rules.Set.JudgeSpan(w, from, w.root+ply).Loser()
	if !lost {
		return ended(eval.Draw)
	}
	return ended(w.lostByRule(ply, loser))
}

// lostByRule returns the score of the position of a ply in which a side loses by
// the rules of repetition.
func (w *worker) lostByRule(ply int, loser board.Side) eval.Score {
	if w.frame(ply).position.Side() == loser {
		return eval.LostByRuleIn(ply)
	}
	return -eval.LostByRuleIn(ply)
}

// repeated judges the position of a ply that last occurred at index from within the
// search, as far as the search may before the occurrence that ends the game.
//
// If neither side offends, it is taken for a draw at once: what is no offence in a
// loop is none in a longer span. If a side does, it may still leave the loop in time,
// so the game goes on (rules that claim a win earlier announce false mates); but it
// could have left before, so the loop has brought it no more than a draw, unless the
// other side offends as well. When the position before has come back too, the loop is
// entered again, and whatever a side may do in it has been searched: the side loses, as in
// Pikafish, that the rules say loses if both stay in the loop until the game ends.
func (w *worker) repeated(v *verdict, ply, from int) {
	to := w.root + ply
	span := w.run.rules.Set.JudgeSpan(w, from, to)
	loser, lost := span.Loser()
	switch {
	case span.Levels == [2]rules.Level{}:
		*v = ended(eval.Draw)
		return
	case !lost:
		return
	}
	if from-1 > w.root && w.path[from-1].key == w.path[to-1].key {
		w.loop = rules.Loop{Line: w, Floor: w.path[to].floor, From: from, To: to, Clock: w.clockAt(to)}
		end, ok := w.loop.End(w.run.rules.Set, w.run.moveLimit)
		if loser, lost := end.Loser(); ok && lost {
			*v = ended(w.lostByRule(ply, loser))
			return
		}
	}
	switch {
	case span.Levels[loser.Other()] != rules.Idle:
	case loser == w.frame(ply).position.Side():
		v.high = eval.Draw
	default:
		v.low = eval.Draw
	}
}

// losesByRule reports whether a move at the root completes a repetition for
// which the mover loses.
func (w *worker) losesByRule(m board.Move) bool {
	if !w.mayRepeat(0, m) {
		return false
	}
	v := w.try(0, m)
	defer w.unmake(0)
	return v.byRule() && v.low > 0
}

// mayRepeat reports whether a move in the position of a ply may lead to one that is on the
// path already. False is certain.
func (w *worker) mayRepeat(ply int, m board.Move) bool {
	return *w.chains.head(w.frame(ply).position.KeyAfter(m)) >= 0
}

// losesByAnswer reports whether an answer to a move at the root completes a repetition for
// which the mover loses. The search sees that too, unless the player overlooks the answer.
func (w *worker) losesByAnswer(m board.Move) bool {
	v := w.try(0, m)
	defer w.unmake(0)
	return !v.over && slices.ContainsFunc(movegen.Legal(&w.frame(1).position, nil), func(answer board.Move) bool {
		if !w.mayRepeat(1, answer) {
			return false
		}
		v := w.try(1, answer)
		defer w.unmake(1)
		return v.byRule() && v.low < 0
	})
}

// try makes a move in the position of a ply and returns the verdict on the position after
// it. The move is no part of the search and does not count as a node.
func (w *worker) try(ply int, m board.Move) verdict {
	p := &w.frame(ply).position
	gives := movegen.NewChecks(p)
	w.make(ply, m, gives.Gives(p, m))
	w.nodes--
	return w.gameOver(ply + 1)
}

// mayRepeatLast reports whether a position has occurred so often that the game ends when it comes back.
func (w *worker) mayRepeatLast() bool {
	for i := w.root; i >= w.frame(0).floor; i-- {
		occurrences := 2 // with the one to come
		for j := w.path[i].earlier; int(j) >= w.path[i].floor; j = w.path[j].earlier {
			if w.path[j].key == w.path[i].key {
				occurrences++
			}
		}
		if occurrences >= w.run.rules.Set.Occurrences() {
			return true
		}
	}
	return false
}
