package level_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/search/level"
)

// worth gives the values of the pieces that children learn.
var worth = [board.PieceTypes]int{board.Pawn: 1, board.Advisor: 2, board.Bishop: 2, board.Knight: 4, board.Cannon: 4, board.Rook: 9, board.King: 100}

// child plays as one who has just learnt the rules: it mates in one, takes the most
// valuable piece that it can take for nothing or for a better one, does not move to
// where it can be taken for nothing, and is otherwise random.
func child(g *board.Line, random *rand.Rand) board.Move {
	p := g.Position()
	best, bestGain := board.NoMove, -1000.0
	for _, m := range movegen.Legal(p, nil) {
		after := p.Make(m)
		if !movegen.HasLegal(&after) {
			return m
		}
		gain := float64(worth[p.Captured(m).Type()]) + random.Float64()
		if !after.Attackers(m.To(), after.Occupied()).And(after.Of(after.Side())).IsEmpty() {
			gain -= float64(worth[p.At(m.From()).Type()])
		}
		if gain > bestGain {
			best, bestGain = m, gain
		}
	}
	return best
}

// meet lets the child play games against a level and returns its points.
func meet(t *testing.T, l level.Level, games int) (points float64) {
	player := newEngine(t, l, 1)
	random := rand.New(rand.NewPCG(uint64(l.Elo), 0))
	for i := range games {
		g, side := board.NewLine(board.Start()), board.Side(i%2)
		result := board.Unfinished
		for ; result == board.Unfinished && g.Len() < mostPlies; result = outcome(g) {
			if g.Position().Side() == side {
				g.Play(child(g, random))
			} else {
				g.Play(choose(player, g, l))
			}
		}
		if result == board.Unfinished {
			result = board.Draw
		}
		points += result.Points(side)
	}
	return points
}

// outcome returns how a game stands: a side without a move has lost.
func outcome(g *board.Line) board.Result {
	if !movegen.HasLegal(g.Position()) {
		return board.Win(g.Position().Side().Other())
	}
	return rules.Judge(g, rules.DefaultOptions()).Result
}

// TestChild asserts that a child can win against the first level, and no longer does
// against the third.
func TestChild(t *testing.T) {
	games := testpos.Rounds(40, 40, 200)
	first, third := meet(t, level.OfStep(1), games), meet(t, level.OfStep(3), games)
	t.Logf("of %d games the child scores %.1f against level 1, %.1f against level 3", games, first, third)
	assert.GreaterOrEqual(t, first, 1.0)
	assert.Less(t, third, first)
}
