package collection

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// FuzzFilters reads the words of filters.
func FuzzFilters(f *testing.F) {
	for _, text := range []string{"1977", "1977-03", "1977.3.1", "1977-02-31", "0000-00-00", "RPPnc", "hEe", "\xff", "", "１９７７"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d, err := ParseDate(text); err == nil {
			require.NotZero(t, d)
			assert.True(t, d.within(d, d))
			assert.False(t, d.After(d))
			assert.LessOrEqual(t, d.first(), d.last())
		}
		if m, err := ParseMaterial(text); err == nil {
			start := board.Start()
			m.in(&start)
		}
	})
}
