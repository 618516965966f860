package match

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/lang"
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

// TestArguments asserts that no argument is lost, whatever the order of args= and arg=, and that
// those of an engine override those of -each.
func TestArguments(t *testing.T) {
	inDir(t)
	require.NoError(t, os.WriteFile("e.toml", []byte("[[engine]]\nname = \"file\"\ncmd = \"x\"\narg = \"my engine\"\nargs = \"-u -v\"\nnodes = 1\n"), 0o644))
	for _, c := range []struct{ words, want []string }{
		{[]string{"-engine", "cmd=x", "arg=my wrapper", "args=-x 3", "arg=last one"}, []string{"my wrapper", "-x", "3", "last one"}},
		{[]string{"-each", "arg=first", "args=-a -b", "-engine", "cmd=x", "args=-c", "arg=d e"}, []string{"first", "-c", "d e"}},
		{[]string{"-each", "args=-a", "-engine", "cmd=x", "args="}, nil},
		{[]string{"-config", "file=e.toml", "-engine", "conf=file"}, []string{"-u", "-v", "my engine"}},
		{[]string{"-config", "file=e.toml", "-engine", "conf=file", "args=-w", "arg=2"}, []string{"-w", "my engine", "2"}},
	} {
		s, err := over{}.parse(t.Context(), append(c.words, "nodes=1", "-engine", "cmd=self", "name=other", "nodes=1"), lang.English)
		require.NoError(t, err, c.words)
		assert.Equal(t, c.want, s.engines[0].engine.Args, c.words)
	}
}
