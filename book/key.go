package book

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"chuhe/board"
)

// place is where a position is in a Chuhe book.
type place struct {
	key      uint64
	mirrored bool // its moves are stored reflected left to right
}

// placeOf returns the place of a position.
func placeOf(p *board.Position) place {
	fen := p.FEN()
	ranks, rest, _ := strings.Cut(fen, " ")
	side, _, _ := strings.Cut(rest, " ")
	here := ranks + " " + side
	there := mirror(ranks) + " " + side
	mirrored := there < here
	if mirrored {
		here = there
	}
	sum := sha256.Sum256([]byte(here))
	return place{binary.LittleEndian.Uint64(sum[:]), mirrored}
}

// Key returns the number under which a position and its mirror image stand in a Chuhe
// book.
func Key(p *board.Position) uint64 { return placeOf(p).key }

// mirror reflects the first field of a FEN left to right. A digit is a run of empty
// points, so each rank reads the same backwards.
func mirror(ranks string) string {
	b := make([]byte, 0, len(ranks))
	for rank := range strings.SplitSeq(ranks, "/") {
		for i := len(rank) - 1; i >= 0; i-- {
			b = append(b, rank[i])
		}
		b = append(b, '/')
	}
	return string(b[:len(b)-1])
}

// move returns a move of the position as it is stored, or the other way round.
func (at place) move(m board.Move) board.Move {
	if at.mirrored {
		return m.Mirror()
	}
	return m
}
