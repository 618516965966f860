package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// hangs is a position in which b0b2 loses a rook, after which the knight takes it.
const hangs = "3ak4/4a4/4b4/9/4p4/2n6/9/9/4A4/1R1AK4 w - - 0 1"

// TestReview reviews a game of two moves: the first loses a rook.
func TestReview(t *testing.T) {
	s, url := startServer(t, config{})
	next := lines(t.Context(), t, url+"api/review", `{"start":"`+hangs+`","moves":"b0b2 c4b2","nodes":2000,"result":"0-1"}`)
	read := func(into any) {
		t.Helper()
		line, ok := next()
		require.True(t, ok)
		text, err := json.Marshal(line)
		require.NoError(t, err)
		require.NoError(t, json.Unmarshal(text, into))
	}
	var second, first judgedLine
	read(&second)
	assert.Equal(t, 2, second.Ply, "the last move comes first")
	assert.Empty(t, second.Sign)
	assert.Empty(t, second.Better)
	read(&first)
	assert.Equal(t, 1, first.Ply)
	assert.Equal(t, "??", first.Sign)
	assert.Greater(t, first.Best, first.Played+0.2)
	assert.Less(t, first.Accuracy, 60.0)
	assert.Equal(t, map[string]string{"en": "loses the chariot", "vi": "mất Xe", "zh-Hans": "失车", "zh-Hant": "失車"}, first.Why)
	require.NotEmpty(t, first.Better)
	assert.NotEqual(t, "b0b2", first.Better[0].Move)
	assert.Equal(t, "c4b2", first.Line[1].Move)
	assert.Greater(t, first.Score.Black, first.Score.Red)
	var last reviewedLine
	read(&last)
	assert.Equal(t, 1, last.Sides["red"].Moves)
	assert.Equal(t, 1, last.Sides["red"].Blunders)
	assert.Zero(t, last.Sides["black"].Blunders)
	assert.Greater(t, last.Sides["black"].Accuracy, last.Sides["red"].Accuracy)
	assert.Equal(t, 1, last.Turn)
	assert.False(t, last.Start.Over)
	_, more := next()
	assert.False(t, more)
	assert.Zero(t, s.pool.busy())

	// The end of play needs no search.
	next = lines(t.Context(), t, url+"api/review", `{"start":"`+mateInOne+`","moves":"b0b9","nodes":2000}`)
	read(&first)
	assert.Equal(t, score{Over: true, Red: 1}, first.Score)
	assert.InDelta(t, 1, first.Played, 0)
}

// TestReviewAgain asserts that a game gets the same marks whatever was searched before.
func TestReviewAgain(t *testing.T) {
	testpos.SkipRace(t)
	_, url := startServer(t, config{})
	review := func() (all []map[string]any) {
		next := lines(t.Context(), t, url+"api/review", `{"moves":"h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 f9e8 h0h6 c9e7","nodes":3000}`)
		for line, ok := next(); ok; line, ok = next() {
			all = append(all, line)
		}
		return all
	}
	first := review()
	require.Len(t, first, 13)
	assert.Equal(t, first, review(), "in the table of the review before")
	next := lines(t.Context(), t, url+"api/analyse", `{"moves":"h2e2 h9g7 h0g2","lines":3,"nodes":30000}`)
	for _, ok := next(); ok; _, ok = next() {
	}
	ask[moveLine](t, url+"api/move", `{"moves":"h2e2 h9g7 h0g2 i9h9","level":9,"seed":7}`)
	assert.Equal(t, first, review(), "in the table of an analysis")
}

// idleSince waits until no search has run for a while, and returns when the last one
// ended. A review is idle for a moment between two searches.
func idleSince(s *server) time.Time {
	for since := time.Now(); ; time.Sleep(time.Millisecond) {
		if s.pool.busy() > 0 {
			since = time.Now()
		} else if time.Since(since) > 200*time.Millisecond {
			return since
		}
	}
}

// TestReviewStops closes a long review after its first move: its engine is free soon.
func TestReviewStops(t *testing.T) {
	s, url := startServer(t, config{processors: 1})
	ctx, cancel := context.WithCancel(t.Context())
	next := lines(ctx, t, url+"api/review", fmt.Sprintf(`{"moves":%q,"nodes":%d}`,
		strings.Repeat("h2e2 h9g7 e2h2 g7h9 ", 10), testpos.Rounds(10_000, 100_000, 100_000)))
	line, ok := next()
	require.True(t, ok)
	assert.EqualValues(t, 40, line["ply"])
	cancel()
	begin := time.Now()
	idle := idleSince(s)
	t.Logf("the engine was idle after %v", idle.Sub(begin))
	if !overloaded() {
		assert.Less(t, idle.Sub(begin), time.Second)
	}
}

// TestAttempt tries moves in place of a slip.
func TestAttempt(t *testing.T) {
	_, url := startServer(t, config{})
	for tried, want := range map[string]string{"b0b8": "right", "b0b2": "wrong", "b0b6": "wrong"} {
		a := ask[attemptLine](t, url+"api/attempt", `{"start":"`+hangs+`","best":"b0b8","played":"b0b2","nodes":2000,"tried":"`+tried+`"}`)
		assert.Equal(t, want, a.Grade, "%s: %+v", tried, a)
		assert.Equal(t, tried, a.Line[0].Move)
		assert.LessOrEqual(t, a.Points, a.Best)
	}
}
