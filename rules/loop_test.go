package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// lastLoop returns the loop that the last position of a game has closed.
func lastLoop(game *board.Line, o Options) (l Loop, ok bool) {
	n := game.Len()
	l = Loop{Line: game, Floor: max(n-game.Position().Halfmove(), 0), To: n, Clock: o.Set.NewClock(game.At(0))}
	for i := range n {
		l.Clock = l.Clock.After(game.At(i + 1))
	}
	for l.From = n - 2; l.From >= l.Floor; l.From -= 2 {
		if game.At(l.From).Key() == game.Position().Key() {
			return l, true
		}
	}
	return l, false
}

// TestLoop holds what becomes of the loops in random games beside the verdict on the
// games in which they are played.
func TestLoop(t *testing.T) {
	ends := map[Kind]int{}
	for i := range randomGames() {
		rng := rand.New(rand.NewPCG(uint64(i), 8))
		o := randomOptions(rng, i, 12, 20)
		game, times := board.NewLine(randomStart(rng)), 5+rng.IntN(3)
		for game.Len() < 40 && movegen.HasLegal(game.Position()) {
			game.Play(backAndForth(rng, game, times))
			v := Judge(game, o)
			if v.Result.Finished() {
				break
			}
			l, ok := lastLoop(game, o)
			if !ok {
				continue
			}
			on := game.Clone()
			for n := l.To; !v.Result.Finished(); n++ {
				on.Play(l.Move(n))
				v = Judge(on, o)
			}
			span, byRepetition := l.End(o.Set, o.EffectiveMoveLimit())
			require.Equal(t, v.Kind.ByRepetition(), byRepetition, "game %d, %+v: %s %v", i, o, game.At(0).FEN(), on.Moves())
			require.Equal(t, v.Span, span, "game %d, %+v: %s %v", i, o, game.At(0).FEN(), on.Moves())
			ends[v.Kind]++
		}
	}
	t.Log(ends)
	for _, k := range []Kind{Repetition, PerpetualCheck, PerpetualChase, MoveLimit} {
		assert.NotZero(t, ends[k], k)
	}
}

func TestLoopAllocatesNothing(t *testing.T) {
	game := replay(t, "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w", "c8c9", "d9d8", "c9c8", "d8d9")
	l, ok := lastLoop(game, DefaultOptions())
	require.True(t, ok)
	held := &l
	assert.Zero(t, testing.AllocsPerRun(10, func() {
		span, ok := held.End(Computer, 120)
		if loser, lost := span.Loser(); !ok || !lost || loser != board.Red {
			t.Fatal(span, ok)
		}
	}))
}
