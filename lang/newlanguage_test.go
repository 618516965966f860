package lang

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// esperanto is a catalogue with a few texts.
const esperanto = `
[language]
name = "Esperanto"

[page]
newGame = "Nova ludo"
gameLength = { one = "1 movo, {when}", other = "{n} movoj, {when}" }

[judge]
summary = "diru, kiu venkis"
nothing = "neniu ludo, donu -moves, -fen aŭ dosieron"
`

// speaker is a program that runs the command judge, or prints what the page reads of a
// language.
const speaker = `package main

import (
	"context"
	"fmt"
	"os"

	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/tools/judge"
)

func main() {
	switch os.Args[1] {
	case "page":
		os.Stdout.Write(lang.Lang(os.Args[2]).Page())
		return
	case "name":
		fmt.Print(lang.Lang(os.Args[2]).Profile().Name)
		return
	}
	err := judge.Command().Execute(context.Background(), os.Args[1:], command.Streams{Out: os.Stdout, Err: os.Stderr})
	if err != nil {
		fmt.Println(lang.Lang("eo").Explain(err))
	}
}
`

// TestNewLanguage adds a language to a copy of the sources, which takes one file: a
// command and the page speak it then, and say in English what it lacks. The lines of the
// file end as an editor on Windows may end them.
func TestNewLanguage(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a program")
	}
	tool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("no Go on this machine")
	}
	here, err := os.Getwd()
	require.NoError(t, err)
	folder := t.TempDir()
	replace := map[string]string{}
	for name, content := range map[string]string{"eo.toml": strings.ReplaceAll(esperanto, "\n", "\r\n"), filepath.Join("speaker", "main.go"): speaker} {
		file := filepath.Join(folder, filepath.Base(name))
		require.NoError(t, os.WriteFile(file, []byte(content), 0o666))
		replace[filepath.Join(here, name)] = file
	}
	overlay := filepath.Join(folder, "overlay.json")
	content, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, content, 0o666))
	program := filepath.Join(folder, "speaker.exe")
	out, err := exec.Command(tool, "build", "-overlay", overlay, "-o", program, "chuhe/lang/speaker").CombinedOutput()
	require.NoError(t, err, "%s", out)
	said := func(args ...string) string {
		out, err := exec.Command(program, args...).Output()
		require.NoError(t, err)
		return string(out)
	}

	assert.Contains(t, said("-lang", "eo"), "neniu ludo, donu -moves, -fen aŭ dosieron")
	assert.Contains(t, said("-lang", "eo", "-moves", "h2e2"), "continue", "what it lacks is English")
	assert.Contains(t, said("-lang", "xx"), "en, eo, vi, zh-Hans, zh-Hant")
	assert.Equal(t, "Esperanto", said("name", "eo"))
	var page map[string]any
	require.NoError(t, json.Unmarshal([]byte(said("page", "eo")), &page))
	assert.Equal(t, "Nova ludo", page["newGame"])
	assert.Equal(t, map[string]any{"one": "1 movo, {when}", "other": "{n} movoj, {when}"}, page["gameLength"])
	assert.Equal(t, "Settings", page["settings"])
	assert.Equal(t, "wxf", page["language.notation"])
}
