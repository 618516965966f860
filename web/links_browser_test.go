package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
)

// TestBadLinkInBrowser opens addresses that hold no position, in a page that is open and in one that
// begins: the page says that the link is at fault, stores nothing, and still has the game from before.
func TestBadLinkInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/position"
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	moves := p.moves()
	for _, fen := range []string{"hello", "%3Cimg%20src=x%3E_w", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABXR_w"} {
		games := p.kept()
		link := "#fen=" + fen
		p.follow(link)
		p.status("The link is damaged: bad FEN: ")
		assert.Equal(t, games, p.kept(), fen)
		p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(url+link))
		p.until("window.chuhe?.humanTurn")
		p.status("The link is damaged: bad FEN: ")
		assert.Equal(t, games, p.kept(), fen)
		assert.Equal(t, moves, p.moves())
		assert.NotContains(t, js[string](p, "location.hash"), "fen")
	}

	// Where there is no game yet, a new one begins.
	p = newTab(t, url+"#fen=hello", 1280, 860)
	p.allowed = "/api/position"
	p.until("window.chuhe?.humanTurn")
	p.status("The link is damaged: bad FEN: ")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
}

// TestSlowLinkInBrowser opens a link to a position while the program is on its way: the game can be stepped through, and
// a new game that is begun meanwhile stays.
func TestSlowLinkInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.before(`{ const real = window.fetch; const late = new Promise((done) => { window.come = done; });
		window.fetch = async (path, o) => { if (path === 'api/position') await late; return real(path, o); }; }`)
	link := url + "#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b&moves=d9e9d2e2"
	p.run(chromedp.Navigate(link))
	p.click("#back")
	p.until("chuhe.game.current.ply === 1")
	assert.Empty(t, p.kept())
	p.do("come()")
	p.until("chuhe.info && chuhe.game.current.ply === 1")
	assert.Len(t, p.kept(), 1)

	p.do("sessionStorage.clear()")
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(link))
	p.click("#back")
	p.click("#new-game")
	p.click("#start")
	p.until("chuhe.game.mode === 'play'")
	p.do("come()")
	p.settle()
	assert.Equal(t, "play", js[string](p, "new Promise((done) => setTimeout(done, 300)).then(() => chuhe.game.mode)"))

	// Another link in the meantime leaves the game of the tab as it was.
	p.do("chuhe.playMove('h2e2')")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	own, moves := js[string](p, "sessionStorage.getItem('chuhe.tab')"), p.moves()
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(link))
	p.until("document.getElementById('back')")
	p.do("location.hash = '#moves=b2e2'")
	p.until("chuhe.game.movesTo() === 'b2e2'")
	p.do("come()")
	p.settle()
	assert.Equal(t, "b2e2", p.moves())
	assert.Equal(t, moves, js[string](p, fmt.Sprintf("JSON.parse(localStorage.getItem('chuhe.game.%s')).nodes.slice(1).map((n) => n[1]).join(' ')", own)))
}

// TestDamagedLinkInBrowser opens links with a part that is not a move, or not a legal
// one: the rest is shown, and the fault is named.
func TestDamagedLinkInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/position" // illegal moves
	for _, c := range []struct{ hash, moves, want string }{
		{"#zzzz", "", "The link is damaged: #zzzz"},
		{"#moves=h2e2zzzz", "h2e2", "“zzzz” is not a move"},
		{"#moves=zzzz", "", "“zzzz” is not a move"},
		{"#moves=h2e2h9g7)h0g2", "h2e2 h9g7", "“)h0g2” is not a move"},
		{"#moves=h2e2a0a9h0g2", "h2e2", "Move 1 of Black (a0a9): the piece belongs to the other side. This move and what follows it are left out."},
		{"#moves=h2e2h9g7h0h9", "h2e2 h9g7", "Move 2 of Red (h0h9): the piece cannot go there. This move and what follows it are left out."},
		{"#moves=h2e2(b2e2a0a9)h9g7", "h2e2 h9g7", "Move 1 of Black (a0a9): the piece belongs to the other side. This move and what follows it are left out."},
	} {
		p.do("location.hash = %q", c.hash)
		p.status(c.want)
		p.until("chuhe.info")
		assert.Equal(t, c.moves, p.moves(), c.hash)
		assert.NotContains(t, js[string](p, "location.hash"), "zzzz")
		assert.NotContains(t, js[string](p, "location.hash"), "a0a9")
	}
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(url+"#moves=h2e2zzzz"))
	p.settle()
	p.status("“zzzz” is not a move")
	p.run(chromedp.Navigate(url+"icon.svg"), chromedp.Navigate(url+"#zzzz"))
	p.status("The link is damaged: #zzzz")
	assert.Equal(t, "h2e2", p.moves())
}

// TestBackInBrowser follows a link while a game is played, and goes back: that game goes on.
func TestBackInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	opened := func(moves string) {
		t.Helper()
		p.until(fmt.Sprintf("window.chuhe?.info && chuhe.game.movesTo() === %q", moves))
	}
	id := js[string](p, "sessionStorage.getItem('chuhe.tab')")
	p.do("location.hash = '#moves=c3c4'")
	opened("c3c4")
	p.do("history.back()")
	opened("") // a game without a move
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	moves := p.moves()
	p.do("location.hash = '#moves=g3g4'")
	opened("g3g4")
	p.do("history.back()")
	opened(moves)
	p.run(chromedp.Navigate(url + "?x#moves=b0c2"))
	opened("b0c2")
	p.run(chromedp.NavigateBack())
	opened(moves)
	assert.Equal(t, "play", js[string](p, "chuhe.game.mode"))
	assert.Equal(t, id, js[string](p, "sessionStorage.getItem('chuhe.tab')"), "no copy")
	p.until("chuhe.humanTurn")
	p.run(chromedp.NavigateForward())
	opened("b0c2")
	assert.Len(t, p.kept(), 4, "each game once")
}
