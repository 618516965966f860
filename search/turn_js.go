package search

import (
	"syscall/js"
	"time"
)

// turnEvery is how often a search lets the browser go on, and so about how late it learns
// that it has to stop.
const turnEvery = 10 * time.Millisecond

// turns lets what else there is to do in a browser have its turn during a search. There
// all goroutines and the events of JavaScript share one thread, and no event comes until
// every goroutine waits. So the search waits for a message that it sends to itself, which
// comes after the events before it. A timer would do the same, but browsers delay it by
// milliseconds.
type turns struct {
	last    time.Time
	port    js.Value
	arrived chan struct{}
	message js.Func
}

// give lets others have their turn if it is time for it.
func (t *turns) give() {
	now := time.Now()
	if t.last.IsZero() {
		t.last = now
	}
	if now.Sub(t.last) < turnEvery {
		return
	}
	if t.arrived == nil {
		t.open()
	}
	t.port.Call("postMessage", nil)
	<-t.arrived
	t.last = time.Now()
}

func (t *turns) open() {
	t.arrived = make(chan struct{}, 1)
	t.message = js.FuncOf(func(js.Value, []js.Value) any {
		t.arrived <- struct{}{}
		return nil
	})
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port2").Set("onmessage", t.message)
	t.port = channel.Get("port1")
}

// end gives back what turns were given with, once no worker searches.
func (t *turns) end() {
	if t.arrived != nil {
		t.port.Call("close")
		t.message.Release()
	}
}
