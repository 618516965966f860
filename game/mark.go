package game

import (
	"fmt"
	"strings"

	"chuhe/board"
)

// Mark is a circle around a square or an arrow between two, drawn by hand.
type Mark struct {
	// Colour is G, R, B or Y: green, red, blue or yellow.
	Colour byte
	// From and To are the ends of an arrow; a circle has the same square in both.
	From, To board.Square
}

// IsCircle reports whether the mark is a circle.
func (m Mark) IsCircle() bool { return m.From == m.To }

// String returns the mark as PGN writes it: "Gh2e2" for an arrow, "Rh2" for a circle.
func (m Mark) String() string {
	if m.IsCircle() {
		return fmt.Sprintf("%c%v", m.Colour, m.From)
	}
	return fmt.Sprintf("%c%v%v", m.Colour, m.From, m.To)
}

// ParseMark reads what String returns.
func ParseMark(text string) (Mark, error) {
	if (len(text) != 3 && len(text) != 5) || !strings.Contains("GRBY", text[:1]) {
		return Mark{}, fmt.Errorf("mark %q: want G, R, B or Y and one square or two", text)
	}
	from, err := board.ParseSquare(text[1:3])
	if err != nil {
		return Mark{}, err
	}
	to := from
	if len(text) == 5 {
		if to, err = board.ParseSquare(text[3:]); err != nil {
			return Mark{}, err
		}
	}
	return Mark{text[0], from, to}, nil
}
