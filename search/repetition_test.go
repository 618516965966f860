package search

import (
	"context"
	"fmt"
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

func underRules(set rules.Set) func(*Options) {
	return func(o *Options) { o.Rules.Set = set }
}

// only returns the score of the one move, searched to a depth.
func only(e *Engine, game *board.Line, m board.Move, depth int) eval.Score {
	return e.Search(context.Background(), game, Limits{Depth: depth, Only: []board.Move{m}}, nil).Score
}

// TestRepetitionCompleted searches loops whose last move is still to be played
// and repeats the position for the last time.
func TestRepetitionCompleted(t *testing.T) {
	testpos.SkipRace(t)
	const (
		draw  = eval.Draw
		wins  = eval.RuleWin - 1
		loses = -wins
	)
	const (
		redChecks  = "c2a1k3/2c1a2R1/b6P1/8p/9/9/9/9/4K4/9 w - - 0 1; h8h9 f9f8 h9h8 f8f9 h8h9 f9f8 h9h8 f8f9"
		redChecked = "3k5/9/9/9/2R6/9/9/9/6r2/4K1N2 w - - 0 1; c5c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9 c8c9"
		bothCheck  = "3akr3/5c3/1P2b4/4R4/9/9/9/9/9/4CK3 w - - 0 1; e6e7 f8e8 e7f7 e8f8 f7e7 f8e8 e7f7 e8f8 f7e7"
		onceQuiet  = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1; a1a9 d9d8 a9a1 d8d9 a1a9 d9d8 a9a1 d8d9"
		lateChecks = "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w - - 0 1; g0i1 g1g2 i1g0 g2g1 c8c9 d9d8 c9c8 d8d9"
		blackHunts = "4k3c/9/4bn2n/8c/6R2/6P2/9/9/9/3K5 w - - 0 1; g5i5 i6f6 i5g5 f6i6 g5i5 i6f6 i5g5 f6i6"
		quiet      = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1; a1a2 d9d8 a2a1 d8d9 a1a2 d9d8 a2a1 d8d9"
		fourChecks = "3k5/2R6/9/9/9/9/9/9/6r2/4K1N2 w - - 0 1; c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9"
	)
	for _, c := range []struct {
		name string
		set  rules.Set
		loop string
		want eval.Score
	}{
		{"the checked side completes", rules.Computer, redChecks, wins},
		{"the checking side completes", rules.Computer, redChecked, loses},
		{"both check", rules.Computer, bothCheck, draw},
		{"one ply was quiet", rules.Computer, onceQuiet, draw},
		{"checks after a quiet loop", rules.Computer, lateChecks, draw},
		{"a chase", rules.Computer, blackHunts, loses},
		{"nothing but moves", rules.Computer, quiet, draw},
		{"checks under check ban", rules.CheckBan, redChecks, wins},
		{"a chase under check ban", rules.CheckBan, blackHunts, draw},
		{"checks where all repetitions draw", rules.AlwaysDraw, redChecked, draw},
		{"a fourth time in the league", rules.League, fourChecks, wins},
	} {
		t.Run(c.name, func(t *testing.T) {
			fen, line, _ := strings.Cut(c.loop, "; ")
			moves := strings.Fields(line)
			game, last := newGame(t, fen, moves[:len(moves)-1]...), board.MustParseMove(moves[len(moves)-1])
			e := newEngine(t, underRules(c.set))
			for depth := 1; depth <= 6; depth++ {
				require.Equal(t, c.want, only(e, game, last, depth), "depth %d", depth)
			}
			r, _ := toDepth(e, game, 6)
			switch c.want {
			case wins:
				assert.GreaterOrEqual(t, r.Score, wins)
			case loses:
				assert.NotEqual(t, last, r.Best)
				assert.Greater(t, r.Score, loses)
			default:
				assert.GreaterOrEqual(t, r.Score, draw)
			}
		})
	}

	t.Run("not yet the last time", func(t *testing.T) {
		for set, loop := range map[rules.Set]string{rules.League: redChecks, rules.Computer: "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1; a1a2 d9d8 a2a1 d8d9"} {
			fen, line, _ := strings.Cut(loop, "; ")
			moves := strings.Fields(line)
			game := newGame(t, fen, moves[:len(moves)-1]...)
			score := only(newEngine(t, underRules(set)), game, board.MustParseMove(moves[len(moves)-1]), 1)
			assert.False(t, score.IsDecided())
			assert.NotEqual(t, eval.Draw, score)
		}
	})
}

// TestLossByRuleIsTheLastChoice lets a side be mated unless it completes a loop of its
// checks. That loses at once, though by the scores a mate in two is worse.
func TestLossByRuleIsTheLastChoice(t *testing.T) {
	game := newGame(t, "3k5/9/9/9/2R6/9/9/7r1/6r2/c3K4 w - - 0 1",
		strings.Fields("c5c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9")...)
	e, completes := newEngine(t), board.MustParseMove("c8c9")
	require.Equal(t, 1-eval.RuleWin, only(e, game, completes, 6))
	r, _ := toDepth(e, game, 6)
	assert.NotEqual(t, completes, r.Best)
	assert.Equal(t, mateScore(-4), r.Score)
}

// makeMove makes a move in the position of a ply.
func makeMove(w *worker, ply int, text string) {
	m, p := board.MustParseMove(text), &w.frame(ply).position
	gives := movegen.NewChecks(p)
	w.make(ply, m, gives.Gives(p, m))
}

// TestRepetitionOnThePath walks down lines as the search does: a loop without an
// offence is a draw at the second occurrence, but one of checks is judged when it is
// entered again, as the checking side may leave it before.
func TestRepetitionOnThePath(t *testing.T) {
	const start = "3k5/2R6/9/9/9/9/9/9/6r2/5KN2 w - - 0 1"
	for _, c := range []struct {
		name, line string
		want       eval.Score // after the line; before its end nothing is over
		over       bool
	}{
		{"quiet", "f0e0 g1h1 c8b8 h1i1 b8c8 i1h1", eval.Draw, true},
		{"checks, twice", "f0e0 g1h1 c8c9 d9d8 c9c8 d8d9", 0, false},
		{"checks, once more", "f0e0 g1h1 c8c9 d9d8 c9c8 d8d9 c8c9", -eval.LostByRuleIn(7), true},
		{"the root is no part of the path", "c8b8 g1h1 b8c8 h1g1", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := prepared(newEngine(t), newGame(t, start))
			moves := strings.Fields(c.line)
			for i, text := range moves {
				makeMove(w, i, text)
				v := w.gameOver(i + 1)
				ends := c.over && i == len(moves)-1
				require.Equal(t, ends, v.over, "after %v", moves[:i+1])
				if ends {
					require.Equal(t, ended(c.want), v)
				}
			}
		})
	}
}

