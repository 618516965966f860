package data

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/command"
	"chuhe/lab/record"
)

// ofDatagen returns the bytes of a file with blocks as datagen writes them.
func ofDatagen(t *testing.T, text string, games []record.Game) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := record.NewWriter(&b, text)
	require.NoError(t, err)
	for block := range slices.Chunk(games, record.BlockGames) {
		for i := range block {
			require.NoError(t, w.Write(&block[i]))
		}
		require.NoError(t, w.Flush())
	}
	return b.Bytes()
}

func TestPack(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(3, 200)
	data := ofDatagen(t, text(3), games)
	in, packed, back := write(t, dir, "in", data), filepath.Join(dir, "packed"), filepath.Join(dir, "back")
	out, errs, err := run(t, nil, "pack", "-out", packed, in)
	require.NoError(t, err)
	assert.Empty(t, errs)
	assert.Regexp(t, `packed: 200 games, \d+ positions, \d+ bytes, [123]\.\d{3} a position\n$`, out)
	header, got := read(t, packed)
	assert.Equal(t, text(3), header)
	assert.Equal(t, lines(games), got)
	small, err := os.ReadFile(packed)
	require.NoError(t, err)
	assert.Less(t, len(small), len(data)*2/3)

	_, _, err = run(t, small, "unpack", "-", "-out", back)
	require.NoError(t, err)
	same, err := os.ReadFile(back)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(data, same), "the bytes are the same")

	_, _, err = run(t, nil, "pack", "-force", "-out", packed, packed)
	require.NoError(t, err, "a packed file may be packed again")
	again, err := os.ReadFile(packed)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(small, again))
}

// TestPackedInput gives packed files to the other commands: they say and write the
// same.
func TestPackedInput(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(3, 200)
	in := write(t, dir, "in", ofDatagen(t, text(3), games))
	packed := filepath.Join(dir, "packed")
	_, _, err := run(t, nil, "pack", "-out", packed, in)
	require.NoError(t, err)
	for _, args := range [][]string{{"stat"}, {"show", "-game", "7"}, {"show", "-positions"}, {"unpack", "-force", "-out", filepath.Join(dir, "out")}} {
		var outs [2]string
		var written [2][]byte
		for i, name := range []string{in, packed} {
			input, err := os.ReadFile(name)
			require.NoError(t, err)
			outs[i], _, err = run(t, input, append(args, "-")...)
			require.NoError(t, err, "%v", args)
			written[i], _ = os.ReadFile(filepath.Join(dir, "out"))
		}
		for i, out := range outs { // what stat says before it is about the file
			outs[i] = out[max(0, strings.Index(out, "results")):]
		}
		assert.Equal(t, outs[0], outs[1], "%v", args)
		assert.True(t, bytes.Equal(written[0], written[1]), "%v", args)
	}
	out, _, err := run(t, nil, "check", packed)
	require.NoError(t, err)
	assert.Regexp(t, `packed: 200 games, \d+ positions, 1 block: all is well\n$`, out)
}

// TestRepairPacked damages one of two blocks of a packed file.
func TestRepairPacked(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(3, 20)
	var b bytes.Buffer
	w, err := record.NewPackedWriter(&b, text(3))
	require.NoError(t, err)
	first := 0
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
		if i == 9 {
			require.NoError(t, w.Flush())
			first = b.Len()
		}
	}
	require.NoError(t, w.Flush())
	data := b.Bytes()
	data[first-50] ^= 16
	bad, fixed := write(t, dir, "bad", data), filepath.Join(dir, "fixed")
	_, _, err = run(t, nil, "unpack", "-out", fixed, bad)
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, `block 1 at byte `)
	assert.ErrorContains(t, err, `"chuhe data check -repair" saves the rest`)
	out, _, err := run(t, nil, "check", "-repair", fixed, bad)
	assert.ErrorIs(t, err, ErrFaults)
	assert.Contains(t, out, "checksum")
	_, got := read(t, fixed)
	assert.Equal(t, lines(games[10:]), got)
	file, err := os.Open(fixed)
	require.NoError(t, err)
	defer file.Close()
	r, err := record.NewReader(file)
	require.NoError(t, err)
	assert.True(t, r.Packed(), "it stays packed")
}

func TestPackIllegal(t *testing.T) {
	dir := t.TempDir()
	games := randomGames(1, 12)
	games[4].Plies = slices.Clone(games[4].Plies)
	games[4].Plies[0].Move = board.MustParseMove("a0i9")
	bad := write(t, dir, "bad", ofDatagen(t, text(1), games))
	_, _, err := run(t, nil, "pack", "-out", filepath.Join(dir, "packed"), bad)
	assert.NotErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "game 5: record: bad game: ply 1: a0i9 is not legal in ")
	assert.NoFileExists(t, filepath.Join(dir, "packed"))
}
