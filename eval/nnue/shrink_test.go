package nnue

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestShrink makes files small and gets them back: the embedded network, one with large
// weights, every number of 16 bits, and an odd number of bytes.
func TestShrink(t *testing.T) {
	var all []byte
	for number := math.MinInt16; number <= math.MaxInt16; number++ {
		all = binary.LittleEndian.AppendUint16(all, uint16(number))
	}
	for _, file := range [][]byte{embedded, fileOf(t, randomNet(1)), all, all[1:], {7}, {}} {
		small := Shrink(file)
		back, err := Grow(small)
		require.NoError(t, err)
		require.True(t, bytes.Equal(file, back), "a file of %d bytes", len(file))
	}
	if len(embedded) > 0 {
		assert.Less(t, zipped(t, Shrink(embedded)), zipped(t, embedded)*4/5)
	}
}

// zipped returns the number of bytes of content in gzip.
func zipped(t *testing.T, content []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(content)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Len()
}

func TestGrowRefuses(t *testing.T) {
	for _, c := range []struct {
		small []byte
		why   string
	}{
		{nil, `0 bytes that begin with "" are no shrunk file`},
		{[]byte("ChuheNet is plain"), `17 bytes that begin with "ChuheNet" are no shrunk file`},
		{[]byte{1}, "1 bytes that begin with"},
		{[]byte{0, 4, wide, 4}, "the shrunk file ends within a number, after 4 bytes"},
	} {
		file, err := Grow(c.small)
		assert.Nil(t, file)
		assert.ErrorIs(t, err, ErrNet)
		assert.ErrorContains(t, err, c.why)
	}
}
