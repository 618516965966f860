package ccbridge

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
)

// writeCBR writes a game and returns what the format cannot hold. A comment in front
// of a move goes to the front of the comment after it. The moves must be legal.
func writeCBR(w io.Writer, g *game.Game) ([]game.Loss, error) {
	head := make([]byte, headSize)
	copy(head, recordMagic)
	head[atVersion] = version
	head[atType] = byte(usualType(&g.Start))
	var held preorder.Held
	if n, err := strconv.ParseUint(g.Tag(TagRecordType), 10, 8); err == nil {
		head[atType] = byte(n)
		held.Add(TagRecordType, 0)
	}
	head[atResult] = byte(slices.Index(results[:], g.Result))
	head[atSide] = 1 + byte(g.Start.Side())
	binary.LittleEndian.PutUint16(head[atNumber:], uint16(g.Start.Fullmove()))
	for i := range byte(board.Squares) {
		if piece := g.Start.At(squareOf(i)); piece != board.NoPiece {
			head[atBoard+int(i)] = 0x10<<piece.Side() | byte(slices.Index(pieceCodes[:], piece.Type()))
		}
	}
	copy(head[atBoard+board.Squares:], "\xff\xff\xff\xff") // no place where reading was left

	for _, f := range fields {
		if f.size > 0 {
			held.Add(f.tag, putText(head[f.at:][:f.size], g.Tag(f.tag)))
		}
	}
	return held.Write(w, head, g, put, g.Start.Halfmove() != 0)
}

// putText writes a text, which ends with a zero, and returns how many characters at
// its end were left out.
func putText(out []byte, text string) (lost int) {
	n := 0
	for _, r := range text {
		units := utf16.AppendRune(nil, r)
		if lost > 0 || n+2*len(units)+2 > len(out) {
			lost++
			continue
		}
		for _, unit := range units {
			binary.LittleEndian.PutUint16(out[n:], unit)
			n += 2
		}
	}
	return lost
}

// put writes a move.
func put(out *bytes.Buffer, m preorder.Move) {
	var b [4]byte
	if !m.Follows {
		b[0] |= lineEnds
	}
	if m.Sibling {
		b[0] |= sibling
	}
	if m.Comment != "" {
		b[0] |= commented
	}
	if m.Move != board.NoMove {
		b[2], b[3] = byte(m.Move.From().Flip()), byte(m.Move.To().Flip())
	}
	out.Write(b[:])
	if m.Comment == "" {
		return
	}
	units := utf16.Encode([]rune(strings.ReplaceAll(m.Comment, "\n", "\r\n")))
	binary.Write(out, binary.LittleEndian, uint32(2*len(units)))
	binary.Write(out, binary.LittleEndian, units)
}
