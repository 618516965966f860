package web

import (
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestModules runs the tests of the page's modules that need no browser, with Node.
func TestModules(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node on this machine: install node to run the tests of the page's modules")
	}
	files, err := filepath.Glob("pagetest/*.test.js")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	out, err := exec.Command(node, append([]string{"--test"}, files...)...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}
