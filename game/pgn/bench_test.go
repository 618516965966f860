package pgn

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

// BenchmarkConvert reads 10,000 games of 80 plies, validates them and writes them in
// Chinese, on one core.
func BenchmarkConvert(b *testing.B) {
	const games, plies = 10_000, 80
	for _, style := range []notation.Style{notation.ICCS, notation.Chinese} {
		b.Run(string(style), func(b *testing.B) {
			var file bytes.Buffer
			moves := 0
			for seed := range uint64(games) {
				p := board.Start()
				g := game.New(p)
				g.SetTag(game.TagRed, "红")
				for m := range testpos.Playout(rand.New(rand.NewPCG(seed, 0)), &p, plies) {
					g.Last().Append(m)
					moves++
				}
				_, err := Write(&file, g, style)
				require.NoError(b, err)
			}
			for b.Loop() {
				count := 0
				for g, err := range Games(bytes.NewReader(file.Bytes())) {
					require.NoError(b, err)
					require.NoError(b, g.Validate())
					_, err = Write(io.Discard, g, notation.Chinese)
					require.NoError(b, err)
					count++
				}
				require.Equal(b, games, count)
			}
			b.ReportMetric(float64(moves)*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}
