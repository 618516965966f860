package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// FuzzParseFEN reads anything: it never panics, every error says where, and
// what is taken is written back as the same position.
func FuzzParseFEN(f *testing.F) {
	for _, fen := range []string{
		board.StartFEN,
		startBoard + "[] r -- 3",
		"2bakab2/9/9/9/4p4/9/9/9/9/2BAKAB2 b - - 12 34",
		"P2k2P1P/9/9/9/9/9/9/9/9/p3K1p1p w",
		"rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 10000 1",
		" /// \x00\xff[] 99999999999999999999",
		"",
	} {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := board.ParseFEN(text)
		if err != nil {
			var bad *board.FENError
			require.ErrorAs(t, err, &bad)
			require.LessOrEqual(t, bad.Offset+len(bad.Text), len(text))
			require.Equal(t, bad.Text, text[bad.Offset:bad.Offset+len(bad.Text)])
			require.NotEmpty(t, bad.Field)
			require.NotEmpty(t, bad.Want)
			require.Error(t, bad.Reason)
			require.Zero(t, p)
			return
		}
		again, err := board.ParseFEN(p.FEN())
		require.NoError(t, err)
		require.Equal(t, p, again)
		setup := p.Setup()
		again, err = setup.Position()
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
