package progress

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

type large struct{ Results string }

func (*large) Validate() error { return nil }

// TestLarge asserts that a state is read however large it was written: that of a tuning run grows
// with -batch.
func TestLarge(t *testing.T) {
	f := File{Name: filepath.Join(t.TempDir(), "state"), Run: "a test"}
	saved, loaded := &large{strings.Repeat("x", command.MaxText)}, new(large)
	require.NoError(t, f.Save(saved))
	require.NoError(t, f.Load(loaded))
	assert.True(t, *saved == *loaded)
}
