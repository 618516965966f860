package book

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"sort"

	"chuhe/board"
	"chuhe/movegen"
)

const (
	fileMagic = "CHUHEBK\n"
	version   = 1

	headSize  = len(fileMagic) + 16 // of the header before its text
	indexSize = 12                  // of a position
	sumSize   = 4

	hasCounts = 1 << 14
	lastMove  = 1 << 15
	moveBits  = hasCounts - 1

	// mostBytes is the most that the legal moves of a position can take.
	mostBytes = movegen.MaxMoves * (2 + 5*binary.MaxVarintLen32)
)

// MaxText is the largest size of the text of a book in bytes.
const MaxText = 1 << 16

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// File is a Chuhe book. It holds only the header in memory: the rest is read where it
// is, by binary search.
type File struct {
	name      string
	at        io.ReaderAt
	close     func() error
	text      string
	positions int   // their number
	index     int64 // offset of the index
	moves     int64 // offset of the moves
	end       int64 // offset of the checksum at the end
}

// newFile checks a Chuhe book of some bytes from end to end.
func newFile(name string, at io.ReaderAt, size int64, close func() error) (*File, error) {
	f := &File{name: name, at: at, close: close}
	in := &summed{in: bufio.NewReaderSize(io.NewSectionReader(at, 0, size), 1<<16)}
	head := make([]byte, headSize)
	if err := in.read(head); err != nil {
		return nil, err
	}
	if v := binary.LittleEndian.Uint32(head[8:]); v != version {
		return nil, damaged(8, "version %d, want %d", v, version)
	}
	length := binary.LittleEndian.Uint32(head[12:])
	if length > MaxText {
		return nil, damaged(12, "text of %d bytes, want at most %d", length, MaxText)
	}
	text := make([]byte, length)
	if err := in.read(text); err != nil {
		return nil, err
	}
	if err := in.checksum(); err != nil {
		return nil, err
	}
	f.text = string(text)
	positions := int64(binary.LittleEndian.Uint32(head[16:]))
	f.index = in.offset
	f.moves = f.index + indexSize*positions
	f.end = f.moves + int64(binary.LittleEndian.Uint32(head[20:]))
	if want := f.end + sumSize; size != want {
		return nil, damaged(16, "%d positions with %d bytes of moves make a file of %d bytes, but it has %d",
			positions, f.end-f.moves, want, size)
	}
	if f.positions = int(positions); int64(f.positions) != positions {
		return nil, damaged(16, "%d positions, want at most %d on this machine", positions, math.MaxInt)
	}
	return f, f.check(in)
}

// check reads what follows the header.
func (f *File) check(in *summed) error {
	var entry [indexSize]byte
	var before indexEntry
	for i := range f.positions {
		offset := in.offset
		if err := in.read(entry[:]); err != nil {
			return err
		}
		e := parseIndex(entry[:])
		switch {
		case i == 0 && e.start != 0:
			return damaged(offset+8, "the first position's moves begin at %d, want 0", e.start)
		case i > 0 && e.key <= before.key:
			return damaged(offset, "key %016x after %016x, want a larger one", e.key, before.key)
		case i > 0 && e.start <= before.start || f.moves+int64(e.start) >= f.end:
			return damaged(offset+8, "moves begin at %d, want %d-%d", e.start, before.start+1, f.end-f.moves-1)
		}
		before = e
	}
	buf := make([]byte, 1<<15)
	for in.offset < f.end {
		if err := in.read(buf[:min(int64(len(buf)), f.end-in.offset)]); err != nil {
			return err
		}
	}
	return in.checksum()
}

// summed reads a file from its start and computes the checksum since the last.
type summed struct {
	in     io.Reader
	offset int64
	sum    uint32
}

// read fills a buffer.
func (s *summed) read(b []byte) error {
	n, err := io.ReadFull(s.in, b)
	s.offset += int64(n)
	s.sum = crc32.Update(s.sum, castagnoli, b[:n])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return damaged(s.offset, "the file ends, want %d bytes more", len(b)-n)
	}
	return err
}

// checksum compares the checksum with the one that follows.
func (s *summed) checksum() error {
	computed := s.sum
	var b [sumSize]byte
	if err := s.read(b[:]); err != nil {
		return err
	}
	s.sum = 0
	if stored := binary.LittleEndian.Uint32(b[:]); computed != stored {
		return damaged(s.offset-sumSize, "checksum computed %08x, want stored %08x", computed, stored)
	}
	return nil
}

