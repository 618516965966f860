package ccbridge

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf16"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	"chuhe/internal/keyed"
)

// Places in a CBR.
const (
	atVersion = 19
	atType    = 2040
	atResult  = 2076
	atSide    = 2112
	atNumber  = 2116
	atBoard   = 2120
	headSize  = 2214
)

const recordMagic = "CCBridge Record\x00"

const version = 2

// The flags of a move.
const (
	lineEnds  = 1
	sibling   = 2
	commented = 4
)

// pieceCodes are the pieces by their codes, which have 10 hex added for Red and 20 hex
// for Black.
var pieceCodes = [8]board.PieceType{
	board.NoPieceType, board.Rook, board.Knight, board.Bishop, board.Advisor, board.King, board.Cannon, board.Pawn,
}

// CBR is the format of single games.
var CBR = &game.Format{
	Name:       "cbr",
	Extensions: []string{"cbr"},
	Recognise:  isRecord,
	Read:       readCBR,
	Write: func(w io.Writer, g *game.Game, _ game.WriteOptions) ([]game.Loss, error) {
		return writeCBR(w, g)
	},
}

// isRecord reports whether a file that begins like this is a CBR, or the beginning of one
// that was cut off.
func isRecord(head []byte) bool {
	return bytes.HasPrefix(head, []byte(recordMagic)) || len(head) > len(oldMagic) && isCut(head, recordMagic)
}

// isCut reports whether a file ends within the text with which it should begin.
func isCut(file []byte, magic string) bool {
	return len(file) < len(magic) && strings.HasPrefix(magic, string(file))
}

// readCBR reads the game of a file. Where the file ends too early or a move is
// illegal, the game up to there comes with the error, a *[game.Error].
func readCBR(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		data, err := readAll(r)
		if err != nil {
			yield(nil, err)
			return
		}
		rec := record{data: data}
		g, err := rec.game()
		if rec.isHeading {
			return
		}
		if err == nil {
			g.WarnRest(data, rec.pos)
		}
		yield(g, err)
	}
}

// record is a game as it is read.
type record struct {
	data []byte
	base int64 // offset of data in the file
	pos  int
	read *game.Game // once its head is
	// isHeading: it consists of an empty board and no moves: a heading of a library.
	isHeading bool
}

func (r *record) fault(at int, key, format string, args ...any) error {
	return fault(r.base+int64(at), key, format, args...)
}

// game reads the game.
func (r *record) game() (*game.Game, error) {
	if !bytes.HasPrefix(r.data, []byte(recordMagic)) && !isCut(r.data, recordMagic) {
		return nil, r.fault(0, "fault.begins", "a game begins with %q, want %q", r.data[:min(len(r.data), len(recordMagic))], recordMagic)
	}
	if len(r.data) < headSize {
		return nil, r.fault(len(r.data), "fault.ends", "the file ends within the head of a game, which has %d bytes", headSize)
	}
	if v := r.data[atVersion]; v != version {
		return nil, r.fault(atVersion, "fault.version", "version %d of CBR, want %d", v, version)
	}
	g := &game.Game{Offset: r.base, Result: resultOf(int(r.data[atResult]))}
	r.read = g
	for _, f := range fields {
		if f.size > 0 {
			text := wide(r.data[f.at:][:f.size])
			g.SetTag(f.tag, game.CleanLine(text))
			g.WarnDamaged(r.base+int64(f.at), text)
		}
	}
	setup, err := r.setup()
	if err != nil {
		return nil, err
	}

	r.pos = headSize
	root, err := r.move()
	first := move{}
	if err == nil && root.Follows {
		first, err = r.move()
	}
	// Some programs leave zero bytes in the place of the moves.
	empty := !root.Follows || first == (move{Move: preorder.Move{Follows: true}, offset: first.offset})
	if setup.Pieces == (board.Setup{}).Pieces && err == nil && empty {
		r.isHeading = true
		g.Root.Comment = root.Comment
		return g, nil
	}
	start, bad := preorder.Start(setup, first.Move.Move)
	if bad != nil {
		return nil, &game.Error{Offset: r.base + atBoard, Err: fmt.Errorf("%w: %w", ErrSyntax, bad)}
	}
	g.Start, g.Root.Comment = start, root.Comment
	if n := int(r.data[atType]); n != usualType(&start) {
		g.SetTag(TagRecordType, strconv.Itoa(n))
	}
	if err != nil || empty {
		return g, err
	}
	b := preorder.NewBuilder(g)
	for m := first; ; {
		if _, more := b.Add(m.Move, m.offset); !more {
			return g, b.Finish()
		}
		if m, err = r.move(); err != nil {
			if illegal := b.Finish(); illegal != nil {
				err = illegal
			}
			return g, err
		}
	}
}

