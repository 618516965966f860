package search

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/tools/puzzle/mate"
)

// mates are positions with the plies to the end of the game, negative where the
// side to move loses. The tests prove them by the solver first.
var mates = []struct {
	fen   string
	plies int
}{
	{"9/5k3/9/9/5R3/1Cn5P/9/9/4K4/2BA5 b - - 8 33", 0},
	{"3k5/2P6/9/9/9/6B2/9/9/5N3/4K4 b - - 0 52", 0}, // stalemate
	{"1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b - - 42 65", 1},
	{"2b6/4R4/5k3/8R/P8/9/6P2/B7r/9/3K5 w - - 0 36", 1},
	{"5k3/9/9/6P2/2N1P4/8P/P1P6/5A3/9/4K1R2 w - - 4 51", 1},
	{"3k5/7R1/3a5/9/5R3/2B6/9/4K3B/8N/5A3 b - - 8 61", -2},
	{"4k4/3R5/5C3/1C7/9/9/2P6/9/9/3A1KB2 b - - 12 49", -2},
	{"3kN4/9/7C1/9/9/1r7/9/2r6/4K4/9 b - - 0 1", 3},
	{"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w - - 0 1", 3},
	{"2bk5/9/3a5/9/6b2/6p2/9/3p5/9/4K4 b - - 11 68", 3},
	{"9/3k5/9/9/2p4P1/9/N5p2/9/4K4/2R6 b - - 0 1", -4},
	{"5a3/9/3k5/9/9/9/8n/5K3/1p4R2/6C2 w - - 0 1", 5},
	{"3kr4/9/9/9/4c1b2/9/9/B3K4/9/9 b - - 0 1", 5},
	{"5a1c1/9/5k3/5R3/9/9/9/3K5/9/9 b - - 0 1", -6},
	{"4kP3/9/9/9/5n3/9/8c/9/3K5/9 b - - 0 1", 7},
	{"2b6/9/3k5/6R2/9/6B2/9/3c5/9/3K5 w - - 0 1", 7},
	{"9/5k3/4N4/9/9/9/3r5/3K4B/9/9 w - - 0 1", -8},
	{"4k4/8n/9/9/6p2/6R2/9/p8/3K5/9 w - - 0 1", 9},
	{"9/3P5/4k4/9/9/9/4p4/9/4Kr2R/9 w - - 0 1", 9},
}

// mateDepth is deep enough for any pruning to give way to the mates.
const mateDepth = 28

func mateScore(plies int) eval.Score {
	if plies > 0 {
		return eval.Mate - eval.Score(plies)
	}
	return -eval.Mate - eval.Score(plies)
}

// TestMates finds each mate at its distance, by a line that ends the game. No
// iteration may announce a nearer end than there is, nor another winner.
func TestMates(t *testing.T) {
	for _, c := range mates {
		t.Run(c.fen, func(t *testing.T) {
			t.Parallel()
			p := testpos.FEN(t, c.fen)
			truth, ok, err := mate.New(0).Distance(&p, 9)
			require.NoError(t, err)
			require.True(t, ok)
			require.Equal(t, c.plies, truth)

			game := board.NewLine(p)
			r, infos := toDepth(newEngine(t), game, mateDepth)
			assert.Equal(t, mateScore(c.plies), r.Score)
			for _, i := range infos {
				if plies, decided := i.Score.MateDistance(); decided {
					assert.Equal(t, truth > 0, plies > 0, "depth %d", i.Depth)
					assert.GreaterOrEqual(t, abs(plies), abs(truth), "depth %d", i.Depth)
				}
			}
			assert.Len(t, r.PV, abs(truth))
			for _, m := range r.PV {
				game.Play(m)
			}
			assert.False(t, movegen.HasLegal(game.Position()), "the line %v ends the game", r.PV)
		})
	}
}

// TestStalemateOnTheHorizon finds a stalemate with the last ply. The side without a move has
// nothing to attack with, and is not in check where the quiescence search begins.
func TestStalemateOnTheHorizon(t *testing.T) {
	r, _ := toDepth(newEngine(t), newGame(t, "3k5/9/9/9/N8/9/9/9/9/4K4 w - - 0 1"), 1)
	assert.Equal(t, mateScore(1), r.Score)
}

// TestMatesPlayedOut plays the best moves of both sides with one engine, so that
// most of what it needs is in the table: the distance shrinks by each ply.
func TestMatesPlayedOut(t *testing.T) {
	for _, c := range mates {
		t.Run(c.fen, func(t *testing.T) {
			t.Parallel()
			e, game := newEngine(t), newGame(t, c.fen)
			for left := abs(c.plies); left > 0; left-- {
				r, _ := toDepth(e, game, mateDepth)
				distance := left
				if left%2 == 0 { // the loser to move
					distance = -left
				}
				require.Equal(t, mateScore(distance), r.Score, "after %v", game.Moves())
				game.Play(r.Best)
			}
			assert.False(t, movegen.HasLegal(game.Position()))
		})
	}
}

