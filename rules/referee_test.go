package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// TestReferee holds the referee against slowJudge after every move of random games
// with many repetitions under every set of rules, and of some moves after the
// end of play.
func TestReferee(t *testing.T) {
	kinds, bans := map[Kind]int{}, 0
	for i := range randomGames() {
		rng := rand.New(rand.NewPCG(uint64(i), 6))
		o := randomOptions(rng, i, 16, 40)
		start, times, later := randomStart(rng), 4+rng.IntN(4), 0
		game := board.NewLine(start)
		r := NewReferee(board.NewLine(start), o)
		for later < 3 && game.Len() < 60 {
			want := slowJudge(game, o)
			require.Equal(t, want, r.Verdict(), "game %d, %+v: %s %v", i, o, start.FEN(), game.Moves())
			if want.Result.Finished() {
				later++
			} else if rng.IntN(2) == 0 {
				slow := slowBanned(game, o.Set)
				require.Equal(t, slow, r.Banned(), "game %d, %+v: %s %v", i, o, start.FEN(), game.Moves())
				bans += len(slow)
			}
			if !movegen.HasLegal(game.Position()) {
				break
			}
			m := backAndForth(rng, game, times)
			game.Play(m)
			r.Play(m)
		}
		assert.Equal(t, game, r.Game())
		// A referee that sees the whole game at once agrees.
		require.Equal(t, r.Verdict(), NewReferee(game, o).Verdict())
		kinds[r.Verdict().Kind]++
	}
	t.Log(kinds, bans)
	assert.NotZero(t, bans)
	for _, k := range []Kind{Unfinished, Repetition, PerpetualCheck, MoveLimit, Checkmate, Material} {
		assert.NotZero(t, kinds[k], k)
	}
}

// slowJudge is Judge without memory: it looks back through the whole game at every ply.
func slowJudge(game *board.Line, o Options) Verdict {
	v := Verdict{Rules: o.Set, MoveLimit: o.EffectiveMoveLimit()}
	clock := o.Set.NewClock(game.At(0))
	from := 0 // no earlier position can repeat
	for n := 0; n <= game.Len(); n++ {
		p := game.At(n)
		if n > 0 {
			capture := game.At(n-1).Captured(game.Move(n-1)) != board.NoPiece
			if capture {
				from = n
			}
			clock = clock.Next(p.Side().Other(), capture, p.InCheck())
		}
		v.Ply, v.Later = n, game.Len()-n
		if v.end(game, o.Set.law(), slowOccurrence(game, n, from, o.Set.Occurrences()), clock) {
			return v
		}
	}
	return v
}

// slowOccurrence returns the ply of the earliest of the last count occurrences of the
// position At(n), looking back to from; -1 if it has not occurred that often.
func slowOccurrence(game *board.Line, n, from, count int) (first int) {
	key := game.At(n).Key()
	for first = n - 4; first >= from; first -= 2 {
		if game.At(first).Key() == key {
			if count--; count == 1 {
				return first
			}
		}
	}
	return -1
}

// slowBanned is Referee.Banned without memory.
func slowBanned(game *board.Line, set Set) (moves []board.Move) {
	us, n := game.Position().Side(), game.Len()
	from := n
	for from > 0 && game.At(from-1).Captured(game.Move(from-1)) == board.NoPiece {
		from--
	}
	for _, m := range movegen.Legal(game.Position(), nil) {
		if game.Position().Captured(m) != board.NoPiece {
			continue
		}
		game.Play(m)
		if first := slowOccurrence(game, n+1, from, bannedOccurrence); first >= 0 {
			if loser, ok := set.JudgeSpan(game, first, n+1).Loser(); ok && loser == us {
				moves = append(moves, m)
			}
		}
		game.Undo()
	}
	return
}