// setup reads the board and the side to move.
func (r *record) setup() (s board.Setup, err error) {
	s.Fullmove = max(min(binary.LittleEndian.Uint16(r.data[atNumber:]), board.MaxCounter), 1)
	if r.data[atSide] == 2 {
		s.Side = board.Black
	}
	for i, code := range r.data[atBoard:][:board.Squares] {
		t, side := code&0x0F, code>>4
		switch {
		case code == 0:
			continue
		case t == 0 || int(t) >= len(pieceCodes) || side != 1 && side != 2:
			return s, r.fault(atBoard+i, "fault.piece", "piece %#02x, want 11-17 or 21-27", code)
		}
		s.Pieces[squareOf(byte(i))] = board.NewPiece(board.Side(side-1), pieceCodes[t])
	}
	return s, nil
}

// squareOf returns the square of an index, which runs by rank from Black's left
// corner as Red sees it.
func squareOf(i byte) board.Square { return board.Square(i).Flip() }

// move is a move with its place in the file.
type move struct {
	preorder.Move
	offset int64
}

// move reads the next move.
func (r *record) move() (m move, err error) {
	m.offset = r.base + int64(r.pos)
	b, err := r.bytes(4, "a move")
	if err != nil {
		return m, err
	}
	flags, from, to := b[0], b[2], b[3]
	m.Follows, m.Sibling = flags&lineEnds == 0, flags&sibling != 0
	switch {
	case from >= board.Squares || to >= board.Squares:
		m.Fault = keyed.Errorf("fault.offBoard", "%w: a move from %d to %d, want squares 0-89", ErrSyntax, from, to)
	case from != to:
		m.Move.Move = board.NewMove(squareOf(from), squareOf(to))
	}
	if flags&commented != 0 {
		at := r.pos
		if b, err = r.bytes(4, "the length of a comment"); err != nil {
			return m, err
		}
		n := binary.LittleEndian.Uint32(b)
		if left := len(r.data) - r.pos; int64(n) > int64(left) {
			return m, r.fault(at, "fault.commentLength", "a comment of %d bytes, want at most %d, which are left", n, left)
		}
		b, _ = r.bytes(int(n), "a comment")
		text := wide(b)
		m.Comment = game.Clean(text)
		r.read.WarnDamaged(r.base+int64(at), text)
	}
	return m, nil
}

// bytes reads n bytes.
func (r *record) bytes(n int, what string) ([]byte, error) {
	if len(r.data)-r.pos < n {
		return nil, r.fault(len(r.data), "fault.ends", "the game ends, want %s", what)
	}
	b := r.data[r.pos:][:n]
	r.pos += n
	return b, nil
}

// wide decodes a text in UTF-16, which ends at a zero or with the field.
func wide(b []byte) string {
	var units []uint16
	for ; len(b) > 1; b = b[2:] {
		unit := binary.LittleEndian.Uint16(b)
		if unit == 0 {
			break
		}
		units = append(units, unit)
	}
	if n := len(units); n > 0 && units[n-1]>>10 == 0xD800>>10 {
		units = units[:n-1] // half a character, cut by a program
	}
	return string(utf16.Decode(units))
}
