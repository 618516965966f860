package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNice asserts that all threads of a process give way, in a process of its own.
func TestNice(t *testing.T) {
	if os.Getenv("FLEET_NICE") == "" {
		c := exec.Command(os.Args[0], "-test.run", "^TestNice$")
		c.Env = append(os.Environ(), "FLEET_NICE=1")
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	require.NoError(t, lowerPriority(17))
	threads, err := filepath.Glob("/proc/self/task/*/stat")
	require.NoError(t, err)
	require.Greater(t, len(threads), 1)
	for _, name := range threads {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		_, words, _ := strings.Cut(string(text), ") ")
		assert.Equal(t, "17", strings.Fields(words)[16], name)
	}
}
