package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// Writer writes games to a file, a block at a time.
type Writer struct {
	w      io.Writer
	format *format
	block  []byte  // blockHeadSize bytes for the head, then the games, unless a packer has them
	packed *packer // nil for a plain file
	games  uint32  // of the block
	size   int     // of these games, as Game.Size counts it
	err    error
}

// NewWriter writes the header of a new file with a text of at most MaxText bytes
// that says how the games were made.
func NewWriter(w io.Writer, text string) (*Writer, error) {
	return newWriter(w, text, &plain)
}

// NewPackedWriter is NewWriter for a packed file. Its Write refuses illegal moves.
func NewPackedWriter(w io.Writer, text string) (*Writer, error) {
	return newWriter(w, text, &packed)
}

func newWriter(w io.Writer, text string, f *format) (*Writer, error) {
	if len(text) > MaxText {
		return nil, fmt.Errorf("record: header text of %d bytes, want at most %d", len(text), MaxText)
	}
	if _, err := w.Write(f.header(text)); err != nil {
		return nil, err
	}
	to := AppendWriter(w)
	if to.format = f; f == &packed {
		to.packed = newPacker()
	}
	return to, nil
}

// header returns the bytes of a header.
func (f *format) header(text string) []byte {
	head := append([]byte(f.file), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(head[8:], version)
	binary.LittleEndian.PutUint32(head[12:], uint32(len(text)))
	head = append(head, text...)
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
}

// Unbegun reports whether a file is empty or ends within the header with a text, as a kill
// leaves it that comes while the header is written, and returns that header. The file is
// read from its start and left there.
func Unbegun(file io.ReadSeeker, text string) (header []byte, unbegun bool, err error) {
	var b bytes.Buffer
	if _, err := NewWriter(&b, text); err != nil {
		return nil, false, err
	}
	header = b.Bytes()
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, false, err
	}
	there := make([]byte, len(header))
	n, err := io.ReadFull(file, there)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, false, err
	}
	_, err = file.Seek(0, io.SeekStart)
	return header, n < len(header) && bytes.HasPrefix(header, there[:n]), err
}

// AppendWriter returns a Writer that continues a plain file after its header or a
// complete block.
func AppendWriter(w io.Writer) *Writer {
	return &Writer{w: w, format: &plain, block: make([]byte, blockHeadSize, blockHeadSize+1<<16)}
}

// Write adds a game to the block. If the game does not fit, it writes the block
// first. It returns an error for a game that a Reader would refuse and stays
// usable; after an error in writing a block every call returns that error.
func (w *Writer) Write(g *Game) error {
	if w.err != nil {
		return w.err
	}
	if err := g.validate(); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if w.packed != nil {
		if err := g.Check(); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	if w.size+g.Size() > w.format.games {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if w.packed == nil {
		w.block = g.AppendTo(w.block)
	} else {
		if w.games == 0 {
			w.packed.write(w.block)
		}
		w.packed.pack(g)
	}
	w.games++
	w.size += g.Size()
	return nil
}

// Games returns the number of games in the block that is not written yet.
func (w *Writer) Games() int { return int(w.games) }

// Flush writes the block in one call of the underlying Write. It does not write an
// empty block.
func (w *Writer) Flush() error {
	if w.err != nil || w.games == 0 {
		return w.err
	}
	if w.packed != nil {
		w.block = w.packed.coder.Finish()
	}
	size := len(w.block) - blockHeadSize
	if size > w.format.maxBlock {
		w.err = fmt.Errorf("record: a block takes %d bytes, want at most %d", size, w.format.maxBlock)
		return w.err
	}
	head := w.block[:blockHeadSize]
	copy(head, w.format.block)
	binary.LittleEndian.PutUint32(head[4:], uint32(size))
	binary.LittleEndian.PutUint32(head[8:], w.games)
	binary.LittleEndian.PutUint32(head[12:], blockSum(head, w.block[blockHeadSize:]))
	_, w.err = w.w.Write(w.block)
	w.block, w.games, w.size = w.block[:blockHeadSize], 0, 0
	return w.err
}
