package board

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// StartFEN is the start position of the game.
const StartFEN = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"

var startPosition = func() Position {
	p, err := ParseFEN(StartFEN)
	if err != nil {
		panic(err) // the constant above is tested
	}
	return p
}()

// Start returns the start position of the game.
func Start() Position { return startPosition }

// IsStart reports whether a position is the start of the game, apart from the counters.
func (p *Position) IsStart() bool { return p.Key() == startPosition.Key() }

// Reasons why a text is not a FEN, besides the reasons of a [SetupError].
var (
	ErrNoBoard  = errors.New("empty FEN")
	ErrRanks    = errors.New("wrong number of ranks")
	ErrFiles    = errors.New("wrong number of files")
	ErrLetter   = errors.New("unknown letter")
	ErrSide     = errors.New("unknown side to move")
	ErrDash     = errors.New("unused field is not -")
	ErrCounter  = errors.New("bad counter")
	ErrTrailing = errors.New("text after the last field")
)

// MaxCounter is the largest value of a position's two counters: they stop there.
const MaxCounter = 9999

// Names of the fields of a FEN, as FENError gives them.
const (
	FieldBoard    = "board"
	FieldSide     = "side"
	FieldCastling = "field 3"
	FieldPassant  = "field 4"
	FieldHalfmove = "halfmove counter"
	FieldFullmove = "fullmove number"
	fieldNone     = "end"
)

// FENError says what is wrong with a FEN and where.
type FENError struct {
	Field  string // one of the Field constants, or "end" behind the last field
	Offset int    // byte offset in the text
	Text   string // what stands there, "" at the end
	Square Square // where the fault is on the board, NoSquare if on no one square
	Piece  Piece  // what stands there, NoPiece likewise
	Reason error  // one of the errors of this package, such as ErrLetter
	Want   string // what was expected
}

func (e *FENError) Error() string {
	found := "nothing"
	if e.Text != "" {
		found = strconv.Quote(e.Text)
	}
	return fmt.Sprintf("bad FEN: %v: %s at offset %d (%s): %s", e.Reason, found, e.Offset, e.Field, e.Want)
}

// Unwrap returns the reason.
func (e *FENError) Unwrap() error { return e.Reason }

// ParseFEN reads a position. It accepts what programs write: one to six fields,
// H for N and E for B, w or r for Red, -- for the two unused fields, [] after
// the board. Missing fields mean "w - - 0 1". Every error is a *FENError.
func ParseFEN(text string) (Position, error) {
	fields := fenFields(text)
	if len(fields) == 0 {
		return Position{}, fenField{}.fault(FieldBoard, ErrNoBoard, "want ten ranks of pieces and digits")
	}
	setup := Setup{Fullmove: 1}
	offsets, err := setup.parseBoard(fields[0])
	if err != nil {
		return Position{}, err
	}
	rest := fields[1:]
	next := func() (f fenField, ok bool) {
		if len(rest) == 0 {
			return f, false
		}
		f, rest = rest[0], rest[1:]
		return f, true
	}
	if f, ok := next(); ok {
		switch f.text {
		case "w", "W", "r", "R":
		case "b", "B":
			setup.Side = Black
		default:
			return Position{}, f.fault(FieldSide, ErrSide, "want w or r for red, b for black")
		}
	}
	for _, name := range [2]string{FieldCastling, FieldPassant} {
		f, ok := next()
		if ok && f.text == "--" && name == FieldCastling {
			break // both fields in one
		}
		if ok && f.text != "-" {
			return Position{}, f.fault(name, ErrDash, "want -")
		}
	}
	for _, counter := range []struct {
		name  string
		value *uint16
	}{{FieldHalfmove, &setup.Halfmove}, {FieldFullmove, &setup.Fullmove}} {
		f, ok := next()
		if !ok {
			break
		}
		n, err := strconv.ParseUint(f.text, 10, 16)
		if err != nil || n > MaxCounter {
			return Position{}, f.fault(counter.name, ErrCounter, "want a number 0-"+strconv.Itoa(MaxCounter))
		}
		*counter.value = uint16(n)
	}
	if f, ok := next(); ok {
		return Position{}, f.fault(fieldNone, ErrTrailing, "want the end of the FEN")
	}

	p, err := setup.Position()
	if bad, ok := errors.AsType[*SetupError](err); ok {
		at := fenField{fields[0].text, fields[0].offset}
		if bad.Square != NoSquare {
			at.offset += offsets[bad.Square]
			at.text = fields[0].text[offsets[bad.Square]:][:1]
		}
		fault := at.fault(FieldBoard, bad.Reason, bad.Detail)
		if fault.Square = bad.Square; bad.Square != NoSquare {
			fault.Piece = bad.Piece
		}
		return Position{}, fault
	}
	return p, nil
}

