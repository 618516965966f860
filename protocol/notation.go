package protocol

import (
	"strings"

	"chuhe/board"
)

// ranks is the number of Red's first rank in the names of squares: 0 in UCCI and
// for nearly all hosts, 1 for hosts that come from chess variants.
type ranks int

const (
	fromZero ranks = 0
	fromOne  ranks = 1
)

// ranksOf returns how the moves count ranks, if they show it: rank 10 exists only
// when counting from one, rank 0 only when counting from zero.
func ranksOf(moves []string) (r ranks, known bool) {
	for _, m := range moves {
		switch {
		case strings.Contains(m, "10"):
			return fromOne, true
		case strings.Contains(m, "0"):
			return fromZero, true
		}
	}
	return fromZero, false
}

// parse reads a move such as h2e2, or H2-E2.
func (r ranks) parse(text string) (board.Move, error) {
	if r == fromZero {
		return board.ParseMove(text)
	}
	return board.ParseMoveFromOne(text)
}

// appendMove appends a move as the host reads it.
func (r ranks) appendMove(b []byte, m board.Move) []byte {
	if r == fromZero {
		return m.AppendTo(b)
	}
	return m.AppendFromOne(b)
}

// square returns a square as the host reads it.
func (r ranks) square(s board.Square) string {
	if r == fromZero {
		return s.String()
	}
	return string(s.AppendFromOne(nil))
}

// move returns a move as the host reads it.
func (r ranks) move(m board.Move) string { return string(r.appendMove(nil, m)) }

// String names the ranks in messages.
func (r ranks) String() string {
	if r == fromOne {
		return "ranks 1-10"
	}
	return "ranks 0-9"
}
