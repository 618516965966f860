package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/nnue"
	"chuhe/internal/command"
	gamedata "chuhe/lab/data"
)

// TestDamagedYardstick asserts that a damaged yardstick is an error, without advice that
// only helps with games.
func TestDamagedYardstick(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	yard := filepath.Join(dir, "yard.games")
	require.NoError(t, run(t.Context(), []string{"label", "-data", data, "-out", yard, "-positions", "150", "-nodes", "1", "-evalfile", "classical"}, io.Discard, io.Discard))
	b, err := os.ReadFile(yard)
	require.NoError(t, err)
	b[len(b)-100] ^= 1
	require.NoError(t, os.WriteFile(yard, b, 0o644))
	for _, args := range [][]string{
		{"measure", "-yardstick", yard},
		{"-data", data, "-out", filepath.Join(dir, "a.nnue"), "-yardstick", yard, "-skipdamaged"},
	} {
		err := run(t.Context(), args, io.Discard, io.Discard)
		require.ErrorIs(t, err, command.ErrInput, "%q", args)
		assert.ErrorContains(t, err, "yard.games: block ")
		assert.NotContains(t, err.Error(), "-skipdamaged")
	}
}

// TestReplacedYardstick interrupts a training run and replaces its yardstick: it does not
// continue, because its errors could not be compared.
func TestReplacedYardstick(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	file := func(name string) string { return filepath.Join(dir, name) }
	label := func(name, seed string) {
		require.NoError(t, run(t.Context(), []string{"label", "-data", data, "-out", file(name), "-positions", "50", "-nodes", "1",
			"-evalfile", "classical", "-held", "-validation", "4", "-seed", seed}, io.Discard, io.Discard))
	}
	label("yard", "1")
	label("other", "2")
	yard, err := os.ReadFile(file("yard"))
	require.NoError(t, err)
	other, err := os.ReadFile(file("other"))
	require.NoError(t, err)

	args := []string{"-data", data, "-out", file("a.nnue"), "-epochs", "2", "-batch", "500", "-warmup", "1", "-yardstick", file("yard")}
	ctx, cancel := context.WithCancel(t.Context())
	require.ErrorIs(t, run(ctx, args, &watching{begin: "epoch 1 of", then: cancel}, io.Discard), context.Canceled)
	require.NoError(t, os.WriteFile(file("yard"), other, 0o644))
	err = run(t.Context(), args, io.Discard, io.Discard)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "a.checkpoint belongs to a training run with another yardstick; give another -out")
	require.NoError(t, os.WriteFile(file("yard"), yard, 0o644))
	require.NoError(t, run(t.Context(), args, io.Discard, io.Discard))
	report, err := os.ReadFile(file("a.md"))
	require.NoError(t, err)
	assert.Contains(t, string(report), fmt.Sprintf("The yardstick is yard, SHA-256 `%x`: ", sha256.Sum256(yard)))
}

// TestYardstickWarnings measures with positions that training learns from.
func TestYardstickWarnings(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	file := func(name string) string { return filepath.Join(dir, name) }
	label := func(name string, more ...string) {
		require.NoError(t, run(t.Context(), append([]string{"label", "-data", data, "-out", file(name), "-positions", "50", "-nodes", "1",
			"-evalfile", "classical", "-validation", "4"}, more...), io.Discard, io.Discard))
	}
	label("held", "-held")
	label("open")
	packed := command.Streams{Out: io.Discard, Err: io.Discard}
	require.NoError(t, gamedata.Command().Execute(t.Context(), []string{"pack", "-out", file("packed"), file("held")}, packed))
	const open, known = "labelled without -held", "training learns from"
	for _, c := range []struct {
		name, data, yardstick string
		open, known           bool
	}{
		{"a", data, "held", false, false},
		{"b", data, "open", true, false},
		{"c", data + "," + file("held"), "held", false, true},
		{"d", data + "," + file("held"), "packed", false, true},
	} {
		var errs bytes.Buffer
		require.NoError(t, run(t.Context(), []string{"-data", c.data, "-out", file(c.name + ".nnue"), "-epochs", "1", "-batch", "500", "-warmup", "1",
			"-yardstick", file(c.yardstick)}, io.Discard, &errs))
		assert.Equal(t, c.open, strings.Contains(errs.String(), open), "%s: %s", c.name, &errs)
		assert.Equal(t, c.known, strings.Contains(errs.String(), known), "%s: %s", c.name, &errs)
	}
}

// yardsticks returns the errors that an output has.
func yardsticks(t *testing.T, out string) (errors []float64) {
	t.Helper()
	for _, found := range regexp.MustCompile(`error (0\.\d{5})`).FindAllStringSubmatch(out, -1) {
		e, err := strconv.ParseFloat(found[1], 64)
		require.NoError(t, err)
		errors = append(errors, e)
	}
	return errors
}

// TestShippedYardstick asserts that the yardstick of the repository can be read, and
// that the embedded network measures what docs/networks says.
func TestShippedYardstick(t *testing.T) {
	if testing.Short() {
		t.Skip("100,000 positions take a minute under the race detector")
	}
	net, err := nnue.Embedded()
	require.NoError(t, err)
	require.NotNil(t, net, "this build has no embedded network")
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), []string{"measure", "-yardstick", "yardstick.packed"}, &out, io.Discard))
	found := regexp.MustCompile(`error (0\.\d{5}) with scores times (\d\.\d\d) on 100000 positions`).FindStringSubmatch(out.String())
	require.NotNil(t, found, out.String())
	readme, err := os.ReadFile("../../docs/networks/README.md")
	require.NoError(t, err)
	name := regexp.MustCompile("\\| `(\\w+\\.nnue)` \\| " + net.Name() + " ").FindSubmatch(readme)
	require.NotNil(t, name, "docs/networks does not name "+net.Name())
	row := fmt.Sprintf("| `%s` | %s | %s |", name[1], found[1], found[2])
	assert.True(t, bytes.Contains(readme, []byte(row)), "docs/networks lacks the row %s", row)
}
