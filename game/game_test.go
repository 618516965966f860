package game_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/movegen"
	"chuhe/rules"
)

// moves reads moves in ICCS.
func moves(text string) (list []board.Move) {
	for word := range strings.FieldsSeq(text) {
		list = append(list, board.MustParseMove(word))
	}
	return
}

// tree is a game with variations within variations, and its moves in the order of a
// walk, with their depths.
func tree() (*game.Game, string) {
	g := game.New(board.Start(), moves("h2e2 h9g7 h0g2 i9h9")...)
	after := g.Root.Main()
	after.Line(moves("b9c7 h0g2")...)
	after.Line(moves("b9c7 b0c2")...).Comment = "inner"
	g.Root.Line(moves("c3c4")...)
	return g, "0000/0 h2e2/0 h9g7/0 h0g2/0 i9h9/0 b9c7/1 h0g2/1 b0c2/2 c3c4/1"
}

func TestTags(t *testing.T) {
	g := game.New(board.Start())
	g.SetTag(game.TagRed, "a")
	g.SetTag(game.TagBlack, "b")
	g.SetTag("red", "c")
	assert.Equal(t, []game.Tag{{Name: "Red", Value: "c"}, {Name: "Black", Value: "b"}}, g.Tags)
	assert.Equal(t, "c", g.Tag("RED"))
	assert.Empty(t, g.Tag(game.TagEvent))
	g.SetTag("RED", "")
	assert.Equal(t, []game.Tag{{Name: "Black", Value: "b"}}, g.Tags)
}

func TestTree(t *testing.T) {
	g, want := tree()
	var got []string
	variations := 0
	for v := range g.Walk() {
		got = append(got, v.Move.String()+"/"+string(rune('0'+v.Depth)))
		if v.IsVariation() {
			variations++
		}
		if v.Ply > 0 {
			assert.True(t, movegen.IsLegal(v.Position, v.Move), v.Move)
			assert.Contains(t, v.Parent.Next, v.Node)
			assert.Equal(t, v.Position.Make(v.Move), v.After())
		} else {
			assert.Same(t, &g.Root, v.Node)
			assert.Equal(t, g.Start, v.After())
		}
	}
	assert.Equal(t, want, strings.Join(got, " "))
	assert.Equal(t, 3, variations)
	assert.Equal(t, game.Count{Moves: 8, Variations: 3, Comments: 1}, g.Count())
	assert.Equal(t, moves("h2e2 h9g7 h0g2 i9h9"), g.Moves())
	assert.Equal(t, "i9h9", g.Last().Move.String())
	played, err := g.Replay()
	require.NoError(t, err)
	assert.Equal(t, 4, played.Len())
	ply := 0
	for v := range g.Main() {
		assert.Equal(t, *played.At(max(ply-1, 0)), *v.Position)
		assert.Equal(t, ply, v.Ply)
		ply++
	}
	assert.Equal(t, 5, ply)
	n := g.Last()
	n.Before, n.Clock, n.Elapsed = "before", new(time.Duration), new(time.Duration)
	assert.Equal(t, game.Count{Moves: 8, Variations: 3, Comments: 2, Times: 2}, g.Count())
}

func TestValidate(t *testing.T) {
	g, _ := tree()
	assert.NoError(t, g.Validate())
	for _, c := range []struct {
		line, bad, want string
		reason          error
	}{
		{"h2e2 h9g7", "h2e2", "ply 3 of a variation, h2e2: no piece stands on the first square", rules.ErrNoPiece},
		{"", "h2h9", "", nil}, // cannon takes knight
		{"", "e0e2", "ply 1 of a variation, e0e2: the piece cannot go there", rules.ErrUnreached},
		{"h2e2 h9g7 e2e6", "d9e8", "ply 4 of a variation, d9e8: leaves own king in check", rules.ErrKingSafety},
	} {
		g, _ := tree()
		g.Root.Line(moves(c.line)...).Append(board.MustParseMove(c.bad))
		err := g.Validate()
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, c.want)
		assert.ErrorIs(t, err, c.reason)
		g.RemoveIllegal()
		assert.NoError(t, g.Validate())
		assert.GreaterOrEqual(t, g.Count().Moves, 8, "the legal moves stay")
	}
	_, err := game.New(board.Start(), moves("h2e2 h2e2")...).Replay()
	var illegal *rules.MoveError
	require.ErrorAs(t, err, &illegal)
	assert.Equal(t, 2, illegal.Ply)
}

// TestIllegalTree walks over trees with illegal moves.
func TestIllegalTree(t *testing.T) {
	g := game.New(board.Start(), moves("h2e2 h2e2 h9g7")...)
	assert.Equal(t, 1, g.Count().Moves)
	g.Root.Main().Main().Move = board.NoMove
	assert.Error(t, g.Validate())
	assert.Equal(t, 1, g.Count().Moves)
}

// TestManyVariations walks over a game with many variations of one move, as 700 kB of a file
// can have them. What is kept of each is small.
func TestManyVariations(t *testing.T) {
	g := game.New(board.Start())
	for range 100_000 {
		g.Root.Append(board.MustParseMove("h2e2"))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	assert.Equal(t, len(g.Root.Next)-1, g.Count().Variations)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(64<<20))
}

func TestNotes(t *testing.T) {
	for n, sign := range map[game.NAG]string{game.GoodMove: "!", game.Mistake: "?", game.BrilliantMove: "!!", game.Blunder: "??", game.Interesting: "!?", game.Dubious: "?!"} {
		assert.Equal(t, sign, n.Sign())
		got, ok := game.ParseNAG(sign)
		assert.True(t, ok)
		assert.Equal(t, n, got)
	}
	for _, sign := range []string{"", "!!!", "x"} {
		_, ok := game.ParseNAG(sign)
		assert.False(t, ok, sign)
	}
	assert.Empty(t, game.NAG(0).Sign())
	assert.Empty(t, game.NAG(255).Sign())
	assert.Equal(t, "$255", game.NAG(255).String())
	cp, mate := game.Eval{Centipawns: 30, Mate: -4}.From(board.Black)
	assert.Equal(t, [2]int{-30, 4}, [2]int{cp, mate})
}

