package record

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"chuhe/internal/keyed"
)

// Reader reads games from a file. It holds one block in memory.
type Reader struct {
	in     *bufio.Reader
	format *format
	text   string
	damage error   // of the header
	offset int64   // of the next byte of in
	blocks int     // started so far
	start  int64   // of the current block
	vain   int64   // bytes of games read for blocks that were damaged
	passed bool    // what may be a block was not read, since the current one began
	block  []byte  // memory for the games of a block
	rest   []byte  // games of the current block of a plain file that Next has not returned yet
	packed *packer // unpacks the games of the current block, nil for a plain file
	left   uint32  // number of its games that Next has not returned yet
	end    error   // set when nothing more can be read
}

// NewReader reads the header. The error wraps ErrFormat or ErrHeader, or comes from
// r.
func NewReader(r io.Reader) (*Reader, error) {
	reader := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	if err := reader.readHeader(); err != nil {
		return nil, err
	}
	return reader, nil
}

// Salvage is NewReader for a file whose header may be damaged. In that case the
// reader starts at the first complete block, its text is empty, and [Reader.Damage]
// returns the error about the header. If no such block follows, Salvage returns
// that error.
func Salvage(r io.Reader) (*Reader, error) {
	reader := &Reader{in: bufio.NewReaderSize(r, 1<<16)}
	err := reader.readHeader()
	if !errors.Is(err, ErrHeader) {
		if err != nil {
			return nil, err
		}
		return reader, nil
	}
	reader.damage = err
	switch e := reader.find(); {
	case e == io.EOF:
		return nil, err
	case e != nil:
		return nil, e
	}
	return reader, nil
}

// readHeader reads the header. On an error it consumes nothing.
func (r *Reader) readHeader() error {
	prefix, err := r.peek(prefixSize)
	if r.format = formatOf(prefix); r.format == nil && len(prefix) > 0 {
		return keyed.Errorf("error.records", "%w: it begins with %q, want %q or %q", ErrFormat, prefix[:min(len(prefix), magicSize)], plain.file, packed.file)
	}
	if isEnd(err) {
		return fmt.Errorf("%w: it ends within the header", ErrFormat)
	}
	if err != nil {
		return err
	}
	size := binary.LittleEndian.Uint32(prefix[12:])
	if size > MaxText {
		return fmt.Errorf("%w: text of %d bytes, want at most %d", ErrHeader, size, MaxText)
	}
	n := prefixSize + int(size)
	head, err := r.peek(n + 4)
	if isEnd(err) {
		return fmt.Errorf("%w: the file ends within it", ErrHeader)
	}
	if err != nil {
		return err
	}
	computed, stored := crc32.Checksum(head[:n], castagnoli), binary.LittleEndian.Uint32(head[n:])
	v := binary.LittleEndian.Uint32(head[8:])
	switch {
	case v != version && computed == stored:
		return fmt.Errorf("%w: version %d, want %d", ErrFormat, v, version)
	case v != version: // damage, or a version with a different header
		return fmt.Errorf("%w: version %d, want %d", ErrHeader, v, version)
	case computed != stored:
		return fmt.Errorf("%w: checksum computed %08x, want stored %08x", ErrHeader, computed, stored)
	}
	r.text = string(head[prefixSize:n])
	r.skip(n + 4)
	return nil
}

