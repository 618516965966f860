package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/rules/endgame"
)

// Endings for which the server has tables.
const (
	knightWins  = "4ka3/9/9/9/9/9/9/2N6/9/3K5 w"
	knightHeld  = "4k4/9/8b/9/9/9/9/4N4/9/4K4 b"
	threePieces = "4k4/9/9/P1P1P4/9/9/9/9/9/3K5 w"
)

// TestEnding asks about endings: won by either side, drawn, and what has no tables.
func TestEnding(t *testing.T) {
	s, url := startServer(t, config{})
	about := func(body string) (out endingReply, best []string) {
		out = ask[endingReply](t, url+"api/ending", body)
		for _, m := range out.Best {
			assert.NotEmpty(t, m.Names["wxf"], m.Move)
			best = append(best, m.Move)
		}
		return out, best
	}
	won, best := about(`{"start":"` + knightWins + `"}`)
	assert.Equal(t, "red", won.Winner)
	assert.Greater(t, won.Moves, 5)
	require.NotEmpty(t, best)
	for _, move := range best {
		next, replies := about(`{"start":"` + knightWins + `","moves":"` + move + `"}`)
		assert.Equal(t, "red", next.Winner)
		assert.Equal(t, won.Moves-1, next.Moves)
		after, _ := about(`{"start":"` + knightWins + `","moves":"` + move + ` ` + replies[0] + `"}`)
		assert.Equal(t, next.Moves, after.Moves)
	}
	black, _ := about(`{"start":"3k5/9/2n6/9/9/9/9/9/9/4KA3 b"}`)
	assert.Equal(t, endingReply{Winner: "black", Moves: won.Moves}, endingReply{Winner: black.Winner, Moves: black.Moves}, "the same with the colours exchanged")
	assert.Len(t, s.endings.solved, 1, "and by the same tables")

	none := endingReply{Best: []moveText{}}
	draw, best := about(`{"start":"` + knightHeld + `"}`)
	assert.Equal(t, "draw", draw.Winner)
	assert.Zero(t, draw.Moves)
	legal := ask[positionReply](t, url+"api/position", `{"start":"`+knightHeld+`"}`).Legal
	assert.Subset(t, legal, best)
	assert.Less(t, len(best), len(legal), "some moves lose")
	quiet, _ := about(`{"start":"3P1k3/9/9/9/9/9/9/9/9/4K4 w"}`)
	assert.Equal(t, endingReply{Winner: "draw", Best: none.Best}, quiet, "every move keeps the draw")
	over, _ := about(`{"start":"3k5/3R5/3R5/9/9/9/9/9/9/4K4 b"}`)
	assert.Equal(t, endingReply{Winner: "red", Best: none.Best}, over)

	for name, body := range map[string]string{
		"the start of the game": `{}`,
		"both sides attack":     `{"start":"3k5/9/9/9/4r4/9/9/9/R8/4K4 w"}`,
		"nobody attacks":        `{"start":"3k5/9/9/9/9/9/9/9/9/4KA3 w"}`,
		"three pieces":          `{"start":"` + threePieces + `"}`,
		"large tables":          `{"start":"2bakab2/9/9/9/9/9/N8/9/C8/3K1A3 w"}`,
	} {
		out, _ := about(body)
		assert.Equal(t, none, out, name)
	}
	// The win in 33 plies is in time if the limit is not less, in the league if it is more; so is
	// the one in 32 plies when the defender is to move.
	for body, late := range map[string]bool{
		`{"start":"` + knightWins + `","limit":33}`:                            false,
		`{"start":"` + knightWins + `","limit":32}`:                            true,
		`{"start":"` + knightWins + `","limit":34,"rules":"league"}`:           false,
		`{"start":"` + knightWins + `","limit":33,"rules":"league"}`:           true,
		`{"start":"` + knightWins + `","limit":0}`:                             false,
		`{"start":"4ka3/9/9/9/9/9/9/2N6/9/3K5 b","limit":33,"rules":"league"}`: false,
		`{"start":"4ka3/9/9/9/9/9/9/2N6/9/3K5 b","limit":32,"rules":"league"}`: true,
		`{"start":"4ka3/9/9/9/9/9/9/2N6/9/3K5 b - - 8 1","limit":40}`:          false,
		`{"start":"4ka3/9/9/9/9/9/9/2N6/9/3K5 b - - 8 1","limit":39}`:          true,
		`{"start":"` + knightHeld + `","limit":1}`:                             false,
		`{"start":"3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 9 1","limit":1}`:          false,
	} {
		out, _ := about(body)
		assert.Equal(t, late, out.Late, body)
	}
	for _, body := range []string{`{"start":"x"}`, `{"start":"` + knightWins + `","moves":"c2c3"}`, `{"best":1}`, `[]`} {
		status, text := post(t, url+"api/ending", body)
		assert.Equal(t, http.StatusBadRequest, status, text)
	}
}

// TestEndingsKept asserts that captures lead to tables that are there already, that tables
// which were used longest ago make room, and that several may ask at once.
func TestEndingsKept(t *testing.T) {
	e := newEndings(mostPositions, 2)
	defer e.close()
	used := func(fen string) (n int) {
		p, err := board.ParseFEN(fen)
		require.NoError(t, err)
		require.NoError(t, e.of(t.Context(), &p, func(*endgame.Tables) { n++ }))
		return n
	}
	assert.Equal(t, 1, used(knightWins))
	assert.Equal(t, 1, used("4k4/9/9/9/9/9/9/2N6/9/3K5 w"), "the advisor was captured")
	assert.Len(t, e.solved, 1)
	first := e.solved[0]
	assert.Equal(t, 1, used("4k4/9/9/2P6/9/9/9/9/9/3K5 w"))
	assert.Len(t, e.solved, 2)
	assert.Equal(t, 1, used(knightWins))
	assert.Equal(t, first, e.solved[1], "used last")

	e.keep(solved{&endgame.Tables{}, tableMemory - first.bytes})
	assert.Len(t, e.solved, 2)
	assert.Equal(t, first, e.solved[0], "the other one made room")
	e.solved = e.solved[:1]

	e.most = 1000
	assert.Zero(t, used("4k4/9/9/2P6/9/9/9/9/9/3K5 w"), "too large")

	e.most = mostPositions
	done := make(chan int)
	for range 4 {
		go func() { done <- used("4k4/9/9/1PP6/9/9/9/9/9/3K5 w") }()
	}
	for range 4 {
		assert.Equal(t, 1, <-done)
	}
	assert.Len(t, e.solved, 2, "solved once")
}

// TestEndingGivenUp asserts that nothing is solved for a reader who has gone, whether they wait
// for another ending or not.
func TestEndingGivenUp(t *testing.T) {
	s, _ := startServer(t, config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, busy := range []bool{false, true} {
		if busy {
			s.endings.turn <- struct{}{}
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/ending", nil)
		assert.ErrorIs(t, s.ending(w, r, []byte(`{"start":"`+knightWins+`"}`)), context.Canceled)
		assert.Empty(t, w.Body.String())
	}
	<-s.endings.turn
	assert.Empty(t, s.endings.solved)
}
