package web

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// dialer returns what dials from an address of loopback. Only Linux has them all without
// being asked; elsewhere the test is skipped.
func dialer(t *testing.T, from string) *net.Dialer {
	t.Helper()
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}, Timeout: 5 * time.Second}
	l, err := net.Listen("tcp", from+":0")
	if err != nil {
		t.Skipf("no address %s here: %v", from, err)
	}
	require.NoError(t, l.Close())
	return d
}

// TestUnderAttack lets one client do what it can to keep the server from the others: it
// asks for large answers that it does not read, opens connections without a request, and
// sends the beginnings of headers and bodies. Another client asks meanwhile.
func TestUnderAttack(t *testing.T) {
	s, url := startServer(t, config{})
	address := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	evil, good := dialer(t, "127.0.0.2"), dialer(t, "127.0.0.3")

	file := "[Event \"x\"]\n\n{" + strings.Repeat("<", maxFile-100) + "} 1. C2.5 *\n"
	body := []byte(`{"lang":"en","data":"` + base64.StdEncoding.EncodeToString([]byte(file)) + `"}`)
	head := func(path string, length int) []byte {
		return fmt.Appendf(nil, "POST /api/%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, address, length)
	}
	for name, attack := range map[string]struct {
		times int
		send  func(net.Conn)
	}{
		"unread answers": {40, func(c net.Conn) {
			_, _ = c.Write(head("import", len(body)))
			_, _ = c.Write(body)
		}},
		"unread answers of many browsers": {40, func(c net.Conn) {
			id, from := secret()[:16], clientOf("127.0.0.2:1")
			cookie := fmt.Sprintf("Cookie: %s=%s.%s\r\n\r\n", s.badges.name, id, s.badges.sum(id, from))
			_, _ = c.Write(append(bytes.TrimSuffix(head("import", len(body)), []byte("\r\n")), cookie...))
			_, _ = c.Write(body)
		}},
		"idle connections":  {4 * addressConns, func(net.Conn) {}},
		"half headers":      {4 * addressConns, func(c net.Conn) { _, _ = io.WriteString(c, "POST /api/import HTTP/1.1\r\nHost: ") }},
		"slow large bodies": {4 * addressConns, func(c net.Conn) { _, _ = c.Write(head("import", len(body))) }},
		"slow small bodies": {4 * addressConns, func(c net.Conn) { _, _ = c.Write(head("position", 1000)) }},
	} {
		t.Run(name, func(t *testing.T) {
			runtime.GC()
			var before runtime.MemStats
			runtime.ReadMemStats(&before)
			for range attack.times {
				c, err := evil.Dial("tcp", address)
				if err != nil {
					continue
				}
				defer c.Close()
				_ = c.(*net.TCPConn).SetReadBuffer(4096)
				_ = c.SetWriteDeadline(time.Now().Add(10 * time.Second))
				go attack.send(c)
			}
			other := &http.Client{Transport: &http.Transport{DialContext: good.DialContext, DisableKeepAlives: true}, Timeout: 8 * time.Second}
			var slowest time.Duration
			var most uint64
			failed := 0 // requests
			for begin := time.Now(); time.Since(begin) < 1500*time.Millisecond; time.Sleep(50 * time.Millisecond) {
				asked := time.Now()
				for _, path := range []string{"", "api/position"} {
					method, ask := http.MethodGet, ""
					if path != "" {
						method, ask = http.MethodPost, `{"moves":"h2e2"}`
					}
					request, err := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(ask))
					require.NoError(t, err)
					request.Header.Set("Content-Type", "application/json")
					response, err := other.Do(request)
					if err != nil || response.StatusCode != http.StatusOK {
						failed++
						continue
					}
					_, _ = io.Copy(io.Discard, response.Body)
					response.Body.Close()
				}
				slowest = max(slowest, time.Since(asked))
				var now runtime.MemStats
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
			grown := (int64(most) - int64(before.HeapAlloc)) >> 20
			t.Logf("another client waited for %v at most; %d of its requests failed; the heap grew by %d MiB", slowest, failed, grown)
			assert.Zero(t, failed)
			assert.Less(t, grown, int64(2*addressMemory>>20))
			if !overloaded() {
				assert.Less(t, slowest, time.Second)
			}
		})
	}
}

// TestUnreadAnswerEnds asserts that an answer which is not read is given up.
func TestUnreadAnswerEnds(t *testing.T) {
	t.Parallel() // it waits
	a, b := net.Pipe()
	defer b.Close()
	l := &once{conns: make(chan net.Conn, 1), closed: make(chan struct{})}
	l.conns <- a
	var failed atomic.Bool
	ended := make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		defer close(ended)
		_, err := newAnswer(w).Write(bytes.Repeat([]byte("x"), 1<<20))
		failed.Store(err != nil)
	})}
	go func() { _ = server.Serve(l) }()
	defer server.Close()
	_, err := io.WriteString(b, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
	require.NoError(t, err)
	select {
	case <-ended:
		assert.True(t, failed.Load())
	case <-time.After(3 * answerTime):
		t.Fatal("it waits for ever")
	}
}

// once is a listener with one connection.
type once struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *once) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}

func (l *once) Close() error   { close(l.closed); return nil }
func (l *once) Addr() net.Addr { return &net.TCPAddr{} }