// isEnd reports whether an error says that a file is too short.
func isEnd(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// Damage returns an error that wraps ErrHeader if [Salvage] found a damaged header,
// otherwise nil.
func (r *Reader) Damage() error { return r.damage }

// Text returns the text of the header, which says how the games were made.
func (r *Reader) Text() string { return r.text }

// Packed reports whether the file is packed.
func (r *Reader) Packed() bool { return r.format == &packed }

// Blocks returns the number of blocks found so far.
func (r *Reader) Blocks() int { return r.blocks }

// Offset returns the offset of the first byte after the header and the blocks read
// so far.
func (r *Reader) Offset() int64 { return r.offset }

// Next reads the next game into g, whose memory it reuses. At the end it returns
// io.EOF. For a damaged block it returns a *BlockError, and the next call continues
// with the next complete block, or returns io.EOF after the last. Errors of the
// underlying reader are returned unchanged and end the reading.
func (r *Reader) Next(g *Game) error {
	for r.left == 0 {
		if err := r.nextBlock(); err != nil {
			return err
		}
	}
	if err := r.game(g); err != nil {
		r.left = 0
		return &BlockError{Block: r.blocks, Offset: r.start, Reason: err}
	}
	return nil
}

// game reads the next game of the current block.
func (r *Reader) game(g *Game) (err error) {
	r.left--
	ended := false
	if r.packed != nil {
		err = r.packed.unpack(g)
		ended = r.packed.coder.Ended()
	} else {
		r.rest, err = g.Decode(r.rest)
		ended = len(r.rest) == 0
	}
	if err == nil && r.left == 0 && !ended {
		err = fmt.Errorf("%w: more bytes after the last game", errBlock)
	}
	return err
}

// nextBlock reads a block and verifies its checksum. It skips what it cannot read,
// up to the next complete block.
func (r *Reader) nextBlock() error {
	if r.end != nil {
		return r.end
	}
	if _, err := r.peek(1); err != nil {
		r.end = err
		return err
	}
	r.start, r.passed = r.offset, false
	r.blocks++
	games, n, err := r.whole()
	if err == nil {
		r.block = append(r.block[:0], games...)
		r.rest, r.left = r.block, n
		if r.Packed() {
			if r.packed == nil {
				r.packed = newPacker()
			}
			r.packed.read(r.block)
		}
		r.skip(blockHeadSize + len(games))
		if n == 0 && len(games) > 0 {
			return &BlockError{Block: r.blocks, Offset: r.start, Reason: fmt.Errorf("%w: %d bytes, but no game", errBlock, len(games))}
		}
		return nil
	}
	if !errors.Is(err, errBlock) {
		r.end = err
		return err
	}
	if n := r.extent(); n > 0 {
		r.skip(n)
		return &BlockError{Block: r.blocks, Offset: r.start, Reason: err}
	}
	r.end = r.find()
	if r.end != nil && r.end != io.EOF {
		return r.end
	}
	return &BlockError{Block: r.blocks, Offset: r.start, Cut: r.end != nil && !r.passed, Reason: err}
}

// whole returns the games of the block that starts at the next byte, and their
// number, without consuming it. The error wraps errBlock or comes from the
// underlying reader.
func (r *Reader) whole() (games []byte, n uint32, err error) {
	head, err := r.peek(blockHeadSize)
	if err != nil {
		return nil, 0, cutError(err)
	}
	size := binary.LittleEndian.Uint32(head[4:])
	if f := r.format; string(head[:4]) != f.block || size > uint32(f.maxBlock) {
		return nil, 0, fmt.Errorf("%w: it begins with %q and %d bytes of games, want %q and at most %d",
			errBlock, head[:4], size, f.block, f.maxBlock)
	}
	if r.crowded() {
		r.passed = true
		return nil, 0, fmt.Errorf("%w: not read, after too many that were damaged", errBlock)
	}
	r.vain += int64(size)
	block, err := r.peek(blockHeadSize + int(size))
	if err != nil {
		return nil, 0, cutError(err)
	}
	games = block[blockHeadSize:]
	if computed, stored := blockSum(block, games), binary.LittleEndian.Uint32(block[12:]); computed != stored {
		return nil, 0, fmt.Errorf("%w: checksum computed %08x, want stored %08x", errBlock, computed, stored)
	}
	r.vain -= int64(size)
	return games, binary.LittleEndian.Uint32(block[8:]), nil
}

// patience is how often a reader looks at a byte for damaged blocks, on average. Damage makes it
// look twice or so.
const patience = 16

// crowded reports whether a file has more damaged blocks than there is patience for: one made for
// it has a large one begin every few bytes, which would take hours.
func (r *Reader) crowded() bool { return r.vain > patience*(r.offset+maxPacked) }

// extent returns the size of a damaged block that starts at the next byte, if its
// head is credible because another block follows it. Otherwise it returns 0.
func (r *Reader) extent() int {
	magic := r.format.block
	head, _ := r.peek(blockHeadSize)
	if len(head) < blockHeadSize || string(head[:4]) != magic || r.crowded() {
		return 0
	}
	size := binary.LittleEndian.Uint32(head[4:])
	if size > uint32(r.format.maxBlock) {
		return 0
	}
	n := blockHeadSize + int(size)
	b, _ := r.peek(n + len(magic))
	if !bytes.HasSuffix(b, []byte(magic)) || len(b) < n+len(magic) {
		return 0
	}
	return n
}

// cutError turns an error from reading a block into one about the block.
func cutError(err error) error {
	if isEnd(err) {
		return ErrTruncated
	}
	return err
}

// find skips at least one byte, up to the start of a complete block. The size in a
// damaged block cannot be trusted, so the next block may start anywhere.
func (r *Reader) find() error {
	magic := []byte(r.format.block)
	r.skip(1)
	for {
		if b, err := r.peek(len(magic)); err != nil {
			r.skip(len(b))
			return err
		}
		b, _ := r.in.Peek(r.in.Buffered())
		i := bytes.Index(b, magic)
		if i < 0 {
			r.skip(len(b) - len(magic) + 1)
			continue
		}
		r.skip(i)
		_, _, err := r.whole()
		if !errors.Is(err, errBlock) {
			return err
		}
		r.skip(1)
	}
}

// peek returns the next n bytes without consuming them, or fewer with the reason.
func (r *Reader) peek(n int) ([]byte, error) {
	if n > r.in.Size() {
		r.in = bufio.NewReaderSize(r.in, max(n, 2*r.in.Size()))
	}
	return r.in.Peek(n)
}

// skip consumes n bytes that peek has returned.
func (r *Reader) skip(n int) {
	n, _ = r.in.Discard(n)
	r.offset += int64(n)
}
