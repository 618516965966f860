package web

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"strconv"
	"sync"
	"time"

	"chuhe/web/http"
)

// Bounds of what all clients together, all behind one address, and each by itself, may use of
// the server. A client that uses up its share is refused; the others go on. A class behind
// one router has one address.
const (
	maxConns       = 2048
	addressConns   = 128       // a connection does not say which page it belongs to
	maxMemory      = 256 << 20 // bytes that requests may need, estimated from their length
	addressMemory  = 96 << 20
	clientMemory   = 72 << 20
	maxRunning     = 8 // requests at work at once, besides searches
	addressRunning = 4
	clientRunning  = 2
	addressWaiting = 128 // requests that wait for their turn
	clientWaiting  = 16
	maxStreams     = 1024 // moves, analyses, reviews and attempts under way
	addressStreams = 64
	clientStreams  = 6
	waitTime       = 10 * time.Second // for their turn
	requestMemory  = 64 << 10         // bytes of a request, whatever its length
	memoryPerByte  = 12               // of a file in a request: its text, its game and the answer
	answerTime     = 10 * time.Second // to take an answer, and
	answerPerBlock = time.Second      // for each block of it
	answerBlock    = 256 << 10        // bytes
)

// client is a browser that sends requests from an address, or from a network of IPv6. Those
// without a badge count as one browser of their address. A browser on this machine has no
// share of its own: it may use what there is.
type client struct {
	network netip.Prefix
	badge   string
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
	return client{network: network, own: ip == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || ip == netip.IPv6Loopback()}
}

// String returns the address.
func (c client) String() string { return c.network.Addr().String() }

// badges tell the browsers behind one address apart. A badge is a cookie that names the
// browser and proves that this server gave it to that address, so that none has to be kept:
// whoever asks for many still has only the share of the address.
type badges struct {
	name string // of the cookie; cookies of a host are for all of its ports
	key  string
}

func newBadges(port int) badges { return badges{"chuhe-" + strconv.Itoa(port), secret()} }

// sum proves that a badge was given to the address of a client.
func (b *badges) sum(id string, c client) string { return proof(b.key, c.network.String()+" "+id) }

// fromKey is the key of the client in the context of a request.
type fromKey struct{}

// clientFrom returns who sends a request, as the server's handler has identified it.
func clientFrom(r *http.Request) client {
	c, _ := r.Context().Value(fromKey{}).(client)
	return c
}

// share counts what clients hold of something that is limited for all of them, for each
// address and for each client.
type share struct {
	most, address, each int64

	mu      sync.Mutex
	used    int64
	held    map[client]int64
	crowded map[netip.Prefix]int64
}

func newShare(most, address, each int64) *share {
	return &share{most: most, address: address, each: each, held: make(map[client]int64), crowded: make(map[netip.Prefix]int64)}
}

// take gives a client some more, if there is enough.
func (s *share) take(c client, n int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used+n > s.most || !c.own && (s.held[c]+n > s.each || s.crowded[c.network]+n > s.address) {
		return false
	}
	s.used += n
	s.held[c] += n
	s.crowded[c.network] += n
	return true
}

// give takes back what a client was given.
func (s *share) give(c client, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used -= n
	lower(s.held, c, n)
	lower(s.crowded, c.network, n)
}

// lower lowers a count, and leaves out a count of nothing.
func lower[K comparable, N int | int64](counts map[K]N, key K, n N) {
	if counts[key] -= n; counts[key] == 0 {
		delete(counts, key)
	}
}

// gate lets a few requests work at a time, so that the requests of one client do not keep the
// processors from the others.
type gate struct {
	mu      sync.Mutex
	running int
	held    map[client]int
	crowded map[netip.Prefix]int
	queue   []*turn // in the order of arrival
}

// turn is a request's place in the queue.
type turn struct {
	client client
	ready  chan struct{} // closed when it may work
}

func newGate() *gate { return &gate{held: make(map[client]int), crowded: make(map[netip.Prefix]int)} }

// enter waits until a request may work. The caller ends its work with leave, unless the
// error is not nil.
func (g *gate) enter(ctx context.Context, c client) error {
	t := &turn{c, make(chan struct{})}
	g.mu.Lock()
	waiting, near := 0, 0
	for _, other := range g.queue {
		if other.client == c {
			waiting++
		}
		if other.client.network == c.network {
			near++
		}
	}
	if !c.own && (waiting >= clientWaiting || near >= addressWaiting) {
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
	lower(g.held, c, 1)
	lower(g.crowded, c.network, 1)
	g.admit()
}

// admit lets those work whose address and client have not their share: first those whose
// address does the least work, then those who have waited longest.
func (g *gate) admit() {
	for g.running < maxRunning {
		next := -1
		for i, t := range g.queue {
			if !t.client.own && (g.held[t.client] >= clientRunning || g.crowded[t.client.network] >= addressRunning) {
				continue
			}
			if next < 0 || g.crowded[t.client.network] < g.crowded[g.queue[next].client.network] {
				next = i
			}
		}
		if next < 0 {
			return
		}
		t := g.queue[next]
		g.queue = slices.Delete(g.queue, next, next+1)
		g.running++
		g.held[t.client]++
		g.crowded[t.client.network]++
		close(t.ready)
	}
}

// connections is a listener that bounds the connections of each address and of all. Where
// there are too many, the longest quiet one of the address with the most has to go.
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
	case !from.own && l.count[from] >= addressConns:
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
	lower(l.count, state.client, 1)
}
