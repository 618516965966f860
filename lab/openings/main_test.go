package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/tools/match/openings"
)

// TestProgram makes a small set twice: the same each time, and well formed.
func TestProgram(t *testing.T) {
	quick := strings.Fields("-count 5 -seed 3 -shallow 500 -deep 2000 -window 60")
	text := func(args ...string) string {
		name := filepath.Join(t.TempDir(), "a.epd")
		require.NoError(t, program().Execute(t.Context(), append(append(quick, args...), "-out", name), command.Streams{Out: io.Discard, Err: io.Discard}))
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(text)
	}
	first := text()
	assert.Equal(t, first, text())
	assert.NotEqual(t, first, text("-seed", "4"))
	good, bad := openings.ReadEPD([]byte(first), rules.Options{})
	assert.Empty(t, bad)
	assert.Len(t, good, 5)
	assert.True(t, strings.HasPrefix(first, "# Made by"))
	for _, wrong := range []string{"-count 0", "-deep 0", "-choice 0", "-low 70 -window 60", "-count 1 -out -"} {
		err := program().Execute(t.Context(), strings.Fields(wrong), command.Streams{Out: io.Discard, Err: io.Discard})
		assert.ErrorIs(t, err, command.ErrInput, wrong)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := program().Execute(ctx, []string{"-out", filepath.Join(t.TempDir(), "none", "a.epd")}, command.Streams{Out: io.Discard, Err: io.Discard})
	assert.ErrorContains(t, err, "no such file or folder", "before the work")
}
