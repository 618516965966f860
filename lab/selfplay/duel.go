package selfplay

import (
	"context"
	"math/rand/v2"

	"chuhe/board"
	"chuhe/search"
)

// Duel plays games between two engines, one at a time, with the same openings and
// adjudication as self-play.
type Duel struct{ player player }

// NewDuel returns a duel. It ignores Seed, PlayOut and Threads of the settings.
func NewDuel(s *Settings, red, black *search.Engine) *Duel {
	return &Duel{player{settings: s, engine: red, rival: black, nodes: [2]uint64{s.Nodes, s.Nodes}}}
}

// SetClock lets each engine play on a clock of nodes instead of a number of nodes a
// move: a number for the game, and an increment for each move.
func (d *Duel) SetClock(nodes, increment uint64) { d.player.clock = &nodeClock{nodes, increment} }

// SetCut ends each game that is longer than a number of plies after the opening without a
// result; 0 lets it go on.
func (d *Duel) SetCut(plies int) { d.player.cut = plies }

// SetNodes gives the engine that plays Red now and the other different numbers of nodes a
// move.
func (d *Duel) SetNodes(red, black uint64) { d.player.nodes = [2]uint64{red, black} }

// Swap swaps the colours of the engines, which keep their nodes.
func (d *Duel) Swap() {
	p := &d.player
	p.engine, p.rival = p.rival, p.engine
	p.nodes[0], p.nodes[1] = p.nodes[1], p.nodes[0]
}

// Open returns a game of random plies whose last position is balanced according to
// Red's engine. The error comes from ctx, or says that no opening was found.
func (d *Duel) Open(ctx context.Context, random *rand.Rand) (*board.Line, error) {
	return d.player.open(ctx, random)
}

// Play plays a game to its end, or to the limit of SetCut, where it is [board.Unfinished]. Both
// engines forget earlier games first. The error comes from ctx.
func (d *Duel) Play(ctx context.Context, game *board.Line) (board.Result, error) {
	d.player.engine.Clear()
	d.player.rival.Clear()
	g, err := d.player.playOn(ctx, game, false)
	return g.Result, err
}
