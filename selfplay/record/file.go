package record

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// MaxBlock bounds the bytes of a block's games.
const MaxBlock = 1 << 22

// maxText bounds the text of a header.
const maxText = 1 << 20

const (
	fileMagic     = "CHUHEGM\n"
	blockMagic    = "BLK1"
	version       = 1
	prefixSize    = len(fileMagic) + 8 // of the header before its text
	blockHeadSize = 16
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// ErrFormat is wrapped by the errors about a file that is none of ours.
var ErrFormat = errors.New("not a file of recorded games")

// BlockError tells what is wrong with a block of a file.
type BlockError struct {
	Block  int   // 1 for the first
	Offset int64 // of its first byte in the file
	Cut    bool  // the file ends within the block
	Reason error
}

func (e *BlockError) Error() string {
	return fmt.Sprintf("block %d at byte %d: %v", e.Block, e.Offset, e.Reason)
}

// Unwrap returns the reason.
func (e *BlockError) Unwrap() error { return e.Reason }

// Writer writes games to a file, a block at a time.
type Writer struct {
	w     io.Writer
	block []byte // blockHeadSize bytes for its head, then games
	games uint32
	err   error
}

// NewWriter writes the header of a new file, with a text that tells how the
// games are made.
func NewWriter(w io.Writer, text string) (*Writer, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("record: header text of %d bytes, want at most %d", len(text), maxText)
	}
	head := append([]byte(fileMagic), 0, 0, 0, 0, 0, 0, 0, 0)
	binary.LittleEndian.PutUint32(head[8:], version)
	binary.LittleEndian.PutUint32(head[12:], uint32(len(text)))
	head = append(head, text...)
	head = binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
	if _, err := w.Write(head); err != nil {
		return nil, err
	}
	return AppendWriter(w), nil
}

// AppendWriter returns a Writer that goes on behind a header, or behind a whole
// block, that is there already.
func AppendWriter(w io.Writer) *Writer {
	return &Writer{w: w, block: make([]byte, blockHeadSize, blockHeadSize+1<<16)}
}

// Write adds a game to the block, which is written first if the game would not
// fit into it.
func (w *Writer) Write(g *Game) error {
	if w.err != nil {
		return w.err
	}
	if g.Size() > MaxBlock {
		return fmt.Errorf("record: game of %d plies takes %d bytes, want at most %d", len(g.Plies), g.Size(), MaxBlock)
	}
	if len(w.block)-blockHeadSize+g.Size() > MaxBlock {
		if err := w.Flush(); err != nil {
			return err
		}
	}
	w.block = g.appendTo(w.block)
	w.games++
	return nil
}

// Flush ends the block and writes it, in one call of the underlying Write. A
// block without games is not written.
func (w *Writer) Flush() error {
	if w.err != nil || w.games == 0 {
		return w.err
	}
	head := w.block[:blockHeadSize]
	copy(head, blockMagic)
	binary.LittleEndian.PutUint32(head[4:], uint32(len(w.block)-blockHeadSize))
	binary.LittleEndian.PutUint32(head[8:], w.games)
	binary.LittleEndian.PutUint32(head[12:], blockSum(head, w.block[blockHeadSize:]))
	_, w.err = w.w.Write(w.block)
	w.block, w.games = w.block[:blockHeadSize], 0
	return w.err
}

// blockSum returns the checksum of a block.
func blockSum(head, games []byte) uint32 {
	return crc32.Update(crc32.Checksum(head[:12], castagnoli), castagnoli, games)
}

// Reader reads games from a file.
type Reader struct {
	r      *bufio.Reader
	text   string
	offset int64 // of the next byte of r
	blocks int   // begun so far
	start  int64 // of the block in hand
	head   [blockHeadSize]byte
	buf    []byte // memory for the games of a block
	rest   []byte // games of the block in hand that were not given out yet
	left   uint32 // how many
	lost   error  // why no further block can be found
}

