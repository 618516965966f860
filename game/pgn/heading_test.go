package pgn

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// TestHeadings reads games that stand below headings, as in books, with results and without.
func TestHeadings(t *testing.T) {
	const first = "1. 炮二平五 炮8平5\n2. 马二进三 马8进7"
	for _, heading := range []string{"第二局", "第02局 列炮", "第2局：列炮", "　第２局（红先胜）", "第二盤《列炮》", "第2题\n红先，如何取胜？"} {
		for end, result := range map[string]board.Result{"\n": board.Unfinished, "（红胜）\n\n": board.RedWins, "\n黑胜\n": board.BlackWins, "\n\n": board.Unfinished} {
			file := "第一局 顺炮\n" + first + end + heading + "\n1. 炮二平五 炮2平5\n\n第三局\n局面：4k4/9/9/9/9/9/9/9/3R5/3K5 w\n1. 车六平五\n"
			games, err := read(file)
			require.NoError(t, err, file)
			require.Len(t, games, 3, file)
			assert.Len(t, games[0].Moves(), 4)
			assert.Equal(t, result, games[0].Result, file)
			assert.Len(t, games[1].Moves(), 2)
			assert.Len(t, games[2].Moves(), 1)
		}
	}
	// A heading of another game above the rest of the same game is a fault.
	for _, line := range []string{"第二局", "第二局\n另有一变"} {
		_, err := read(first + "\n" + line + "\n3. 车一进一 车9平8\n")
		assert.ErrorContains(t, err, "line 3 ", line)
	}
	for _, line := range []string{"第一局中红方走车一进一", "（见\n第二局 列炮）", "{见\n第二局\n1. 炮二平五}"} {
		games, err := read(first + "\n" + line + "\n3. 车一进一 车9平8\n")
		require.NoError(t, err, line)
		require.Len(t, games, 1, line)
		assert.Len(t, games[0].Moves(), 6)
	}
}
