package match

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCommandWithArguments splits a command such as "ssh host chuhe", but not the name
// of a file with a blank.
func TestCommandWithArguments(t *testing.T) {
	s, err := newSpec([]pair{{"cmd", "ssh -T host ./chuhe"}, {"args", "-x"}, {"nodes", "10"}})
	require.NoError(t, err)
	assert.Equal(t, "ssh", s.engine.Command)
	assert.Equal(t, []string{"-T", "host", "./chuhe", "-x"}, s.engine.Args)
	assert.Equal(t, "ssh", s.name)

	file := filepath.Join(t.TempDir(), "an engine")
	require.NoError(t, os.WriteFile(file, nil, 0o755))
	s, err = newSpec([]pair{{"cmd", file}, {"nodes", "10"}})
	require.NoError(t, err)
	assert.Equal(t, file, s.engine.Command)
	assert.Empty(t, s.engine.Args)
}
