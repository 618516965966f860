package main_test

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

var long = flag.Bool("long", false, "count all depths of testdata/perft.epd")

// startLeaves are the published counts of the start position, the first line of
// the file.
var startLeaves = []uint64{44, 1920, 79666, 3290240, 133312995, 5392831844}

// perftCase is a line of testdata/perft.epd: leaves[i] are known at depth i+1.
type perftCase struct {
	position board.Position
	leaves   []uint64
}

// TestPerft counts the leaves of every position in testdata/perft.epd, as deep
// as the time allows.
func TestPerft(t *testing.T) {
	most := uint64(3_000_000)
	switch {
	case *long:
		most = 1 << 63
	case testing.Short():
		most = 30_000
	}
	cases := readPerft(t)
	require.Equal(t, board.Start(), cases[0].position)
	require.Equal(t, startLeaves, cases[0].leaves)
	require.GreaterOrEqual(t, len(cases), 60)
	for _, c := range cases {
		t.Run(c.position.FEN(), func(t *testing.T) {
			t.Parallel()
			for i, want := range c.leaves {
				if want > most {
					break
				}
				require.Equal(t, want, movegen.Perft(&c.position, i+1), "depth %d", i+1)
			}
		})
	}
}

// BenchmarkPerft reports how many leaves a second are counted from the start
// position and from a middlegame.
func BenchmarkPerft(b *testing.B) {
	for _, c := range readPerft(b)[:2] {
		b.Run(fmt.Sprint("leaves=", c.leaves[3]), func(b *testing.B) {
			nodes := uint64(0)
			for b.Loop() {
				nodes += movegen.Perft(&c.position, 4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// readPerft reads lines of the form "FEN ;D1 44 ;D2 1920", depths from 1 on
// without a gap; empty lines and those that begin with # say nothing.
func readPerft(t testing.TB) (cases []perftCase) {
	t.Helper()
	file, err := os.Open("testdata/perft.epd")
	require.NoError(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		fields := strings.Split(text, ";")
		p, err := board.ParseFEN(fields[0])
		require.NoError(t, err, "line %d", number)
		c := perftCase{position: p}
		for i, field := range fields[1:] {
			word, value, _ := strings.Cut(strings.TrimSpace(field), " ")
			require.Equal(t, fmt.Sprint("D", i+1), word, "line %d", number)
			n, err := strconv.ParseUint(value, 10, 64)
			require.NoError(t, err, "line %d", number)
			c.leaves = append(c.leaves, n)
		}
		require.NotEmpty(t, c.leaves, "line %d", number)
		cases = append(cases, c)
	}
	require.NoError(t, lines.Err())
	return cases
}
