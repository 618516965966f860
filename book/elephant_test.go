package book

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// elephantBook returns a small book of ElephantEye: the start position, and the mirror
// image of the position after h2e2, with keys and moves as ElephantEye's own book has them.
func elephantBook() (b []byte) {
	for _, r := range []struct {
		key    uint32
		move   string
		weight uint16
	}{
		{0x052656D5, "h2e2", 1473}, {0x052656D5, "b2e2", 1473}, {0x052656D5, "a0a9", 7}, {0x052656D5, "c3c4", 546},
		{0x5396644F, "b9c7", 761}, {0x5396644F, "h9g7", 172},
	} {
		b = binary.LittleEndian.AppendUint32(b, r.key)
		m := board.MustParseMove(r.move)
		for _, s := range []board.Square{m.From(), m.To()} {
			b = append(b, byte(12-s.Rank())<<4|byte(s.File()+3))
		}
		b = binary.LittleEndian.AppendUint16(b, r.weight)
	}
	return b
}

func TestElephant(t *testing.T) {
	assert.Equal(t, uint32(0x671E068A), elephantSide)
	start := board.Start()
	after := start.Make(board.MustParseMove("h2e2"))
	key, mirror := elephantKey(&start)
	assert.Equal(t, []uint32{0x052656D5, 0x052656D5}, []uint32{key, mirror})
	_, mirror = elephantKey(&after)
	assert.Equal(t, uint32(0x5396644F), mirror)
	for name, want := range map[string]byte{"a9": 0x33, "i9": 0x3B, "a0": 0xC3, "e0": 0xC7, "i0": 0xCB} {
		assert.Equal(t, board.MustParseSquare(name), elephantSquare(want), name)
	}

	content := elephantBook()
	b, err := open("BOOK.DAT", bytes.NewReader(content), int64(len(content)), nothing)
	require.NoError(t, err)
	assert.Equal(t, "6 moves, ElephantEye", b.Summary())
	assert.Empty(t, b.Text())
	move := func(text string, weight uint32) Move { return Move{Move: board.MustParseMove(text), Weight: weight} }
	moves, err := b.Moves(&start)
	require.NoError(t, err)
	assert.ElementsMatch(t, []Move{move("h2e2", 1473), move("b2e2", 1473), move("c3c4", 546)}, moves, "a0a9 is illegal")
	moves, err = b.Moves(&after)
	require.NoError(t, err)
	assert.Equal(t, []Move{move("h9g7", 761), move("b9c7", 172)}, moves, "reflected")
	other := testpos.FEN(t, "4k4/9/9/9/9/9/9/9/9/3K5 w")
	moves, err = b.Moves(&other)
	assert.NoError(t, err)
	assert.Empty(t, moves)

	var sum Builder
	found, err := sum.AddReachable(t.Context(), b, start)
	require.NoError(t, err)
	assert.Equal(t, 5, found, "all but a0a9")
	f, _ := reopen(t, &sum, "")
	for _, p := range []board.Position{start, after} {
		want, err := b.Moves(&p)
		require.NoError(t, err)
		got, err := f.Moves(&p)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = sum.AddReachable(stopped, b, start)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestElephantDamage(t *testing.T) {
	for _, c := range []struct {
		at, value int
		offset    int64
		want      string
	}{
		{3, 0x7f, 8, "key 052656d5 after 7f2656d5"},
		{12, 0x32, 12, "want two squares of the board"},
		{21, 0xDD, 20, "want two squares of the board"},
		{46, 0, 46, "weight 0, want 1 or more"},
	} {
		bad := elephantBook()
		bad[c.at] = byte(c.value)
		_, err := open("BOOK.DAT", bytes.NewReader(bad), int64(len(bad)), nothing)
		var where *Error
		if assert.ErrorAs(t, err, &where, c.want) {
			assert.Equal(t, c.offset, where.Offset)
			assert.ErrorContains(t, err, c.want)
		}
	}
	bad := slices.Concat(elephantBook(), []byte{1})
	_, err := open("BOOK.DAT", bytes.NewReader(bad), int64(len(bad)), nothing)
	assert.ErrorContains(t, err, "byte 48: the file has 49 bytes, want records of 8")
}
