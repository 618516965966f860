package find

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/puzzle"
	"chuhe/tools/source"
)

// TestDocument compares the bounds of puzzles with docs/puzzles.md, in two languages.
func TestDocument(t *testing.T) {
	for name, sentences := range map[string][]string{
		"puzzles.md": {
			fmt.Sprintf("every other first move scores %d or less", undecided),
			fmt.Sprintf("a search scores the move at %d or more and every other move at %d or less", winning, undecided),
			fmt.Sprintf("a search scores the move at %d or more and every other move at %d or less.", -undecided, -winning),
		},
		"puzzles.zh-CN.md": {
			fmt.Sprintf("其他第一步的分数都不高于 %d", undecided),
			fmt.Sprintf("搜索给此着的分数不低于 %d，其他着法都不高于 %d；", winning, undecided),
			fmt.Sprintf("搜索给此着的分数不低于 %d，其他着法都不高于 %d。", -undecided, -winning),
		},
	} {
		text, err := os.ReadFile("../../../docs/" + name)
		require.NoError(t, err)
		for _, sentence := range sentences {
			assert.Contains(t, string(text), sentence, name)
		}
	}
}

// newFinder returns a finder, whose searches have one thread.
func newFinder(t *testing.T, change ...func(*Options)) *Finder {
	t.Helper()
	testpos.SkipRace(t)
	e, err := evals.Open(evals.Embedded)
	require.NoError(t, err)
	o := DefaultOptions(e)
	for _, c := range change {
		c(&o)
	}
	f, err := NewFinder(o)
	require.NoError(t, err)
	t.Cleanup(f.Close)
	return f
}

