package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
	"chuhe/lang"
)

// icon is a board that is started as an icon starts it.
type icon struct {
	pages chan string    // the addresses that open in the browser
	looks chan time.Time // for pages
	out   chan string    // what it prints, a line each
	ended chan error
	stop  context.CancelFunc
}

// startIcon starts a board with a folder for its instance. It serves at any port, since
// home may be taken.
func startIcon(t *testing.T, folder string, args ...string) *icon {
	t.Helper()
	i := &icon{pages: make(chan string, 9), looks: make(chan time.Time), out: make(chan string, 99), ended: make(chan error, 1)}
	m := machine{
		browse: func(url string) bool { i.pages <- url; return true },
		cache:  func() string { return folder },
		looks:  func() (<-chan time.Time, func()) { return i.looks, func() {} },
	}
	ctx, cancel := context.WithCancel(context.Background())
	i.stop = cancel
	r, w := io.Pipe()
	go func() {
		for lines := bufio.NewScanner(r); lines.Scan(); {
			i.out <- lines.Text()
		}
		close(i.out)
	}()
	go func() {
		args := append([]string{"-desktop", "-evalfile", "classical", "-addr", "127.0.0.1:0"}, args...)
		err := m.command().Execute(ctx, args, command.Streams{In: strings.NewReader(""), Out: w, Err: io.Discard})
		w.Close()
		i.ended <- err
		close(i.ended)
	}()
	t.Cleanup(func() {
		cancel()
		<-i.ended
	})
	return i
}

// page returns the next address that opens in the browser.
func (i *icon) page(t *testing.T) string {
	t.Helper()
	select {
	case url := <-i.pages:
		return url
	case <-time.After(time.Minute):
		require.Fail(t, "no page opens")
		return ""
	}
}

// ends waits for the end of the board.
func (i *icon) ends(t *testing.T) {
	t.Helper()
	select {
	case err := <-i.ended:
		assert.NoError(t, err)
	case <-time.After(time.Minute):
		require.Fail(t, "the board does not end")
	}
}

// base returns the address without an invitation, and the code of the invitation.
func base(t *testing.T, url string) (own, code string) {
	t.Helper()
	own, code, found := strings.Cut(url, "#start=")
	require.True(t, found, url)
	return own, code
}

// TestSecondStart starts a board, starts it twice more, once with a file, ends it, and
// starts it again.
func TestSecondStart(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "chuhe")
	first := startIcon(t, folder)
	own, code := base(t, first.page(t))
	assert.Contains(t, <-first.out, own)

	file := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(file, []byte("1. C2.5 H8+7\n"), 0o666))
	second := startIcon(t, folder, file)
	other, its := base(t, second.page(t))
	second.ends(t)
	assert.Equal(t, own, other, "a page of the first")
	assert.NotEqual(t, code, its)
	assert.Contains(t, <-second.out, "already running")
	assert.Contains(t, <-second.out, "settings: -addr, -evalfile had no effect")

	type entered struct {
		Key  string
		File bool
	}
	key := ask[entered](t, own+"api/enter", `{"code":"`+code+`"}`)
	assert.False(t, key.File)
	again := ask[entered](t, own+"api/enter", `{"code":"`+its+`"}`)
	assert.Equal(t, entered{key.Key, true}, again)
	assert.Len(t, ask[imported](t, own+"api/opened", `{"lang":"en","code":"`+its+`"}`).Games[0].Nodes, 3)
	assert.Nil(t, ask[*imported](t, own+"api/opened", `{"lang":"en","code":"`+code+`"}`))
	status, text := post(t, own+"api/enter", `{"code":"`+its+`"}`)
	assert.Equal(t, http.StatusForbidden, status, "used before: %s", text)
	status, text = post(t, own+"api/enter", `{"code":"`+its+`","page":"`+secret()+`"}`)
	assert.Equal(t, http.StatusForbidden, status, "used before: %s", text)

	// A file that cannot be read is for the page to say, where the person looks.
	third := startIcon(t, folder, filepath.Join(folder, "nowhere.pgn"))
	_, its = base(t, third.page(t))
	third.ends(t)
	_, text = post(t, own+"api/opened", `{"lang":"en","code":"`+its+`"}`)
	assert.Contains(t, text, "nowhere.pgn: ")

	// Who has no key does not end it, and neither does another site.
	for _, body := range []string{`{}`, `{"key":""}`, `{"key":"` + secret() + `"}`} {
		status, _ := post(t, own+"api/quit", body)
		assert.Equal(t, http.StatusForbidden, status, body)
		status, _ = post(t, own+"api/invite", body)
		assert.Equal(t, http.StatusForbidden, status, body)
	}
	status, _ = post(t, own+"api/quit", `{"key":"`+key.Key+`"}`, "Origin", "http://evil.example")
	assert.Equal(t, http.StatusForbidden, status)
	status, _ = post(t, own+"api/quit", `{"key":"`+key.Key+`"}`, "Content-Type", "text/plain")
	assert.Equal(t, http.StatusUnsupportedMediaType, status)
	status, _ = post(t, own+"api/quit", `{"key":"`+key.Key+`"}`)
	assert.Equal(t, http.StatusOK, status)
	first.ends(t)

	fourth := startIcon(t, folder)
	own, _ = base(t, fourth.page(t))
	status, text = post(t, own+"api/quit", `{"key":"`+key.Key+`"}`)
	assert.Equal(t, http.StatusOK, status, "pages keep the key: %s", text)
	fourth.ends(t)
}

