package xqf

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	"chuhe/internal/charset"
)

// Format is XQF as a format of games.
var Format = &game.Format{
	Name:       "xqf",
	Extensions: []string{"xqf"},
	Recognise:  Recognise,
	Read:       Read,
	Write: func(w io.Writer, g *game.Game, _ game.WriteOptions) ([]game.Loss, error) {
		return Write(w, g)
	},
}

// Write writes a game as XQF 1.0 and returns what the format cannot hold. A comment
// in front of a move goes to the front of the comment after it. The moves must be
// legal.
func Write(w io.Writer, g *game.Game) ([]game.Loss, error) {
	head := make([]byte, headSize)
	copy(head, "XQ")
	head[atVersion] = plainVersion
	putSquares(head[atSquares:][:32], &g.Start)
	head[atSide] = byte(g.Start.Side())
	head[atResult] = byte(slices.Index(results[:], g.Result))
	head[atKind] = kindOf(g)

	var held preorder.Held
	if kind := g.Tag(TagKind); kind == kinds[head[atKind]] || kind == wholeGame && head[atKind] == 0 {
		held.Add(TagKind, 0)
	}
	for _, f := range fields {
		held.Add(f.tag, pascal(head[f.at:][:f.size], g.Tag(f.tag)))
	}
	return held.Write(w, head, g, put, g.Start.Halfmove() != 0 || g.Start.Fullmove() != 1)
}

// wholeGame is what DhtmlXQ writes for kind 0, for which reading XQF sets no tag.
const wholeGame = "全局"

// kindOf returns the byte of the kind of game. Programs take the kinds below two to
// begin at the start position.
func kindOf(g *game.Game) byte {
	kind := max(slices.Index(kinds, g.Tag(TagKind)), 0)
	if start := board.Start(); kind < 2 && g.Start.Setup().Pieces != start.Setup().Pieces {
		return endgame
	}
	return byte(kind)
}

// byteOf returns the byte of a square.
func byteOf(s board.Square) byte { return byte(10*s.File() + s.Rank()) }

// putSquares writes the squares of the 32 pieces: Red's of a kind from right to left,
// Black's from left to right, as in the start position.
func putSquares(out []byte, p *board.Position) {
	for side := range 2 {
		for t := board.Pawn; t <= board.King; t++ {
			var squares []byte
			for left := p.Pieces(board.Side(side), t); !left.IsEmpty(); {
				squares = append(squares, byteOf(left.Pop()))
			}
			slices.Sort(squares)
			if side == int(board.Red) {
				slices.Reverse(squares)
			}
			for i := range preorder.Pieces {
				switch {
				case preorder.Pieces[i] != t:
				case len(squares) == 0:
					out[16*side+i] = captured
				default:
					out[16*side+i], squares = squares[0], squares[1:]
				}
			}
		}
	}
}

// put writes a move: its squares, its flags, and its comment with lines that end as
// on Windows. The root, which is no move, has the first square twice.
func put(out *bytes.Buffer, m preorder.Move) {
	var flags byte
	if m.Follows {
		flags |= 0xF0
	}
	if m.Sibling {
		flags |= 0x0F
	}
	text := encode(strings.ReplaceAll(m.Comment, "\n", "\r\n"))
	out.Write([]byte{byteOf(m.Move.From()) + 24, byteOf(m.Move.To()) + 32, flags, 0})
	out.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(text))))
	out.WriteString(text)
}

// pascal writes a text and returns how many characters at its end were left out.
func pascal(out []byte, text string) (lost int) {
	n := 0
	for i, r := range text {
		char := encode(string(r))
		if 1+n+len(char) > len(out) {
			lost = utf8.RuneCountInString(text[i:])
			break
		}
		n += copy(out[1+n:], char)
	}
	out[0] = byte(n)
	return lost
}

// encode returns a text in GB18030, which contains all characters.
func encode(text string) string {
	encoded, err := charset.GB18030.NewEncoder().String(text)
	if err != nil {
		return "" // only for a text that is not UTF-8
	}
	return encoded
}
