package ccbridge

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"

	"chuhe/game"
)

const (
	libraryMagic = "CCBridgeLibrary\x00"
	oldMagic     = "CCBridge" // of the first versions
	atName       = 64
	nameSize     = 512
	slotSize     = 4096
	atRoom       = 60
	// leastIndexEnd is where the games of a small library begin.
	leastIndexEnd = 101952
)

// indexEnd returns where the games of a library begin at the latest, from the number of
// slots in its head.
func indexEnd(slots uint32) int64 {
	if slots > 512 {
		slots = max(slots, 1024)
	}
	return atIndex + (int64(slots)+127)/128*128*entrySize
}

// notZero returns the place of the first byte that is not zero, from a place on, -1 if
// there is none.
func notZero(data []byte, from int) int {
	if from < len(data) {
		if i := bytes.IndexFunc(data[from:], func(r rune) bool { return r != 0 }); i >= 0 {
			return from + i
		}
	}
	return -1
}

// CBL is the format of libraries.
var CBL = &game.Format{
	Name:       "cbl",
	Extensions: []string{"cbl"},
	Recognise: func(head []byte) bool {
		return bytes.HasPrefix(head, []byte(oldMagic)) && !isRecord(head)
	},
	Read: readCBL,
}

// readCBL reads the games of a library one after another. A game with a fault comes
// with an *[game.Error], as far as it could be read, and the next one follows. It
// holds one game in memory, not the library.
func readCBL(r io.Reader) iter.Seq2[*game.Game, error] {
	return func(yield func(*game.Game, error) bool) {
		l := library{in: bufio.NewReaderSize(r, 1<<16)}
		if err := l.head(); err != nil {
			yield(nil, err)
			return
		}
		first := l.offset
		err := l.records(func(data []byte, base int64) bool {
			l.count++
			if l.index.isDeleted(base - first) {
				return true
			}
			l.number++
			rec := record{data: data, base: base}
			g, err := rec.game()
			if err == nil {
				l.doubt(base, notZero(data, (rec.pos+slotSize-1)/slotSize*slotSize))
			}
			if rec.isHeading {
				l.number--
				l.chapter = g
				return true
			}
			if where, ok := errors.AsType[*game.Error](err); ok {
				where.Game = l.number
			}
			if g != nil {
				l.describe(g)
			}
			l.left = !yield(g, err)
			return !l.left
		})
		switch {
		case err != nil:
			yield(nil, err)
		case l.left, l.stray != nil && !yield(nil, l.stray):
		case l.index.missing(l.count) > 0:
			yield(nil, &game.Error{Offset: l.offset, Err: fmt.Errorf("%w: %d of the %d in its index", ErrMissing, l.index.missing(l.count), l.index.entries)})
		}
	}
}

// library is a library as it is read.
type library struct {
	in     *bufio.Reader
	offset int64 // of what in reads next
	name   string
	index  index
	count  int // of the records, with headings and deleted ones
	number int // of the game, from 1
	// chapter is the heading above the games being read, nil for none.
	chapter *game.Game
	// stray is about bytes that belong to no game, nil for none: a warning for the next
	// game to be given.
	stray *game.Error
	left  bool // no more games are wanted
}

// doubt notes that a part of the file has bytes of no game at a place, -1 for none.
func (l *library) doubt(base int64, at int) {
	if at >= 0 && l.stray == nil {
		l.stray = &game.Error{Offset: base + int64(at), Err: ErrStray}
	}
}

// describe tells a game where it stands in the library.
func (l *library) describe(g *game.Game) {
	g.SetTag(TagLibrary, l.name)
	if l.chapter != nil {
		g.SetTag(TagChapter, l.chapter.Tag(game.TagTitle))
		g.SetTag(TagChapterText, game.CleanLine(l.chapter.Root.Comment))
	}
	g.Warn(l.stray)
	l.stray = nil
	for _, w := range g.Warnings {
		w.Game = l.number
	}
}

// head reads the head and the index, and goes to the first game.
func (l *library) head() error {
	head := make([]byte, atName+nameSize)
	n, err := io.ReadFull(l.in, head)
	l.offset = int64(n)
	switch {
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	case n > len(oldMagic) && isCut(head[:n], libraryMagic):
		return fault(l.offset, "fault.ends", "the file ends within the head of %d bytes", len(head))
	case !bytes.HasPrefix(head, []byte(libraryMagic)):
		if bytes.HasPrefix(head, []byte(oldMagic)) {
			return fault(int64(len(oldMagic)), "fault.version", "a library of the first CCBridge, which is not read; want %q", libraryMagic)
		}
		return fault(0, "fault.begins", "the file begins with %q, want %q", head[:min(n, len(libraryMagic))], libraryMagic)
	case err != nil:
		return fault(l.offset, "fault.ends", "the file ends within the head of %d bytes", len(head))
	}
	l.name = game.CleanLine(wide(head[atName:]))
	room := binary.LittleEndian.Uint32(head[atRoom:])
	end := indexEnd(room)
	for {
		part, err := l.in.Peek(l.in.Size())
		i := bytes.Index(part, []byte(recordMagic))
		before := part
		switch {
		case i >= 0:
			before = part[:i]
		case err == nil:
			before = part[:len(part)-len(recordMagic)+1] // the rest may begin a game
		}
		l.doubt(l.offset, notZero(before, int(max(0, min(end-l.offset, int64(len(part)))))))
		from, to := max(atIndex-l.offset, 0), min(atIndex+int64(room)*entrySize-l.offset, int64(len(before)))
		if from < to {
			l.index.feed(before[from:to])
		}
		if i >= 0 {
			return l.skip(i)
		}
		if err != nil {
			l.skip(len(before))
			if errors.Is(err, io.EOF) && l.offset < leastIndexEnd {
				return fault(l.offset, "fault.ends", "the file ends within its index, which goes on to %d at least", leastIndexEnd)
			}
			if errors.Is(err, io.EOF) {
				return nil // an empty library
			}
			return err
		}
		if err := l.skip(len(before)); err != nil {
			return err
		}
	}
}

func (l *library) skip(n int) error {
	n, err := l.in.Discard(n)
	l.offset += int64(n)
	return err
}

// records calls found for each game until it returns false. The data of a game starts at
// its first slot and ends before the first slot of the next game.
func (l *library) records(found func(data []byte, base int64) bool) error {
	var data []byte
	base := l.offset
	slot := make([]byte, slotSize)
	for {
		n, err := io.ReadFull(l.in, slot)
		part := slot[:n]
		if bytes.HasPrefix(part, []byte(recordMagic)) && len(data) > 0 {
			if !l.split(data, base, found) {
				return nil
			}
			data, base = data[:0], l.offset
		}
		if len(data) < maxSize {
			data = append(data, part...)
		}
		l.offset += int64(n)
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			if len(data) > 0 {
				l.split(data, base, found)
			}
			return nil
		case err != nil:
			return err
		}
	}
}

// split gives a game to a function and with it those that begin within its slots, as
// in a file that has lost or gained bytes.
func (l *library) split(data []byte, base int64, found func(data []byte, base int64) bool) bool {
	for {
		next := bytes.Index(data[1:], []byte(recordMagic)) + 1
		if next == 0 {
			return found(data, base)
		}
		if !found(data[:next], base) {
			return false
		}
		data, base = data[next:], base+int64(next)
	}
}
