package game

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

func TestMarks(t *testing.T) {
	for _, text := range []string{"Gh2e2", "Rh2", "Ba9i0", "Ye4"} {
		m, err := ParseMark(text)
		require.NoError(t, err, text)
		assert.Equal(t, text, m.String())
		assert.Equal(t, len(text) == 3, m.IsCircle(), text)
	}
	for _, text := range []string{"", "G", "Gh", "Gh2e", "Gh2e2x", "Xh2", "gh2", "Ga1a10"} {
		_, err := ParseMark(text)
		assert.EqualError(t, err, `mark "`+text+`": want G, R, B or Y and one square or two`)
	}
	for text, want := range map[string]string{"Gj2": `bad square "j2": file 'j' is not a-i`, "Gh2e:": `bad square "e:": rank ':' is not 0-9`} {
		_, err := ParseMark(text)
		assert.EqualError(t, err, want)
	}
	g := New(board.Start(), board.MustParseMove("h2e2"))
	for _, text := range []string{"Gh2e2", "Re2"} {
		m, err := ParseMark(text)
		require.NoError(t, err)
		g.Last().Marks = append(g.Last().Marks, m)
	}
	assert.Equal(t, []Loss{{LostMarks, "", 2}}, g.Count().Losses())
}
