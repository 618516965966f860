package nnue

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fileOf returns the file of a network.
func fileOf(t testing.TB, n *Net) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, n.Write(&b))
	return b.Bytes()
}

func TestFileRoundTrip(t *testing.T) {
	w := randomWeights(1)
	w.Description = "网 of a test"
	net := made(w)
	file := fileOf(t, net)
	assert.Len(t, file, headerBytes+len(w.Description)+weightBytes+footerBytes)
	back, err := Read(iotest.HalfReader(bytes.NewReader(file)))
	require.NoError(t, err)
	assert.Equal(t, net, back)
	assert.Equal(t, file, fileOf(t, back))
}

// Different networks have different names, and a name survives its file.
func TestName(t *testing.T) {
	w := randomWeights(1)
	net, other := randomNet(1), made(w)
	assert.Regexp(t, "^net-[0-9a-f]{8}$", net.Name())
	assert.Equal(t, net.Name(), other.Name())
	w.Description += " and more"
	assert.Equal(t, net.Name(), made(w).Name())
	w.OutputBias[3]++
	assert.NotEqual(t, net.Name(), made(w).Name())
	back, err := Read(bytes.NewReader(fileOf(t, net)))
	require.NoError(t, err)
	assert.Equal(t, net.Name(), back.Name())
}

// sealed returns a file with the right checksum.
func sealed(b []byte) []byte {
	body := b[:len(b)-footerBytes]
	return binary.LittleEndian.AppendUint32(body, crc32.Checksum(body, castagnoli))
}

func TestReadRefuses(t *testing.T) {
	good := fileOf(t, randomNet(1))
	changed := func(at int, to ...byte) []byte {
		b := bytes.Clone(good)
		copy(b[at:], to)
		return b
	}
	for _, c := range []struct {
		name, why string
		file      []byte
	}{
		{"nothing", `the file begins with "", want "ChuheNet"`, nil},
		{"a foreign file", `the file begins with "version ", want "ChuheNet"`, []byte("version https://git-lfs.github.com/spec/v1\n")},
		{"a text that begins so", "format version", []byte(magic + strings.Repeat(" of another kind", 4))},
		{"half a header", "the file ends after 12 bytes, within its header of 24", good[:12]},
		{"another version", "format version 2, want 1", sealed(changed(8, 2))},
		{"another architecture", fmt.Sprintf("architecture 00030201, want %08x", architecture), sealed(changed(12, 1, 2, 3, 0))},
		{"a long description", "description of 16777222 bytes", sealed(changed(23, 1))},
		{"a cut file", fmt.Sprintf("the file ends after 4000000 bytes, want %d", len(good)), good[:4000000]},
		{"a byte less", "the file ends after", good[:len(good)-1]},
		{"a byte more", "the file goes on after", append(bytes.Clone(good), 0)},
		{"much more", "the file goes on after", append(bytes.Clone(good), make([]byte, 1<<20)...)},
		{"a damaged weight", "the file is damaged", changed(1000000, good[1000000]^1)},
		{"a damaged checksum", "the file is damaged", changed(len(good)-1, good[len(good)-1]^0x80)},
		{"no scale", "scale is 0, want 1-29000", sealed(changed(16, 0, 0, 0, 0))},
		{"a description in another code", "is not UTF-8", sealed(changed(headerBytes, 0xff))},
	} {
		net, err := Read(bytes.NewReader(c.file))
		assert.Nil(t, net, c.name)
		assert.ErrorIs(t, err, ErrNet, c.name)
		assert.ErrorContains(t, err, c.why, c.name)
		assert.Less(t, len(err.Error()), 200, c.name)
	}
}

// A file with any single bit changed is refused, and so is one cut anywhere.
func TestReadFindsDamage(t *testing.T) {
	good := fileOf(t, randomNet(1))
	random := rand.New(rand.NewPCG(1, 3))
	for i := range 60 {
		bit := random.IntN(8 * len(good))
		if i < 20 {
			bit = random.IntN(8 * (headerBytes + 8))
		}
		good[bit/8] ^= 1 << (bit % 8)
		_, err := Read(bytes.NewReader(good))
		assert.ErrorIs(t, err, ErrNet, "bit %d", bit)
		good[bit/8] ^= 1 << (bit % 8)

		end := random.IntN(len(good))
		_, err = Read(bytes.NewReader(good[:end]))
		assert.ErrorIs(t, err, ErrNet, "%d bytes", end)
	}
	_, err := Read(bytes.NewReader(good))
	assert.NoError(t, err)
}

func TestReadAndWritePassErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	_, err := Read(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
	assert.NotErrorIs(t, err, ErrNet)
	assert.ErrorIs(t, randomNet(1).Write(failing{broken}), broken)
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// FuzzRead patches a good file and corrects its checksum: either the file is
// refused with ErrNet, or its network writes the same bytes. Reading all weights
// takes milliseconds, so only one patch in 64 is read to the end, and only the
// header of the others.
func FuzzRead(f *testing.F) {
	file := fileOf(f, randomNet(1))
	const deep = 64
	chosen := func(offset uint32, patch []byte) bool {
		h := crc32.Checksum(binary.LittleEndian.AppendUint32(bytes.Clone(patch), offset), castagnoli)
		return h%deep == 0
	}
	seed := func(offset int, patch ...byte) { // with what makes it a chosen one behind it
		for k := range uint32(1 << 16) {
			if with := binary.LittleEndian.AppendUint32(bytes.Clone(patch), k); chosen(uint32(offset), with) {
				f.Add(uint32(offset), with)
				return
			}
		}
		f.Fatal("no seed")
	}
	f.Add(uint32(0), []byte(magic))
	f.Add(uint32(8), []byte{2})
	f.Add(uint32(12), []byte{1, 2, 3, 4})
	f.Add(uint32(20), []byte{255, 255, 1, 0})
	f.Add(uint32(20), []byte{7})
	seed(headerBytes)                                    // the description and the first weights
	seed(headerBytes, 0xff)                              // no UTF-8
	seed(1000000, 0x80)                                  // a weight of -128
	seed(len(file) - footerBytes - 8)                    // output biases
	seed(len(file) - footerBytes - 4*OutputBuckets - 64) // output weights
	f.Fuzz(func(t *testing.T, offset uint32, patch []byte) {
		body := len(file) - footerBytes
		at := int(offset % uint32(body))
		was := bytes.Clone(file[at:min(at+len(patch), body)])
		defer copy(file[at:], was)
		copy(file[at:body], patch)
		if !chosen(offset, patch) {
			_, err := parse(file[:headerBytes])
			require.ErrorIs(t, err, ErrNet)
			return
		}
		b := sealed(file)
		net, err := Read(bytes.NewReader(b))
		if err != nil {
			require.ErrorIs(t, err, ErrNet)
			require.Nil(t, net)
			return
		}
		require.True(t, bytes.Equal(b, fileOf(t, net)), "read and written")
	})
}