// TestRepeatedOffence asks what a position is worth that has come back within the
// search by the checks of one side: the game goes on, but the side that checks has
// gained nothing, and the other has lost nothing.
func TestRepeatedOffence(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	const start = "3k5/2R6/9/9/9/9/9/9/6r2/5KN2 w - - 0 1"
	follow := func(e *Engine, line string) (w *worker, ply int) {
		e.Clear()
		w = prepared(e, newGame(t, start))
		moves := strings.Fields(line)
		for i, text := range moves {
			makeMove(w, i, text)
		}
		return w, len(moves)
	}
	e := newEngine(t)
	walk := func(line string) verdict {
		w, ply := follow(e, line)
		return w.gameOver(ply)
	}
	const twice = "f0e0 g1h1 c8c9 d9d8 c9c8 d8d9"
	v := walk(twice) // Red, who checks, is to move
	assert.Equal(t, []eval.Score{-eval.Infinity, eval.Draw}, []eval.Score{v.low, v.high})
	assert.NotZero(t, v.salt)
	v = walk(twice + " c8c9") // Black is, and the loop is entered again
	assert.Equal(t, ended(-eval.LostByRuleIn(7)), v)
	v = walk("c8c9 d9d8 c9c8 d8d9 c8c9") // Black is, and the root was the first to come back
	assert.Equal(t, []eval.Score{eval.Draw, eval.Infinity}, []eval.Score{v.low, v.high})
	v = walk("f0e0 g1h1 c8c9 d9d8")
	assert.Equal(t, verdict{low: -eval.Infinity, high: eval.Infinity}, v, "nothing came back")
	w, ply := follow(newEngine(t, underRules(rules.AlwaysDraw)), twice)
	assert.Equal(t, ended(eval.Draw), w.gameOver(ply), "there is no offence")

	for depth := range 7 { // 0 is the quiescence search
		w, ply = follow(e, twice)
		w.rootDepth = max(depth, 1)
		assert.LessOrEqual(t, w.search(ply, depth, -eval.Infinity, eval.Infinity, false), eval.Draw, "depth %d", depth)
		w, ply = follow(e, "f0e0 g1h1 c8c9 d9d8 c9c8")
		w.rootDepth = max(depth, 1)
		if depth > 0 {
			assert.GreaterOrEqual(t, w.search(ply, depth, -eval.Infinity, eval.Infinity, false), eval.Draw, "depth %d, a ply before", depth)
		}
		// Zero windows, in which nodes are pruned and ended by the table.
		for _, distance := range []eval.Score{10, 50, 150, 400, 800} {
			for range 2 {
				w, ply = follow(e, twice)
				w.rootDepth = max(depth, 1)
				score := w.search(ply, depth, -distance-1, -distance, true)
				assert.LessOrEqual(t, score, eval.Draw, "depth %d, beta %d", depth, -distance)
				w, ply = follow(e, "c8c9 d9d8 c9c8 d8d9 c8c9")
				w.rootDepth = max(depth, 1)
				score = w.search(ply, depth, distance, distance+1, false)
				assert.GreaterOrEqual(t, score, eval.Draw, "depth %d, alpha %d", depth, distance)
			}
		}
	}
}

