package engine

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/tools/match/internal/faulty"
	"chuhe/tools/match/tournament"
)

// analyse analyses the start of the game, and returns the lines that came last.
func analyse(t *testing.T, ctx context.Context, e *Engine, enough func([]Line) bool) (last []Line, err error) {
	t.Helper()
	done := errors.New("enough")
	err = e.Analyse(ctx, board.NewLine(board.Start()), 3, time.Millisecond, func(lines []Line) error {
		last = lines
		if enough(lines) {
			return done
		}
		return nil
	})
	if errors.Is(err, done) {
		err = nil
	}
	return last, err
}

// TestAnalyse asserts that lines come by rank, without what is not legal, and that the engine
// plays afterwards.
func TestAnalyse(t *testing.T) {
	for _, protocol := range []Protocol{UCCI, UCI} {
		c := config(faulty.Lines)
		c.Protocol = protocol
		e := start(t, c)
		assert.Equal(t, "faulty lines", e.Name())
		require.NoError(t, e.NewGame(t.Context()))
		lines, err := analyse(t, t.Context(), e, func(l []Line) bool { return len(l) == 3 && l[0].Depth >= 3 })
		require.NoError(t, err)
		for i, l := range lines {
			assert.Len(t, l.Moves, 1, "the second move is not legal")
			assert.Equal(t, 30-10*i, l.Score.CP)
			assert.Equal(t, 5*time.Millisecond, l.Time)
		}
		a, err := e.Think(t.Context(), board.NewLine(board.Start()), timed(10*time.Second))
		require.NoError(t, err)
		assert.NotEqual(t, board.NoMove, a.Move)
	}
}

// TestAnalyseFaults asserts that an engine that fails in an analysis is at fault, and that
// the analysis ends at once.
func TestAnalyseFaults(t *testing.T) {
	t.Parallel()
	for mode, end := range map[faulty.Mode]tournament.End{faulty.Crash: tournament.Crash, faulty.Hang: tournament.NoAnswer, faulty.Garbage: tournament.NoAnswer} {
		e := start(t, config(mode))
		require.NoError(t, e.NewGame(t.Context()))
		var err error
		begin := time.Now()
		for range 3 { // the third search goes wrong
			ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
			_, err = analyse(t, ctx, e, func([]Line) bool { return false })
			cancel()
		}
		fault := (*tournament.Fault)(nil)
		require.ErrorAs(t, err, &fault, mode)
		assert.Equal(t, end, fault.End)
		assert.Less(t, time.Since(begin), time.Minute)
	}
}

// TestDetect asserts that an engine is understood without a word about its protocol.
func TestDetect(t *testing.T) {
	t.Parallel()
	c := config(faulty.None)
	c.Protocol = ""
	p, found, err := Detect(t.Context(), c)
	require.NoError(t, err)
	p.Close()
	assert.Equal(t, UCI, found.Protocol)
	c = config(faulty.OnlyUCCI)
	c.Protocol, c.Start = "", 2*time.Second
	p, found, err = Detect(t.Context(), c)
	require.NoError(t, err)
	p.Close()
	assert.Equal(t, UCCI, found.Protocol)
	c = config(faulty.Dying)
	c.Protocol = ""
	_, _, err = Detect(t.Context(), c)
	assert.ErrorContains(t, err, "no such")
}
