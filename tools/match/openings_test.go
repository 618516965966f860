package match

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

// TestRefuseRepeats asks for more games than there are openings from engines that no clock
// lets vary: it is refused before the first game, with what to do instead.
func TestRefuseRepeats(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a match again and again")
	}
	inDir(t)
	require.NoError(t, os.WriteFile("two.epd", []byte(board.StartFEN+"\n"+"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b\n"), 0o644))
	two := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
	two = append(two, "-maxmoves", "6", "-openings", "two.epd")
	run := func(out string, more ...string) error {
		return play(t.Context(), append(append(two, "-out", out), more...), new(bytes.Buffer))
	}
	for _, c := range []struct{ want, flags string }{
		{"-rounds 3 with 2 openings: engines that only nodes or depth limit play the same game again from the same opening; want -openings random:3", "-each nodes=50 -rounds 3"},
		{"-games 4: engines that only nodes", "-each depth=2 -games 4"},
		{"-tiebreaks 3 with 2 openings: engines that only nodes or depth limit play the same game again from the same opening; want -tiebreaks 1,",
			"-each depth=2 -tournament knockout -tiebreaks 3"},
	} {
		assert.ErrorContains(t, run("m", strings.Fields(c.flags)...), c.want)
		assert.NoFileExists(t, "m.jsonl")
	}
	for out, flags := range map[string]string{
		"rounds": "-each nodes=50 -rounds 2", "clock": "-each tc=60 -rounds 3", "time": "-each st=9 nodes=50 -rounds 3",
		"again": "-each nodes=50 -rounds 3 -openings two.epd again",
	} {
		assert.NoError(t, run(out, strings.Fields(flags)...), flags)
	}
}

// TestOpeningsAgain continues a match that played openings again: equal games count once,
// and without the word "again" no more of them are played.
func TestOpeningsAgain(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	require.NoError(t, os.WriteFile("one.epd", []byte(board.StartFEN+"\n"), 0o644))
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
	args = append(args, strings.Fields("-maxmoves 6 -concurrency 1 -openings one.epd again -each nodes=50 restart=on -rounds 2 -out m")...)
	var out bytes.Buffer
	require.NoError(t, play(t.Context(), args, &out))
	b, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	require.Len(t, games, 4)
	require.Equal(t, moves(games[0]), moves(games[2]), "the fake plays the same game again")
	assert.Contains(t, out.String(), "Game 3 of 4, a - bb: 1/2-1/2 draw by adjudication after move 6, 12 plies; the same as game 1, not counted")
	assert.Contains(t, out.String(), "a vs bb: 2 games, +0 =2 -0")
	assert.Contains(t, out.String(), "pairs 1:")
	assert.Contains(t, out.String(), "not counted: 2 games that repeat others move by move")
	page, err := os.ReadFile("m.html")
	require.NoError(t, err)
	assert.Contains(t, string(page), "the same as game 1, not counted")

	b.Args = slices.DeleteFunc(b.Args, func(word string) bool { return word == "again" })
	old, err := journals.Create("old.jsonl", b)
	require.NoError(t, err)
	for i := range games {
		require.NoError(t, old.Add(entry{Record: &games[i]}))
	}
	require.NoError(t, old.Close())
	out.Reset()
	require.NoError(t, play(t.Context(), []string{"-resume", "old.jsonl"}, &out), "all its games are played")
	assert.Contains(t, out.String(), "a vs bb: 2 games, +0 =2 -0")
	assert.ErrorContains(t, play(t.Context(), []string{"-resume", "old.jsonl", "-rounds", "3"}, &out), "at most -rounds 1")
	assert.NoError(t, play(t.Context(), []string{"-resume", "old.jsonl", "-rounds", "1"}, &out))
}

func moves(r tournament.Record) (out []string) {
	for _, ply := range r.Moves {
		out = append(out, ply.Move)
	}
	return
}

// TestRandomOpenings plays from openings that the engine makes: different ones, the same for
// a seed, made once, and more of them when a match is continued.
func TestRandomOpenings(t *testing.T) {
	if testing.Short() {
		t.Skip("makes openings again and again; package maker has their tests")
	}
	inDir(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	t.Setenv("LocalAppData", t.TempDir())
	args := append(engineFlag("a", faulty.None), engineFlag("bb", faulty.None)...)
	args = append(args, strings.Fields("-maxmoves 9 -each nodes=50 -rounds 2")...)
	starts := func(out string, more ...string) (list []string, said string) {
		var text bytes.Buffer
		require.NoError(t, play(t.Context(), append(append(args, "-out", out), more...), &text))
		_, games, err := readJournal(out + ".jsonl")
		require.NoError(t, err)
		byNumber := map[int]string{}
		for _, g := range games {
			byNumber[g.Game] = g.Start
		}
		for n := 1; n <= len(games); n += 2 {
			assert.Equal(t, byNumber[n], byNumber[n+1])
			list = append(list, byNumber[n])
		}
		return list, text.String()
	}
	first, said := starts("m", "-openings", "random:2")
	assert.Contains(t, said, "Making 2 openings")
	different := map[string]bool{}
	for _, fen := range first {
		different[fen] = true
	}
	assert.Len(t, different, 2)
	again, said := starts("n", "-openings", "random:2")
	assert.Equal(t, first, again)
	assert.NotContains(t, said, "Making")
	other, _ := starts("o", "-openings", "random:2", "-seed", "2")
	assert.NotEqual(t, first, other)
	uneven, _ := starts("p", "-openings", "random:2,80-200")
	assert.NotEqual(t, first, uneven)

	var out bytes.Buffer
	assert.ErrorContains(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3"}, &out), "-rounds 3 with 2 openings")
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "3", "-openings", "random:3"}, &out))
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	assert.Len(t, games, 6)
	assert.ErrorContains(t, play(t.Context(), []string{"-resume", "m.jsonl", "-openings", "random:3,0-50"}, &out), "begun with other settings: -openings is ")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	assert.ErrorIs(t, play(ctx, append(args, "-out", "q", "-openings", "random:500", "-seed", "9"), &out), context.Canceled)
	assert.NoFileExists(t, "q.jsonl")

	// Where the cache cannot be written, as in a container, the match is played.
	noFolder, err := filepath.Abs("m.jsonl")
	require.NoError(t, err)
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, noFolder)
	}
	unkept, said := starts("r", "-openings", "random:2")
	assert.Equal(t, first, unkept)
	assert.Contains(t, said, "The openings cannot be kept (mkdir ")
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, "") // and there is no folder for it
	}
	unkept, said = starts("s", "-openings", "random:2")
	assert.Equal(t, first, unkept)
	assert.Regexp(t, "The openings cannot be kept \\(.+\\): the next match makes them again", said)
}