// NewReader reads the header. The error wraps ErrFormat, if it is not that of
// r.
func NewReader(r io.Reader) (*Reader, error) {
	reader := &Reader{r: bufio.NewReaderSize(r, 1<<16)}
	prefix := make([]byte, prefixSize)
	if err := reader.fill(prefix); err != nil {
		return nil, headerError(err)
	}
	if string(prefix[:len(fileMagic)]) != fileMagic {
		return nil, fmt.Errorf("%w: it begins with %q, want %q", ErrFormat, prefix[:len(fileMagic)], fileMagic)
	}
	if v := binary.LittleEndian.Uint32(prefix[8:]); v != version {
		return nil, fmt.Errorf("%w: version %d, want %d", ErrFormat, v, version)
	}
	n := binary.LittleEndian.Uint32(prefix[12:])
	if n > maxText {
		return nil, fmt.Errorf("%w: header text of %d bytes, want at most %d", ErrFormat, n, maxText)
	}
	text := make([]byte, n+4)
	if err := reader.fill(text); err != nil {
		return nil, headerError(err)
	}
	sum := crc32.Update(crc32.Checksum(prefix, castagnoli), castagnoli, text[:n])
	if got := binary.LittleEndian.Uint32(text[n:]); got != sum {
		return nil, fmt.Errorf("%w: header has checksum %08x, want %08x", ErrFormat, got, sum)
	}
	reader.text = string(text[:n])
	return reader, nil
}

// headerError makes an error about a header of one in reading it.
func headerError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it ends within the header", ErrFormat)
	}
	return err
}

// Text returns what the header tells about how the games were made.
func (r *Reader) Text() string { return r.text }

// Blocks returns the number of blocks met so far.
func (r *Reader) Blocks() int { return r.blocks }

// Offset returns the first byte of the file behind the header and the blocks
// read so far.
func (r *Reader) Offset() int64 { return r.offset }

// Next reads the next game into g, whose memory it uses again. At the end it
// returns io.EOF. A *BlockError tells of a damaged block; the call after it goes
// on with the next block, or returns io.EOF if there is no finding it.
func (r *Reader) Next(g *Game) error {
	for r.left == 0 {
		if err := r.nextBlock(); err != nil {
			return err
		}
	}
	rest, err := g.decode(r.rest)
	r.rest = rest
	r.left--
	switch {
	case err != nil:
		err = r.fault(err)
	case r.left == 0 && len(rest) > 0:
		err = r.fault(fmt.Errorf("%w: %d bytes behind the last game", errGame, len(rest)))
	}
	if err != nil {
		r.left = 0
	}
	return err
}

// nextBlock reads a block and verifies its checksum.
func (r *Reader) nextBlock() error {
	if r.lost != nil {
		return r.lost
	}
	r.start = r.offset
	if err := r.fill(r.head[:]); err != nil {
		if err == io.EOF {
			return err
		}
		return r.lose(err)
	}
	r.blocks++
	size, games := binary.LittleEndian.Uint32(r.head[4:]), binary.LittleEndian.Uint32(r.head[8:])
	if string(r.head[:4]) != blockMagic || size > MaxBlock {
		return r.lose(fmt.Errorf("%w: it begins with %q and %d bytes of games, want %q and at most %d",
			errGame, r.head[:4], size, blockMagic, MaxBlock))
	}
	if uint32(cap(r.buf)) < size {
		r.buf = make([]byte, size)
	}
	r.rest = r.buf[:size]
	if err := r.fill(r.rest); err != nil {
		return r.lose(err)
	}
	if want, got := blockSum(r.head[:], r.rest), binary.LittleEndian.Uint32(r.head[12:]); got != want {
		return r.fault(fmt.Errorf("%w: checksum %08x, want %08x", errGame, got, want))
	}
	if size > 0 && games == 0 {
		return r.fault(fmt.Errorf("%w: %d bytes, but no game", errGame, size))
	}
	r.left = games
	return nil
}

// fill reads len(b) bytes; the error is io.EOF only if there is none.
func (r *Reader) fill(b []byte) error {
	n, err := io.ReadFull(r.r, b)
	r.offset += int64(n)
	return err
}

// fault returns an error about the block in hand.
func (r *Reader) fault(reason error) error {
	return &BlockError{Block: r.blocks, Offset: r.start, Reason: reason}
}

// lose is fault where the next block cannot be found. Errors of the underlying
// reader stay what they are.
func (r *Reader) lose(reason error) error {
	r.lost = io.EOF
	switch {
	case errors.Is(reason, io.EOF), errors.Is(reason, io.ErrUnexpectedEOF):
		return &BlockError{Block: max(r.blocks, 1), Offset: r.start, Cut: true, Reason: fmt.Errorf("%w: the file ends within it", errGame)}
	case errors.Is(reason, errGame):
		return r.fault(reason)
	}
	r.lost = reason
	return reason
}
