package model

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"chuhe/train/kernel"
)

// The format of a checkpoint; all numbers are little-endian:
//
//	8 bytes  magic "CHUHECK\n"
//	4        version, 1
//	4 x 4    shape: king buckets, piece-squares, width, output buckets
//	8        steps
//	4        length of the note that follows
//	n        note
//	...      weights, means and squares as float32, in the order of eachRows
//	4        CRC-32C of everything before it

// Magic begins a checkpoint.
const Magic = "CHUHECK\n"

const checkpointVersion = 1

// maxNote is the largest size of a note in bytes.
const maxNote = 1 << 24

// ErrCheckpoint is wrapped by errors about a file that is not a complete checkpoint.
var ErrCheckpoint = errors.New("unusable checkpoint")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// eachRows calls f with the rows of each block, then g with the values of the
// output biases, always in the same order.
func (m *Model) eachRows(f func([]kernel.Row) error, g func([]float32) error) error {
	for i := range m.blocks {
		b := &m.blocks[i]
		for _, rows := range [][]kernel.Row{b.weights, b.means, b.squares, b.sharedMeans, b.sharedSquares} {
			if err := f(rows); err != nil {
				return err
			}
		}
	}
	for _, numbers := range [][]float32{m.outBias, m.outMean, m.outSquare} {
		if err := g(numbers); err != nil {
			return err
		}
	}
	return nil
}

// Save writes a checkpoint with a note. Training from it continues as if it had
// not been interrupted.
func (m *Model) Save(w io.Writer, note []byte) error {
	if len(note) > maxNote {
		return fmt.Errorf("model: note of %d bytes, want at most %d", len(note), maxNote)
	}
	sum := crc32.New(castagnoli)
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	head := []byte(Magic)
	for _, x := range []int{checkpointVersion, m.KingBuckets, m.PieceSquares, m.Width, m.OutputBuckets} {
		head = binary.LittleEndian.AppendUint32(head, uint32(x))
	}
	head = binary.LittleEndian.AppendUint64(head, m.Step)
	head = binary.LittleEndian.AppendUint32(head, uint32(len(note)))
	out.Write(head) // Flush returns the errors
	out.Write(note)
	var buf []byte
	numbers := func(all []float32) error {
		buf = buf[:0]
		for _, x := range all {
			buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(x))
		}
		_, err := out.Write(buf)
		return err
	}
	err := m.eachRows(func(rows []kernel.Row) error {
		for i := range rows {
			if err := numbers(rows[i][:]); err != nil {
				return err
			}
		}
		return nil
	}, numbers)
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		_, err = w.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	}
	return err
}

// Load reads a checkpoint with a model of the given shape, to the end of r. Errors
// wrap ErrCheckpoint, or are those of r.
func Load(r io.Reader, shape Shape) (m *Model, note []byte, err error) {
	sum := crc32.New(castagnoli)
	in := bufio.NewReaderSize(r, 1<<16)
	place := 0
	read := func(n int) ([]byte, error) {
		b := make([]byte, n)
		if _, err := io.ReadFull(in, b); err != nil {
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				err = fmt.Errorf("%w: it ends at or after byte %d", ErrCheckpoint, place)
			}
			return nil, err
		}
		place += n
		return b, nil
	}
	body := func(n int) ([]byte, error) {
		b, err := read(n)
		sum.Write(b)
		return b, err
	}
	head, err := body(len(Magic) + 5*4 + 8 + 4)
	if err != nil {
		return nil, nil, err
	}
	if !bytes.HasPrefix(head, []byte(Magic)) {
		return nil, nil, fmt.Errorf("%w: it starts with %q, want %q", ErrCheckpoint, head[:len(Magic)], Magic)
	}
	number := func(i int) int { return int(binary.LittleEndian.Uint32(head[len(Magic)+4*i:])) }
	if v := number(0); v != checkpointVersion {
		return nil, nil, fmt.Errorf("%w: version %d, want %d", ErrCheckpoint, v, checkpointVersion)
	}
	if got := (Shape{number(1), number(2), number(3), number(4)}); got != shape {
		return nil, nil, fmt.Errorf("%w: shape %+v, want %+v", ErrCheckpoint, got, shape)
	}
	if n := number(7); n > maxNote {
		return nil, nil, fmt.Errorf("%w: note of %d bytes, want at most %d", ErrCheckpoint, n, maxNote)
	}
	if note, err = body(number(7)); err != nil {
		return nil, nil, err
	}
	if m, err = newModel(shape); err != nil {
		return nil, nil, err
	}
	m.Step = binary.LittleEndian.Uint64(head[len(Magic)+5*4:])
	numbers := func(all []float32) error {
		b, err := body(4 * len(all))
		if err != nil {
			return err
		}
		for i := range all {
			all[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		}
		return nil
	}
	err = m.eachRows(func(rows []kernel.Row) error {
		for i := range rows {
			if err := numbers(rows[i][:]); err != nil {
				return err
			}
		}
		return nil
	}, numbers)
	if err != nil {
		return nil, nil, err
	}
	computed := sum.Sum32()
	tail, err := read(4)
	if err != nil {
		return nil, nil, err
	}
	if stored := binary.LittleEndian.Uint32(tail); computed != stored {
		return nil, nil, fmt.Errorf("%w: checksum computed %08x, want stored %08x", ErrCheckpoint, computed, stored)
	}
	switch _, err := in.ReadByte(); {
	case err == nil:
		return nil, nil, fmt.Errorf("%w: it continues after its %d bytes", ErrCheckpoint, place)
	case !errors.Is(err, io.EOF):
		return nil, nil, err
	}
	return m, note, nil
}
