package protocol

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/search"
)

const ms = time.Millisecond

// after returns the start position after moves.
func after(moves ...string) *board.Line {
	game := board.NewLine(board.Start())
	for _, m := range moves {
		game.Play(board.MustParseMove(m))
	}
	return game
}

// TestDelaysOnTheClock answers after 400 ms on a clock and asks what the next go teaches.
func TestDelaysOnTheClock(t *testing.T) {
	const second, minute = time.Second, time.Minute
	clock := func(left, increment time.Duration, moves int) search.Clock {
		return search.Clock{Set: true, Time: left, Increment: increment, MovesToGo: moves}
	}
	replied := after("h2e2", "h9g7")
	for _, c := range []struct {
		name        string
		before, now search.Clock
		unit        time.Duration
		game        *board.Line
		want        time.Duration
	}{
		{"25 ms on the way", clock(minute, 0, 0), clock(59_575*ms, 0, 0), ms, replied, 24 * ms},
		{"with an increment", clock(minute, second, 0), clock(minute+500*ms, second, 0), ms, replied, 99 * ms},
		{"moves to the control", clock(minute, 0, 9), clock(59_550*ms, 0, 8), ms, replied, 49 * ms},
		{"nothing on the way", clock(minute, 0, 0), clock(59_600*ms, 0, 0), ms, replied, 0},
		{"time was added", clock(minute, 0, 2), clock(2*minute, 0, 40), ms, replied, 0},
		{"the last move of a control", clock(minute, 0, 1), clock(second, 0, 0), ms, replied, 0},
		{"whole seconds", clock(minute, 0, 0), clock(59*second, 0, 0), second, replied, 0},
		{"three whole seconds", clock(minute, 0, 0), clock(57*second, 0, 0), second, replied, 1600 * ms},
		{"another move was played", clock(minute, 0, 0), clock(50*second, 0, 0), ms, after("b2e2", "h9g7"), 0},
		{"the opponent has not moved", clock(minute, 0, 0), clock(50*second, 0, 0), ms, after("h2e2"), 0},
		{"a game from its start", clock(minute, 0, 0), clock(50*second, 0, 0), ms, after(), 0},
		{"four plies later", clock(minute, 0, 0), clock(50*second, 0, 0), ms, after("h2e2", "h9g7", "h0g2", "i9h9"), 0},
		{"no clock before", search.Clock{}, clock(50*second, 0, 0), ms, replied, 0},
		{"no clock now", clock(minute, 0, 0), search.Clock{}, ms, replied, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			var d delays
			at := time.Now()
			d.answered(at, at.Add(-400*ms), &search.Limits{Clock: c.before}, &search.Result{Due: at.Add(second)}, after("h2e2").Position())
			assert.Zero(t, d.expected(c.now))
			d.hear(c.now, c.unit, c.game)
			assert.Equal(t, c.want, d.expected(clock(minute, 0, 0)))
			assert.Zero(t, d.expected(search.Clock{}), "with a time for the move the host's clock does not count")
			d.hear(clock(0, 0, 0), ms, replied)
			assert.Equal(t, c.want, d.expected(clock(minute, 0, 0)), "an answer teaches once")
		})
	}
	var unknown delays
	unknown.answered(time.Now(), time.Time{}, &search.Limits{Clock: clock(minute, 0, 0)}, &search.Result{}, after("h2e2").Position())
	unknown.hear(clock(second, 0, 0), ms, replied)
	assert.Zero(t, unknown.expected(clock(minute, 0, 0)), "not known when its time began")
}

// TestDelaysPastTheDeadline asks what answers beyond their deadline teach, and for how long.
func TestDelaysPastTheDeadline(t *testing.T) {
	var d delays
	answer := func(late time.Duration) {
		at := time.Now()
		d.answered(at, at.Add(-ms), &search.Limits{}, &search.Result{Due: at.Add(-late)}, after("h2e2").Position())
	}
	want := func(late time.Duration) {
		t.Helper()
		assert.Equal(t, late, d.expected(search.Clock{}))
		assert.Equal(t, late, d.expected(search.Clock{Set: true}))
	}
	want(0)
	answer(-time.Hour)
	want(0)
	answer(7 * ms)
	want(7 * ms)
	answer(3 * ms)
	want(7 * ms)
	answer(9 * ms)
	want(9 * ms)
	for range len(recent{}.delays) - 1 {
		want(9 * ms)
		answer(2 * ms)
	}
	answer(2 * ms)
	want(2 * ms)

	at := time.Now()
	d.answered(at, at.Add(-ms), &search.Limits{}, &search.Result{Due: at.Add(ms), Pause: 5 * ms}, after("h2e2").Position())
	want(5 * ms)
}