// In this position Red is mated unless it checks without end.
const checkOrLose = "3k5/2R6/9/9/9/9/9/7r1/6r2/4K4 w - - 0 1"

func TestPerpetualCheckIsNoWayOut(t *testing.T) {
	testpos.SkipRace(t)
	for _, set := range rules.Sets() {
		t.Run(set.String(), func(t *testing.T) {
			r, _ := toDepth(newEngine(t, underRules(set)), newGame(t, checkOrLose), 12)
			if set == rules.AlwaysDraw {
				assert.Equal(t, eval.Draw, r.Score)
			} else {
				assert.Less(t, r.Score, eval.Score(-300))
			}
		})
	}
}

// Some programs announce wins in these draws and open positions. In the first two they
// take the second occurrence of a checked position for a won game, as if the checking
// side could not leave the loop before the third. Users of Pikafish reported the others
// as mates in one that are none (its issues 113, 145 and 146), the first two after a game
// in which positions came back.
func TestNoFalseMates(t *testing.T) {
	depth := testpos.Rounds(12, 14, 14)
	const there = "b1b9 c1c9 b9b1 c9c1 "
	for name, line := range map[string]string{
		"checked cannon": "3aka3/4n4/9/9/9/9/9/7C1/7r1/3AK4 w - - 0 1",
		"checked pawn":   "5R3/4k4/9/4r4/9/9/5p3/5A3/5K3/9 b - - 0 1",
		"issue 113": "1rbaka3/3r5/n1c1b4/p1p1R3p/9/2c3P2/P3P3P/2NC2N2/4A4/R1BAK1B2 b - - 0 12; d8d5 d2f2 d5f5 c0e2 c4c3 a3a4 b9b8 " +
			"e6e4 f5f3 g2h4 b8h8 g4g5 f3g3 g5f5 g3h3 h4g6 h8h6 f5f6 h3f3 g6h4 f3h3",
		"issue 145, once":  "3ak1b2/4a4/9/8p/3P5/4R3P/7n1/4B4/1Cr1A4/3AK1B2 w - - 0 1; " + there,
		"issue 145, twice": "3ak1b2/4a4/9/8p/3P5/4R3P/7n1/4B4/1Cr1A4/3AK1B2 w - - 0 1; " + there + "b1b9 c1c9 b9b1",
		"issue 146":        "3aka1r1/9/1c1C4c/p2r4p/1R4p2/5n3/P3P1P1P/2N3N2/4A4/R1B1KAB2 w - - 0 1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			fen, moves, _ := strings.Cut(line, "; ")
			_, infos := toDepth(newEngine(t), newGame(t, fen, strings.Fields(moves)...), depth)
			for _, i := range infos {
				assert.False(t, i.Score.IsDecided(), "score %d at depth %d by %v", i.Score, i.Depth, i.PV)
			}
			assert.InDelta(t, 0, float64(infos[len(infos)-1].Score), 600, "no side is a rook up")
		})
	}
}

