package match

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testfile"
	"chuhe/internal/testpos"
)

// TestFullPGN lets the PGN file have no room for some games, by a limit to the size of a file, which the
// journal does not reach: the match goes on, and the file has them as soon as there is room.
func TestFullPGN(t *testing.T) {
	testpos.SkipRace(t)
	limit, lift := testfile.Limits(t)
	args := againstResigner("-each", "tc=60", "-rounds", "3", "-concurrency", "1", "-out", "m")
	before := "[Red \"other\"]\n\n" + strings.Repeat("{a long comment}\n", 1<<15) + "1. C2.5 *\n\n"
	full := func() {
		info, err := os.Stat("m.pgn")
		if assert.NoError(t, err) {
			limit(uint64(info.Size()) + 100) // in the middle of the next game
		}
	}
	for _, again := range []bool{true, false} {
		inDir(t)
		require.NoError(t, os.WriteFile("m.pgn", []byte(before), 0o644))
		out := &eachGame{do: map[int]func(){2: full}}
		if again {
			out.do[5] = lift
		}
		err := play(t.Context(), args, out)
		lift()
		assert.Equal(t, 1, strings.Count(out.String(), "\n-pgnout: write m.pgn: file too large\n"), out.String())
		_, games, fault := readJournal("m.jsonl")
		require.NoError(t, fault)
		assert.Len(t, games, 6)
		if !again {
			require.ErrorIs(t, err, syscall.EFBIG)
			assert.ErrorContains(t, err, "; to add the games that are missing: ")
			err = play(t.Context(), []string{"-resume", "m.jsonl"}, new(bytes.Buffer))
		}
		require.NoError(t, err)
		played := readGames(t, "m.pgn")
		require.Len(t, played, 7)
		for i, g := range played[1:] {
			assert.Equal(t, games[i].Red, g.Tag("Red"))
		}
	}
}
