package match

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/lang"
)

func TestConfig(t *testing.T) {
	inDir(t)
	text := fmt.Sprintf("[[engine]]\nname = \"one\"\ncmd = %q\nargs = \"engine none\"\ndepth = 3\nnodes = 2000000\n[engine.option]\nlevel = 4\n\n"+
		"[[engine]]\nname = \"two\"\ncmd = %q\nargs = \"engine resign\"\nst = 0.5\nrestart = true\n", os.Args[0], os.Args[0])
	require.NoError(t, os.WriteFile("e.toml", []byte(text), 0o644))
	json := fmt.Sprintf(`{"engine": [{"name": "one", "cmd": %q, "args": "engine none", "depth": 3, "nodes": 2000000, "option": {"level": 4}}, `+
		`{"name": "two", "cmd": %q, "args": "engine resign", "st": 0.5, "restart": true}]}`, os.Args[0], os.Args[0])
	require.NoError(t, os.WriteFile("e.json", []byte(json), 0o644))
	var specs [][]*spec
	for _, file := range []string{"e.toml", "e.json"} {
		s, err := over{}.parse(t.Context(), []string{"-config", "file=" + file}, lang.English)
		require.NoError(t, err)
		specs = append(specs, s.engines)
		s, err = over{}.parse(t.Context(), []string{"-engine", "conf=two", "name=x", "-config", "file=" + file, "-engine", "conf=one", "depth=5"}, lang.English)
		require.NoError(t, err)
		assert.Equal(t, "x", s.engines[0].name)
		assert.Equal(t, 5, s.engines[1].control.Depth)
		_, err = over{}.parse(t.Context(), []string{"-engine", "conf=three", "-config", "file=" + file}, lang.English)
		assert.ErrorContains(t, err, "conf=three: no engine of this name")
	}
	assert.Equal(t, specs[0], specs[1])
	assert.Equal(t, 3, specs[0][0].control.Depth)
	assert.EqualValues(t, 2000000, specs[1][0].control.Nodes)
	assert.Equal(t, "4", specs[0][0].engine.Options[0].Value)
	assert.True(t, specs[0][1].restart)
	require.NoError(t, play(t.Context(), []string{"-config", "file=e.toml", "-out", "m"}, new(bytes.Buffer)))
	require.NoError(t, play(t.Context(), []string{"-resume", "m.jsonl"}, new(bytes.Buffer)))
	require.NoError(t, os.WriteFile("e.toml", []byte(strings.Replace(text, "depth = 3", "depth = 4", 1)), 0o644))
	err := play(t.Context(), []string{"-resume", "m.jsonl", "-rounds", "2"}, new(bytes.Buffer))
	assert.ErrorContains(t, err, "m.jsonl: begun with other settings: -engine is ")
	assert.ErrorContains(t, err, "depth=4")
}

// TestBadFiles asserts that errors about a file of engines name its lines and what is
// wanted, and neither types of this program nor the file twice.
func TestBadFiles(t *testing.T) {
	inDir(t)
	const tables = `want tables [[engine]], in JSON {"engine": [{...}, {...}]}`
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `[{"name": "a", "cmd": "self"}]`, tables},
		{"a.json", `{"engine": {"cmd": "self"}}`, "engine: no array; " + tables},
		{"a.json", `{"engine": [{"cmd": "self"}, 3]}`, "engine 2: " + tables},
		{"a.json", `{"engine": [{"cmd": ["self"]}]}`, "engine 1: cmd: want text, a number or a boolean"},
		{"a.json", `{"engine": [{"cmd": "self", "args": ["a", null]}]}`, "engine 1: arg: want text, a number or a boolean"},
		{"a.json", `{"engine": [{"cmd": "self", "option": {"args": ["a"]}}]}`, "engine 1: option.args: want text, a number or a boolean"},
		{"a.json", `{"engine": []}`, "no engine in it; " + tables},
		{"a.json", `{"engines": []}`, "engines: unknown key; " + tables},
		{"a.json", "null", tables},
		{"a.json", "", "line 1: unexpected end of JSON input"},
		{"a.json", "{\n\"engine\": [\n", "line 2: unexpected end of JSON input"},
		{"a.json", "{\n\"engine\": [\n{cmd: 3}]}", "line 3: invalid character 'c' looking for beginning of object key string"},
		{"a.json", "{\"engine\": [{\"cmd\": \"x\n\"}]}", "line 1: invalid character '\\n' in string literal"},
		{"a.toml", "[engine]\ncmd = \"self\"\n", "engine: no array; " + tables},
		{"a.toml", "engine = [1]\n", "engine 1: " + tables},
		{"a.toml", "\ncmd", `toml: line 2: expected '.' or '=', but got '\n' instead`},
	} {
		require.NoError(t, os.WriteFile(c.name, []byte(c.text), 0o644))
		_, err := over{}.parse(t.Context(), []string{"-config", c.name}, lang.English)
		assert.EqualError(t, err, "-config: "+c.name+": "+c.want, c.text)
	}
}

// TestConfigArguments reads arguments as an array, in which an argument may have blanks.
func TestConfigArguments(t *testing.T) {
	inDir(t)
	for name, text := range map[string]string{
		"a.toml": "[[engine]]\ncmd = \"x\"\narg = \"last\"\nargs = [\"-c\", \"my file.ini\", 2]\n",
		"a.json": `{"engine": [{"cmd": "x", "arg": "last", "args": ["-c", "my file.ini", 2]}]}`,
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		c, err := readConfig(t.Context(), name)
		if assert.NoError(t, err, name) {
			assert.Equal(t, []string{"-c", "my file.ini", "2", "last"}, arguments(c.engines[0]), name)
		}
	}
}

// TestConfigEncoding reads files of engines as editors on Windows save them.
func TestConfigEncoding(t *testing.T) {
	inDir(t)
	const bom = "\ufeff"
	for name, text := range map[string]string{
		"bom.json": bom + `{"engine": [{"cmd": "x"}]}`, "bom.toml": bom + "[[engine]]\r\ncmd = \"x\"\r\n",
		"wide.toml": "\xff\xfe[\x00[\x00e\x00n\x00g\x00i\x00n\x00e\x00]\x00]\x00\n\x00c\x00m\x00d\x00=\x00'\x00x\x00'\x00\n\x00",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		c, err := readConfig(t.Context(), name)
		if assert.NoError(t, err, name) {
			assert.Equal(t, [][]pair{{{"cmd", "x"}}}, c.engines, name)
		}
	}
}