type fenField struct {
	text   string
	offset int
}

// fault returns an error about the field; it shortens what it quotes so that the
// message stays readable.
func (f fenField) fault(field string, reason error, want string) *FENError {
	const most = 100
	text := f.text
	if len(text) > most {
		text = text[:most]
	}
	return &FENError{Field: field, Offset: f.offset, Text: text, Square: NoSquare, Reason: reason, Want: want}
}

func fenFields(text string) (fields []fenField) {
	offset := 0
	for field := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) }) {
		offset += strings.Index(text[offset:], field)
		fields = append(fields, fenField{field, offset})
		offset += len(field)
	}
	return
}

// parseBoard reads the first field and returns the offset of each square's
// letter in it.
func (s *Setup) parseBoard(f fenField) (offsets [Squares]int, err error) {
	at := func(i int, reason error, format string, args ...any) error {
		part := fenField{"", f.offset + i}
		if i < len(f.text) {
			_, size := utf8.DecodeRuneInString(f.text[i:])
			part.text = f.text[i : i+size]
		}
		return part.fault(FieldBoard, reason, fmt.Sprintf(format, args...))
	}
	text := strings.TrimSuffix(f.text, "[]")
	file, rank := 0, Ranks-1
	for i := range len(text) {
		switch c := text[i]; {
		case c == '/':
			if file != Files {
				return offsets, at(i, ErrFiles, "rank %d has %d files, want %d", rank, file, Files)
			}
			if rank == 0 {
				return offsets, at(i, ErrRanks, "want %d ranks", Ranks)
			}
			file, rank = 0, rank-1
		case c >= '1' && c <= '9':
			if file += int(c - '0'); file > Files {
				return offsets, at(i, ErrFiles, "rank %d has more than %d files", rank, Files)
			}
		default:
			piece, ok := ParsePiece(c)
			if !ok {
				return offsets, at(i, ErrLetter, "want one of KABNRCP, kabnrcp, 1-9 or /")
			}
			if file == Files {
				return offsets, at(i, ErrFiles, "rank %d has more than %d files", rank, Files)
			}
			sq := SquareAt(file, rank)
			s.Pieces[sq], offsets[sq] = piece, i
			file++
		}
	}
	if file != Files {
		return offsets, at(len(text), ErrFiles, "rank %d has %d files, want %d", rank, file, Files)
	}
	if rank != 0 {
		return offsets, at(len(text), ErrRanks, "found %d ranks, want %d", Ranks-rank, Ranks)
	}
	return offsets, nil
}

// FEN returns the position as text with all six fields.
func (p *Position) FEN() string { return string(p.AppendFEN(nil)) }

// String returns the FEN.
func (p Position) String() string { return p.FEN() }

// AppendFEN appends what FEN returns.
func (p *Position) AppendFEN(b []byte) []byte {
	for rank := Ranks - 1; rank >= 0; rank-- {
		empty := byte(0)
		for file := range Files {
			piece := p.At(SquareAt(file, rank))
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				b = append(b, '0'+empty)
				empty = 0
			}
			b = append(b, piece.Byte())
		}
		if empty > 0 {
			b = append(b, '0'+empty)
		}
		if rank > 0 {
			b = append(b, '/')
		}
	}
	if p.side == Red {
		b = append(b, " w - - "...)
	} else {
		b = append(b, " b - - "...)
	}
	b = strconv.AppendUint(b, uint64(p.halfmove), 10)
	b = append(b, ' ')
	return strconv.AppendUint(b, uint64(p.fullmove), 10)
}
