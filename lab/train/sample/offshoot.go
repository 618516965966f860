package sample

import (
	"math/rand/v2"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// offshooter makes positions such as a search visits around a game: one or two
// random moves away from it, with the hand-written evaluation as their score. They
// cost almost nothing, so any number can teach a network what the hand-written
// evaluation knows, before it learns better from games. An offshoot keeps the
// result of its game, which means little after random moves: the target should be
// the score alone.
type offshooter struct {
	settings *Settings
	teacher  eval.Evaluator
	random   *rand.Rand
	moves    [movegen.MaxMoves]board.Move
}

func newOffshooter(s *Settings) *offshooter {
	return &offshooter{settings: s, teacher: eval.Classical{}.New()}
}

// begin starts a game. Its random moves depend only on its identity and the seed.
func (o *offshooter) begin(identity uint64) {
	o.random = rand.New(rand.NewPCG(o.settings.Seed, identity))
}

// append appends the offshoots of a position in which the game is not over.
// Offshoots in check or with a score out of range are left out and not replaced. An
// offshoot in which the side to move has no legal move, and so has lost, keeps its
// static score: it is rare, and a search never evaluates such a position.
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