// TestGameHistory lets positions occur twice in the game before the search. One
// engine does all, so that a draw by history is not hidden by the table either.
func TestGameHistory(t *testing.T) {
	const start = "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
	shuffle := []string{"a1a2", "d9d8", "a2a1", "d8d9", "a1a2", "d9d8", "a2a1", "d8d9"}
	e := newEngine(t)

	lost, _ := toDepth(e, newGame(t, start, shuffle[:3]...), 8)
	assert.Less(t, lost.Score, eval.Score(-300), "the third occurrence is far away")

	escape, _ := toDepth(e, newGame(t, start, shuffle[:7]...), 8)
	assert.Equal(t, eval.Draw, escape.Score)
	assert.Equal(t, "d8d9", escape.Best.String(), "the weaker side repeats")

	// The same with the other side to complete the loop.
	game := newGame(t, start, "a1a3", "d9d8", "a3a1", "d8d9", "a1a3", "d9d8", "a3a1", "d8d9")
	assert.Equal(t, eval.Draw, only(e, game, board.MustParseMove("a1a3"), 4))
	won, _ := toDepth(e, game, 8)
	assert.Greater(t, won.Score, eval.Score(300))
	assert.NotEqual(t, "a1a3", won.Best.String(), "the stronger side does not")

	// A capture wipes out what was before it.
	const withPawn = "3k5/9/9/9/9/9/9/p8/R8/4K4 w - - 0 1"
	game = newGame(t, withPawn, "a1b1", "d9d8", "b1a1", "d8d9", "a1b1", "d9d8", "b1a1", "d8d9")
	capture := board.MustParseMove("a1a2")
	assert.Greater(t, only(e, game, capture, 4), eval.Score(300))
}

func TestMoveLimit(t *testing.T) {
	testpos.SkipRace(t)
	for _, c := range []struct {
		name, fen string
		want      eval.Score // Infinity for any win
		best      string
	}{
		{"mate on the last ply", "4k4/R8/9/9/9/9/9/9/1R7/3K5 w - - 119 60", mateScore(1), ""},
		{"stalemate on the last ply", "3k5/9/9/9/9/9/9/9/R8/4KR3 w - - 119 60", mateScore(1), ""},
		{"a pawn move is no help", "3k5/9/9/9/9/P8/9/9/9/4K4 w - - 119 60", eval.Draw, ""},
		{"a capture is", "3k5/9/9/9/p8/9/9/9/R8/5K3 w - - 119 60", eval.Infinity, "a1a5"},
		{"time enough for mate in two", "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 117 86", mateScore(3), ""},
		{"too late for mate in two", "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 118 86", eval.Draw, ""},
		{"a move is asked for beyond the limit", "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 120 87", mateScore(3), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEngine(t)
			// The table must not know better than the limit.
			free := testpos.FEN(t, c.fen[:strings.LastIndex(c.fen, "- - ")]+"- - 0 1")
			_, _ = toDepth(e, board.NewLine(free), 10)
			r, infos := toDepth(e, newGame(t, c.fen), 10)
			if c.want == eval.Infinity {
				assert.Greater(t, r.Score, eval.Score(300))
			} else {
				assert.Equal(t, c.want, r.Score)
			}
			if c.best != "" {
				assert.Equal(t, c.best, r.Best.String())
			}
			for _, i := range infos {
				if c.want == eval.Draw {
					assert.False(t, i.Score.IsDecided(), "depth %d", i.Depth)
				}
			}
		})
	}
	t.Run("without a limit", func(t *testing.T) {
		e := newEngine(t, func(o *Options) { o.Rules.MoveLimit = rules.NoLimit })
		r, _ := toDepth(e, newGame(t, "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 118 86"), 10)
		assert.Equal(t, mateScore(3), r.Score)
	})
	t.Run("another limit", func(t *testing.T) {
		e := newEngine(t, func(o *Options) { o.Rules.MoveLimit = 20 })
		r, _ := toDepth(e, newGame(t, "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 18 86"), 10)
		assert.Equal(t, eval.Draw, r.Score)
	})
	t.Run("counted through the game", func(t *testing.T) {
		game := newGame(t, "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 114 86", "b0b1", "f8f7", "b1b0", "f7f8")
		r, _ := toDepth(newEngine(t), game, 10)
		assert.Equal(t, eval.Draw, r.Score)
	})
}