// TestShares asserts that no client gets more than its share, nor all together too much,
// and that what is given back can be taken again.
func TestShares(t *testing.T) {
	a, b, own := clientOf("127.0.0.2:1"), clientOf("[2001:db8:1:2:3::4]:5"), clientOf("127.0.0.1:9")
	assert.Equal(t, b, clientOf("[2001:db8:1:2:ffff::1]:6"), "one household")
	assert.NotEqual(t, b, clientOf("[2001:db8:1:3::1]:6"))
	assert.Equal(t, a, clientOf("[::ffff:127.0.0.2]:7"))
	assert.True(t, own.own)
	s := newShare(10, 5, 4)
	assert.True(t, s.take(a, 4))
	assert.False(t, s.take(a, 1))
	neighbour := client{network: a.network, badge: "x"}
	assert.False(t, s.take(neighbour, 2), "more than the address may have")
	assert.True(t, s.take(neighbour, 1))
	s.give(neighbour, 1)
	assert.True(t, s.take(b, 1))
	assert.True(t, s.take(own, 5), "this machine has what there is")
	assert.False(t, s.take(b, 1), "there is no more")
	s.give(a, 4)
	assert.True(t, s.take(b, 3))
	s.give(b, 4)
	s.give(own, 5)
	assert.Zero(t, s.used)
	assert.Empty(t, s.held)
	assert.Empty(t, s.crowded)
}

// TestBadges asserts that a browser is known by the badge that it was given, at its address
// alone, and that what others make up is none.
func TestBadges(t *testing.T) {
	b := newBadges(80)
	ask := func(address, cookie string) (client, []*http.Cookie) {
		r, w := httptest.NewRequest("GET", "/", nil), httptest.NewRecorder()
		r.RemoteAddr = address
		if cookie != "" {
			r.AddCookie(&http.Cookie{Name: b.name, Value: cookie})
		}
		return b.identify(w, r), w.Result().Cookies()
	}
	none, given := ask("192.0.2.7:1", "")
	assert.Empty(t, none.badge, "who sends no cookie has the share of those without")
	require.Len(t, given, 1)
	assert.True(t, given[0].HttpOnly)
	assert.Equal(t, http.SameSiteStrictMode, given[0].SameSite)
	first, again := ask("192.0.2.7:2", given[0].Value)
	assert.NotEmpty(t, first.badge)
	assert.Empty(t, again)
	_, other := ask("192.0.2.7:3", "")
	second, _ := ask("192.0.2.7:3", other[0].Value)
	assert.NotEqual(t, first, second)
	foreign := newBadges(80)
	for name, cookie := range map[string]string{
		"other server": "0123456789abcdef." + foreign.sum("0123456789abcdef", none), "no sum": "0123456789abcdef", "changed": "x" + given[0].Value,
	} {
		c, _ := ask("192.0.2.7:2", cookie)
		assert.Empty(t, c.badge, name)
	}
	elsewhere, _ := ask("192.0.2.8:2", given[0].Value)
	assert.Empty(t, elsewhere.badge)
	own, cookies := ask("127.0.0.1:2", "")
	assert.True(t, own.own)
	assert.Empty(t, cookies, "this machine needs none")
}

// TestGate asserts that one client waits for its own requests while another works.
func TestGate(t *testing.T) {
	g := newGate()
	a, b := clientOf("127.0.0.2:1"), clientOf("127.0.0.3:1")
	for range clientRunning {
		require.NoError(t, g.enter(t.Context(), a))
	}
	entered := make(chan error, clientWaiting)
	for range clientWaiting {
		go func() { entered <- g.enter(t.Context(), a) }()
	}
	require.Eventually(t, func() bool {
		g.mu.Lock()
		defer g.mu.Unlock()
		return len(g.queue) == clientWaiting
	}, 5*time.Second, time.Millisecond)
	assert.ErrorIs(t, g.enter(t.Context(), a), errBusy)
	require.NoError(t, g.enter(t.Context(), b))
	g.leave(b)
	for range clientRunning + clientWaiting {
		g.leave(a)
	}
	for range clientWaiting {
		require.NoError(t, <-entered)
	}
	assert.Zero(t, g.running)
	assert.Empty(t, g.held)
	assert.Empty(t, g.crowded)
}

// TestGateTakesTurns asserts that an address with many browsers gets no more than its share,
// and that one with little work goes first.
func TestGateTakesTurns(t *testing.T) {
	g := newGate()
	crowd := func(i int) client {
		c := clientOf("192.0.2.1:1")
		c.badge = strconv.Itoa(i)
		return c
	}
	for i := range addressRunning {
		require.NoError(t, g.enter(t.Context(), crowd(i)))
	}
	brief, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	require.ErrorIs(t, g.enter(brief, crowd(addressRunning)), errBusy)
	for i := range maxRunning - addressRunning {
		c := clientOf("192.0.2.2:1")
		c.badge = strconv.Itoa(i)
		require.NoError(t, g.enter(t.Context(), c))
	}
	waiting := func(n int) {
		require.Eventually(t, func() bool {
			g.mu.Lock()
			defer g.mu.Unlock()
			return len(g.queue) == n
		}, 5*time.Second, time.Millisecond)
	}
	order := make(chan string, 2)
	enter := func(name string, c client) {
		if g.enter(t.Context(), c) == nil {
			order <- name
		}
	}
	go enter("crowd", crowd(50))
	waiting(1)
	go enter("newcomer", clientOf("192.0.2.3:1"))
	waiting(2)
	g.leave(crowd(0))
	assert.Equal(t, "newcomer", <-order)
	g.leave(crowd(1))
	assert.Equal(t, "crowd", <-order)
}
