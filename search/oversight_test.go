package search

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/rules"
)

// overlooking sets how much is overlooked of what is hard to see.
func overlooking(oversight int) func(*Options) {
	return func(o *Options) { o.Oversight = oversight }
}

// TestDifficulty compares moves of which one is harder to see.
func TestDifficulty(t *testing.T) {
	for _, c := range []struct{ name, fen, easy, hard string }{
		{"a far capture", "3k5/9/9/p8/9/9/p8/R7p/9/5K3 w - - 0 1", "a2a3", "a2i2"},
		{"a retreat", "3k5/9/9/9/9/6p2/4N4/9/3p5/5K3 w - - 0 1", "e3g4", "e3d1"},
		{"a knight that goes aside", "3k5/9/9/9/3n5/2n6/4N4/9/9/5K3 w - - 0 1", "e3d5", "e3c4"},
		{"a target far behind the screen", "4k4/9/9/3n5/9/n2N5/P8/C2C5/9/5K3 w - - 0 1", "a2a4", "d2d6"},
		{"a quiet move", "3k5/9/9/9/4p4/4R4/9/9/9/5K3 w - - 0 1", "e4e5", "e4d4"},
		{"a guarded piece", "3k5/9/4b4/9/p1b6/R8/2R6/9/9/5K3 w - - 0 1", "a4a5", "c3c5"},
	} {
		p := testpos.FEN(t, c.fen)
		easy, hard := board.MustParseMove(c.easy), board.MustParseMove(c.hard)
		require.True(t, movegen.IsLegal(&p, easy) && movegen.IsLegal(&p, hard), c.name)
		assert.Less(t, Difficulty(&p, easy, board.NoMove), Difficulty(&p, hard, board.NoMove), c.name)
	}
	p := testpos.FEN(t, "3k5/9/9/9/9/9/9/R7p/9/5K3 w - - 0 1")
	m := board.MustParseMove("a2i2")
	assert.Less(t, Difficulty(&p, m, board.MustParseMove("i3i2")), Difficulty(&p, m, board.NoMove), "taking back")
	hidden := testpos.FEN(t, "4k4/9/9/9/9/9/9/4N4/9/4RK3 w - - 0 1")
	open := testpos.FEN(t, "4k4/9/9/9/9/9/9/2N6/9/R4K3 w - - 0 1")
	assert.Greater(t, Difficulty(&hidden, board.MustParseMove("e2g3"), board.NoMove),
		Difficulty(&open, board.MustParseMove("a0a9"), board.NoMove), "a check by another piece than the one that moves")
}

// TestOversight asserts that a careless engine finds a legal move everywhere, the same
// in every run, and more often another one than a careful engine the more it overlooks.
func TestOversight(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	const games = 60
	differs := func(oversight int) (count int) {
		careful, one, two := newEngine(t), newEngine(t, overlooking(oversight)), newEngine(t, overlooking(oversight))
		rng := rand.New(rand.NewPCG(11, 1))
		for range games {
			game := playout(rng, rng.IntN(80))
			if !movegen.HasLegal(game.Position()) {
				continue
			}
			var moves [3]board.Move
			for i, e := range []*Engine{careful, one, two} {
				e.Clear()
				moves[i] = e.Search(context.Background(), game, Limits{Nodes: 500}, nil).Best
			}
			require.True(t, movegen.IsLegal(game.Position(), moves[1]), "%s", game.Position())
			assert.Equal(t, moves[1], moves[2])
			if moves[1] != moves[0] {
				count++
			}
		}
		return count
	}
	some, many := differs(300), differs(MaxOversight)
	t.Logf("other moves than those of a careful engine: %d and %d of %d", some, many, games)
	assert.Greater(t, some, games/20)
	assert.Greater(t, many, some)
}

// TestCarelessness asserts that a free rook is overlooked as often as the option says, and
// hardly ever by an engine that only overlooks what is hard to see.
func TestCarelessness(t *testing.T) {
	testpos.SkipRace(t)
	game := newGame(t, "3k5/9/9/p8/9/9/p8/R3r4/9/5K3 w - - 0 1")
	e := newEngine(t)
	taken := func(oversight, carelessness int) (count int) {
		for seed := range uint64(200) {
			o := e.Options()
			o.Hash, o.Seed, o.Oversight, o.Carelessness = MinHash, seed, oversight, carelessness
			require.NoError(t, e.SetOptions(o))
			if e.Search(context.Background(), game, Limits{Nodes: 50}, nil).Best == board.MustParseMove("a2e2") {
				count++
			}
		}
		return count
	}
	assert.Greater(t, taken(MaxOversight, 0), 180)
	assert.InDelta(t, 200*0.3, taken(0, 700), 25)
}

