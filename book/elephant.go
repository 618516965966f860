package book

import (
	"bufio"
	"crypto/rc4"
	"encoding/binary"
	"fmt"
	"io"
	"sort"

	"chuhe/board"
	"chuhe/movegen"
)

// Elephant is a book of ElephantEye, as XQWizard uses it too: records of 8 bytes in
// the order of their keys, each a key, a move and its weight, all little-endian. It
// counts no games. A position or its mirror image is stored, whichever has the
// smaller key.
type Elephant struct {
	name    string
	at      io.ReaderAt
	close   func() error
	records int // their number
}

const recordSize = 8

// newElephant checks every record of a file of some bytes.
func newElephant(name string, at io.ReaderAt, size int64, close func() error) (*Elephant, error) {
	if size == 0 || size%recordSize != 0 {
		return nil, damaged(size/recordSize*recordSize, "the file has %d bytes, want records of %d", size, recordSize)
	}
	in := bufio.NewReaderSize(io.NewSectionReader(at, 0, size), 1<<16)
	var before uint32
	for offset := int64(0); offset < size; offset += recordSize {
		var b [recordSize]byte
		if _, err := io.ReadFull(in, b[:]); err != nil {
			return nil, err
		}
		r := parseRecord(b[:])
		switch {
		case r.key < before:
			return nil, damaged(offset, "key %08x after %08x, want one as large", r.key, before)
		case r.move.Move == board.NoMove:
			return nil, damaged(offset+4, "move %#04x, want two squares of the board", binary.LittleEndian.Uint16(b[4:]))
		case r.move.Weight == 0:
			return nil, damaged(offset+6, "weight 0, want 1 or more")
		}
		before = r.key
	}
	return &Elephant{name, at, close, int(size / recordSize)}, nil
}

type elephantRecord struct {
	key  uint32
	move Move // NoMove if its squares are not on the board
}

func parseRecord(b []byte) elephantRecord {
	r := elephantRecord{key: binary.LittleEndian.Uint32(b)}
	r.move.Weight = uint32(binary.LittleEndian.Uint16(b[6:]))
	from, to := elephantSquare(b[4]), elephantSquare(b[5])
	if from < board.Squares && to < board.Squares && from != to {
		r.move.Move = board.NewMove(from, to)
	}
	return r
}

// elephantSquare returns the square of a byte, [board.NoSquare] for one beside the
// board. ElephantEye keeps the board in 16 rows of 16 columns, a9 being 0x33.
func elephantSquare(b byte) board.Square {
	file, rank := int(b&15)-3, board.Ranks-1-(int(b>>4)-3)
	if file < 0 || file >= board.Files || rank < 0 || rank >= board.Ranks {
		return board.NoSquare
	}
	return board.SquareAt(file, rank)
}

// elephantKeys holds the keys of pieces by square, and of Black to move. ElephantEye
// takes its random numbers from the cipher RC4 with a key of four zeros: three for
// Black to move and three for each piece on each of 256 squares, in the order Red's
// king, advisor, bishop, knight, rook, cannon, pawn, then Black's. The last of the
// three is for the book.
var elephantKeys, elephantSide = func() (keys [16][board.Squares]uint32, side uint32) {
	cipher, err := rc4.NewCipher(make([]byte, 4))
	if err != nil {
		panic(err) // of other lengths of the key
	}
	third := func() uint32 {
		var b [12]byte
		cipher.XORKeyStream(b[:], b[:])
		return binary.LittleEndian.Uint32(b[8:])
	}
	side = third()
	for _, s := range [2]board.Side{board.Red, board.Black} {
		for _, t := range [...]board.PieceType{
			board.King, board.Advisor, board.Bishop, board.Knight, board.Rook, board.Cannon, board.Pawn,
		} {
			for at := range 256 {
				key := third()
				if sq := elephantSquare(byte(at)); sq < board.Squares {
					keys[board.NewPiece(s, t)][sq] = key
				}
			}
		}
	}
	return
}()

// elephantKey returns the keys of a position and of its mirror image.
func elephantKey(p *board.Position) (key, mirrored uint32) {
	for occupied := p.Occupied(); !occupied.IsEmpty(); {
		s := occupied.Pop()
		key ^= elephantKeys[p.At(s)&15][s]
		mirrored ^= elephantKeys[p.At(s)&15][s.Mirror()]
	}
	if p.Side() == board.Black {
		key ^= elephantSide
		mirrored ^= elephantSide
	}
	return
}

// Moves implements [Book].
func (e *Elephant) Moves(p *board.Position) ([]Move, error) {
	key, mirrored := elephantKey(p)
	moves, err := e.find(key)
	if err == nil && len(moves) == 0 {
		moves, err = e.find(mirrored)
		for i := range moves {
			moves[i].Move = moves[i].Move.Mirror()
		}
	}
	return legal(p, moves), err
}

// find returns the moves of a key.
func (e *Elephant) find(key uint32) (moves []Move, failed error) {
	at := func(i int) (r elephantRecord) {
		var b [recordSize]byte
		if _, err := e.at.ReadAt(b[:], int64(i)*recordSize); err != nil {
			failed = err
		}
		return parseRecord(b[:])
	}
	first := sort.Search(e.records, func(i int) bool { return at(i).key >= key })
	for i := first; i < min(e.records, first+movegen.MaxMoves) && failed == nil; i++ {
		r := at(i)
		if r.key != key {
			break
		}
		moves = append(moves, r.move)
	}
	return moves, failed
}

// Len returns the number of moves in the file.
func (e *Elephant) Len() int { return e.records }

// Name implements [Book].
func (e *Elephant) Name() string { return e.name }

// Summary implements [Book].
func (e *Elephant) Summary() string { return fmt.Sprintf("%d moves, ElephantEye", e.records) }

// Text implements [Book].
func (e *Elephant) Text() string { return "" }

// Close implements [Book].
func (e *Elephant) Close() error { return e.close() }
