package search

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/rules"
)

// In these two games the search saw a loss by rule where play is drawn: by the third
// occurrence of the position in which the search began, whose loops were not all
// chases, and by the natural limit, which comes a ply before the third occurrence.
func TestLoopEndsOtherwise(t *testing.T) {
	t.Run("an earlier occurrence counts", func(t *testing.T) {
		game := newGame(t, "2r6/4k4/9/8P/9/1n7/9/1R1c5/5K3/9 b - - 0 1")
		w := prepared(newEngine(t), game)
		for i, move := range strings.Fields("b4c2 b2a2 c2b4 a2b2 b4a6 b2a2 a6b4 a2b2") {
			makeMove(w, i, move)
		}
		assert.Equal(t, ended(eval.Draw), w.gameOver(8))
	})
	t.Run("the limit comes first", func(t *testing.T) {
		_, infos := toDepth(newEngine(t), newGame(t, "3k5/9/3a5/9/2R6/9/9/r8/6r2/4K4 w - - 112 57"), 14)
		for _, i := range infos {
			assert.False(t, i.Score.IsDecided(), "score %d at depth %d by %v", i.Score, i.Depth, i.PV)
		}
		assert.Equal(t, eval.Draw, infos[len(infos)-1].Score)
	})
}

// TestLoops holds what the search says of every position of random loops beside what
// the rules say. Where play has ended they must agree. Where it has not, the search
// may foretell, and play ends as it says if both sides stay in the loop.
func TestLoops(t *testing.T) {
	if testing.Short() {
		t.Skip("plays games in tests side by side that share nothing")
	}
	const parts = 8
	games, cases := testpos.Rounds(4_000, 4_000, 1_000_000), bookCases(t)
	all := make([]map[string]int, parts)
	t.Run("games", func(t *testing.T) {
		for part := range parts {
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				all[part] = testLoops(t, part*games/parts, (part+1)*games/parts, cases)
			})
		}
	})
	seen := map[string]int{}
	for _, part := range all {
		for what, n := range part {
			seen[what] += n
		}
	}
	t.Log(seen)
	for what, share := range map[string]int{
		"loss foretold": 50, "draw foretold": 10, "bound foretold": 50,
		rules.PerpetualCheck.String(): 50, rules.PerpetualChase.String(): 20, rules.Repetition.String(): 10, rules.MoveLimit.String(): 100,
		rules.MutualCheck.String(): 3000, rules.MutualChase.String(): 3000,
		"chase by an advisor": 800, "chase by an elephant": 200, "chase of a falsely protected piece": 800,
	} {
		assert.Greater(t, seen[what], games/share, what)
	}
}

// testLoops plays the games of some numbers and returns what it has seen how often.
func testLoops(t *testing.T, first, end int, cases []board.Line) map[string]int {
	seen := map[string]int{}
	w := prepared(newEngine(t, classical), board.NewLine(board.Start()))
	for i := first; i < end; i++ {
		rng := rand.New(rand.NewPCG(uint64(i), 35))
		o := rules.DefaultOptions()
		if rng.IntN(2) == 0 {
			o.Set = rules.Sets()[rng.IntN(len(rules.Sets()))]
		}
		if rng.IntN(3) == 0 {
			o.MoveLimit = 6 + rng.IntN(20)
		}
		l := loopGame{rng: rng, cases: cases}
		game := l.play(40)
		w.run.rules, w.run.moveLimit = o, o.EffectiveMoveLimit()
		if !assertLoop(t, w, game, rng.IntN(game.Len()/2+1), o, seen) {
			t.Fatalf("game %d, %+v: %s %v", i, o, game.At(0).FEN(), game.Moves())
		}
	}
	return seen
}

// assertLoop walks down a game from its root, the position after a number of plies.
func assertLoop(t *testing.T, w *worker, game *board.Line, root int, o rules.Options, seen map[string]int) bool {
	before, err := rules.Replay(*game.At(0), game.Moves()[:root])
	require.NoError(t, err)
	w.setPath(before)
	w.eval.Reset(before.Position())
	referee := rules.NewReferee(before, o)
	for ply := 1; root+ply <= game.Len() && !referee.Verdict().Result.Finished(); ply++ {
		m := game.Move(root + ply - 1)
		makeMove(w, ply-1, m.String())
		referee.Play(m)
		v, want := w.gameOver(ply), referee.Verdict()
		kind := want.Kind
		switch {
		case kind == rules.Unfinished:
			want = playedOn(referee.Game(), o)
		case kind == rules.Checkmate, kind == rules.Stalemate:
			// Without a limit to think of the search finds out by having no move.
			return v == verdict{low: -eval.Infinity, high: eval.Infinity, salt: v.salt} || assert.Equal(t, ended(eval.MatedIn(ply)), v)
		default:
			if !assert.True(t, v.over, "ply %d: %s", ply, &want) {
				return false
			}
		}
		score := scoreOf(&want, ply, game.At(root+ply).Side())
		if !assert.GreaterOrEqual(t, score, v.low, "ply %d: %s", ply, &want) || !assert.LessOrEqual(t, score, v.high, "ply %d: %s", ply, &want) {
			return false
		}
		note(seen, game, v, &want, kind)
	}
	return true
}

// scoreOf returns the score of a verdict at a ply for a side.
func scoreOf(v *rules.Verdict, ply int, side board.Side) eval.Score {
	switch loser, lost := v.Result.Loser(); {
	case !lost:
		return eval.Draw
	case loser == side:
		return eval.LostByRuleIn(ply)
	}
	return -eval.LostByRuleIn(ply)
}

// playedOn returns the verdict on a game if its last loop is played over and over,
// Unfinished if there is none.
func playedOn(game *board.Line, o rules.Options) rules.Verdict {
	n := game.Len()
	for i := n - 2; i >= n-game.Position().Halfmove() && i >= 0; i -= 2 {
		if game.At(i).Key() != game.Position().Key() {
			continue
		}
		referee := rules.NewReferee(game.Clone(), o)
		for !referee.Verdict().Result.Finished() {
			for j := i; j < n; j++ {
				referee.Play(game.Move(j))
			}
		}
		return referee.Verdict()
	}
	return rules.Verdict{}
}

// note counts what has been seen.
func note(seen map[string]int, game *board.Line, v verdict, want *rules.Verdict, kind rules.Kind) {
	unbounded := v.low == -eval.Infinity && v.high == eval.Infinity
	switch {
	case kind == rules.Unfinished && unbounded:
		return
	case kind != rules.Unfinished:
		seen[kind.String()]++
	case !v.over:
		seen["bound foretold"]++
	case v.low == eval.Draw:
		seen["draw foretold"]++
	default:
		seen["loss foretold"]++
	}
	if want.Kind != rules.PerpetualChase || kind == rules.Unfinished {
		return
	}
	if want.Chase.Cause == rules.FalseRoot {
		seen["chase of a falsely protected piece"]++
	}
	loser, _ := want.Result.Loser()
	prey, kinds := want.Chase.PreySquare, 0
	for i := want.To - 1; i >= want.From; i-- {
		before, after, m := game.At(i), game.At(i+1), game.Move(i)
		if before.Side() == loser && guardsAt(before, prey, loser).IsEmpty() {
			for at := guardsAt(after, prey, loser); !at.IsEmpty(); {
				kinds |= 1 << after.At(at.Pop()).Type()
			}
		}
		if m.To() == prey {
			prey = m.From()
		}
	}
	seen["chase by an advisor"] += kinds >> board.Advisor & 1
	seen["chase by an elephant"] += kinds >> board.Bishop & 1
}
