package web

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Bounds of what all clients together, and each by itself, may use of the server. A client
// that uses up its share is refused; the others go on.
const (
	maxConns       = 512
	clientConns    = 32
	maxMemory      = 256 << 20 // bytes that requests may need, as weight estimates it
	clientMemory   = 96 << 20
	maxRunning     = 8 // requests at work at once, besides searches
	clientRunning  = 2
	clientWaiting  = 16               // requests that wait for their turn
	waitTime       = 10 * time.Second // for their turn
	requestMemory  = 64 << 10         // bytes of a request, whatever its length
	memoryPerByte  = 12               // of a file in a request: its text, its game and the answer
	answerTime     = 10 * time.Second // to take an answer, and
	answerPerBlock = time.Second      // for each block of it
	answerBlock    = 256 << 10        // bytes
)

// client is whoever sends requests from an address, or from a network of IPv6. A browser on
// this machine has no share of its own: it may use what there is.
type client struct {
	network netip.Prefix
	own     bool
}

// clientOf returns the client at an address with a port.
func clientOf(address string) client {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return client{}
	}
	ip := at.Addr().Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64 // a household has as many addresses as it likes
	}
	network, _ := ip.Prefix(bits) // never fails
	return client{network, ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ip == netip.IPv6Loopback()}
}

// String returns the address.
func (c client) String() string { return c.network.Addr().String() }

// share counts what clients hold of something that is limited for all of them and for
// each.
type share struct {
	most, each int64

	mu   sync.Mutex
	used int64
	held map[client]int64
}

func newShare(most, each int64) *share {
	return &share{most: most, each: each, held: make(map[client]int64)}
}

// take gives a client some more, if there is enough.
func (s *share) take(c client, n int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used+n > s.most || !c.own && s.held[c]+n > s.each {
		return false
	}
	s.used += n
	s.held[c] += n
	return true
}

// give takes back what a client was given.
func (s *share) give(c client, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= n
	if s.held[c] -= n; s.held[c] == 0 {
		delete(s.held, c)
	}
}

// gate lets a few requests work at a time, so that the requests of one client do not keep the
// processors from the others.
type gate struct {
	mu      sync.Mutex
	running int
	held    map[client]int
	queue   []*turn // in the order of arrival
}

// turn is a request's place in the queue.
type turn struct {
	client client
	ready  chan struct{} // closed when it may work
}

func newGate() *gate { return &gate{held: make(map[client]int)} }

// enter waits until a request may work. The caller ends its work with leave, unless the
// error is not nil.
func (g *gate) enter(ctx context.Context, c client) error {
	t := &turn{c, make(chan struct{})}
	g.mu.Lock()
	waiting := 0
	for _, other := range g.queue {
		if other.client == c {
			waiting++
		}
	}
	if waiting >= clientWaiting && !c.own {
		g.mu.Unlock()
		return errBusy
	}
	g.queue = append(g.queue, t)
	g.admit()
	g.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	select {
	case <-t.ready:
		return nil
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.queue, t); i >= 0 {
		g.queue = slices.Delete(g.queue, i, i+1)
		return errBusy
	}
	return nil // it was admitted meanwhile
}

// leave ends the work of a request.
func (g *gate) leave(c client) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.running--
	if g.held[c]--; g.held[c] == 0 {
		delete(g.held, c)
	}
	g.admit()
}

// admit lets those work who have waited longest and whose client has not its share.
func (g *gate) admit() {
	g.queue = slices.DeleteFunc(g.queue, func(t *turn) bool {
		if g.running >= maxRunning || !t.client.own && g.held[t.client] >= clientRunning {
			return false
		}
		g.running++
		g.held[t.client]++
		close(t.ready)
		return true
	})
}

// connections is a listener that bounds the connections of each client and of all. Where
// there are too many, the longest quiet one of the client with the most has to go.
type connections struct {
	net.Listener

	mu    sync.Mutex
	open  map[net.Conn]*connection
	count map[client]int
}

type connection struct {
	client client
	quiet  bool // it has no request, or only the beginning of one
	since  time.Time
}

func newConnections(l net.Listener) *connections {
	return &connections{Listener: l, open: make(map[net.Conn]*connection), count: make(map[client]int)}
}

// Accept implements [net.Listener].
func (l *connections) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.admit(c) {
			return c, nil
		}
		_ = c.Close() // an error would reach no reader
	}
}

// admit reports whether there is room for a connection, or makes room.
func (l *connections) admit(c net.Conn) bool {
	from := clientOf(c.RemoteAddr().String())
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case !from.own && l.count[from] >= clientConns:
		if !l.evict(from) {
			return false
		}
	case len(l.open) >= maxConns:
		var largest client
		for c, n := range l.count {
			if n > l.count[largest] {
				largest = c
			}
		}
		if !l.evict(largest) {
			return false
		}
	}
	l.open[c] = &connection{client: from, quiet: true, since: time.Now()}
	l.count[from]++
	return true
}

// evict closes the longest quiet connection of a client, and reports whether there is one.
func (l *connections) evict(of client) bool {
	var longest net.Conn
	for c, state := range l.open {
		if state.client == of && state.quiet && (longest == nil || state.since.Before(l.open[longest].since)) {
			longest = c
		}
	}
	if longest == nil {
		return false
	}
	l.forget(longest)
	_ = longest.Close()
	return true
}

// forget leaves a connection out of the count.
func (l *connections) forget(c net.Conn) {
	state, ok := l.open[c]
	if !ok {
		return // it was evicted
	}
	delete(l.open, c)
	if l.count[state.client]--; l.count[state.client] == 0 {
		delete(l.count, state.client)
	}
}

// changed is the ConnState of the server.
func (l *connections) changed(c net.Conn, now http.ConnState) {
	l.mu.Lock()
	defer l.mu.Unlock()
	state, ok := l.open[c]
	if !ok {
		return
	}
	switch now {
	case http.StateActive:
		state.quiet = false
	case http.StateIdle:
		state.quiet, state.since = true, time.Now()
	case http.StateClosed, http.StateHijacked:
		l.forget(c)
	}
}
