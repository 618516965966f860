package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestNoStorageInBrowser plays where the browser lets the page store nothing, or has no storage. The
// address has the game after a reload.
func TestNoStorageInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	for _, missing := range []string{"throw new DOMException('blocked', 'SecurityError')", "return null"} {
		p := newTab(t, url+"icon.svg", 1280, 860)
		p.before(`for (const name of ['localStorage', 'sessionStorage']) {
			Object.defineProperty(window, name, { get() { ` + missing + `; } }); }`)
		p.run(chromedp.Navigate(url))
		p.settle()
		p.status("This browser lets the page keep nothing: save the game to a file (Share) before you close it.")
		p.do("chuhe.set({ pause: false })")
		p.play("h2e2")
		p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
		moves := p.moves()
		p.click("#games")
		p.until("document.querySelectorAll('dialog .games li').length === 1")
		p.run(chromedp.KeyEvent(kb.Escape), chromedp.Reload())
		p.settle()
		assert.Equal(t, moves, p.moves())
	}
}

// TestMyGamesInBrowser lists how games ended, how long they are without variations, and
// positions that were set up. To look at an old game does not make it a new one.
func TestMyGamesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#games")
	p.until("document.querySelector('dialog .when')")
	assert.NotContains(t, p.text("dialog .when"), "won")
	p.keys(kb.Escape)
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("b2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.do("chuhe.finish('black', 'resign', '')")
	p.click("#games")
	p.until("document.querySelector('dialog .when')?.textContent.startsWith('Black won · 1 move, ')")
	p.keys(kb.Escape)

	p.do("chuhe.game.changed = Date.UTC(2020, 0, 5, 12); chuhe.keep()")
	p.click("#edit")
	p.click("#edit-empty")
	p.click("#edit-done")
	p.until("chuhe.game.start.startsWith('3k5/') && chuhe.info")
	p.click("#games")
	p.until("document.querySelectorAll('dialog .when').length === 2")
	assert.Regexp(t, `^0 moves, .*\n.*\n.*1 move, Jan 5, 2020`, js[string](p, "[...document.querySelectorAll('dialog .when')].map((e) => e.textContent).join('\\n\\n')"))
	p.click("dialog li:last-child .link")
	p.until("chuhe.game.result && chuhe.info && chuhe.game.current.ply === 2")
	p.click("#first")
	p.until("chuhe.game.current.ply === 0 && chuhe.info")
	p.click("#games")
	p.until("document.querySelector('dialog li:last-child .when')?.textContent.includes('Jan 5, 2020')")
}

// TestKeptGamesInBrowser asserts that games without a move do not push out played ones.
func TestKeptGamesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.do(`{ localStorage.clear(); const saved = chuhe.game.save();
		for (let i = 0; i < 110; i++) localStorage.setItem('chuhe.game.played' + i, JSON.stringify({ ...saved, changed: 1000 + i, nodes: [...saved.nodes, [0, 'h2e2', '', [], null]] }));
		for (let i = 0; i < 6; i++) localStorage.setItem('chuhe.game.setUp' + i, JSON.stringify({ ...saved, changed: Date.now(), start: '3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1' }));
		for (let i = 0; i < 40; i++) localStorage.setItem('chuhe.game.empty' + i, JSON.stringify({ ...saved, changed: Date.now() + 1e6 + i }));
		chuhe.startGame(chuhe.defaultGame()); }`)
	names := p.kept()
	count := func(kind string) (n int) {
		for _, name := range names {
			if strings.HasPrefix(name, kind) {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 94, count("played"))
	assert.Equal(t, 6, count("setUp"), "positions that were set up count as games")
	assert.Contains(t, names, "played109", "the newest stay")
	assert.Equal(t, 5, count("empty"))
	assert.Contains(t, names, js[string](p, "sessionStorage.getItem('chuhe.tab')"), "the game of this tab stays")
}

// TestFullStorageInBrowser plays on in a browser whose storage is full: the page says so
// until there is room again.
func TestFullStorageInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.do(`for (let size = 1 << 20, i = 0; size; ) try { localStorage.setItem('other' + i, 'x'.repeat(size)); i++; } catch { size >>= 1; }`)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.until("document.getElementById('notices').textContent.includes('no room left')")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.do("localStorage.removeItem('other0')")
	p.play("b0c2")
	p.until("chuhe.game.current.ply === 6 && chuhe.humanTurn && !document.getElementById('notices').textContent.includes('no room left')")
	moves := p.moves()
	p.reload()
	assert.Equal(t, moves, p.moves())
}

// TestKeptOnce writes a game once for each move.
func TestKeptOnce(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	for _, hash := range []string{"#moves=h2e2", "#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b"} {
		p := quick(t, url, hash, 1280, 860)
		p.do("window.writes = 0; const set = Storage.prototype.setItem; Storage.prototype.setItem = function (k, v) { if (k.startsWith('chuhe.game.')) writes++; set.call(this, k, v); }")
		p.do("chuhe.playMove(chuhe.info.legal[0])")
		p.until("chuhe.info?.legal.length && chuhe.game.current === chuhe.game.root.tip")
		assert.Equal(t, 1, js[int](p, "writes"), hash)
	}
}
