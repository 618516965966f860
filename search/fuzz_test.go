package search

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// FuzzSearch lets bytes choose the moves of a game and searches where it ends.
func FuzzSearch(f *testing.F) {
	f.Add([]byte{}, byte(0))
	f.Add([]byte("some moves of no great worth"), byte(1))
	f.Add([]byte{7, 9, 0, 0, 7, 9, 0, 0, 7, 9, 0, 0, 7, 9, 0}, byte(2))
	f.Add([]byte("0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789"), byte(3))
	e := newEngine(f)
	f.Fuzz(func(t *testing.T, choices []byte, set byte) {
		o := e.Options()
		o.Rules = rules.Options{Set: rules.Sets()[int(set)%len(rules.Sets())], MoveLimit: rules.OwnLimit}
		require.NoError(t, e.SetOptions(o))
		game := board.NewLine(board.Start())
		for _, choice := range choices[:min(len(choices), 400)] {
			moves := movegen.Legal(game.Position(), nil)
			if len(moves) == 0 {
				break
			}
			game.Play(moves[int(choice)%len(moves)])
		}
		r := e.Search(context.Background(), game, Limits{Nodes: 200}, func(i Info) {
			requireLine(t, *game.Position(), i.PV)
		})
		if !movegen.HasLegal(game.Position()) {
			require.Equal(t, board.NoMove, r.Best)
			return
		}
		requireLine(t, *game.Position(), r.PV)
		require.Equal(t, r.PV[0], r.Best)
	})
}
