package rules

import (
	"slices"

	"chuhe/board"
	"chuhe/movegen"
)

// Outcome is how a game would stand after a move.
type Outcome struct {
	Move board.Move
	// Verdict on the game with the move played; Unfinished where play would go on.
	Verdict Verdict
}

// Outcomes returns what each legal move would make of the game, in the order in which
// movegen.Legal has the moves: which would end play, how and why. After the end of
// play there are no outcomes.
func (r *Referee) Outcomes() (all []Outcome) {
	if r.verdict.Result.Finished() {
		return nil
	}
	for _, m := range movegen.Legal(r.game.Position(), nil) {
		all = append(all, Outcome{m, r.after(m)})
	}
	return all
}

// after returns the verdict on the game with one more move. Play must not have ended.
func (r *Referee) after(m board.Move) Verdict {
	n := r.game.Len() + 1
	r.game.Play(m)
	defer r.game.Undo()
	p, capture, first := r.game.At(n), r.captures(n-1), -1
	if !capture {
		first = r.occurrence(r.before(p), r.options.Set.Occurrences()-1)
	}
	v := r.verdict
	v.Ply = n
	v.end(r.game, r.options.Set.law(), first, r.clock.Next(p.Side().Other(), capture, p.InCheck()))
	return v
}

// Answered returns the verdict with which the opponent could end play by completing a
// repetition in answer to a move, the best one for the opponent; Unfinished where there is
// none, or only such as lose for the opponent. The outcome must be one of Outcomes.
func (r *Referee) Answered(o Outcome) (best Verdict) {
	p, needed := *r.game.Position(), r.options.Set.Occurrences()
	often := func(before int) bool { return r.upTo(before)+2 >= needed } // one occurrence is missing
	if o.Verdict.Result.Finished() || p.Captured(o.Move) != board.NoPiece || !slices.ContainsFunc(r.earlier, often) {
		return best // most games have nothing to complete
	}
	child := p.Make(o.Move)
	for _, answer := range movegen.Legal(&child, nil) {
		last := child.Make(answer)
		if child.Captured(answer) != board.NoPiece || r.upTo(r.before(&last))+1 < needed {
			continue
		}
		next := r.game.Clone()
		next.Play(o.Move)
		next.Play(answer)
		v := NewReferee(next, r.options).verdict
		switch loser, lost := v.Result.Loser(); {
		case !v.Kind.ByRepetition():
		case lost && loser == p.Side():
			return v
		case !lost:
			best = v
		}
	}
	return best
}

// Occurrences returns how often the position after a legal move will have occurred since
// the last capture: 1 if the move makes a new one.
func (r *Referee) Occurrences(m board.Move) int {
	p := r.game.Position()
	if p.Captured(m) != board.NoPiece {
		return 1
	}
	child := p.Make(m)
	return r.upTo(r.before(&child)) + 1
}

// upTo returns how often the position after ply n occurred until then, 0 for ply -1.
func (r *Referee) upTo(n int) (occurrences int) {
	for ; n >= 0; n = r.earlier[n] {
		occurrences++
	}
	return occurrences
}

// Repeated returns how often the last position of the game has occurred since the last
// capture, and the verdict if both sides play the moves since the occurrence before
// over and over until play ends. The verdict is Unfinished if the position has not occurred
// before. If play has ended, it is the verdict of the game.
func (r *Referee) Repeated() (occurrences int, v Verdict) {
	last := r.game.Len()
	occurrences, from := r.upTo(last), r.earlier[last]
	if from < 0 || r.verdict.Result.Finished() {
		return occurrences, r.verdict
	}
	on := NewReferee(r.game.Clone(), r.options)
	for n := from; !on.verdict.Result.Finished(); n++ {
		on.Play(on.game.Move(n))
	}
	return occurrences, on.verdict
}
