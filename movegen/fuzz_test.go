package movegen_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
)

// FuzzPlay plays the legal moves that bytes choose, from any position. After
// each move the rule book agrees on all that can be asked of the position, and
// what Make has updated equals what is built from the pieces.
func FuzzPlay(f *testing.F) {
	f.Add(board.StartFEN, []byte{0, 7, 3, 21, 40, 5, 250, 11, 6, 90, 33})
	f.Add("3k5/4P4/4b4/9/9/9/9/4C4/9/3AKA3 w - - 0 1", []byte{1, 2, 3, 4, 5, 6, 7, 8})
	f.Add("r1bakabnr/9/1cn4c1/p1p1C1p1p/9/9/P1P1P1P1P/1C7/9/RNBAKABNR b - - 0 2", []byte{2, 1, 4, 4, 8, 16, 3})
	f.Add("4k4/4c4/4r4/4R4/9/9/4N4/4R4/4C4/3K5 w - - 9998 9999", []byte{0, 0, 1, 0, 2, 0, 3})
	f.Fuzz(func(t *testing.T, fen string, choices []byte) {
		p, err := board.ParseFEN(fen)
		if err != nil {
			return
		}
		game := board.NewLine(p)
		for _, choice := range choices[:min(len(choices), 200)] {
			p := game.Position()
			require.NoError(t, agree(p))
			moves := movegen.Legal(p, nil)
			if len(moves) == 0 {
				break
			}
			m := moves[int(choice)%len(moves)]
			key, check := p.KeyAfter(m), gives(p, m)
			game.Play(m)

			child := game.Position()
			require.Equal(t, key, child.Key(), "key foreseen for %v", m)
			require.Equal(t, check, child.InCheck(), "check foreseen for %v", m)
			setup := child.Setup()
			rebuilt, err := setup.Position()
			require.NoError(t, err)
			require.Equal(t, rebuilt, *child)
		}
		last := game.Position()
		require.NoError(t, agreeEverywhere(last))
		for game.Len() > 0 {
			game.Undo()
		}
		require.Equal(t, p, *game.Position())
	})
}

func gives(p *board.Position, m board.Move) bool {
	checks := movegen.NewChecks(p)
	return checks.Gives(p, m)
}