func TestMate(t *testing.T) {
	f := newFinder(t)
	for _, c := range []struct{ fen, want, reason string }{
		{"1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b - - 0 1", "c4f4", "mate in one"},
		{"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w - - 0 1", "a4c5 d8e8 c5e6", "a quiet first move"},
		{"3kN4/9/7C1/9/9/1r7/9/2r6/4K4/9 b - - 0 1", "", "two ways to mate"},
		{"4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", "", "a mate and a stalemate"},
		{"4kP3/9/9/9/5n3/9/8c/9/3K5/9 b - - 0 1", "", "a mate in four that another move begins too"},
		{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", "", "no mate"},
	} {
		p := testpos.FEN(t, c.fen)
		found, ok := f.mate(t.Context(), &p, 3)
		assert.Equal(t, c.want != "", ok, c.reason)
		if ok {
			assert.Equal(t, c.want, board.FormatMoves(found.Moves), c.reason)
			assert.Equal(t, puzzle.Mate, found.Theme)
			assert.NoError(t, f.Verify(context.Background(), &found))
		}
	}
}

// doubtful was a puzzle of the program.
const doubtful = "2bakab1r/1r7/2n3n2/p5p1p/2p1p4/3Cc2R1/P1P3P1P/B1N1C4/4A4/R1BAK4 w; h4e4; material; 2080; 7588"

// TestConfirm asserts that no puzzle is made of a win that only a short search takes for
// the only one.
func TestConfirm(t *testing.T) {
	if testing.Short() {
		t.Skip("searches a million nodes, with one thread")
	}
	p, err := puzzle.Parse(doubtful)
	require.NoError(t, err)
	f := newFinder(t)
	l := f.judge(t.Context(), &p.Start, f.options.Nodes)
	assert.True(t, l.only(puzzle.Material), "by a short search")
	_, found := f.material(t.Context(), &p.Start)
	assert.False(t, found)
}

// TestVerify refuses what does not solve a puzzle.
func TestVerify(t *testing.T) {
	f := newFinder(t, func(o *Options) { o.Nodes = 4000 })
	for line, want := range map[string]error{
		"4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b9; mate; 1; 0":                                      errNotUnique,
		"4k4/R8/1R7/9/9/9/9/9/9/3K5 w; b7b8; mate; 1; 0":                                      errNotMate,
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c3 d8e8 c3d5; mate; 1; 0":                          errNotMate,
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w; b2b9; material; 1; 0": errNotUnique,
		"2bak4/4a4/9/1rn6/C3cNb2/P2p5/2p6/Nc2B3C/4A4/1RB1KA3 b; b2i2; material; 2746; 80376":  errNotUnique, // once of the program
	} {
		p, err := puzzle.Parse(line)
		require.NoError(t, err, line)
		assert.ErrorIs(t, f.Verify(context.Background(), &p), want, line)
	}
}

// TestFind looks through games with a mate, with scores and without. The mate is found
// where it first can be given, once.
func TestFind(t *testing.T) {
	start := testpos.FEN(t, "9/3k5/9/9/2b6/9/1N7/9/4C4/5K3 w - - 0 1")
	g := source.Game{Start: start, Moves: testpos.Moves(t, "b3a5 c5a7 a5c4")}
	f := newFinder(t)
	plain, err := f.Find(context.Background(), &g)
	require.NoError(t, err)
	require.Len(t, plain, 1)
	assert.Equal(t, "b3c5 d8e8 c5e6", board.FormatMoves(plain[0].Moves), "the game goes on with b3a5")
	again, err := f.Find(context.Background(), &g)
	require.NoError(t, err)
	assert.Equal(t, plain, again, "the same whatever came before")

	mate := testpos.FEN(t, "9/9/4bk3/9/5N3/9/9/3K1A3/4C2n1/5A3 w - - 0 1")
	scored := source.Game{Start: mate, Moves: testpos.Moves(t, "f5d6 f7f8 e1f1"),
		Scores: []eval.Score{eval.Mate - 3, -eval.Mate + 2, eval.Mate - 1}}
	found, err := f.Find(context.Background(), &scored)
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, "f5d6 f7f8 e1f1", board.FormatMoves(found[0].Moves))
	scored.Scores = nil
	unscored, err := f.Find(context.Background(), &scored)
	require.NoError(t, err)
	assert.Equal(t, found, unscored)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = f.Find(ctx, &scored)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestForgets asserts that a finder judges a position as a new one does, whatever it has searched before.
func TestForgets(t *testing.T) {
	before := board.Start()
	p := before.Make(board.MustParseMove("h2e2"))
	used := newFinder(t)
	used.judge(t.Context(), &before, 5000)
	assert.Equal(t, newFinder(t).judge(t.Context(), &p, 5000), used.judge(t.Context(), &p, 5000))
}

// TestEmbedded looks at all puzzles of the program: their solutions mate or win what they
// should. It proves all under -long, otherwise some of each kind.
func TestEmbedded(t *testing.T) {
	all := puzzle.Embedded()
	require.GreaterOrEqual(t, len(all), 5000)
	type kind struct {
		theme  puzzle.Theme
		length int
	}
	kinds, grades, starts := make(map[kind]int), make(map[int]int), make(map[uint64]bool)
	for i := range all {
		p := &all[i]
		kinds[kind{p.Theme, p.Length()}]++
		grades[p.Grade()]++
		assert.False(t, starts[p.Start.Key()], "%s occurs twice", p)
		starts[p.Start.Key()] = true
		end, side := p.Start, p.Start.Side()
		for _, m := range p.Moves { // which are legal, or they could not have been read
			end.Play(m)
		}
		assert.Equal(t, p.Theme == puzzle.Mate, !movegen.HasLegal(&end), "%s", p)
		switch p.Theme {
		case puzzle.Mate:
			assert.LessOrEqual(t, p.Length(), MaxMate, "%s", p)
		case puzzle.Material:
			assert.GreaterOrEqual(t, balanceOf(&end, side)-balanceOf(&p.Start, side), piece, "%s", p)
			fallthrough
		default:
			assert.LessOrEqual(t, p.Length(), maxWin, "%s", p)
		}
	}
	t.Log("puzzles by theme and length:", kinds, "by grade:", grades)
	for _, k := range []kind{
		{puzzle.Mate, 1}, {puzzle.Mate, 2}, {puzzle.Mate, 3}, {puzzle.Mate, 4},
		{puzzle.Material, 1}, {puzzle.Material, 2}, {puzzle.Defend, 1}, {puzzle.Defend, 2},
	} {
		assert.GreaterOrEqual(t, kinds[k], 100, "%s, %d moves", k.theme, k.length)
	}
	for grade := puzzle.MinGrade; grade <= puzzle.MaxGrade; grade++ {
		assert.GreaterOrEqual(t, grades[grade], 800, "grade %d", grade)
	}
	f := newFinder(t) // as long as check: shorter searches see other solutions where there are none
	for i := 0; i < len(all); i += testpos.Rounds(len(all), 620, 1) {
		assert.NoError(t, f.Verify(context.Background(), &all[i]), "%s", &all[i])
	}
}
