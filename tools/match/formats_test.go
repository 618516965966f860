package match

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/testpos"
	"chuhe/lang"
	"chuhe/tools/match/internal/faulty"
)

// TestDrawnFormats plays a Swiss tournament and a knockout of five engines, loses the last
// games of the journal, and continues: the earlier games stay and the places are complete.
func TestDrawnFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("starts engines by the hundred, a minute with the race detector")
	}
	for format, want := range map[string]struct {
		games int // at least
		texts []string
	}{
		"swiss":    {12, []string{"Buchholz", "S.-B.", "round 3", "bye"}},
		"knockout": {8, []string{"round 3", "bye"}},
	} {
		t.Run(format, func(t *testing.T) {
			inDir(t)
			args := []string{"-tournament", format, "-each", "tc=10", "-out", "m", "-maxmoves", "20", "-concurrency", "2"}
			for i := range 5 {
				args = append(args, engineFlag(fmt.Sprint("e", i), faulty.None)...)
			}
			var out bytes.Buffer
			require.NoError(t, play(t.Context(), args, &out))
			for _, text := range want.texts {
				assert.Contains(t, out.String(), text)
				page, err := os.ReadFile("m.html")
				require.NoError(t, err)
				assert.Contains(t, string(page), "<th>"+want.texts[0], "the page too")
			}
			_, games, err := readJournal("m.jsonl")
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(games), want.games)

			journal, err := os.ReadFile("m.jsonl")
			require.NoError(t, err)
			const kept = 3
			lines := slices.Collect(strings.Lines(string(journal)))
			require.NoError(t, os.WriteFile("m.jsonl", []byte(strings.Join(lines[:1+kept], "")), 0o644))
			require.NoError(t, os.Remove("m.pgn"))
			require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, &out))
			_, again, err := readJournal("m.jsonl")
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(again), want.games)
			assert.Equal(t, games[:kept], again[:kept])
			require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, new(bytes.Buffer)), "every game is where the results before it put it")
		})
	}
}

// TestForeignGame continues matches with a game that the results before it do not draw.
func TestForeignGame(t *testing.T) {
	testpos.SkipRace(t)
	inDir(t)
	args := []string{"-tournament", "swiss", "-each", "tc=10", "-out", "m", "-maxmoves", "9", "-concurrency", "1", "-games", "1"}
	for i := range 4 {
		args = append(args, engineFlag(fmt.Sprint("e", i), faulty.None)...)
	}
	require.NoError(t, play(t.Context(), args, new(bytes.Buffer)))
	err := play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "1"}, new(bytes.Buffer))
	assert.ErrorContains(t, err, "-rounds 1: games of round 2 have been played; leave the flag out, or want at least 2")
	assert.ErrorIs(t, err, command.ErrInput)
	_, games, err := readJournal("m.jsonl")
	require.NoError(t, err)
	s, err := over{}.parse(t.Context(), args, lang.English)
	require.NoError(t, err)
	m := &session{settings: s}
	m.standings = standingsOf(m)
	assert.ErrorContains(t, m.belongs(games[3].Pairing), "game 4 is not in the match, or games that decide who plays it are missing")
	g := games[0].Pairing
	require.NoError(t, m.belongs(g))
	g.RedPlayer, g.BlackPlayer = g.BlackPlayer, g.RedPlayer
	assert.ErrorContains(t, m.belongs(g), "game 1 has red player 3 and black player 1 in round 1, want 1 and 3")
}
