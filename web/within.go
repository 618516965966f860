package web

import (
	"context"
	"net"
	"time"

	"chuhe/eval"
	"chuhe/web/http"
)

// pageHash is the size in MiB of the table of a search inside the page. Memory that a page
// has taken is never given back.
const pageHash = 32

// pagePositions is mostPositions there: solving such an ending takes about a second of its
// only processor.
const pagePositions = 170_000

// Within returns the server for a page that has it in its own browser: it has one
// processor and a small table.
func Within(evaluation eval.Evaluation) http.Handler {
	c := config{processors: 1, hash: pageHash, positions: pagePositions, evaluation: evaluation}
	s := newServer(c, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), fromKey{}, client{own: true})
		s.mux.ServeHTTP(newAnswer(w), r.WithContext(ctx))
	})
}

// Arriving is an evaluation that may still be on its way, as in a page that has just been
// opened. Whoever uses it waits until it is there.
type Arriving interface {
	eval.Evaluation
	// Arrival is closed once it is there.
	Arrival() <-chan struct{}
}

// hastyLevels is the last level that moves by the hand-written evaluation while the network
// is on its way. The levels above wait for it.
const hastyLevels = 7

// networkDelay is how long these levels wait for the network: one that the browser has kept
// comes within it.
const networkDelay = 500 * time.Millisecond

// atHand returns an evaluation that can be used at once.
func atHand(e eval.Evaluation) eval.Evaluation {
	a, ok := e.(Arriving)
	if !ok {
		return e
	}
	select {
	case <-a.Arrival():
		return e
	case <-time.After(networkDelay):
		return eval.Classical{}
	}
}
