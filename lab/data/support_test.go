package data

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
	"chuhe/movegen"
)

// text returns a header like those that datagen writes.
func text(seed int) string {
	return fmt.Sprintf("evaluator classical\nseed %d\nmaxplies 40\nrules computer 120\n", seed)
}

// randomGames returns games of random moves. Their scores differ, and their
// results agree with the rules.
func randomGames(seed uint64, n int) (games []record.Game) {
	random := rand.New(rand.NewPCG(seed, 0))
	for i := range n {
		g := record.Game{Start: board.Start(), Result: board.Draw}
		p := g.Start
		for m := range testpos.Playout(random, &p, 1+random.IntN(40)) {
			g.Plies = append(g.Plies, record.Ply{Move: m, Score: int16(100*i + random.IntN(100))})
		}
		if !movegen.HasLegal(&p) {
			g.Result = board.RedWins
			if p.Side() == board.Red {
				g.Result = board.BlackWins
			}
		}
		games = append(games, g)
	}
	return games
}

// encode returns the bytes of a file with ten games in each block, and the offsets
// of the blocks.
func encode(t testing.TB, text string, games []record.Game) (data []byte, starts []int) {
	t.Helper()
	var b bytes.Buffer
	w, err := record.NewWriter(&b, text)
	require.NoError(t, err)
	for i := range games {
		if i%10 == 0 {
			starts = append(starts, b.Len())
		}
		require.NoError(t, w.Write(&games[i]))
		if i%10 == 9 {
			require.NoError(t, w.Flush())
		}
	}
	require.NoError(t, w.Flush())
	return b.Bytes(), starts
}

// write writes a file into a folder of the test and returns its name.
func write(t *testing.T, dir, name string, data []byte) string {
	t.Helper()
	name = filepath.Join(dir, name)
	require.NoError(t, os.WriteFile(name, data, 0o666))
	return name
}

// read returns the header and the games of an undamaged file as text that can be
// compared.
func read(t *testing.T, name string) (header string, games []string) {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	r, err := record.NewReader(file)
	require.NoError(t, err)
	for {
		var g record.Game
		err := r.Next(&g)
		if err == io.EOF {
			return r.Text(), games
		}
		require.NoError(t, err)
		games = append(games, line(&g))
	}
}

func line(g *record.Game) string { return fmt.Sprint(g.Start, g.Plies, g.Result) }

func lines(games []record.Game) (all []string) {
	for i := range games {
		all = append(all, line(&games[i]))
	}
	return all
}

// run runs the command and returns what it writes to its two outputs.
func run(t *testing.T, in []byte, args ...string) (out, errs string, err error) {
	return commandtest.Run(t.Context(), Command(), string(in), args...)
}
