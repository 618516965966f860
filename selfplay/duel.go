package selfplay

import (
	"context"
	"math/rand/v2"

	"chuhe/board"
	"chuhe/search"
)

// Duel plays games between two engines in the manner of the others, one at a
// time.
type Duel struct{ player player }

// NewDuel returns a duel under settings, of which Seed, PlayOut and Threads
// count for nothing.
func NewDuel(s *Settings, red, black *search.Engine) *Duel {
	return &Duel{player{settings: s, engine: red, rival: black}}
}

// Swap gives each engine the other's colour.
func (d *Duel) Swap() { d.player.engine, d.player.rival = d.player.rival, d.player.engine }

// Open returns a game of random plies whose last position is balanced, as Red's
// engine sees it. The error is that of ctx, or says that none was found.
func (d *Duel) Open(ctx context.Context, random *rand.Rand) (*board.Game, error) {
	return d.player.open(ctx, random)
}

// Play plays a game on to its end, neither engine knowing of games before. The
// error is that of ctx.
func (d *Duel) Play(ctx context.Context, game *board.Game) (board.Result, error) {
	d.player.engine.Clear()
	d.player.rival.Clear()
	g, err := d.player.playOn(ctx, game, false)
	return g.Result, err
}
