package game

import (
	"fmt"
	"slices"

	"chuhe/board"
)

// NAG is a numeric annotation glyph of PGN, 0-255.
type NAG uint8

// The glyphs that also have a sign.
const (
	GoodMove      NAG = 1 // !
	Mistake       NAG = 2 // ?
	BrilliantMove NAG = 3 // !!
	Blunder       NAG = 4 // ??
	Interesting   NAG = 5 // !?
	Dubious       NAG = 6 // ?!
)

var nagSigns = []string{GoodMove: "!", Mistake: "?", BrilliantMove: "!!", Blunder: "??", Interesting: "!?", Dubious: "?!"}

// ParseNAG returns the glyph of a sign such as "!?"; ok is false if it is no sign.
func ParseNAG(sign string) (n NAG, ok bool) {
	i := slices.Index(nagSigns, sign)
	return NAG(max(i, 0)), i > 0
}

// Sign returns the glyph's sign, "" if there is none.
func (n NAG) Sign() string {
	if int(n) < len(nagSigns) {
		return nagSigns[n]
	}
	return ""
}

// String returns the glyph as PGN writes it: "$1".
func (n NAG) String() string { return fmt.Sprintf("$%d", uint8(n)) }

// Eval is an engine's opinion of a position and the move played in it, from Red's
// view.
type Eval struct {
	// Centipawns is the score, positive where Red is better, in hundredths of a pawn; 0
	// if there is a Mate.
	Centipawns int
	// Mate, if not 0, is the number of plies to the mate, the node's own move included:
	// positive if Red mates, negative if Black does.
	Mate int
	// Depth of the search in plies, 0 if it is not known.
	Depth int
}

// From returns the score and the plies to the mate as a side sees them: positive is
// good for the side.
func (e Eval) From(side board.Side) (centipawns, mate int) {
	if side == board.Black {
		return -e.Centipawns, -e.Mate
	}
	return e.Centipawns, e.Mate
}
