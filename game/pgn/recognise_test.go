package pgn

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRecogniseMoves asserts that a text with numbers is a list of moves where moves follow
// them, if with a slip, and that licences, documents and puzzles are none.
func TestRecogniseMoves(t *testing.T) {
	for _, yes := range []string{
		"1. 炮二平五 马8进7", "1.C2.5 c8.5", "红先\n\n1. {开局} 炮二平五", "1. h2e3 h9g7", "1. 炮二平四五 马8进7 2. 马二进三", "1炮二平五马8进7",
		"1. Introduction\n2. Games\n\n1. h2e2 h9g7 2. h0g2 *",
		"FEN: 4k4/9/9/9/9/9/9/9/3R5/3K5 w", "FEN: 4k4/9/9/9/9/9/9/9/3R5/3K5;", "标题：残局\n局面：4k4/9/9/9/9/9/9/9/3R5/3K5 w\n\n  1.\n", "局面：4k4/9/9/9/9/9/9/9/3R5/3K5 w\n车六平五 将5平6",
	} {
		assert.True(t, recogniseMoves([]byte(yes)), yes)
	}
	for _, no := range []string{
		"TERMS AND CONDITIONS\n\n1. Definitions. \"License\" shall mean the terms\n2. Grant of rights",
		"1. Redistributions of source code must retain the above copyright\n   notice", "1. You may copy and distribute verbatim copies",
		"1. **Opening.** Eight random moves", "1. 捉者为车、马、炮、相", "1. Source Code.\n\n  The \"source code\"", "1", "1.", "1. {no end",
		"Fen: marsh", "局面：紧张", "标题：备忘",
		"4k4/6R2/4P4/2p6/9/9/9/9/4AK3/9 w; g8g9; mate; 1; 2250\n3a1a3/4k4/3Nb4/P8/4P2rc/8p/4R4/2R1BCn2/4A2r1/3AK1B2 w; c2c8; mate; 1; 1283",
	} {
		assert.False(t, recogniseMoves([]byte(no)), no)
	}
}
