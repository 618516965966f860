package match

import (
	"bytes"
	"context"
	"io"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// TestUnits asserts that the parts of a match at fixed nodes, joined, are the games that one
// match writes.
func TestUnits(t *testing.T) {
	if testing.Short() {
		t.Skip("plays the same games again, one after another")
	}
	inDir(t)
	args := []string{
		"-engine", "cmd=" + os.Args[0], "args=chuhe", "name=a", "nodes=300", "-engine", "cmd=" + os.Args[0], "args=chuhe", "name=b", "nodes=200",
		"-maxmoves", "20", "-rounds", "3", "-untimed", "-concurrency", "1",
	}
	with := func(words ...string) []string { return append(slices.Clone(args), words...) }
	require.NoError(t, play(t.Context(), with("-out", "one"), new(bytes.Buffer)))
	for _, part := range []string{"1/2", "0/2", "0/2"} {
		require.NoError(t, play(t.Context(), with("-out", "many", "-unit", part), new(bytes.Buffer)))
	}
	require.NoError(t, play(t.Context(), with("-out", "many", "-merge"), new(bytes.Buffer)))
	want, err := os.ReadFile("one.pgn")
	require.NoError(t, err)
	got, err := os.ReadFile("many.pgn")
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))
	assert.NotContains(t, string(got), "emt")
	assert.Equal(t, 6, bytes.Count(got, []byte("[Event ")))
	assert.Equal(t, 6, bytes.Count(got, []byte(`[Date "????.??.??"]`)))

	assert.ErrorContains(t, play(t.Context(), with("-out", "other", "-merge"), new(bytes.Buffer)), "3 of 3 units are missing: 0-2")
	require.NoError(t, play(t.Context(), with("-out", "other", "-unit", "0/1"), new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), with("-out", "other", "-merge"), new(bytes.Buffer)), "when all are there")
	for want, words := range map[string][]string{
		"want -out":                          {"-unit", "0/2"},
		"want one of the two":                {"-out", "x", "-unit", "0/2", "-merge"},
		"cannot be divided":                  {"-out", "x", "-unit", "0/2", "-tournament", "knockout"},
		"has a clock, want nodes= or depth=": {"-each", "tc=5"},
	} {
		if words[len(words)-1] == "knockout" {
			words = slices.DeleteFunc(with(words...), func(w string) bool { return w == "-rounds" || w == "3" })
		} else {
			words = with(words...)
		}
		assert.ErrorContains(t, play(t.Context(), words, new(bytes.Buffer)), want)
	}
}

// TestUnitGames asserts that a result with too few or too many games is an error, the last one too.
func TestUnitGames(t *testing.T) {
	s, err := over{}.parse(t.Context(), againstResigner("-each", "tc=1", "-rounds", "3"), lang.English)
	require.NoError(t, err)
	m := &session{settings: s}
	m.standings = standingsOf(m)
	var games []tournament.Record
	for n := 1; n <= s.Schedule.Len(); n++ {
		end := tournament.Outcome{Result: board.BlackWins, End: tournament.Resignation}
		games = append(games, tournament.Record{Pairing: s.Schedule.At(n), Start: board.StartFEN, Outcome: end})
	}
	read := func(units ...[]tournament.Record) (n int, err error) {
		results := func(yield func([]byte, error) bool) {
			for _, records := range units {
				if text, err := encode(records); !yield(text, err) {
					return
				}
			}
		}
		for _, err := range m.games(results, 0) {
			if err != nil {
				return n, err
			}
			n++
		}
		return n, nil
	}
	n, err := read(games[:2], games[2:4], games[4:])
	require.NoError(t, err)
	assert.Equal(t, 6, n)
	for want, units := range map[string][][]tournament.Record{
		"unit 1: number of games is 1, want 2": {games[:2], games[2:3]},
		"unit 1: number of games is 3, want 2": {games[:2], games[2:5]},
		"unit 0: number of games is 0, want 2": {nil, games[:2]},
		"unit 1, game 3: it is game 5":         {games[:2], games[4:]},
	} {
		_, err := read(units...)
		assert.EqualError(t, err, want)
	}
}

// TestMergeAgain asserts that a merge which was interrupted goes on where it stopped.
func TestMergeAgain(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	args := againstResigner("-each", "tc=60", "-rounds", "4", "-concurrency", "1", "-out", "m")
	require.NoError(t, play(t.Context(), append(slices.Clone(args), "-unit", "0/1"), io.Discard))
	merge := append(slices.Clone(args), "-merge")
	assert.ErrorContains(t, play(t.Context(), append(slices.Clone(merge), "-pgnout", "no/such.pgn"), io.Discard), "-pgnout: ")
	assert.NoFileExists(t, "m.jsonl", "nothing was joined")

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &onWrite{text: "Game 3 of 8", do: cancel}
	require.ErrorIs(t, play(ctx, merge, out), context.Canceled)
	assert.Contains(t, out.String(), "\nStopped. The same command continues.\n")
	assert.NotContains(t, out.String(), "Game 4 of 8")
	assert.Len(t, readGames(t, "m.pgn"), 3)

	err := play(t.Context(), append(slices.Clone(merge), "-pgnout", "n.pgn"), io.Discard)
	assert.ErrorContains(t, err, "-pgnout: the games of m.jsonl are in m.pgn; leave the flag as it was")
	assert.NoFileExists(t, "n.pgn")
	require.NoError(t, os.Rename("m.pgn", "kept.pgn"))
	require.NoError(t, os.Mkdir("m.pgn", 0o755))
	assert.ErrorContains(t, play(t.Context(), merge, io.Discard), "match: -pgnout: ")
	require.NoError(t, os.Remove("m.pgn"))
	require.NoError(t, os.Rename("kept.pgn", "m.pgn"))
	for range 2 { // nothing is left to do the second time
		again := new(bytes.Buffer)
		require.NoError(t, play(t.Context(), merge, again))
		assert.Contains(t, again.String(), "a vs bb: 8 games")
		rounds := map[string]bool{}
		games := readGames(t, "m.pgn")
		for _, g := range games {
			rounds[g.Tag("Round")] = true
		}
		assert.Len(t, games, 8)
		assert.Len(t, rounds, 8)
	}
}
