package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/nnue"
	"chuhe/internal/command"
	"chuhe/internal/testpos"
)

// TestAverage averages three networks and asserts each mean, and that nothing is overwritten.
func TestAverage(t *testing.T) {
	testpos.SkipRace(t)
	dir := t.TempDir()
	save := func(name string, w *nnue.Weights) string {
		net, err := nnue.NewNet(w)
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, net.Write(&b))
		file := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(file, b.Bytes(), 0o644))
		return file
	}
	var files []string
	for i, n := range []int{3, -4, 9} { // sum 8
		w := nnue.NewWeights(340, "one of three")
		w.FeatureWeights[7][5], w.FeatureBias[6] = int8(n), int16(-n)
		w.OutputWeights[8], w.OutputBias[9] = int16(10*n), int32(1_000_001*n)
		files = append(files, save(string(rune('a'+i)), w))
	}
	zero, err := nnue.NewNet(nnue.NewWeights(340, ""))
	require.NoError(t, err)
	two := append([]string{"average", "-out", filepath.Join(dir, "two.nnue")}, files[:2]...)
	three := append([]string{"average", "-out", filepath.Join(dir, "three.nnue")}, files...)
	for _, c := range []struct {
		args               []string
		weight, bias       int
		outWeight, outBias int
	}{
		{two, 0, 0, -5, -500_000}, // halves to the even number
		{three, 3, -3, 27, 2_666_669},
	} {
		var out bytes.Buffer
		require.NoError(t, run(t.Context(), c.args, &out, io.Discard))
		net, err := openNet(c.args[2])
		require.NoError(t, err)
		assert.Equal(t, c.args[2]+": "+net.Name()+"\n", out.String())
		w := net.Weights()
		assert.EqualValues(t, c.weight, w.FeatureWeights[7][5])
		assert.EqualValues(t, c.bias, w.FeatureBias[6])
		assert.EqualValues(t, c.outWeight, w.OutputWeights[8])
		assert.EqualValues(t, c.outBias, w.OutputBias[9])
		w.FeatureWeights[7][5], w.FeatureBias[6], w.OutputWeights[8], w.OutputBias[9] = 0, 0, 0, 0
		rest, err := nnue.NewNet(w)
		require.NoError(t, err)
		assert.Equal(t, zero.Name(), rest.Name(), "all other weights are 0")
		assert.Contains(t, net.Description(), "Mean of the weights of net-")
	}
	was, err := os.ReadFile(two[2])
	require.NoError(t, err)

	other := save("other", nnue.NewWeights(350, ""))
	for want, args := range map[string][]string{
		"no -out, want":                                     {"average", files[0], files[1]},
		"1 networks, want two or more":                      {"average", "-out", "x", files[0]},
		"is given twice":                                    {"average", "-out", "x", files[0], files[0]},
		"has the scale 340 and net-":                        {"average", "-out", "x", files[0], other},
		syscall.ENOENT.Error():                              {"average", "-out", "x", files[0], filepath.Join(dir, "none")},
		"unusable network: the file begins with \"// Comma": {"average", "-out", "x", files[0], "main.go"},
		"two.nnue":                                          two,
	} {
		err := run(t.Context(), args, io.Discard, io.Discard)
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput, want)
	}
	now, err := os.ReadFile(two[2])
	require.NoError(t, err)
	assert.Equal(t, was, now)
	assert.NoFileExists(t, "x")
}
