//go:build page

package web

import (
	"context"
	"net"

	"chuhe/eval"
	"chuhe/web/http"
)

// pageHash is the size in MiB of the table of a search inside the page. Memory that a page
// has taken is never given back.
const pageHash = 32

// addPage adds nothing: a browser has the files from elsewhere.
func addPage(*http.ServeMux) {}

// Within returns the server for a page that has it in its own browser: it has one
// processor and a small table.
func Within(evaluation eval.Evaluation) http.Handler {
	c := config{processors: 1, hash: pageHash, evaluation: evaluation}
	s := newServer(c, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), fromKey{}, client{own: true})
		s.mux.ServeHTTP(newAnswer(w), r.WithContext(ctx))
	})
}