func TestClean(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "",
		"炮二平五 good":                 "炮二平五 good",
		" a\r\nb \t\r\n\n c\rd \n ": "a\nb\n\n c\nd",
		"\x1b[31mred\x00":           "[31mred",
		"a\u202eb\u0085":            "ab",
		"\xff炮":                     "\ufffd炮",
		"a\tb":                      "a b",
		" a":                        "a",
		"a ":                        "a",
		"\x00\x01":                  "",
	} {
		assert.Equal(t, want, game.Clean(text), "%q", text)
		assert.Equal(t, want, game.Clean(want), "%q", text)
	}
	assert.Equal(t, "a b", game.CleanLine("a\nb\n"))
}

func FuzzClean(f *testing.F) {
	f.Add("a\r\n\x1b \xff")
	f.Fuzz(func(t *testing.T, text string) {
		once := game.Clean(text)
		assert.Equal(t, once, game.Clean(once))
		assert.NotRegexp(t, "[\x00-\x09\x0b-\x1f\x7f]", once)
	})
}

func TestError(t *testing.T) {
	inner := errors.New("x")
	assert.EqualError(t, &game.Error{Offset: 7, Line: 2, Game: 3, Err: inner}, "line 2 (offset 7): game 3: x")
	assert.EqualError(t, &game.Error{Offset: 7, Err: inner}, "offset 7: x")
	assert.ErrorIs(t, &game.Error{Err: inner}, inner)
}

func TestLosses(t *testing.T) {
	g, _ := tree()
	g.SetTag(game.TagRed, "a")
	g.SetTag(game.TagSite, "b")
	assert.Equal(t, []game.Loss{{What: game.LostTags, Detail: "Site", Count: 1}}, g.LostTagsBut("red"))
	assert.Nil(t, g.LostTagsBut("Red", "Site"))
	assert.Equal(t, []game.Loss{{What: game.LostVariations, Count: 3}, {What: game.LostComments, Count: 1}}, g.Count().Losses())
	assert.Equal(t, []game.Loss{{What: game.LostComments, Count: 1}}, g.Count().Losses(game.LostVariations, game.LostTimes))
	assert.Equal(t, "variations (3)", g.Count().Losses()[0].String())
	assert.Equal(t, "tags (Site)", g.LostTagsBut("red")[0].String())
	g.SetTag("", "c")
	assert.Equal(t, `tags (Site, "")`, g.LostTagsBut("red")[0].String(), "a tag without a name is seen")
}

func TestRemarks(t *testing.T) {
	for want, n := range map[string]game.Node{
		"": {}, "a": {Before: "a"}, "b": {Comment: "b"}, "a\nb": {Before: "a", Comment: "b"},
	} {
		assert.Equal(t, want, n.Remarks())
	}
}

// TestRandomGames shows that the games of other tests are legal, have what is
// asked for and nothing else, and are the same every time.
func TestRandomGames(t *testing.T) {
	var all game.Count
	setups := 0
	for seed := range uint64(500) {
		g := gametest.Random(rand.New(rand.NewPCG(seed, 1)), gametest.Everything)
		require.NoError(t, g.Validate())
		require.Equal(t, g, gametest.Random(rand.New(rand.NewPCG(seed, 1)), gametest.Everything))
		c := g.Count()
		require.NotZero(t, c.Moves)
		all.Variations += c.Variations
		all.Comments += c.Comments
		all.NAGs += c.NAGs
		all.Evals += c.Evals
		all.Times += c.Times
		if g.Start != board.Start() {
			setups++
		}

		bare := gametest.Random(rand.New(rand.NewPCG(seed, 2)), gametest.Holds{})
		require.Empty(t, bare.Count().Losses())
		require.Empty(t, bare.Tags)
		require.Equal(t, board.Start(), bare.Start)
		require.NotEqual(t, board.Unfinished, bare.Result)
	}
	for _, n := range []int{all.Variations, all.Comments, all.NAGs, all.Evals, all.Times, setups} {
		assert.Greater(t, n, 150)
	}
}

// TestMoveLimit reads the tag: 0 is a game without a limit, and what is no number of plies leaves the limit
// to the rules.
func TestMoveLimit(t *testing.T) {
	for text, want := range map[string]int{
		"0": 0, "1": 1, "120": 120, "10000": rules.MaxLimit,
		"": rules.OwnLimit, "-1": rules.OwnLimit, "10001": rules.OwnLimit, "60 moves": rules.OwnLimit,
	} {
		g := game.New(board.Start())
		g.SetTag(game.TagMoveLimit, text)
		assert.Equal(t, want, g.MoveLimit(), text)
	}
}

// TestMaxTags gives a game more tags than it may have: those that it has can still be changed.
func TestMaxTags(t *testing.T) {
	g := game.New(board.Start())
	for i := range game.MaxTags + 2 {
		g.SetTag(fmt.Sprint("Tag", i), "old")
	}
	assert.Len(t, g.Tags, game.MaxTags)
	last := fmt.Sprint("Tag", game.MaxTags-1)
	g.SetTag(last, "new")
	assert.Equal(t, "new", g.Tag(last))
	assert.Empty(t, g.Tag(fmt.Sprint("Tag", game.MaxTags)))
	g.SetTag(last, "")
	assert.Len(t, g.Tags, game.MaxTags-1)
}
