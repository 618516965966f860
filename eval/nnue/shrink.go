package nnue

import (
	"encoding/binary"
	"fmt"
)

// wide stands before a number of 16 bits that takes more than a byte in a shrunk file.
const wide = 255

// Shrink returns the file of a network in the form of [Grow], which is half as long and which
// gzip makes a quarter smaller than the file: most weights are small, so they take a byte
// each, and the compressor is not disturbed by the upper bytes between the lower ones.
func Shrink(file []byte) []byte {
	odd := len(file) % 2
	small := append(make([]byte, 0, len(file)), byte(odd))
	small = append(small, file[:odd]...)
	for rest := file[odd:]; len(rest) > 0; rest = rest[2:] {
		number := int16(binary.LittleEndian.Uint16(rest))
		if folded := uint16(number<<1 ^ number>>15); folded < wide { // 0 -1 1 -2 2 ...
			small = append(small, byte(folded))
		} else {
			small = append(small, wide, rest[0], rest[1])
		}
	}
	return small
}

// Grow returns the file that [Shrink] made small. It returns an error that wraps ErrNet where
// the end is missing or the start is of another kind; a file that grows is checked by [Read].
func Grow(small []byte) ([]byte, error) {
	if len(small) == 0 || small[0] > 1 || len(small) < 1+int(small[0]) {
		return nil, fmt.Errorf("%w: %d bytes that begin with %q are no shrunk file", ErrNet, len(small), small[:min(len(small), 8)])
	}
	odd := int(small[0])
	file := append(make([]byte, 0, 2*len(small)), small[1:1+odd]...)
	for rest := small[1+odd:]; len(rest) > 0; {
		if folded := uint16(rest[0]); folded < wide {
			file = binary.LittleEndian.AppendUint16(file, folded>>1^-(folded&1))
			rest = rest[1:]
			continue
		}
		if len(rest) < 3 {
			return nil, fmt.Errorf("%w: the shrunk file ends within a number, after %d bytes", ErrNet, len(small))
		}
		file = append(file, rest[1], rest[2])
		rest = rest[3:]
	}
	return file, nil
}