// TestEvasionsAreSeen asserts that the only answer to a check is found whatever is
// overlooked.
func TestEvasionsAreSeen(t *testing.T) {
	testpos.SkipRace(t)
	for seed := range uint64(20) {
		e := newEngine(t, overlooking(MaxOversight), func(o *Options) { o.Seed = seed })
		game := newGame(t, "3k5/9/9/3r5/9/9/9/9/9/3K5 w - - 0 1")
		legal := movegen.Legal(game.Position(), nil)
		require.Len(t, legal, 1)
		assert.Equal(t, legal[0], e.Search(context.Background(), game, Limits{Nodes: 200}, nil).Best)
	}
}

// TestEveryEvasionIsSeen asserts that each of several answers to a check is seen, at
// the root and further ahead, where a check whose only answer was missed would be a mate.
func TestEveryEvasionIsSeen(t *testing.T) {
	testpos.SkipRace(t)
	checked := newGame(t, "3k5/9/9/3r5/9/9/9/9/4A4/3K5 w - - 0 1")
	evasions := movegen.Legal(checked.Position(), nil)
	require.Len(t, evasions, 2)
	checking := newGame(t, "4k4/9/9/8p/9/9/9/9/R8/3K5 w - - 0 1") // two checks with one answer each
	e := newEngine(t, classical)
	for seed := range uint64(20) {
		o := e.Options()
		o.Seed, o.Carelessness = seed, 500
		require.NoError(t, e.SetOptions(o))
		assert.Equal(t, evasions, prepared(e, checked).seen(evasions))
		for _, check := range []string{"a1a9", "a1e1"} {
			for depth := range 3 { // 0 is the quiescence search
				w := prepared(e, checking)
				w.rootDepth = max(depth, 1)
				makeMove(w, 0, check)
				score := w.search(1, depth, -eval.Infinity, eval.Infinity, false)
				assert.False(t, score.IsDecided(), "seed %d, depth %d, %s: %d", seed, depth, check, score)
			}
		}
	}
}

// TestProbCutOverlooks asserts that ProbCut takes only what the player sees.
func TestProbCutOverlooks(t *testing.T) {
	testpos.SkipRace(t)
	game := newGame(t, "3k5/9/9/p8/9/9/p8/R7r/9/5K3 w - - 0 1")
	m := board.MustParseMove("a2i2") // wins a rook
	count := map[bool]int{}
	for seed := range uint64(20) {
		e := newEngine(t, overlooking(MaxOversight/2), func(o *Options) { o.Seed = seed })
		w := prepared(e, game)
		var n node
		w.enter(&n, 0, 6, 0, 1, true)
		w.evaluateNode(&n)
		overlooked := w.overlooks(n.p, m, 0, false)
		_, done := w.probCut(&n, n.static+300)
		assert.Equal(t, !overlooked, done, "seed %d", seed)
		count[overlooked]++
	}
	assert.Len(t, count, 2, "%v", count)
}

// TestRepetitionIsSeen asserts that no player with another move goes on giving check where
// a reply would make that a loss by the rules, and that the search does not count what it
// took to see that.
func TestRepetitionIsSeen(t *testing.T) {
	const start = "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w - - 0 1"
	last := board.MustParseMove("c9c8")
	for _, c := range []struct {
		name, line string
		set        rules.Set
		loses      bool
	}{
		{"the last time", "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8", rules.Computer, true},
		{"not yet", "c8c9 d9d8", rules.Computer, false},
		{"not yet in the league", "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8", rules.League, false},
		{"a repetition without an offence", "c8c9 d9d8 c9c8 d8d9 c8c9 d9d8", rules.AlwaysDraw, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			game := newGame(t, start, strings.Fields(c.line)...)
			e := newEngine(t, underRules(c.set))
			played := 0
			for seed := range uint64(60) {
				o := e.Options()
				o.Hash, o.Seed, o.Oversight, o.Carelessness, o.Randomness = MinHash, seed, 8000, 850, 700
				require.NoError(t, e.SetOptions(o))
				r := e.Search(context.Background(), game, Limits{Nodes: 20}, nil)
				require.True(t, movegen.IsLegal(game.Position(), r.Best), "%s", r.Best)
				assert.Less(t, r.Nodes, uint64(60))
				if r.Best == last {
					played++
				}
			}
			assert.Equal(t, !c.loses, played > 0, "%d times", played)
			r := e.Search(context.Background(), game, Limits{Nodes: 20, Only: []board.Move{last}}, nil)
			assert.Equal(t, last, r.Best)
		})
	}
}
