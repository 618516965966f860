package board

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestResult(t *testing.T) {
	for r, want := range map[Result]struct {
		text       string
		red, black float64
	}{
		Unfinished: {"*", 0, 0}, RedWins: {"1-0", 1, 0}, BlackWins: {"0-1", 0, 1}, Draw: {"1/2-1/2", 0.5, 0.5},
	} {
		assert.Equal(t, want.text, r.String())
		assert.InDelta(t, want.red, r.Points(Red), 0, r)
		assert.InDelta(t, want.black, r.Points(Black), 0, r)
		assert.Equal(t, r != Unfinished, r.Finished(), r)

		text, err := json.Marshal(r)
		require.NoError(t, err)
		back := Result(9)
		require.NoError(t, json.Unmarshal(text, &back))
		assert.Equal(t, r, back)
	}
	for _, side := range [2]Side{Red, Black} {
		loser, ok := Win(side).Loser()
		assert.True(t, ok)
		assert.Equal(t, side.Other(), loser)
	}
	for _, r := range []Result{Unfinished, Draw} {
		_, ok := r.Loser()
		assert.False(t, ok, r)
	}
	assert.Equal(t, "Result(7)", Result(7).String())
}

func TestParseResultErrors(t *testing.T) {
	for _, text := range []string{"", "1:0", "1/2", "draw"} {
		_, err := ParseResult(text)
		assert.ErrorIs(t, err, ErrResult)
		assert.ErrorContains(t, err, "want 1-0, 0-1, 1/2-1/2 or *")
	}
}
