package web

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
	"chuhe/lang"
)

// nodeProgram returns where Node is, and skips the test if it is not installed.
func nodeProgram(t *testing.T) string {
	t.Helper()
	name, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node on this machine: install node to run the page's code without a browser")
	}
	return name
}

// TestModules runs the tests of the page's modules that need no browser, with Node.
func TestModules(t *testing.T) {
	testpos.SkipRace(t)
	t.Parallel()
	node := nodeProgram(t)
	files, err := filepath.Glob("pagetest/*.test.js")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	catalogues := t.TempDir()
	for _, l := range lang.All() {
		require.NoError(t, os.WriteFile(filepath.Join(catalogues, string(l)+".json"), l.Page(), 0o666))
	}
	// One process for all: to start one for each file takes most of the time of "node --test".
	var imports strings.Builder
	for _, file := range files {
		fmt.Fprintf(&imports, "import './%s';\n", filepath.ToSlash(file))
	}
	tests := exec.Command(node, "--input-type=module", "--eval", imports.String())
	tests.Env = append(os.Environ(), "CHUHE_CATALOGUES="+catalogues)
	out, err := tests.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// TestModuleSizes asserts that the modules of the page stay small enough to be read at one
// sitting, and that class App, through which everything passes, only wires.
func TestModuleSizes(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("page/*.js")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	apps := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		text := string(content)
		assert.LessOrEqual(t, strings.Count(text, "\n"), 450, "lines of %s: move a part of it to a module of its own", file)
		if _, class, found := strings.Cut(text, "\nexport class App "); found {
			class, _, found = strings.Cut(class, "\n}\n")
			require.True(t, found)
			apps++
			assert.LessOrEqual(t, strings.Count(class, "\n")+2, 300, "lines of class App: move what does not wire to where it belongs")
		}
	}
	assert.Equal(t, 1, apps, "classes App")
}
