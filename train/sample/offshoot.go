package sample

import (
	"math/rand/v2"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// offshooter makes positions that a search would see beside a game: a random
// move or two off its course, with the hand-written evaluation as their score.
// They cost next to nothing, so that a network can learn from any number of them
// all that the hand-written evaluation knows, before it learns better from games.
// An offshoot keeps the result of its game, which means little behind random
// moves: the target should be the score alone.
type offshooter struct {
	settings *Settings
	teacher  *eval.Classical
	random   *rand.Rand
	moves    [movegen.MaxMoves]board.Move
}

func newOffshooter(s *Settings) *offshooter {
	return &offshooter{settings: s, teacher: eval.NewClassical()}
}

// begin makes what is random in a game depend on its identity and the seed alone.
func (o *offshooter) begin(identity uint64) {
	o.random = rand.New(rand.NewPCG(o.settings.Seed, identity))
}

// append appends the offshoots of a position in which the game is not over.
// Those in check or decided are left out and not replaced. One in which the side
// to move has no move, and so has lost, is kept with its static score: it is rare,
// and a search sees that the game is over and never asks what it is worth.
func (o *offshooter) append(dst []Sample, p *board.Position, result board.Result) []Sample {
	for range o.settings.Offshoots {
		off := *p
		for range 1 + o.random.IntN(2) {
			if moves := movegen.Legal(&off, o.moves[:0]); len(moves) > 0 {
				off.Play(moves[o.random.IntN(len(moves))])
			}
		}
		if off.InCheck() {
			continue
		}
		o.teacher.Reset(&off)
		if score := int(o.teacher.Evaluate(&off)); max(score, -score) <= o.settings.MaxScore {
			dst = append(dst, New(&off, int16(score), result))
		}
	}
	return dst
}
