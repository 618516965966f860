package main

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// memory returns what segments make of a memory of zeros.
func memory(segments []segment, size int) []byte {
	m := make([]byte, size)
	for _, s := range segments {
		copy(m[s.at:], s.content)
	}
	return m
}

// moduleOf returns a module with a section of code before its data, and one of names after it.
func moduleOf(data []byte) []byte {
	m := append([]byte{}, moduleHeader...)
	m = append(m, 10, 3, 'a', 'b', 'c', dataSection)
	for n := len(data); ; n >>= 7 {
		if n < 0x80 {
			m = append(m, byte(n))
			break
		}
		m = append(m, byte(n)|0x80)
	}
	return append(append(m, data...), 0, 2, 1, 'x')
}

// TestMergeSegments joins random segments: the memory stays the same, and so do the other
// sections.
func TestMergeSegments(t *testing.T) {
	const size = 1 << 20
	random := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var segments []segment
		for at := random.IntN(200); at < size-100; {
			content := make([]byte, 1+random.IntN(90))
			for i := range content {
				content[i] = byte(random.IntN(3))
			}
			segments = append(segments, segment{int64(at), content})
			at += len(content) + []int{0, 3, mergeGap, mergeGap + 1, 10_000}[random.IntN(5)]
		}
		merged, err := mergeSegments(moduleOf(writeSegments(segments)))
		require.NoError(t, err)
		joined := join(segments)
		assert.Equal(t, moduleOf(writeSegments(joined)), merged)
		read, err := readSegments(writeSegments(joined))
		require.NoError(t, err)
		assert.Equal(t, memory(segments, size), memory(read, size))
		assert.Less(t, len(joined), len(segments))
		for i := 1; i < len(joined); i++ {
			assert.Greater(t, joined[i].at-joined[i-1].at-int64(len(joined[i-1].content)), int64(mergeGap))
		}
	}
}

// TestSigned writes and reads numbers around the bounds of each length.
func TestSigned(t *testing.T) {
	for bits := range 34 {
		for _, n := range []int64{1<<bits - 1, 1 << bits, -1 << bits, -1<<bits - 1} {
			r := reader(append(appendSigned(nil, n), 7))
			assert.Equal(t, n, r.signed())
			assert.Equal(t, reader{7}, r)
		}
	}
}

func TestMergeRefuses(t *testing.T) {
	whole := moduleOf(writeSegments([]segment{{5, []byte("abc")}}))
	_, err := mergeSegments(whole)
	require.NoError(t, err)
	passive := moduleOf([]byte{1, 1, 3, 'a', 'b', 'c', 0, 0})
	for name, module := range map[string][]byte{
		"empty": nil, "another file": []byte("PK\x03\x04 and more"), "cut within the data": whole[:len(whole)-6],
		"cut within the names": whole[:len(whole)-1], "passive segment": passive, "more segments than there are": moduleOf([]byte{9, 0, constant, 0, endOfPlace, 1, 'a'}),
		"more than the segments": moduleOf([]byte{0, 1}),
	} {
		_, err := mergeSegments(module)
		assert.ErrorIs(t, err, errModule, name)
	}
}
