package tournament

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzTimeControl reads back every clock that it has read and written.
func FuzzTimeControl(f *testing.F) {
	for _, text := range []string{"60", "1+0.01", "40/1:30+0.5", "0:0.1", "1e3", "0x10", "1_0", "+1", "1/+1", "nan", "40/", "99999999:1", "1e-9+1e-9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tc, err := ParseTimeControl(text)
		if err != nil {
			require.ErrorIs(t, err, ErrTimeControl)
			return
		}
		require.NoError(t, tc.Validate())
		assert.Positive(t, tc.Base)
		assert.GreaterOrEqual(t, tc.Increment, time.Duration(0))
		assert.GreaterOrEqual(t, tc.Moves, 0)
		again, err := ParseTimeControl(tc.String())
		require.NoError(t, err, tc.String())
		assert.Equal(t, tc.Moves, again.Moves)
		// A year in seconds has no room for nanoseconds in a float.
		assert.InDelta(t, tc.Base, again.Base, float64(time.Microsecond))
		assert.InDelta(t, tc.Increment, again.Increment, float64(time.Microsecond))
		assert.False(t, strings.ContainsAny(tc.String(), "\" \n"), tc.String())
	})
}
