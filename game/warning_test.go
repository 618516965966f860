package game_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// TestCuts asserts that the places at which variations end early become one warning, which
// tells of the first of them in the file, whatever the order in which they were found.
func TestCuts(t *testing.T) {
	var cuts game.Cuts
	assert.Nil(t, cuts.Warning())
	late, early := errors.New("late"), errors.New("early")
	cuts.Add(&game.Error{Offset: 40, Line: 4, Err: late}, 1)
	assert.EqualError(t, cuts.Warning(), "line 4 (offset 40): variations were cut at 1 place, which leaves out 1 move; the first: late")
	cuts.Add(&game.Error{Offset: 7, Line: 1, Err: early}, 2)
	cuts.Add(&game.Error{Offset: 60, Line: 6, Err: late}, 3)
	w := cuts.Warning()
	assert.EqualError(t, w, "line 1 (offset 7): variations were cut at 3 places, which leaves out 6 moves; the first: early")
	assert.ErrorIs(t, w, game.ErrCut)
	assert.ErrorIs(t, w, early)
	assert.Equal(t, game.ErrCut, w.Kind(), "the kind is that there are cuts, not what is wrong at the first")
}

// TestAddTag asserts that the first value of a tag that says something holds.
func TestAddTag(t *testing.T) {
	var g game.Game
	for _, c := range []struct{ value, now, wrong string }{
		{"", "", ""}, {"?", "?", ""}, {"a", "a", ""}, {"a", "a", ""}, {"", "a", ""}, {"?", "a", ""},
		{"b", "a", `a tag is given again with another value; the first holds: red "b"`},
	} {
		g.Warnings = nil
		g.AddTag("red", c.value, 9)
		assert.Equal(t, c.now, g.Tag("Red"))
		if c.wrong == "" {
			assert.Empty(t, g.Warnings)
		} else {
			require.Len(t, g.Warnings, 1)
			assert.EqualError(t, g.Warnings[0].Err, c.wrong)
			assert.ErrorIs(t, g.Warnings[0], game.ErrTwice)
			assert.EqualValues(t, 9, g.Warnings[0].Offset)
		}
	}
	assert.Len(t, g.Tags, 1)
}

// TestDoubts asserts that a game counts once for each kind of its warnings, and that the
// first of a kind is kept.
func TestDoubts(t *testing.T) {
	warning := func(offset int64, err error) *game.Error { return &game.Error{Offset: offset, Err: err} }
	var one, two game.Game
	one.Warn(nil)
	assert.Empty(t, one.Warnings)
	one.Warn(warning(1, fmt.Errorf("title: %w", game.ErrShortened)))
	one.Warn(warning(2, fmt.Errorf("event: %w", game.ErrShortened)))
	two.Warn(warning(3, game.ErrNoEnd))
	two.Warn(warning(4, game.ErrShortened))

	var doubts game.Doubts
	doubts.Add(&one)
	doubts.Add(&two)
	var got []string
	for _, d := range doubts {
		got = append(got, fmt.Sprintf("%v in %d", d.First, d.Games))
	}
	assert.Equal(t, []string{
		"offset 1: title: a text is shortened in the file in 2",
		"offset 3: the end of the game is missing; the file may be cut off in 1",
	}, got)
}