// indexEntry is an entry of the index.
type indexEntry struct {
	key   uint64
	start uint32 // of its moves
}

func parseIndex(b []byte) indexEntry {
	return indexEntry{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint32(b[8:])}
}

// entry reads an entry of the index.
func (f *File) entry(i int) (indexEntry, error) {
	var b [indexSize]byte
	if _, err := f.at.ReadAt(b[:], f.index+int64(i)*indexSize); err != nil {
		return indexEntry{}, err
	}
	return parseIndex(b[:]), nil
}

// Moves implements [Book].
func (f *File) Moves(p *board.Position) ([]Move, error) {
	at := placeOf(p)
	var failed error
	i := sort.Search(f.positions, func(i int) bool {
		e, err := f.entry(i)
		failed = errors.Join(failed, err)
		return err != nil || e.key >= at.key
	})
	if failed != nil || i == f.positions {
		return nil, failed
	}
	key, moves, err := f.position(i)
	if err != nil || key != at.key {
		return nil, err
	}
	for n := range moves {
		moves[n].Move = at.move(moves[n].Move)
	}
	return legal(p, moves), nil
}

// position returns a position's key and its moves as they are stored.
func (f *File) position(i int) (key uint64, moves []Move, err error) {
	e, err := f.entry(i)
	if err != nil {
		return 0, nil, err
	}
	from, to := f.moves+int64(e.start), f.end
	if i+1 < f.positions {
		next, err := f.entry(i + 1)
		if err != nil {
			return 0, nil, err
		}
		to = min(f.moves+int64(next.start), f.end)
	}
	if to <= from || to-from > mostBytes {
		return 0, nil, damaged(from, "%d bytes of moves, want 1-%d", to-from, mostBytes)
	}
	b := make([]byte, to-from)
	if _, err := f.at.ReadAt(b, from); err != nil {
		return 0, nil, err
	}
	moves, err = parseMoves(b, from)
	return e.key, moves, err
}

// parseMoves reads the moves of a position, which begin at an offset of the file.
func parseMoves(b []byte, offset int64) (moves []Move, err error) {
	whole := len(b)
	for last := false; !last; {
		at := offset + int64(whole-len(b))
		if len(b) < 2 {
			return nil, damaged(at, "the moves end without a last one")
		}
		bits := binary.LittleEndian.Uint16(b)
		b, last = b[2:], bits&lastMove != 0
		m := Move{Move: board.Move(bits & moveBits)}
		if m.Move == board.NoMove || m.Move.From() >= board.Squares || m.Move.To() >= board.Squares {
			return nil, damaged(at, "move %#04x, want squares 0-89", bits)
		}
		numbers := []*uint32{&m.Weight, &m.Wins, &m.Draws, &m.Losses, &m.Open}
		if bits&hasCounts == 0 {
			numbers = numbers[:1]
		}
		for _, number := range numbers {
			n, size := binary.Uvarint(b)
			if size <= 0 || n > math.MaxUint32 {
				return nil, damaged(offset+int64(whole-len(b)), "no number of at most 32 bits")
			}
			*number, b = uint32(n), b[size:]
		}
		moves = append(moves, m)
	}
	if len(b) > 0 {
		return nil, damaged(offset+int64(whole-len(b)), "%d bytes after the last move", len(b))
	}
	return moves, nil
}

// appendMoves is the opposite of parseMoves.
func appendMoves(b []byte, moves []Move) []byte {
	for i, m := range moves {
		bits := uint16(m.Move)
		if m.Games() > 0 {
			bits |= hasCounts
		}
		if i == len(moves)-1 {
			bits |= lastMove
		}
		b = binary.LittleEndian.AppendUint16(b, bits)
		b = binary.AppendUvarint(b, uint64(m.Weight))
		if m.Games() > 0 {
			for _, n := range []uint32{m.Wins, m.Draws, m.Losses, m.Open} {
				b = binary.AppendUvarint(b, uint64(n))
			}
		}
	}
	return b
}

// Name implements [Book].
func (f *File) Name() string { return f.name }

// Positions returns the number of positions.
func (f *File) Positions() int { return f.positions }

// Summary implements [Book].
func (f *File) Summary() string { return fmt.Sprintf("%d positions", f.positions) }

// Text implements [Book].
func (f *File) Text() string { return f.text }

// Close implements [Book].
func (f *File) Close() error { return f.close() }
