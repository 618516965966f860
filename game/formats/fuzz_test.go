package formats_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
)

// FuzzRead reads anything by the format that it looks like. Each game that was read can be written
// in every format, and its moves are legal.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"[Red \"a\"]\n\n1. C2.5 {x} (1. C8.5) $1 C8.5 *\n", "1. h2e2 h9g7", board.StartFEN + " moves h2e2; c0 \"x\";",
		"[DhtmlXQ]\n[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]\n", "XQ\x12", "CCBridge Record\x00", "红方：甲\n1. 炮二平五 马8进7",
		"\xff\xfe1\x00.\x00", "\xef\xbb\xbf" + board.StartFEN, "",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		_, games, err := formats.Read(bytes.NewReader(file))
		if err != nil {
			require.ErrorIs(t, err, formats.ErrUnknown)
			return
		}
		if games == nil {
			return
		}
		n := 0
		for g, err := range games {
			if n++; n > len(file)+1 {
				t.Fatal("no end")
			}
			if g == nil {
				require.Error(t, err)
				continue
			}
			require.NoError(t, g.Validate())
			for _, format := range formats.All() {
				if format.Write == nil {
					continue
				}
				_, err := format.Write(&bytes.Buffer{}, g, game.WriteOptions{})
				require.NoError(t, err, format.Name)
			}
		}
	})
}
