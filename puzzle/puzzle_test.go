package puzzle

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestText(t *testing.T) {
	const line = "9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5 d8e8 c5e6; mate; 2; 17"
	p, err := Parse(line)
	require.NoError(t, err)
	assert.Equal(t, line, p.String())
	assert.Equal(t, 2, p.Length())
	for _, blanks := range []string{";", " ;  ", ";\t"} {
		same, err := Parse(strings.ReplaceAll(line, "; ", blanks))
		require.NoError(t, err)
		assert.Equal(t, p, same)
	}
	for line, want := range map[string]string{
		"":                         "number of fields 1, want 5",
		"9/9 w; a4c5; mate; 2; 17": "bad FEN",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4z5; mate; 2; 17":      "a4z5",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4a5; mate; 2; 17":      "a4a5",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5 d8e8; mate; 2; 17": "2 plies",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5; stalemate; 2; 17": "theme",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5; mate; 3001; 17":   "rating",
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5; material; 5; -1":  "source",
	} {
		_, err := Parse(line)
		assert.ErrorIs(t, err, ErrFormat, line)
		assert.ErrorContains(t, err, want, line)
	}
}

// TestTheme asserts that the names of themes are read as they are written, and that a theme that
// does not exist has a text too.
func TestTheme(t *testing.T) {
	require.Len(t, ThemeNames(), int(Themes))
	for theme := range Themes {
		same, ok := ThemeOf(theme.String())
		assert.True(t, ok)
		assert.Equal(t, theme, same)
	}
	assert.Equal(t, "Theme(3)", Themes.String())
}

// TestRead reads files as editors leave them.
func TestRead(t *testing.T) {
	const line = "9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5 d8e8 c5e6; mate; 2; 17"
	for file, want := range map[string]int{
		"":                                       0,
		"# a comment\n\n":                        0,
		line:                                     1,
		line + " \r\n" + line + "\t\n":           2,
		"\ufeff" + line + "\n":                   1,
		"\ufeff# a comment\n" + line + "\n":      1,
		line + "\n\ufeff" + line + "\n  # end\n": 2, // two files, one after the other
	} {
		all, err := Read(strings.NewReader(file))
		require.NoError(t, err, "%q", file)
		require.Len(t, all, want, "%q", file)
		for i := range all {
			assert.Equal(t, line, all[i].String())
		}
	}
	_, err := Read(strings.NewReader("\ufeff# a comment\n" + line + "\nx; y\n"))
	assert.ErrorContains(t, err, "line 3: not a puzzle")
}

func TestPick(t *testing.T) {
	all := Embedded()
	picked := Pick(append(slices.Clone(all), all...), 2)
	count := make(map[[3]int]int)
	for _, p := range picked {
		count[[3]int{int(p.Theme), p.Length(), p.Grade()}]++
	}
	for kind, n := range count {
		assert.LessOrEqual(t, n, 2, kind)
	}
	reversed := slices.Clone(all)
	slices.Reverse(reversed)
	assert.Equal(t, picked, Pick(reversed, 2), "the order of the puzzles does not matter")
}

// TestPickAlike takes one of two puzzles whose positions are nearly the same, reflected or
// not, and half as many mates in one.
func TestPickAlike(t *testing.T) {
	one := func(line string) Puzzle {
		p, err := Parse(line)
		require.NoError(t, err)
		return p
	}
	first := one("9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5 d8e8 c5e6; mate; 2; 17")
	for line, want := range map[string]int{
		"9/3k5/9/9/2b6/N8/9/9/4C4/4K4 w; a4c5 d8e8 c5e6; mate; 2; 18":                                1, // the king elsewhere
		"9/5k3/9/9/6b2/8N/9/9/4C4/3K5 w; i4g5 f8e8 g5e6; mate; 2; 18":                                1, // the image
		"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w; a4c5; material; 2; 18":                                      1, // the same position
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w; b2b9 a9b9 h2h9; mate; 2; 18": 2,
	} {
		assert.Len(t, Pick([]Puzzle{first, one(line)}, 4), want, line)
	}
	var mates []Puzzle
	for _, p := range Embedded() {
		if p.Theme == Mate && p.Length() == 1 && p.Grade() == 2 {
			mates = append(mates, p)
		}
	}
	assert.Len(t, Pick(mates, 21), 11)
}
