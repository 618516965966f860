package evals

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/eval/nnue/nnuetest"
)

func fileOf(t *testing.T, net *nnue.Net) []byte {
	var b bytes.Buffer
	require.NoError(t, net.Write(&b))
	return b.Bytes()
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	net := nnuetest.Material(0)
	good, cut := filepath.Join(dir, "a good one.nnue"), filepath.Join(dir, "cut.nnue")
	file := fileOf(t, net)
	require.NoError(t, os.WriteFile(good, file, 0o600))
	require.NoError(t, os.WriteFile(cut, file[:len(file)/2], 0o600))

	got, err := Open(good)
	require.NoError(t, err)
	assert.Equal(t, net, got)
	for _, name := range []string{"classical", "Classical", "<classical>"} {
		got, err = Open(name)
		assert.NoError(t, err)
		assert.Equal(t, eval.Classical{}, got, name)
	}
	got, err = Open(cut)
	assert.Nil(t, got)
	assert.ErrorIs(t, err, nnue.ErrNet)
	assert.ErrorContains(t, err, "cut.nnue: unusable network: the file ends after")
	missing := filepath.Join(dir, "missing.nnue")
	_, err = Open(missing)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, missing+": file does not exist", "the same words on every system")
	_, err = Open(dir)
	assert.ErrorContains(t, err, "not a regular file")
}

// TestOpenRelative looks for a file in the working directory first, and then
// beside the program.
func TestOpenRelative(t *testing.T) {
	program, err := os.Executable()
	require.NoError(t, err)
	beside, dir := filepath.Dir(program), t.TempDir()
	t.Chdir(dir)
	dir, err = filepath.Abs(".") // a link to it has another name
	require.NoError(t, err)
	name := "网络-" + filepath.Base(dir) + ".nnue"

	_, err = Open(name)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, fmt.Sprintf("%s: file does not exist, looked for %s and %s",
		name, filepath.Join(dir, name), filepath.Join(beside, name)))

	first, second := nnuetest.Constant(1), nnuetest.Constant(2)
	require.NoError(t, os.WriteFile(filepath.Join(beside, name), fileOf(t, second), 0o600))
	t.Cleanup(func() { os.Remove(filepath.Join(beside, name)) })
	got, err := Open(name)
	require.NoError(t, err)
	assert.Equal(t, second.Name(), got.Name())

	require.NoError(t, os.WriteFile(name, fileOf(t, first), 0o600))
	got, err = Open(name)
	require.NoError(t, err)
	assert.Equal(t, first.Name(), got.Name())

	require.NoError(t, os.WriteFile(name, []byte("no network"), 0o600))
	_, err = Open(name)
	assert.ErrorIs(t, err, nnue.ErrNet, "the file that was meant, not another one")
	assert.ErrorContains(t, err, filepath.Join(dir, name)+": unusable network: ")
}

// The default evaluation can be used, and it is the same one by every name.
func TestDefault(t *testing.T) {
	want, err := Default()
	require.NoError(t, err)
	net, err := nnue.Embedded()
	require.NoError(t, err)
	if net == nil {
		assert.Equal(t, eval.Classical{}, want)
	} else {
		assert.Same(t, net, want)
	}
	_, err = Open("")
	assert.EqualError(t, err, "no name, want a file, embedded or classical")
	for _, name := range []string{"embedded", "<empty>", "<internal>", "Embedded"} {
		got, err := Open(name)
		assert.NoError(t, err)
		assert.True(t, want == got, name)
	}
}

// TestPack packs the file of a network and gets it back, and refuses one that is damaged.
func TestPack(t *testing.T) {
	net := nnuetest.Material(3)
	packed, err := Pack(fileOf(t, net))
	require.NoError(t, err)
	back, err := Unpack(packed)
	require.NoError(t, err)
	assert.Equal(t, net, back)

	_, err = Unpack(packed[:len(packed)/2])
	assert.Error(t, err)
	_, err = Unpack(fileOf(t, net))
	assert.ErrorContains(t, err, "gzip: invalid header")
	packed, err = Pack(fileOf(t, net)[:1000])
	require.NoError(t, err)
	_, err = Unpack(packed)
	assert.ErrorIs(t, err, nnue.ErrNet)
}

// TestNamed asks for evaluations by their own names. Another network under the name of the
// one that was asked for is refused, wherever it comes from.
func TestNamed(t *testing.T) {
	net := nnuetest.Material(3)
	got, err := Named(net.Name(), fileOf(t, net))
	require.NoError(t, err)
	assert.Equal(t, net.Name(), got.Name())
	want, err := Default()
	require.NoError(t, err)
	for _, e := range []eval.Evaluation{eval.Classical{}, want} {
		got, err = Named(e.Name(), nil)
		require.NoError(t, err)
		assert.True(t, e == got, e.Name())
	}

	got, err = Named("net-00000000", fileOf(t, net))
	assert.EqualError(t, err, fmt.Sprintf("the file has the evaluation %s, want net-00000000", net.Name()))
	assert.True(t, got == nil)
	got, err = Named(net.Name(), nil)
	assert.EqualError(t, err, fmt.Sprintf("this program has the evaluation %s, want %s", want.Name(), net.Name()))
	assert.True(t, got == nil)
	got, err = Named(net.Name(), []byte("no network"))
	assert.ErrorIs(t, err, nnue.ErrNet)
	assert.True(t, got == nil, "nor a nil network in an evaluation")
}

// TestContent asks for the file behind a name. The evaluations of the program have none.
func TestContent(t *testing.T) {
	for _, name := range []string{"", Embedded, "<empty>", "Classical"} {
		got, err := Content(name)
		assert.NoError(t, err, name)
		assert.Nil(t, got, name)
	}
	file := filepath.Join(t.TempDir(), "a.nnue")
	require.NoError(t, os.WriteFile(file, []byte("any bytes"), 0o600))
	got, err := Content(file)
	require.NoError(t, err)
	assert.Equal(t, "any bytes", string(got))
	_, err = Content(file + "2")
	assert.ErrorIs(t, err, fs.ErrNotExist)
}
