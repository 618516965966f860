package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// dataSection is the number of the section with the contents of the memory.
const dataSection = 11

// moduleHeader is how a module begins: magic and version.
var moduleHeader = []byte("\x00asm\x01\x00\x00\x00")

// mergeGap is how many zero bytes between two segments are written out, to join the segments.
// Larger gaps, up to all of the memory, save nothing more after compression.
const mergeGap = 256

// errModule is wrapped by the errors about a module that cannot be read.
var errModule = errors.New("not a module of Go's linker")

// segment is a part of the memory.
type segment struct {
	at      int64
	content []byte
}

// mergeSegments joins the data segments of a module. Go's linker writes a segment for every
// few bytes, a hundred thousand of them, whose headers take a fifth of a compressed section.
func mergeSegments(module []byte) ([]byte, error) {
	if !bytes.HasPrefix(module, moduleHeader) {
		return nil, fmt.Errorf("%w: it begins with %q", errModule, module[:min(len(module), len(moduleHeader))])
	}
	merged := append(make([]byte, 0, len(module)), moduleHeader...)
	for rest := reader(module[len(moduleHeader):]); len(rest) > 0; {
		id := rest.take(1)
		content := rest.take(rest.unsigned())
		if rest == nil {
			return nil, fmt.Errorf("%w: it ends within a section", errModule)
		}
		if id[0] == dataSection {
			segments, err := readSegments(content)
			if err != nil {
				return nil, err
			}
			content = writeSegments(join(segments))
		}
		merged = append(merged, id[0])
		merged = binary.AppendUvarint(merged, uint64(len(content)))
		merged = append(merged, content...)
	}
	return merged, nil
}

// join joins the segments that follow each other with a gap of at most mergeGap.
func join(segments []segment) (joined []segment) {
	for _, s := range segments {
		if n := len(joined); n > 0 {
			last := &joined[n-1]
			if gap := s.at - last.at - int64(len(last.content)); gap >= 0 && gap <= mergeGap {
				last.content = append(append(last.content, make([]byte, gap)...), s.content...)
				continue
			}
		}
		joined = append(joined, segment{s.at, bytes.Clone(s.content)})
	}
	return joined
}

// The header of an active segment of the memory whose place is a constant.
const (
	activeSegment = 0x00
	constant      = 0x41 // i32.const
	endOfPlace    = 0x0b
)

// readSegments reads the segments of a data section.
func readSegments(section []byte) (segments []segment, err error) {
	rest := reader(section)
	for range rest.unsigned() {
		kind := rest.take(2)
		at := rest.signed()
		end := rest.take(1)
		content := rest.take(rest.unsigned())
		if rest == nil || kind[0] != activeSegment || kind[1] != constant || end[0] != endOfPlace {
			return nil, fmt.Errorf("%w: segment %d of the data is of another kind", errModule, len(segments))
		}
		segments = append(segments, segment{at, content})
	}
	if len(rest) > 0 {
		return nil, fmt.Errorf("%w: %d bytes after the data", errModule, len(rest))
	}
	return segments, nil
}

// writeSegments returns the data section with some segments.
func writeSegments(segments []segment) []byte {
	section := binary.AppendUvarint(nil, uint64(len(segments)))
	for _, s := range segments {
		section = append(section, activeSegment, constant)
		section = appendSigned(section, s.at)
		section = append(section, endOfPlace)
		section = binary.AppendUvarint(section, uint64(len(s.content)))
		section = append(section, s.content...)
	}
	return section
}

// reader holds the bytes that are left to read. It is nil after a read past the end.
type reader []byte

// take returns the next bytes.
func (r *reader) take(n uint64) (next []byte) {
	if *r == nil || n > uint64(len(*r)) {
		*r = nil
		return make([]byte, min(n, 2))
	}
	next, *r = (*r)[:n], (*r)[n:]
	return next
}

// unsigned reads a number in LEB128.
func (r *reader) unsigned() uint64 {
	number, n := binary.Uvarint(*r)
	if n <= 0 {
		*r = nil
		return 0
	}
	*r = (*r)[n:]
	return number
}

// signed reads a number in signed LEB128.
func (r *reader) signed() int64 {
	start := *r
	number := r.unsigned()
	if *r == nil {
		return 0
	}
	if size := len(start) - len(*r); start[size-1]&0x40 != 0 {
		return int64(number) - 1<<(7*size)
	}
	return int64(number)
}

// appendSigned appends a number in signed LEB128.
func appendSigned(b []byte, number int64) []byte {
	for ; number < -0x40 || number >= 0x40; number >>= 7 {
		b = append(b, byte(number)|0x80)
	}
	return append(b, byte(number)&0x7f)
}
