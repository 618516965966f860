package sheet

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/game/notation"
	"chuhe/game/pgn"
	"chuhe/internal/testpos"
)

// TestRoundTrip writes sheets and lists of moves, many to a file, and reads them back.
func TestRoundTrip(t *testing.T) {
	holds := gametest.Holds{Setups: true, Counters: true, Unfinished: true}
	for seed := range testpos.Rounds[uint64](20, 200, 1_000) {
		for _, format := range []*game.Format{Format, pgn.MoveList} {
			holds.Tags = nil
			if format == Format {
				for _, h := range heads {
					holds.Tags = append(holds.Tags, h.tag)
				}
			}
			o := game.WriteOptions{Notation: notation.Styles()[seed%uint64(len(notation.Styles()))]}
			var want []*game.Game
			var file bytes.Buffer
			for i := range 5 {
				g := gametest.Random(rand.New(rand.NewPCG(seed, uint64(i))), holds)
				if len(g.Moves()) < 4 {
					continue
				}
				lost, err := format.Write(&file, g, o)
				require.NoError(t, err)
				require.Empty(t, lost)
				want = append(want, g)
			}
			text := file.String()
			i := 0
			for got, err := range format.Read(&file) {
				require.NoError(t, err, text)
				require.Less(t, i, len(want), text)
				assert.Equal(t, want[i].Tags, got.Tags)
				assert.Equal(t, want[i].Result, got.Result)
				assert.Equal(t, want[i].Start, got.Start)
				assert.Equal(t, want[i].Moves(), got.Moves())
				if !assert.Empty(t, got.Warnings) || t.Failed() {
					require.FailNow(t, format.Name+" "+string(o.Notation), text)
				}
				i++
			}
			require.Equal(t, len(want), i, text)
		}
	}
}