// TestAnnouncedMates checks what shallow searches of random endings announce.
func TestAnnouncedMates(t *testing.T) {
	testpos.SkipRace(t)
	positions, least := testpos.Rounds(80, 400, 400), testpos.Rounds(10, 60, 60)
	rng := rand.New(rand.NewPCG(6, 1))
	e := newEngine(t)
	announced := 0
	for range positions {
		p := ending(rng)
		e.Clear()
		_, infos := toDepth(e, board.NewLine(p), 6)
		for _, i := range infos {
			plies, decided := i.Score.MateDistance()
			if !decided || abs(plies) > 7 {
				continue // beyond what can be proved quickly
			}
			announced++
			truth, ok, err := mate.New(0).Distance(&p, abs(plies))
			require.NoError(t, err)
			require.True(t, ok, "%s: announced %d plies by %v", &p, plies, i.PV)
			require.Equal(t, truth > 0, plies > 0, "%s: by %v", &p, i.PV)
		}
	}
	assert.Greater(t, announced, least)
}

// TestMatesOfTheWinner looks for mates by a quiet threat of a side that wins without them
// as well: the other side is well above the score that it must not fall below. Any one
// of them may be missed. The positions are from games in the collection of puzzles by
// maksimKorzh/wukong-xiangqi.
func TestMatesOfTheWinner(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	positions := []string{
		"2bak1b2/4a4/9/C3N4/9/2B6/R3P3c/3r4B/4K1n2/5A3 b - - 0 1",
		"2bak3C/6R2/b1nc1an2/p3p2Cp/5P1N1/2p6/P3P4/4B4/4A4/2BAK2r1 w - - 0 1",
		"2bak4/3R5/2n1Ca3/p1p3Rcp/6p2/2P1p4/Pr2r3P/6N2/9/2BAKAB2 w - - 0 1",
		"C1bakR3/9/1c2b1c2/2N5p/9/2P2p3/P3P3P/1R4N1n/3rA2r1/2B1KAB2 b - - 0 1",
		"CcC2k3/4R4/3Nc4/8p/5n3/3r5/4P3P/9/4A4/4KAB2 w - - 0 1",
		"r1b1kaR2/2R1ar3/2N1c4/p1p1C1p2/8p/6P2/P7P/4B4/4A4/2BAK4 w - - 0 1",
	}
	missed := 0
	for _, fen := range positions {
		game := newGame(t, fen)
		truth, ok, err := mate.New(0).Distance(game.Position(), 5)
		require.NoError(t, err)
		require.True(t, ok && truth >= 3, "%s: %d plies", fen, truth)
		r := newEngine(t).Search(context.Background(), game, Limits{Nodes: 200_000}, nil)
		if plies, found := r.Score.MateDistance(); found {
			assert.GreaterOrEqual(t, plies, truth, fen)
		} else {
			t.Logf("%s: %d, best %v", fen, r.Score, r.PV)
			missed++
		}
	}
	assert.LessOrEqual(t, missed, 1)
}

// TestMateLimit asks for mates in a number of moves. The search ends with such a mate and
// not with a longer one, or when the side to move is mated, and otherwise at its other
// limits.
func TestMateLimit(t *testing.T) {
	testpos.SkipRace(t)
	const inTwo = "4R4/5k3/9/9/9/9/9/3K5/9/1C7 w - - 0 1"
	for _, c := range []struct {
		name   string
		fen    string
		moves  int
		plies  int  // of the mate found
		longer bool // whether a longer one is found first
		capped bool
	}{
		{"asked for", inTwo, 2, 3, false, false},
		{"more would do", inTwo, 9, 3, false, false},
		{"any mate", inTwo, math.MaxInt, 3, false, false},
		{"a longer one is found first", "2b6/5k3/5N3/1P2R4/9/9/9/5r3/4A4/3AK4 w - - 0 1", 3, 5, true, false},
		{"mated", "3k5/9/9/9/9/9/9/2r6/1r7/4K4 w - - 0 1", 3, -2, false, false},
		{"none", board.StartFEN, 3, 0, false, true},
	} {
		longer, found := false, 0 // found is the depth of the first line with the mate asked for
		r := newEngine(t).Search(context.Background(), newGame(t, c.fen), Limits{Mate: c.moves, Nodes: 200_000}, func(info Info) {
			switch plies, mate := info.Score.MateDistance(); {
			case !mate || plies < 0 || found > 0:
			case plies/2 < c.moves:
				found = info.Depth
			default:
				longer = true
			}
		})
		plies, _ := r.Score.MateDistance()
		assert.Equal(t, c.plies, plies, c.name)
		assert.Equal(t, c.capped, r.Nodes >= 200_000, "%s: %d nodes", c.name, r.Nodes)
		assert.True(t, c.capped || r.Depth < 20, "%s: depth %d", c.name, r.Depth)
		assert.Equal(t, c.longer, longer, c.name)
		if c.plies > 0 {
			assert.Equal(t, found, r.Depth, "%s: the search goes on behind it", c.name)
		}
	}
}

// TestNearMates is the reverse of TestAnnouncedMates: what is mate within few plies is found soon.
func TestNearMates(t *testing.T) {
	testpos.SkipRace(t)
	positions := testpos.Rounds(80, 400, 400)
	rng := rand.New(rand.NewPCG(7, 1))
	e := newEngine(t, classical) // the depth at which a mate is found hangs on the evaluation
	near := 0
	for range positions {
		p := ending(rng)
		truth, ok, err := mate.New(0).Distance(&p, 3)
		require.NoError(t, err)
		if !ok {
			continue
		}
		near++
		e.Clear()
		r, _ := toDepth(e, board.NewLine(p), 20)
		require.Equal(t, mateScore(truth), r.Score, "%s: best %v", &p, r.PV)
	}
	assert.Greater(t, near, positions/10)
}
