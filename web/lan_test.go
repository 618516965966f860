package web

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// TestLANAddresses asserts that others get an address that they can type.
func TestLANAddresses(t *testing.T) {
	var interfaces []net.Addr
	for _, text := range []string{"127.0.0.1/8", "::1/128", "fe80::1/64", "2001:db8::7/64", "203.0.113.5/24", "192.168.1.20/24", "10.0.0.3/8"} {
		ip, network, err := net.ParseCIDR(text)
		require.NoError(t, err)
		interfaces = append(interfaces, &net.IPNet{IP: ip, Mask: network.Mask})
	}
	at := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }
	want := []string{"http://192.168.1.20:8080/", "http://10.0.0.3:8080/", "http://203.0.113.5:8080/", "http://[2001:db8::7]:8080/"}
	assert.Equal(t, want, lanURLs(at("0.0.0.0"), interfaces))
	assert.Equal(t, want, lanURLs(at("::"), interfaces))
	assert.Equal(t, []string{"http://192.168.1.20:8080/"}, lanURLs(at("192.168.1.20"), interfaces))
	assert.Empty(t, lanURLs(at("127.0.0.1"), interfaces))
	assert.Empty(t, lanURLs(at("0.0.0.0"), interfaces[:3]), "a machine without a net")
}

// otherAddresses returns where other machines reach this one.
func otherAddresses(t *testing.T) []string {
	interfaces, err := net.InterfaceAddrs()
	require.NoError(t, err)
	others := lanURLs(&net.TCPAddr{IP: net.IPv4zero, Port: 80}, interfaces)
	if len(others) == 0 {
		t.Skip("no other machine reaches this one")
	}
	return others
}

// boardCommand runs the command with some arguments, and returns what it prints and a function
// that ends it.
func boardCommand(t *testing.T, args ...string) (printed *bufio.Reader, end func()) {
	t.Setenv("LC_ALL", "C")
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	t.Cleanup(cancel)
	out, in := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		defer in.Close()
		ended <- Command().Execute(ctx, append([]string{"-no-open", "-evalfile", "classical"}, args...), command.Streams{Out: in, Err: io.Discard})
	}()
	return bufio.NewReader(out), func() {
		cancel()
		assert.NoError(t, <-ended)
	}
}

// TestAddressesShown asserts that the command prints where other machines reach the board, and
// then the address of the teacher's page.
func TestAddressesShown(t *testing.T) {
	others := otherAddresses(t)
	printed, end := boardCommand(t, "-addr", "0.0.0.0:0")
	want := append([]string{"The board is at "}, slices.Repeat([]string{"Other machines reach it at "}, len(others))...)
	for _, want := range append(want, "The teacher's page ") {
		line, err := printed.ReadString('\n')
		require.NoError(t, err)
		assert.True(t, strings.HasPrefix(line, want), line)
		assert.Equal(t, strings.HasPrefix(want, "The teacher"), strings.Contains(line, "#teach="), line)
	}
	end()
}

// TestFileIsForThisMachine asserts that other machines do not get the file of the command line.
func TestFileIsForThisMachine(t *testing.T) {
	file := &gameFile{name: "a.pgn", content: []byte("1. C2.5 *\n")}
	owner := &user{key: secret()}
	_, url := startServer(t, config{opened: file, owner: owner})
	stranger := &http.Client{Transport: &http.Transport{DialContext: dialer(t, "127.0.0.2").DialContext, DisableKeepAlives: true}}
	opened := func(code string) string {
		response, err := stranger.Post(url+"api/opened", "application/json", strings.NewReader(`{"lang":"en","code":"`+code+`"}`))
		require.NoError(t, err)
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		require.NoError(t, err)
		return string(text)
	}
	assert.Equal(t, "null\n", opened(""))
	assert.Contains(t, opened(owner.invite(file)), "h2e2", "unless the user lets them")
}

// TestFileAtAddress asserts that the address that the command prints opens the file where a browser
// of this machine looks like one of another.
func TestFileAtAddress(t *testing.T) {
	others := otherAddresses(t)
	name := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(name, []byte("1. C2.5 *\n"), 0o666))
	address := strings.TrimSuffix(strings.TrimPrefix(others[0], "http://"), "80/") + "0"
	printed, end := boardCommand(t, "-addr", address, name)
	line, err := printed.ReadString('\n')
	require.NoError(t, err)
	go func() { _, _ = io.Copy(io.Discard, printed) }()
	at := regexp.MustCompile(`(http://\S+)#start=(\w+)`).FindStringSubmatch(line)
	require.NotNil(t, at, line)
	assert.Len(t, ask[imported](t, at[1]+"api/opened", `{"lang":"en","code":"`+at[2]+`"}`).Games, 1)
	end()
}

// TestClass has thirty browsers behind one address ask for moves of level 5 at the same time,
// which a class does. None is refused. It prints how long they waited.
func TestClass(t *testing.T) {
	const pages, moves = 30, 3
	s, url := startServer(t, config{})
	dial := dialer(t, "127.0.0.2").DialContext
	var (
		mu    sync.Mutex
		waits []time.Duration
		group sync.WaitGroup
	)
	for range pages {
		group.Go(func() {
			jar, err := cookiejar.New(nil)
			if !assert.NoError(t, err) {
				return
			}
			transport := &http.Transport{DialContext: dial}
			defer transport.CloseIdleConnections()
			page := &http.Client{Jar: jar, Transport: transport}
			send := func(method, path, body string) (int, string) {
				r, _ := http.NewRequestWithContext(t.Context(), method, url+path, strings.NewReader(body))
				r.Header.Set("Content-Type", "application/json")
				response, err := page.Do(r)
				if !assert.NoError(t, err) {
					return 0, ""
				}
				defer response.Body.Close()
				text, err := io.ReadAll(response.Body)
				assert.NoError(t, err)
				return response.StatusCode, string(text)
			}
			send(http.MethodGet, "", "")
			for range moves {
				status, text := send(http.MethodPost, "api/position", `{"moves":"h2e2"}`)
				assert.Equal(t, http.StatusOK, status, text)
				begin := time.Now()
				status, text = send(http.MethodPost, "api/move", `{"level":5,"moves":"h2e2"}`)
				waited := time.Since(begin)
				lines := strings.Split(strings.TrimSpace(text), "\n")
				var answer moveLine
				assert.Equal(t, http.StatusOK, status, text)
				assert.NoError(t, json.Unmarshal([]byte(lines[len(lines)-1]), &answer))
				assert.NotEmpty(t, answer.Text.Move, text)
				mu.Lock()
				waits = append(waits, waited)
				mu.Unlock()
			}
		})
	}
	group.Wait()
	require.Len(t, waits, pages*moves)
	slices.Sort(waits)
	load, _ := os.ReadFile("/proc/loadavg")
	t.Logf("%d browsers at one address, %d moves of level 5 each: median %v, longest %v; load of the machine: %s",
		pages, moves, waits[len(waits)/2].Round(time.Millisecond), waits[len(waits)-1].Round(time.Millisecond), load)
	assert.Eventually(t, func() bool {
		s.streams.mu.Lock()
		defer s.streams.mu.Unlock()
		return s.streams.used == 0 && len(s.streams.crowded) == 0
	}, 5*time.Second, time.Millisecond)
}
