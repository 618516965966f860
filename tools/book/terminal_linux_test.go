package book

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/internal/command/commandtest"
)

// TestProgress asserts that a terminal shows how many games have been read.
func TestProgress(t *testing.T) {
	from := write(t, "a.pgn", strings.Repeat("1. h2e2 h9g7 *\n\n", 5000))
	terminal, text := commandtest.Terminal(t)
	err := Command().Execute(t.Context(), []string{"make", "-out", filepath.Join(t.TempDir(), "a.book"), from}, command.Streams{Out: terminal, Err: terminal})
	shown := text()
	require.NoError(t, err)
	assert.Regexp(t, `(?s)\d games.*a\.book: `, shown)
	assert.Contains(t, shown, "from 5000 games")
}