// TestTableNearTheLimit asks under which keys the table keeps a position: the same
// one away from the natural limit, and one for each number of plies left where the
// limit is in sight, so that its scores may be believed there. A mate must come by the
// limit, and before it where the limit is asked for first.
func TestTableNearTheLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	for _, set := range []rules.Set{rules.Computer, rules.League} {
		t.Run(set.String(), func(t *testing.T) { testTableNearTheLimit(t, set) })
	}
}

func testTableNearTheLimit(t *testing.T, set rules.Set) {
	limit := rules.Options{Set: set, MoveLimit: rules.OwnLimit}.EffectiveMoveLimit()
	salts := make(map[uint64]int)
	e := newEngine(t, underRules(set))
	for halfmove := range limit - 1 {
		game := newGame(t, fmt.Sprintf("2bakab2/9/2n1c1n2/p1p1p1p1p/9/2P6/P3P1P1P/2N1C1N2/9/2BAKAB2 w - - %d 60", halfmove))
		w := prepared(e, game)
		makeMove(w, 0, "c2d4")
		v := w.gameOver(1)
		require.False(t, v.over)
		salts[v.salt]++
		assert.True(t, w.believed(100, 1))
		left := limit - halfmove - 1
		for _, plies := range []int{left - 1, left, left + 1} {
			mate := -eval.MatedIn(1 + plies)
			assert.Equal(t, plies+b2i(set.LimitFirst()) <= left, w.believed(mate, 1), "mate in %d plies with %d left", plies, left)
		}
	}
	assert.Len(t, salts, 1+19)
	assert.Equal(t, limit-1-19, salts[0])
}

// TestScoresBeyondTheBands asks whether scores are believed of ends so far from a position
// that they lie beyond the deepest ply of a search that meets it late.
func TestScoresBeyondTheBands(t *testing.T) {
	w := prepared(newEngine(t), newGame(t, busy))
	w.run.moveLimit = 0
	const far, ply = 200, 100
	for _, bound := range []eval.Score{eval.Mate, eval.RuleWin} {
		for _, sign := range []eval.Score{1, -1} {
			assert.Equal(t, bound == eval.Mate, w.believed(fromTable(sign*(bound-far), eval.MaxPly-far), eval.MaxPly-far), "%d", sign*bound)
			assert.False(t, w.believed(fromTable(sign*(bound-far), ply), ply), "%d", sign*bound)
		}
	}
}

// TestRootNearTheLimit searches a won position two plies before the natural limit. The
// draw is no answer for the same pieces with the whole limit left.
func TestRootNearTheLimit(t *testing.T) {
	const pieces = "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - "
	e, late, early := newEngine(t), newGame(t, pieces+"118 86"), newGame(t, pieces+"0 1")
	r, _ := toDepth(e, late, 8)
	require.Equal(t, eval.Draw, r.Score)
	_, known := e.Probe(early.Position())
	assert.False(t, known)
}

func TestDeadMaterial(t *testing.T) {
	e := newEngine(t)
	r, infos := toDepth(e, newGame(t, "3k5/4a4/9/9/9/9/9/4p4/4K4/9 w - - 0 1"), 10)
	assert.Equal(t, "e1e2", r.Best.String())
	assert.Equal(t, eval.Draw, r.Score)
	for _, i := range infos {
		assert.Equal(t, eval.Draw, i.Score, "depth %d", i.Depth)
	}

	// A root is never judged: a move is asked for, and so there is one.
	r, _ = toDepth(e, newGame(t, "3k5/4a4/9/9/9/9/9/9/4K4/9 w - - 0 1"), 4)
	assert.NotEqual(t, board.NoMove, r.Best)
	assert.Equal(t, eval.Draw, r.Score)
}
