package puzzle_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/puzzle"
)

// FuzzParse reads back every puzzle that it has read and written.
func FuzzParse(f *testing.F) {
	f.Add("3k5/9/9/9/9/9/9/4R4/9/4K4 w; e2d2; mate; 800; 5")
	f.Add("3k5/9/9/9/9/9/9/4R4/9/4K4 w - - 7 9;e2d2;mate;0;0")
	f.Add("\ufeff3k5/9/9/9/9/9/9/4R4/9/4K4 w; e2d2 d9d8 d2d3; mate; -1; 99999999999999999999")
	f.Add("; ; ; ; ")
	f.Fuzz(func(t *testing.T, line string) {
		p, found, err := puzzle.ParseLine(line)
		if err != nil {
			require.False(t, found)
			require.ErrorIs(t, err, puzzle.ErrFormat)
		}
		if !found {
			return
		}
		again, err := puzzle.Parse(p.String())
		require.NoError(t, err, p.String())
		assert.Equal(t, p.String(), again.String())
		assert.Equal(t, p.Moves, again.Moves)
		assert.Equal(t, p.Start.Key(), again.Start.Key())
	})
}
