package web

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

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
