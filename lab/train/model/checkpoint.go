package model

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"

	"chuhe/lab/train/kernel"
)

// The format of a checkpoint; all numbers are little-endian:
//
//	8 bytes  magic "CHUHECK\n"
//	4        version
//	4 x 4    shape: king buckets, piece-squares, width, output buckets
//	8        steps
//	4        length of the note that follows
//	n        note
//	...      weights, means and squares as float32, in the order of numbers
//	4        CRC-32C of everything before it

// Magic begins a checkpoint.
const Magic = "CHUHECK\n"

const checkpointVersion = 1

// maxNote is the largest size of a note in bytes.
const maxNote = 1 << 24

// ErrCheckpoint is wrapped by errors about a file that is not a complete checkpoint.
var ErrCheckpoint = errors.New("unusable checkpoint")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// prefix is the part of a checkpoint before its note.
type prefix struct {
	Magic    [len(Magic)]byte
	Version  uint32
	Shape    [4]uint32
	Steps    uint64
	NoteSize uint32
}

// numbers returns all weights, means and squares, in the order of the file.
func (m *Model) numbers() iter.Seq[[]float32] {
	return func(yield func([]float32) bool) {
		for i := range m.blocks {
			b := &m.blocks[i]
			for _, rows := range [][]kernel.Row{b.weights, b.means, b.squares, b.sharedMeans, b.sharedSquares} {
				for k := range rows {
					if !yield(rows[k][:]) {
						return
					}
				}
			}
		}
		for _, numbers := range [][]float32{m.outBias, m.outMean, m.outSquare} {
			if !yield(numbers) {
				return
			}
		}
	}
}

// Save writes a checkpoint with a note. Training from it continues as if it had
// not been interrupted.
func (m *Model) Save(w io.Writer, note []byte) error {
	if len(note) > maxNote {
		return fmt.Errorf("model: note of %d bytes, want at most %d", len(note), maxNote)
	}
	sum := crc32.New(castagnoli)
	out := bufio.NewWriterSize(io.MultiWriter(w, sum), 1<<16)
	head := prefix{[8]byte([]byte(Magic)), checkpointVersion, m.dimensions(), m.Step, uint32(len(note))}
	buf, err := binary.Append(nil, binary.LittleEndian, head)
	if err != nil {
		return err
	}
	out.Write(buf) // Flush returns the errors
	out.Write(note)
	for numbers := range m.numbers() {
		buf, _ = binary.Append(buf[:0], binary.LittleEndian, numbers)
		out.Write(buf)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, sum.Sum32())
}

// dimensions returns the shape as a checkpoint has it beside its version.
func (s Shape) dimensions() [4]uint32 {
	return [4]uint32{uint32(s.KingBuckets), uint32(s.PieceSquares), uint32(s.Width), uint32(s.OutputBuckets)}
}

// Load reads a checkpoint with a model of the given shape to the end of r. Errors wrap ErrCheckpoint, or come from r.
func Load(r io.Reader, shape Shape) (m *Model, note []byte, err error) {
	m, note, err = load(bufio.NewReaderSize(r, 1<<16), shape)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = fmt.Errorf("%w: it ends too early", ErrCheckpoint)
	}
	return m, note, err
}

func load(r *bufio.Reader, shape Shape) (*Model, []byte, error) {
	sum := crc32.New(castagnoli)
	in := io.TeeReader(r, sum)
	var head prefix
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return nil, nil, err
	}
	switch {
	case string(head.Magic[:]) != Magic:
		return nil, nil, fmt.Errorf("%w: it starts with %q, want %q", ErrCheckpoint, head.Magic, Magic)
	case head.Version != checkpointVersion:
		return nil, nil, fmt.Errorf("%w: version %d, want %d", ErrCheckpoint, head.Version, checkpointVersion)
	case head.Shape != shape.dimensions():
		return nil, nil, fmt.Errorf("%w: shape %v, want %v: it is of another version; -init takes the network beside it", ErrCheckpoint, head.Shape, shape.dimensions())
	case head.NoteSize > maxNote:
		return nil, nil, fmt.Errorf("%w: note of %d bytes, want at most %d", ErrCheckpoint, head.NoteSize, maxNote)
	}
	note := make([]byte, head.NoteSize)
	if _, err := io.ReadFull(in, note); err != nil {
		return nil, nil, err
	}
	m, err := newModel(shape)
	if err != nil {
		return nil, nil, err
	}
	m.Step = head.Steps
	for numbers := range m.numbers() {
		if err := binary.Read(in, binary.LittleEndian, numbers); err != nil {
			return nil, nil, err
		}
	}
	computed, stored := sum.Sum32(), uint32(0)
	if err := binary.Read(r, binary.LittleEndian, &stored); err != nil {
		return nil, nil, err
	}
	if computed != stored {
		return nil, nil, fmt.Errorf("%w: checksum computed %08x, want stored %08x", ErrCheckpoint, computed, stored)
	}
	switch _, err := r.ReadByte(); {
	case err == nil:
		return nil, nil, fmt.Errorf("%w: it continues after its end", ErrCheckpoint)
	case err != io.EOF:
		return nil, nil, err
	}
	return m, note, nil
}
