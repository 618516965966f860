package ccbridge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
)

// entry writes an entry of the index of a library.
func entry(lib []byte, number int, kind, slots, size uint32) {
	at := lib[atIndex+number*entrySize:]
	for field, value := range map[int]uint32{atKind: kind, 4: uint32(number), atSlots: slots, atSize: size} {
		binary.LittleEndian.PutUint32(at[field:], value)
	}
}

// indexed makes a library of three games, of which the second fills two slots, and their
// index.
func indexed(t *testing.T) []byte {
	t.Helper()
	short := write(t, game.New(board.Start(), moves...))
	g := game.New(board.Start(), moves...)
	g.Root.Main().Comment = string(bytes.Repeat([]byte("long "), 500))
	long := write(t, g)
	lib := makeLibrary(short, long, short)
	lib = lib[:leastIndexEnd+4*slotSize] // without an empty slot at the end
	entry(lib, 0, keptEntry, 1, uint32(len(short)))
	entry(lib, 1, keptEntry, 2, uint32(len(long)))
	entry(lib, 2, keptEntry, 1, uint32(len(short)))
	return lib
}

// TestCutBetweenGames finds out that games at the end of a library are missing.
func TestCutBetweenGames(t *testing.T) {
	lib := indexed(t)
	games, errs := read(lib, readCBL)
	require.Len(t, games, 3)
	assert.Equal(t, []error{nil, nil, nil}, errs)
	for left, slots := range []int{0, 1, 3} {
		end := leastIndexEnd + slots*slotSize
		games, errs := read(lib[:end], readCBL)
		require.Len(t, games, left+1)
		for _, err := range errs[:left] {
			assert.NoError(t, err)
		}
		assert.ErrorIs(t, errs[left], ErrMissing)
		assert.EqualError(t, errs[left], fmt.Sprintf(
			"offset %d: records of the library are missing; the file may be cut off: %d of the 3 in its index", end, 3-left))
		assert.Nil(t, games[left])
	}
	for range readCBL(bytes.NewReader(lib[:leastIndexEnd+slotSize])) {
		break // wants no more
	}
}

// TestDeletedRecord leaves out what was deleted from a library, at its place only.
func TestDeletedRecord(t *testing.T) {
	for number, at := range []int64{0, 1, 3} {
		lib := indexed(t)
		binary.LittleEndian.PutUint32(lib[atIndex+number*entrySize:], deletedEntry)
		games, errs := read(lib, readCBL)
		require.Len(t, games, 2, number)
		assert.Equal(t, []error{nil, nil}, errs)
		for _, g := range games {
			assert.NotEqual(t, leastIndexEnd+at*slotSize, g.Offset)
		}
		// Behind bytes too many no record is at the place of the index.
		const first = leastIndexEnd + slotSize
		moved := append(append(bytes.Clone(lib[:first]), make([]byte, 16)...), lib[first:]...)
		games, _ = read(moved, readCBL)
		assert.Len(t, games, []int{2, 3, 3}[number])
	}
}

// TestStrangeIndex believes no index that is not as CCBridge writes it.
func TestStrangeIndex(t *testing.T) {
	for name, change := range map[string]func(lib []byte){
		"none":      func(lib []byte) { clear(lib[atIndex:leastIndexEnd]) },
		"gap":       func(lib []byte) { clear(lib[atIndex+entrySize:][:entrySize]); entry(lib, 3, deletedEntry, 1, 2500) },
		"kind":      func(lib []byte) { entry(lib, 3, 9, 1, 2500); entry(lib, 0, deletedEntry, 1, 2500) },
		"no size":   func(lib []byte) { entry(lib, 3, keptEntry, 1, 0); entry(lib, 0, deletedEntry, 1, 2500) },
		"large":     func(lib []byte) { entry(lib, 3, keptEntry, 1, slotSize+1); entry(lib, 0, deletedEntry, 1, 2500) },
		"all bytes": func(lib []byte) { copy(lib[atIndex:leastIndexEnd], bytes.Repeat([]byte{0xff}, leastIndexEnd-atIndex)) },
	} {
		lib := indexed(t)
		change(lib)
		games, errs := read(lib, readCBL)
		require.Len(t, games, 3, name)
		assert.Equal(t, []error{nil, nil, nil}, errs, name)
	}
}
