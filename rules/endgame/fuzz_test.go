package endgame_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/rules/endgame"
)

// FuzzParseMaterial reads back every material that it has read and written.
func FuzzParseMaterial(f *testing.F) {
	for _, text := range []string{"RPaabb", "hEe", "", "RRR", "K", "rP", "p\xff", "ppppp"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, _, err := endgame.ParseMaterial(text)
		if err != nil {
			require.ErrorContains(t, err, "material ")
			return
		}
		again, attacker, err := endgame.ParseMaterial(m.String())
		require.NoError(t, err, m.String())
		assert.Equal(t, m, again)
		assert.Equal(t, board.Red, attacker)
	})
}
