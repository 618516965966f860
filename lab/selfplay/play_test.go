package selfplay

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/rules"
	"chuhe/search"
)

func testPlayer(t *testing.T, s *Settings) *player {
	t.Helper()
	engine, err := s.NewEngine(eval.Classical{})
	require.NoError(t, err)
	t.Cleanup(engine.Close)
	return &player{settings: s, engine: engine}
}

// TestScoresFit checks that every score of a search fits into a record.
func TestScoresFit(t *testing.T) {
	assert.Less(t, eval.Infinity, eval.Score(record.NoScore))
	assert.Greater(t, -eval.Infinity, eval.Score(-record.NoScore))
}

// TestOpenings pins the random openings of a seed, which must not depend on the
// search, and checks that no game is over after its opening.
func TestOpenings(t *testing.T) {
	s := DefaultSettings()
	s.Nodes, s.Balance = 1, eval.Infinity
	p := testPlayer(t, &s)
	for n, want := range []string{
		"r1bakab1r/9/1cn3nc1/p1p1p1p2/8p/9/P1P1P1P1P/1C3C3/R3K4/1NBA1ABNR b - - 7 4",
		"rn1akabnr/9/b2c3c1/p1p1p1p1p/9/9/P1P1P1P1P/RC2B2C1/9/1NBAKA1NR w - - 4 3",
		"rnbakabnr/9/7c1/p1p3p1p/4p2C1/1c2P4/P1P3P1P/1C7/9/RNBAKABNR w - - 4 3",
		"rnbak2nr/4a4/1c3c2b/p1p1p1p1p/9/9/P1P1P1P1P/1CN4CB/9/1RBAKA1NR w - - 6 4",
	} {
		game, err := p.open(t.Context(), rand.New(rand.NewPCG(s.Seed, uint64(n))))
		require.NoError(t, err)
		assert.Equal(t, want, game.Position().FEN(), "game %d", n)
		assert.False(t, rules.Judge(game, s.Rules).Result.Finished())
	}
}

// TestBalance searches the openings again.
func TestBalance(t *testing.T) {
	if testing.Short() {
		t.Skip("searches many openings")
	}
	s := DefaultSettings()
	s.Nodes, s.Balance = 100, 40
	p := testPlayer(t, &s)
	lengths := map[int]int{}
	for n := range uint64(20) {
		game, err := p.open(t.Context(), rand.New(rand.NewPCG(9, n)))
		require.NoError(t, err)
		p.engine.Clear()
		r := p.engine.Search(t.Context(), game, search.Limits{SoftNodes: 400, Nodes: 2000}, nil)
		assert.LessOrEqual(t, max(r.Score, -r.Score), s.Balance, "game %d", n)
		lengths[game.Len()]++
	}
	assert.Greater(t, len(lengths), 5, "lengths of openings vary: %v", lengths)
	for n := range lengths {
		assert.True(t, n >= s.MinRandom && n <= s.MaxRandom, "an opening of %d plies", n)
	}

	s.Balance, s.Nodes = -1, 1 // no score is that close to zero
	_, err := p.open(t.Context(), rand.New(rand.NewPCG(9, 0)))
	assert.ErrorIs(t, err, errNoOpening)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "tried 10000 openings of 4-11 random plies, want a score within -1")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = p.play(ctx, 0)
	assert.ErrorIs(t, err, context.Canceled)
}

// ending says in words how a game with the given settings must end after a number
// of its plies; ok is false if it continues.
func ending(g *record.Game, game *board.Line, n int, s *Settings, playedOut bool) (result board.Result, reason string, ok bool) {
	red := func(i int) int { // the score of ply i for Red
		if (i%2 == 0) == (g.Start.Side() == board.Red) {
			return int(g.Plies[i].Score)
		}
		return -int(g.Plies[i].Score)
	}
	all := func(plies int, holds func(score int) bool) bool {
		for i := n - plies; i < n; i++ {
			if i < 0 || !holds(red(i)) {
				return false
			}
		}
		return true
	}
	won := func(score int) bool { return score >= int(s.WinScore) }
	lost := func(score int) bool { return score <= -int(s.WinScore) }
	large := func(score int) bool { return won(score) || lost(score) }
	agreed := n >= 2 && (red(n-1) > 0) == (red(n-2) > 0)
	switch {
	case !playedOut && agreed && all(s.WinPlies, large) && red(n-1) > 0:
		return board.RedWins, "score", true
	case !playedOut && agreed && all(s.WinPlies, large):
		return board.BlackWins, "score", true
	case n >= s.MinDraw && all(s.DrawPlies, func(score int) bool { return score >= -int(s.DrawScore) && score <= int(s.DrawScore) }):
		return board.Draw, "equal", true
	case n >= s.MaxPlies:
		return board.Draw, "length", true
	}
	if v := rules.Judge(game, s.Rules); v.Result.Finished() {
		return v.Result, "board", true
	}
	return board.Unfinished, "", false
}

// TestAdjudication replays games and compares the end and the result of each with a
// plain reading of the settings: the game must end there and not before.
// Adjudication by score or length comes before the rules of the board.
func TestAdjudication(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	s := DefaultSettings()
	s.Nodes, s.Hash, s.Balance, s.MaxPlies = 60, 1, 700, 120
	s.WinScore, s.WinPlies, s.MinDraw, s.DrawPlies, s.DrawScore = 600, 3, 30, 4, 60
	s.Rules.MoveLimit = 40
	reasons := map[string]int{}
	results := map[board.Result]int{}
	for _, s.PlayOut = range []int{0, 1} {
		for i, g := range readGames(t, made(t, filepath.Join(t.TempDir(), "games"), s, 1)) {
			game := board.NewLine(g.Start)
			for n := 0; ; n++ {
				result, reason, ended := ending(&g, game, n, &s, s.PlayOut == 1)
				require.Equal(t, n == len(g.Plies), ended, "game %d of %d plies after %d", i, len(g.Plies), n)
				if ended {
					require.Equal(t, result, g.Result, "game %d: %s", i, reason)
					reasons[reason]++
					results[result]++
					checkMate(t, &g, game)
					break
				}
				game.Play(g.Plies[n].Move)
			}
		}
	}
	for _, reason := range []string{"board", "score", "equal", "length"} {
		assert.Positive(t, reasons[reason], "games that end by %s: %v", reason, reasons)
	}
	assert.Len(t, results, 3)
}

// checkMate checks that the side that mates has a mate score, from its own view.
func checkMate(t *testing.T, g *record.Game, game *board.Line) {
	if v := rules.Judge(game, rules.DefaultOptions()); v.Kind == rules.Checkmate {
		assert.EqualValues(t, eval.Mate-1, g.Plies[len(g.Plies)-1].Score)
	}
}
