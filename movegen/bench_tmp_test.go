package movegen

import (
	"chuhe/board"
	"testing"
)

func BenchmarkTmp(b *testing.B) {
	for _, c := range []struct{ n, fen string }{
		{"start", board.StartFEN},
		{"mid1", "r2ak4/4a4/b1n1b1nc1/4p1pC1/P1p5p/6P2/2P1Pr2P/4B1N2/4A4/RNBAK3R w - - 0 1"},
		{"mid2", "r3k1b1r/4a4/9/p1n1p3p/2R3b2/4Pc3/P1p5P/4BNC2/4A4/4KAB1R b - - 0 1"},
		{"end1", "3a1kb1r/4a4/b5n1c/8p/3C2p2/4p3P/P5N2/2NAB4/9/1R2KAB2 b - - 0 1"},
		{"end2", "3a2b2/3P5/5k2N/9/9/9/6r2/9/2N1A4/4KA3 w - - 0 1"},
		{"end3", "4k4/3n1n3/3N1N3/9/9/9/9/4c4/9/3K5 b - - 0 1"},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(c.n, func(b *testing.B) {
			n := uint64(0)
			for b.Loop() {
				n += Perft(&p, 4)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
