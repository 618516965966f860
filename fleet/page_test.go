package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/lang"
)

// fetched returns the status and the text of a page.
func fetched(t *testing.T, addr, password string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+addr, nil)
	require.NoError(t, err)
	r.SetBasicAuth("owner", password)
	answer, err := http.DefaultClient.Do(r)
	require.NoError(t, err)
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return answer.StatusCode, string(body)
}

// TestPage asserts that the page shows a job and its workers to who has the owner's token, and
// nothing to others.
func TestPage(t *testing.T) {
	h := &hub{store: filepath.Join(t.TempDir(), "jobs"), addr: "127.0.0.1:0", page: freeAddress(t)}
	s, err := h.start()
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	var log locked
	go func() { ended <- h.serve(ctx, s, &log) }()
	defer func() {
		cancel()
		assert.ErrorIs(t, <-ended, context.Canceled)
	}()
	folder, addr := h.store, s.Addr().String()
	waitFor(t, h.page)
	token, err := os.ReadFile(filepath.Join(folder, "owner.token"))
	require.NoError(t, err)
	_, password, _ := strings.Cut(strings.TrimSpace(string(token)), ":")

	worker1, err := os.ReadFile(filepath.Join(folder, "worker.token"))
	require.NoError(t, err)
	_, other, _ := strings.Cut(strings.TrimSpace(string(worker1)), ":")
	for _, wrong := range []string{"", "owner", other} {
		status, text := fetched(t, h.page, wrong)
		assert.Equal(t, http.StatusUnauthorized, status)
		assert.NotContains(t, text, "Jobs")
	}
	status, text := fetched(t, h.page, password)
	assert.Equal(t, http.StatusOK, status)
	assert.Contains(t, text, "No work has been asked for")
	assert.Contains(t, log.String(), "fleet hub: page at http://"+h.page+"/, with the user and the password in "+filepath.Join(folder, "owner.token"))
	assert.Contains(t, text, "No worker is connected")

	employ(t, worker(folder, addr, "<one>"))
	j := squareJob(t, "page", 200)
	j.State = func() string { return "Elo <+3>" }
	a := &asker{link: at(folder, addr, "owner"), log: os.Stderr}
	require.NoError(t, asked(t, a, squareJob(t, "an earlier job of the same command", 1)))
	require.NoError(t, asked(t, a, j))
	require.Eventually(t, func() bool {
		_, text = fetched(t, h.page, password)
		return strings.Contains(text, "done: 200 units")
	}, 5*time.Second, 20*time.Millisecond)
	assert.Contains(t, text, "squares")
	assert.Contains(t, text, j.ID()[:12])
	assert.Equal(t, 1, strings.Count(text, "<progress"), "a command has one line")
	assert.Contains(t, text, "Elo &lt;&#43;3&gt;")
	assert.Contains(t, text, "<td>&lt;one&gt;</td>")
	assert.Contains(t, text, "<td>200</td>")
}

// TestIdle asserts that a connection to the page that is idle after an answer, or within a request, is closed.
func TestIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, request := range []string{"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"} {
			l := &pipes{ends: make(chan net.Conn, 1)}
			web := (&page{password: "secret"}).web()
			go web.Serve(l)
			own, other := net.Pipe()
			l.ends <- other
			_, err := io.WriteString(own, request)
			require.NoError(t, err)
			start := time.Now()
			_, err = io.ReadAll(own)
			require.NoError(t, err)
			assert.LessOrEqual(t, time.Since(start), 2*pageTime)
			require.NoError(t, web.Close())
		}
	})
}

// pipes is a listener for connections within the process.
type pipes struct{ ends chan net.Conn }

func (p *pipes) Accept() (net.Conn, error) {
	c, ok := <-p.ends
	if !ok {
		return nil, net.ErrClosed
	}
	return c, nil
}
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }
func (p *pipes) Close() error   { close(p.ends); return nil }

// TestView says how far jobs are.
func TestView(t *testing.T) {
	s := state{Units: 100, Done: 40, Speed: 0.5, Failed: 1, Workers: map[string]int{"a": 1, "b": 2}}
	assert.Equal(t, "40 of 100 units, by 2 workers, 0.50 a second, 2m0s left, 1 failed", s.in(lang.English))
	assert.Equal(t, "100 个单元中已完成 40 个，2 个工作节点，每秒 0.50 个，还需 2m0s，1 个失败", s.in("zh-Hans"))
	assert.Equal(t, "0 of 1 unit, by 1 worker", (&state{Units: 1, Workers: map[string]int{"a": 1}}).in(lang.English))
	for page, want := range map[string]string{"0.0.0.0:0": "others on the net could read the token", "nonsense": "missing port"} {
		_, err := (&hub{page: page}).listen()
		assert.ErrorContains(t, err, want)
		assert.ErrorIs(t, err, command.ErrInput)
	}
}

// TestTLS asserts that a hub with a certificate does work for who trusts it, and that others do
// not connect.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA: true, BasicConstraintsValid: true,
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	require.NoError(t, err)
	private, err := x509.MarshalPKCS8PrivateKey(key)
	require.NoError(t, err)
	h := &hub{store: filepath.Join(dir, "jobs"), addr: "127.0.0.1:0", cert: filepath.Join(dir, "hub.pem"), key: filepath.Join(dir, "hub.key")}
	for name, block := range map[string]*pem.Block{h.cert: {Type: "CERTIFICATE", Bytes: certificate}, h.key: {Type: "PRIVATE KEY", Bytes: private}} {
		require.NoError(t, os.WriteFile(name, pem.EncodeToMemory(block), 0o600))
	}
	s, err := h.start()
	require.NoError(t, err)
	defer s.Shutdown()
	reach := func(user, ca string) link {
		l := at(h.store, s.Addr().String(), user)
		l.url, l.ca = strings.Replace(l.url, "nats:", "tls:", 1), ca
		return l
	}
	stranger := reach("worker", "")
	_, _, err = stranger.connect("stranger")
	assert.ErrorContains(t, err, "certificate")
	w := worker(h.store, s.Addr().String(), "a")
	w.link = reach("worker", h.cert)
	employ(t, w)
	assert.NoError(t, asked(t, &asker{link: reach("owner", h.cert), log: os.Stderr}, squareJob(t, "tls", 20)))

	_, err = (&hub{store: h.store, addr: "127.0.0.1:0", cert: h.cert, key: h.cert}).start()
	assert.ErrorContains(t, err, "-cert, -key")
}

// TestNkey asserts that the seed of an nkey opens a server that knows it.
func TestNkey(t *testing.T) {
	pair, err := nkeys.CreateUser()
	require.NoError(t, err)
	public, err := pair.PublicKey()
	require.NoError(t, err)
	seed, err := pair.Seed()
	require.NoError(t, err)
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, Nkeys: []*server.NkeyUser{{Nkey: public}}})
	require.NoError(t, err)
	s.Start()
	defer s.Shutdown()
	require.True(t, s.ReadyForConnections(10*time.Second))
	file := filepath.Join(t.TempDir(), "seed")
	require.NoError(t, os.WriteFile(file, seed, 0o600))
	l := link{url: s.ClientURL(), tokenFile: file}
	nc, _, err := l.connect("a")
	require.NoError(t, err)
	nc.Close()
}
