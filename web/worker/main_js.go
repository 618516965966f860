//go:build page

// Command worker is the server of the board for a page without one: it runs in a worker
// of the browser, and answers what the page would ask a server.
//
// It sets the function chuhe(path, body, take) of the worker, which returns a function
// that gives the request up. The path is below api/, the body JSON. The answer comes as
// calls of take: one with the status, then one with each piece of the body as a Uint8Array,
// and one without arguments at the end. The function takeNetwork of the worker gives it the
// packed file of the network, a Uint8Array; until then the lower levels move without it, and
// what else needs it waits.
package main

import (
	"context"
	"fmt"
	"os"
	"syscall/js"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/web"
	"chuhe/web/http"
)

func main() {
	evaluation := &arriving{come: make(chan struct{})}
	js.Global().Set("takeNetwork", js.FuncOf(func(_ js.Value, given []js.Value) any {
		if err := evaluation.take(given[0]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return nil
	}))
	server := web.Within(evaluation)
	js.Global().Set("chuhe", js.FuncOf(func(_ js.Value, given []js.Value) any {
		ctx, cancel := context.WithCancel(context.Background())
		path, body, take := given[0].String(), given[1].String(), given[2]
		var giveUp js.Func
		giveUp = js.FuncOf(func(js.Value, []js.Value) any {
			cancel()
			return nil
		})
		go func() { // a call from JavaScript must not wait
			defer giveUp.Release()
			defer cancel()
			answer(ctx, server, path, body, take)
		}()
		return giveUp
	}))
	select {}
}

// arriving is the evaluation by a network that is still on its way: the rules need none, the
// lower levels do without it, and whoever else searches waits.
type arriving struct {
	come    chan struct{} // closed when network is set
	network eval.Evaluation
}

// take takes the packed network that the worker has loaded.
func (a *arriving) take(loaded js.Value) (err error) {
	packed := make([]byte, loaded.Length())
	js.CopyBytesToGo(packed, loaded)
	if a.network, err = evals.Unpack(packed); err != nil {
		return fmt.Errorf("network: %w", err)
	}
	close(a.come)
	return nil
}

// whole returns the network once it has come.
func (a *arriving) whole() eval.Evaluation {
	<-a.come
	return a.network
}

// Arrival implements [web.Arriving].
func (a *arriving) Arrival() <-chan struct{} { return a.come }

// Name implements [eval.Evaluation].
func (a *arriving) Name() string { return a.whole().Name() }

// New implements [eval.Evaluation].
func (a *arriving) New() eval.Evaluator { return a.whole().New() }

// Explain implements [eval.Evaluation].
func (a *arriving) Explain(p *board.Position) string { return a.whole().Explain(p) }

// answer answers a request.
func answer(ctx context.Context, server http.Handler, path, body string, take js.Value) {
	w := &writer{header: http.Header{}, take: take}
	defer take.Invoke()
	server.ServeHTTP(w, http.NewRequest(ctx, "/api/"+path, body))
	w.WriteHeader(http.StatusOK)
}

// writer passes an answer to the page.
type writer struct {
	header http.Header
	take   js.Value
	begun  bool
}

// Header implements [http.ResponseWriter].
func (w *writer) Header() http.Header { return w.header }

// WriteHeader implements [http.ResponseWriter].
func (w *writer) WriteHeader(status int) {
	if !w.begun {
		w.begun = true
		w.take.Invoke(status)
	}
}

// Write implements [http.ResponseWriter].
func (w *writer) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	piece := js.Global().Get("Uint8Array").New(len(p))
	js.CopyBytesToJS(piece, p)
	w.take.Invoke(piece)
	return len(p), nil
}
