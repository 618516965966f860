package userfile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/windows"
)

// TestCodePage opens a file by its name in the code page of the system.
func TestCodePage(t *testing.T) {
	names := map[uint32][2]string{
		936:  {"\xcf\xf3\xc6\xe5.book", "象棋.book"},
		950:  {"\xb6\x48\xb4\xd1.book", "象棋.book"},
		1250: {"caf\xe9.book", "café.book"},
		1252: {"caf\xe9.book", "café.book"},
		1258: {"caf\xe9.book", "café.book"},
	}
	name, known := names[windows.GetACP()]
	if !known {
		t.Skip("code page", windows.GetACP())
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, name[1]), nil, 0o600))
	for _, n := range name {
		file, err := Open(filepath.Join(dir, n))
		require.NoError(t, err)
		assert.Equal(t, filepath.Join(dir, name[1]), file.Name())
		require.NoError(t, file.Close())
	}
}