// TestLeftInstance starts a board where an earlier one has left something that does not
// lead to a board of the user.
func TestLeftInstance(t *testing.T) {
	stranger, url := startServer(t, config{desktop: &desktop{user: &user{key: secret()}, quit: func() {}}})
	_, plain := startServer(t, config{})
	var heard strings.Builder
	liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(&heard, r.Body)
		fmt.Fprintf(w, `{"proof":%q,"code":%q}`, secret(), secret())
	}))
	defer liar.Close()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	require.NoError(t, gone.Close())
	address := func(url string) string { return strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/") }
	key := secret()
	for name, text := range map[string]string{
		"nothing":          "",
		"half a file":      `{"address":"127.0`,
		"another value":    `[]`,
		"no key":           `{"address":"` + address(url) + `","key":""}`,
		"crashed":          `{"address":"` + gone.Addr().String() + `","key":"` + key + `"}`,
		"another user":     `{"address":"` + address(url) + `","key":"` + key + `"}`,
		"a liar":           `{"address":"` + address(liar.URL) + `","key":"` + key + `"}`,
		"a plain board":    `{"address":"` + address(plain) + `","key":"` + key + `"}`,
		"another machine":  `{"address":"192.0.2.1:80","key":"` + key + `"}`,
		"no address":       `{"key":"` + key + `"}`,
		"a name":           `{"address":"localhost:80","key":"` + key + `"}`,
		"another protocol": `{"address":"127.0.0.1:0","key":"` + key + `"}`,
	} {
		folder := t.TempDir()
		if text != "" {
			require.NoError(t, os.WriteFile(filepath.Join(folder, "board.json"), []byte(text), 0o600))
		}
		i := startIcon(t, folder)
		own, _ := base(t, i.page(t))
		assert.NotContains(t, []string{url, plain, liar.URL + "/"}, own, name)
		var left instance
		content, err := os.ReadFile(filepath.Join(folder, "board.json"))
		require.NoError(t, err, name)
		require.NoError(t, json.Unmarshal(content, &left), name)
		assert.Equal(t, own, "http://"+left.Address+"/", name)
		if strings.Contains(text, key) {
			assert.Equal(t, key, left.Key, name)
		}
		assert.True(t, isSecret(left.Key), name)
		i.stop()
		i.ends(t)
	}
	assert.NotContains(t, heard.String(), key)
	assert.Empty(t, stranger.desktop.invited, "nobody else was asked for a page")
}

// TestNoCache starts boards without a folder for their instance: each is its own.
func TestNoCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, folder := range []string{"", filepath.Join(file, "chuhe")} {
		one, two := startIcon(t, folder), startIcon(t, folder)
		assert.NotEqual(t, one.page(t), two.page(t))
	}
}

// TestHeldSeat starts a board while another process of the user holds its place and does
// not answer: it runs, but the next start is not led to it.
func TestHeldSeat(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the other process")
	}
	t.Parallel()
	folder := t.TempDir()
	held, url := takeSeat(t.Context(), folder, nil)
	require.Empty(t, url)
	require.NotNil(t, held.held)
	defer held.leave()
	i := startIcon(t, folder)
	i.page(t)
	assert.NoFileExists(t, filepath.Join(folder, "board.json"))
}

