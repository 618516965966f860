package data

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/rules"
)

// TestText splits headers and joins them again.
func TestText(t *testing.T) {
	for _, c := range []struct {
		history, parts []string
		text           string
	}{
		{nil, []string{"seed 1\n"}, "seed 1\n"},
		{nil, []string{""}, ""},
		{[]string{"merge"}, []string{"seed 1\n", "seed 2\n"}, "made by merge\npart 1\nseed 1\npart 2\nseed 2\n"},
		{[]string{"shuffle with seed 3", "merge"}, []string{"a\nb\n"}, "made by shuffle with seed 3\nmade by merge\npart 1\na\nb\n"},
	} {
		history, parts := split(c.text)
		assert.Equal(t, c.history, history, c.text)
		assert.Equal(t, c.parts, parts, c.text)
		if history != nil {
			assert.Equal(t, c.text, join(history, parts))
		}
	}
	assert.Equal(t, "made by merge\npart 1\nno end\npart 2\nx\n", join([]string{"merge"}, []string{"no end", "x\n"}))
	_, parts := split("made by hand\nseed 1\n")
	assert.Equal(t, []string{"seed 1\n"}, parts)
	law, most, ok := lawOf("maxplies 300\nrules asian 0\n")
	assert.True(t, ok)
	assert.Equal(t, rules.Options{Set: rules.Asian}, law, "without a limit")
	assert.Equal(t, 300, most)
	for _, unknown := range []string{"rules chess 120\n", "rules asian -1\n", "rules asian\n"} {
		_, _, ok = lawOf(unknown)
		assert.False(t, ok, unknown)
	}
	_, _, ok = lawOf("made by merge\npart 1\nrules computer 120\npart 2\nrules asian 120\n")
	assert.False(t, ok, "two laws")
}
