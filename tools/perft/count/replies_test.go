package count

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// repliesAgree compares the replies counted for all moves of a piece together
// with a new count after each move.
func repliesAgree(p *board.Position) error {
	safety := movegen.NewSafety(p)
	var r replies
	r.init(&p.Placement)
	for _, m := range movegen.Movers(&p.Placement, &safety, board.AllSquares, nil) {
		together := 0
		for ends := m.Ends; !ends.IsEmpty(); {
			to := ends.Pop()
			child := p.Make(board.NewMove(m.From, to))
			want := Moves(&child)
			alone := movegen.Mover{From: m.From, Kind: m.Kind, Ends: to.Bit()}
			if got := r.after(&alone); got != want {
				return fmt.Errorf("%v: replies to %v%v: got %d, want %d", p, m.From, to, got, want)
			}
			together += want
		}
		if got := r.after(&m); got != together {
			return fmt.Errorf("%v: replies to the moves of the piece on %v: got %d, want %d", p, m.From, got, together)
		}
	}
	return nil
}

func TestReplies(t *testing.T) {
	positions := 10_000
	if testing.Short() {
		positions = 1000
	}
	for name, source := range map[string]func(*rand.Rand) func() board.Position{
		"games": testpos.Games, "strewn": testpos.Strewn,
	} {
		t.Run(name, func(t *testing.T) {
			next := source(rand.New(rand.NewPCG(4, 2)))
			for range positions {
				p := next()
				require.NoError(t, repliesAgree(&p))
			}
		})
	}
}
