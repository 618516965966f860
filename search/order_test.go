package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// TestPicker holds the picker against the plain generators: each legal move is
// yielded once, with any hash move, killers, counter move and histories.
func TestPicker(t *testing.T) {
	testpos.SkipRace(t)
	positions := testpos.Rounds(500, 3000, 3000)
	rng := rand.New(rand.NewPCG(40, 1))
	e := newEngine(t)
	anyMove := func() board.Move {
		return board.NewMove(board.Square(rng.IntN(board.Squares)), board.Square(rng.IntN(board.Squares)))
	}
	for range positions {
		game := playout(rng, rng.IntN(150))
		p := game.Position()
		w := prepared(e, game)
		safety := movegen.NewSafety(p)
		legal := movegen.Legal(p, nil)
		some := func() board.Move { // of the position, of others, or none
			if len(legal) > 0 && rng.IntN(2) == 0 {
				return legal[rng.IntN(len(legal))]
			}
			return anyMove()
		}
		for range 20 {
			w.addQuiet(0, some(), rng.IntN(4000)-2000)
		}
		w.frame(0).killers = [2]board.Move{some(), some()}
		w.hist.counter[w.frame(-1).moved] = some()
		hash := board.NoMove
		if len(legal) > 0 && rng.IntN(2) == 0 {
			hash = legal[rng.IntN(len(legal))]
		}

		n := node{depth: 1 + rng.IntN(2*shallowDepth), p: p, f: w.frame(0), hit: entry{move: hash}}
		k := &w.space[0].pickers[0]
		k.init(w, &n)
		require.ElementsMatch(t, legal, yielded(t, k, hash, -1), "%s with hash move %s", p, hash)

		// Once quiet moves are skipped no more of them come, but every capture.
		skip := 1 + rng.IntN(9)
		k.init(w, &n)
		moves := yielded(t, k, hash, skip)
		require.ElementsMatch(t, captures(p, legal), captures(p, moves))
		for _, m := range moves[min(skip, len(moves)):] {
			require.NotEqual(t, board.NoPiece, p.Captured(m), "%s in %s", m, p)
		}

		want := captures(p, legal)
		if safety.Check {
			want = legal
		}
		if !safety.Check && hash != board.NoMove && p.Captured(hash) == board.NoPiece {
			hash = board.NoMove
		}
		k.initQuiescence(w, 0, p, hash)
		require.ElementsMatch(t, want, yielded(t, k, hash, -1), "quiescence of %s with hash move %s", p, hash)
	}
}

// yielded returns all moves of a picker that skips quiet moves after some.
func yielded(t *testing.T, k *picker, hash board.Move, skip int) (moves []board.Move) {
	for m := k.pick(); m != board.NoMove; m = k.pick() {
		if len(moves) == 0 && hash != board.NoMove {
			require.Equal(t, hash, m, "the hash move comes first")
		}
		moves = append(moves, m)
		if len(moves) == skip {
			k.skipQuiets()
		}
	}
	require.Equal(t, board.NoMove, k.pick(), "the end is the end")
	return moves
}

func captures(p *board.Position, moves []board.Move) (kept []board.Move) {
	for _, m := range moves {
		if p.Captured(m) != board.NoPiece {
			kept = append(kept, m)
		}
	}
	return kept
}
