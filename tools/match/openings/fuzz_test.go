package openings

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/rules"
	"chuhe/tools/match/tournament"
)

// FuzzRead reads anything: of what is good, play can begin.
func FuzzRead(f *testing.F) {
	f.Add([]byte(board.StartFEN+" moves h2e2 h9g7; a title\n"+board.StartFEN+" bm h2e2; id \"x\";\n"), 0)
	f.Add([]byte("\ufeff"+board.StartFEN+" moves h2e2 h2e2\r\n# a\n;\n3k5/9/9/9/9/9/9/3R5/9/4K4 b moves\n"), 1)
	f.Add([]byte("[FEN \"3k5/9/9/9/9/9/9/9/R8/4K4 w\"]\n\n1. a1a2 d9d8 2. a2a1 *\n"), 2)
	f.Fuzz(func(t *testing.T, file []byte, plies int) {
		by := rules.DefaultOptions()
		lines, faults := ReadEPD(file, by)
		require.LessOrEqual(t, len(lines)+len(faults), bytes.Count(file, []byte("\n"))+bytes.Count(file, []byte("\r"))+1)
		games, _ := ReadPGN(file, plies, by)
		for _, list := range [][]tournament.Opening{lines, games} {
			for _, o := range list {
				game, err := rules.Replay(o.Start, o.Moves)
				require.NoError(t, err)
				require.False(t, rules.Judge(game, by).Result.Finished())
			}
		}
	})
}
