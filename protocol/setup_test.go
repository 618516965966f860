package protocol

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSetup asserts which position an odd line means: the one of the host's words,
// and no other.
func TestSetup(t *testing.T) {
	const (
		start   = "fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR "
		central = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR "
		knights = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR "
		endgame = "fen 3k5/9/9/c8/9/9/9/1R7/9/4K4 "
	)
	for _, test := range []struct {
		line, fen string
		moves     int
		remark    string
		refused   string // the error about the line; no other field is set then
	}{
		{line: start + "w -- 0 1 moves h2e2", fen: central + "b - - 1 1", moves: 1},
		{line: start + "w -- 0 1  -- 0 1  moves h2e2", fen: central + "b - - 1 1", moves: 1, remark: `ignored "-- 0 1" after the FEN`},
		{line: start + "w KQkq - 0 1", fen: start[4:] + "w - - 0 1", remark: `ignored "KQkq - 0 1" after the FEN`},
		{line: start + "w - - -1 1", fen: start[4:] + "w - - 0 1", remark: `ignored "-1 1" after the FEN`},
		{line: start + "w - - 0 1 0 1 0 1 0 1 0 1", fen: start[4:] + "w - - 0 1", remark: `ignored "0 1 0 1 0 1 0 1" after the FEN`},
		{line: start + "w h2e2", fen: central + "b - - 1 1", moves: 1},
		{line: start + "w - - 0 1 r - - 0 1", fen: start[4:] + "w - - 0 1", remark: `ignored "r - - 0 1" after the FEN`},
		{line: start + "b - - 0 1 w - - 0 1", refused: `bad FEN: text after the last field: "w" at offset 70 (end): want the end of the FEN`},
		{line: start + "b - - 0 1 R", refused: `bad FEN: text after the last field: "R" at offset 70 (end): want the end of the FEN`},
		{line: start + "w - - 0 1 B", refused: `bad FEN: text after the last field: "B" at offset 70 (end): want the end of the FEN`},
		{line: start + "w b - 0 1", refused: `bad FEN: unused field is not -: "b" at offset 62 (field 3): want -`},
		{line: start + "w - - 0 1 3k5/9/9/c8/9/9/9/1R7/9/4K4 w", refused: `bad FEN: text after the last field: "3k5/9/9/c8/9/9/9/1R7/9/4K4" at offset 70 (end): want the end of the FEN`},
		{line: start + "- - 0 1", refused: `bad FEN: unknown side to move: "-" at offset 60 (side): want w or r for red, b for black`},
		{line: start + "w h2e2 moves h9g7", refused: `bad FEN: unused field is not -: "h2e2" at offset 62 (field 3): want -`},

		{line: "fen " + central + "b - - 1 1 moves h2e2", fen: central + "b - - 1 1", moves: 1, remark: "not at the FEN"},
		{line: "fen " + knights + "w - - 0 1 moves h2e2 h9g7", fen: knights + "w - - 2 2", moves: 2, remark: "not at the FEN"},
		{line: "fen " + central + "b - - 0 1 moves h2e2 h9g7", fen: knights + "w - - 2 2", moves: 2, remark: "not at the FEN"},
		{line: "fen " + central + "b - - 0 1 moves h9g7", fen: knights + "w - - 1 2", moves: 1},
		{line: endgame + "w moves a5a6", fen: endgame[4:] + "w - - 0 1", remark: "left out"},
		{line: endgame + "w moves b3b2 a5a6", fen: endgame[4:] + "w - - 0 1", remark: "left out"},

		// The last move was a capture over a screen, between the kings, or beside a leg.
		{line: "fen 3k5/9/9/9/4C4/9/4P4/9/9/4K4 b moves e1e5", fen: "3k5/9/9/9/4C4/9/4P4/9/9/4K4 b - - 0 1", remark: "left out"},
		{line: "fen 4k4/9/9/9/4R4/9/9/9/9/4K4 b moves a5e5", fen: "4k4/9/9/9/4R4/9/9/9/9/4K4 b - - 0 1", remark: "left out"},
		{line: "fen 3k5/9/9/9/R2N5/9/9/9/9/3RK4 b moves c3d5", fen: "3k5/9/9/9/R2N5/9/9/9/9/3RK4 b - - 0 1", remark: "left out"},
		{line: "fen 3k5/9/9/9/4C4/9/4P4/9/9/4K4 b moves d8d9 a3e3 e1e5", fen: "3k5/9/9/9/4C4/9/4P4/9/9/4K4 b - - 0 1", remark: "left out"},
		// There were two screens; it was not Red's move; another rook was in the way.
		{line: "fen 3k5/9/9/9/4C4/4N4/4P4/9/9/4K4 b moves e1e5", refused: "move 1: e1e5 is illegal in 3k5/9/9/9/4C4/4N4/4P4/9/9/4K4 b - - 0 1"},
		{line: "fen 3k5/9/9/9/4C4/9/4P4/9/9/4K4 w moves e1e5", refused: "move 1: e1e5 is illegal in 3k5/9/9/9/4C4/9/4P4/9/9/4K4 w - - 0 1"},
		{line: "fen 4k4/9/9/9/9/4r4/4R4/9/9/3K5 w moves e5e3", refused: "move 1: e5e3 is illegal in 4k4/9/9/9/9/4r4/4R4/9/9/3K5 w - - 0 1"},
		// Black may have meant e1e4.
		{line: "fen 3k5/9/9/9/4R4/9/9/9/4r4/5K3 b moves e2e5", refused: "move 1: e2e5 is illegal in 3k5/9/9/9/4R4/9/9/9/4r4/5K3 b - - 0 1"},

		{line: endgame + "w moves h2e2", refused: "move 1: h2e2 is illegal in " + endgame[4:] + "w - - 0 1"},
		{line: endgame + "w moves a3b6", refused: "move 1: a3b6 is illegal in " + endgame[4:] + "w - - 0 1"},
		{line: endgame + "w moves b2b3 a5a6 b2b4", refused: "move 2: a5a6 is illegal in 3k5/9/9/c8/9/9/1R7/9/9/4K4 b - - 1 1"},
		{line: endgame + "w moves a6a5", refused: "move 1: a6a5 is illegal in " + endgame[4:] + "w - - 0 1"},
		{line: endgame + "w moves b2c3", refused: "move 1: b2c3 is illegal in " + endgame[4:] + "w - - 0 1"},
		{line: "startpos moves h2e2 h2e2", refused: "move 2: h2e2 is illegal in " + central + "b - - 1 1"},
	} {
		words := strings.Fields(test.line)
		setup, err := parseSetup(words)
		require.NoError(t, err, test.line)
		game, remark, err := setup.game(fromZero)
		if test.refused != "" {
			assert.EqualError(t, err, test.refused, test.line)
			continue
		}
		require.NoError(t, err, test.line)
		assert.Equal(t, test.fen, game.Position().FEN(), test.line)
		assert.Equal(t, test.moves, game.Len(), test.line)
		assert.Equal(t, test.remark == "", remark == "", test.line)
		assert.Contains(t, remark, test.remark, test.line)
	}
}
