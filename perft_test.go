package main_test

import (
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/tools/perft"
	"chuhe/tools/perft/count"
)

// TestPerft counts the leaves of every position in testdata/perft.epd, as deep
// as the time allows.
func TestPerft(t *testing.T) {
	most := testpos.Rounds[uint64](30_000, 3_000_000, math.MaxUint64)
	file, err := os.Open("testdata/perft.epd")
	require.NoError(t, err)
	defer file.Close()
	cases, err := perft.ReadSuite(file)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(cases), 60)
	require.Equal(t, board.Start(), cases[0].Position)
	published := []uint64{44, 1920, 79666, 3290240, 133312995, 5392831844}
	require.GreaterOrEqual(t, len(cases[0].Known), len(published))
	for i, nodes := range published {
		require.Equal(t, perft.Known{Depth: i + 1, Nodes: nodes}, cases[0].Known[i])
	}
	for _, c := range cases {
		t.Run(c.Position.FEN(), func(t *testing.T) {
			t.Parallel()
			for _, known := range c.Known {
				if known.Nodes > most {
					break
				}
				require.Equal(t, known.Nodes, count.Leaves(&c.Position, known.Depth), "depth %d", known.Depth)
			}
		})
	}
}

// compared are the positions of the table in docs/perft.md, with depths of 20 to 140
// million leaves.
var compared = []struct {
	name, fen string
	depth     int
	leaves    uint64
}{
	{"start", board.StartFEN, 5, 133312995},
	{"middlegame1", "r2ak4/4a4/b1n1b1nc1/4p1pC1/P1p5p/6P2/2P1Pr2P/4B1N2/4A4/RNBAK3R w - - 0 1", 5, 64400277},
	{"middlegame2", "r1bak3r/4a4/c3b1n2/4p1p1p/P1pn5/4P1P1P/2P6/2N3NC1/4A4/1RBAK1B1R w - - 0 1", 5, 90635689},
	{"middlegame3", "r3k1b1r/4a4/9/p1n1p3p/2R3b2/4Pc3/P1p5P/4BNC2/4A4/4KAB1R b - - 0 1", 5, 54205393},
	{"pinned", "r1bakab2/9/2n1c1n2/p1p1R1p1p/9/2c6/P1P1r1P1P/2N1C1N2/9/1CBAKAB1R w - - 0 1", 5, 74312986},
	{"endgame1", "3a1kb1r/4a4/b5n1c/8p/3C2p2/4p3P/P5N2/2NAB4/9/1R2KAB2 b - - 0 1", 5, 23323744},
	{"endgame2", "2b6/9/3a1k2b/2C6/6P2/5p3/9/B2A1n1R1/r5N2/3A1K1c1 b - - 0 1", 5, 31095298},
	{"check", "2bk1n1N1/4a4/2C1P4/P8/8P/6P2/5c3/3A2C2/9/2BKp1c1R w - - 0 1", 6, 76358126},
}

// BenchmarkPerft reports how many leaves a second one thread counts.
func BenchmarkPerft(b *testing.B) {
	for _, c := range compared {
		b.Run(c.name, func(b *testing.B) {
			p, err := board.ParseFEN(c.fen)
			require.NoError(b, err)
			nodes := uint64(0)
			for b.Loop() {
				leaves := count.Leaves(&p, c.depth)
				require.Equal(b, c.leaves, leaves)
				nodes += leaves
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