// TestAlone asserts that a board ends after patience looks without a request, and that a
// request, one under way and a new start begin the count again.
func TestAlone(t *testing.T) {
	i := startIcon(t, t.TempDir())
	own, _ := base(t, i.page(t))
	look := func(n int) {
		t.Helper()
		for range n {
			select {
			case i.looks <- time.Time{}: // what a clock says does not count
			case <-i.ended:
				require.Fail(t, "the board has ended")
			}
		}
	}
	look(1 + patience - 1) // the first one sees the invitation
	ask[struct{}](t, own+"api/present", `{}`)
	look(1 + patience - 1)
	ctx, cancel := context.WithCancel(t.Context())
	next := lines(ctx, t, own+"api/analyse", `{"start":"`+mateInOne+`"}`)
	_, ok := next()
	require.True(t, ok)
	look(3 * patience)
	cancel()
	for ok {
		_, ok = next()
	}
	done := make(chan struct{})
	go func() {
		for { // the analysis may take a while to end
			select {
			case i.looks <- time.Time{}:
			case <-done:
				return
			}
		}
	}()
	i.ends(t)
	close(done)
	var said string
	for line := range i.out {
		if said += line; strings.Contains(line, "No page") {
			break
		}
	}
	assert.Contains(t, said, "No page has been open for 10 minutes")
}

// TestDesktopArguments asserts that a board that its page can end is for this machine only.
func TestDesktopArguments(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", ":0", "192.0.2.1:80", "localhost:0"} {
		err := Command().Execute(t.Context(), []string{"-desktop", "-no-open", "-evalfile", "classical", "-addr", addr}, command.Streams{Out: io.Discard, Err: io.Discard})
		assert.ErrorContains(t, err, "with -desktop, want an address of this machine alone", addr)
		assert.ErrorIs(t, err, command.ErrInput)
	}
	_, url := startServer(t, config{})
	for _, path := range []string{"present", "enter", "quit", "instance", "invite"} {
		status, _ := post(t, url+"api/"+path, `{}`)
		assert.Equal(t, http.StatusMethodNotAllowed, status, "%s of a board without an icon", path)
	}
	assert.False(t, ask[limitsReply](t, url+"api/limits", `{}`).Desktop)
}

// TestQuitInBrowser ends the board from its page.
func TestQuitInBrowser(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	i := startIcon(t, folder)
	url := i.page(t)
	p := newTab(t, url, 1280, 860)
	p.settle()
	p.until("document.querySelector('#quit')")
	assert.Equal(t, "", js[string](p, "location.hash"), "nobody finds the code in the history")
	p.until("chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2")

	// A page of a second start takes the game of a file.
	file := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(file, []byte("1. C2.5 H8+7 2. H2+3\n"), 0o666))
	second := startIcon(t, folder, file)
	other := p.twin(second.page(t))
	other.settle()
	other.until("chuhe.game.nodes.length === 4 && document.querySelector('#quit')")

	p.click("#quit")
	p.click("dialog .actions button") // cancel
	p.until("!document.querySelector('dialog')")
	p.click("#quit")
	p.click("#yes")
	i.ends(t)
	p.until("document.querySelector('#ended') && !document.querySelector('#quit')")
	assert.Contains(t, p.text("dialog"), "The program has ended")
	assert.Len(t, p.kept(), 2, "the games stay")
}

// TestPlainInBrowser asserts that a page without a key cannot end the board, and that no
// page of another board tries.
func TestPlainInBrowser(t *testing.T) {
	t.Parallel()
	for _, d := range []*desktop{nil, {user: &user{key: secret()}, quit: func() { assert.Fail(t, "ended") }}} {
		_, url := startServer(t, config{desktop: d})
		p := quick(t, url, "", 1280, 860)
		assert.False(t, js[bool](p, "Boolean(document.querySelector('#quit'))"))
		if d == nil {
			continue
		}
		p.do("localStorage.setItem('chuhe.key', JSON.stringify(%q))", secret()) // of another one
		p.run(chromedp.Navigate(url))
		p.settle()
		p.allowed = "api/quit"
		p.click("#quit")
		p.click("#yes")
		p.status("This page cannot end the program.")
	}
}

// TestDesktopTexts asserts that the window says in each language where the board is.
func TestDesktopTexts(t *testing.T) {
	for _, l := range lang.All() {
		text := l.Say("board.desktop", "address", "http://x/", "n", 10)
		assert.Contains(t, text, "http://x/", l)
		assert.Contains(t, text, "10", l)
		assert.Contains(t, text, l.Say("page.quit"), "the button's name: %s", l)
		assert.Len(t, strings.Split(text, "\n"), 3, l)
	}
}
