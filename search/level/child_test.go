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

// child is a simple player, like one who has learnt the rules and some of what follows.
// Between moves that seem equal it plays at random.
type child struct {
	name    string
	takes   bool // takes what is worth most
	looks   bool // counts a piece as lost that moves to where it can be taken
	mates   bool // mates in one
	defends bool // counts its most valuable piece as lost that is attacked and not guarded
}

var children = [...]child{
	{name: "moves at random"},
	{name: "takes", takes: true},
	{name: "takes what hangs", takes: true, looks: true},
	{name: "also mates in one", takes: true, looks: true, mates: true},
	{name: "also saves its pieces", takes: true, looks: true, mates: true, defends: true},
}

// Indices of children.
const (
	hanging = 2
	mating  = 3
)

// choose returns the child's move.
func (c *child) choose(p *board.Position, random *rand.Rand) board.Move {
	best, bestGain := board.NoMove, -1000.0
	for _, m := range movegen.Legal(p, nil) {
		after := p.Make(m)
		if c.mates && !movegen.HasLegal(&after) {
			return m
		}
		gain := random.Float64()
		if c.takes {
			gain += float64(worth[p.Captured(m).Type()])
		}
		if c.looks && attacked(&after, m.To()) {
			gain -= float64(worth[p.At(m.From()).Type()])
		}
		if c.defends {
			gain -= float64(mostHanging(&after, m.To()))
		}
		if gain > bestGain {
			best, bestGain = m, gain
		}
	}
	return best
}

// attacked reports whether the side to move attacks a square.
func attacked(p *board.Position, s board.Square) bool {
	return p.Attackers(s, p.Occupied()).Meets(p.Of(p.Side()))
}

// mostHanging returns the worth of the most valuable piece, except on one square, that
// the side to move attacks and the other does not guard.
func mostHanging(p *board.Position, except board.Square) (most int) {
	owner := p.Side().Other()
	for pieces := p.Of(owner).AndNot(except.Bit()).AndNot(p.King(owner).Bit()); !pieces.IsEmpty(); {
		s := pieces.Pop()
		if attacked(p, s) && !p.Attackers(s, p.Occupied()).Meets(p.Of(owner)) {
			most = max(most, worth[p.At(s).Type()])
		}
	}
	return most
}

// meet lets the child play games against a level and returns its points.
func (c *child) meet(t *testing.T, step, games int) (points float64) {
	l := level.OfStep(step)
	player := newEngine(t, l, 1)
	random := rand.New(rand.NewPCG(uint64(step), 0))
	for i := range games {
		g, side := board.NewLine(board.Start()), board.Side(i%2)
		result := board.Unfinished
		for ; result == board.Unfinished && g.Len() < mostPlies; result = outcome(g) {
			if g.Position().Side() == side {
				g.Play(c.choose(g.Position(), random))
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

// TestChildren asserts that a child wins against the first two levels who takes what
// hangs, and more often who also sees a mate in one, and that the third and the fourth
// are harder. The long mode plays the table of docs/levels.md.
func TestChildren(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games, with one thread")
	}
	games := testpos.Rounds(40, 40, 200)
	share := func(c, step int) float64 {
		s := 100 * children[c].meet(t, step, games) / float64(games)
		t.Logf("level %d: who %s scores %.0f %% of %d games", step, children[c].name, s, games)
		return s
	}
	for step := 1; step <= 2; step++ {
		assert.GreaterOrEqual(t, share(hanging, step), float64(testpos.Rounds(55, 55, 60)), "level %d", step)
		assert.GreaterOrEqual(t, share(mating, step), float64(testpos.Rounds(68, 68, 75)), "level %d", step)
	}
	for step := 3; step <= 4; step++ {
		assert.Less(t, share(mating, step), float64(testpos.Rounds(65, 65, 60)), "level %d", step)
	}
	if games < 200 {
		return
	}
	for step := 1; step < level.Steps; step++ {
		for c := range children {
			share(c, step)
		}
	}
}
