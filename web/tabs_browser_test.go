package web

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTabsInBrowser opens the board twice: the tabs play games of their own.
func TestTabsInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	first := js[string](p, "sessionStorage.getItem('chuhe.tab')")
	for range 3 {
		p.reload()
	}
	assert.Equal(t, first, js[string](p, "sessionStorage.getItem('chuhe.tab')"), "a reload stays with its game")

	// A tab that was duplicated has the name of the first.
	other := p.twin(url + "icon.svg")
	other.do("sessionStorage.setItem('chuhe.tab', %q)", first)
	other.run(chromedp.Navigate(url + js[string](p, "location.hash")))
	other.until(fmt.Sprintf("window.chuhe?.info && sessionStorage.getItem('chuhe.tab') !== %q", first))
	assert.Equal(t, p.moves(), other.moves())
	other.do("chuhe.playMove(chuhe.info.legal[0])")
	other.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.reload()
	assert.Equal(t, "play 2", js[string](p, "`${chuhe.game.mode} ${chuhe.game.current.ply}`"))

	// The newest game continues in a new tab once the old one has gone.
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.run(chromedp.Navigate(url + "icon.svg"))
	for js[bool](other, fmt.Sprintf("navigator.locks.query().then((l) => l.held.some((x) => x.name.endsWith(%q)))", first)) {
		time.Sleep(20 * time.Millisecond)
	}
	third := p.twin(url)
	third.settle()
	assert.Equal(t, first, js[string](third, "sessionStorage.getItem('chuhe.tab')"))
	assert.Equal(t, 4, js[int](third, "chuhe.game.current.ply"))
	assert.Len(t, third.kept(), 2, "no copies")

	// Settings changed in one hold in the other, which keeps its own.
	other.do("chuhe.set({ theme: 'dark', lang: 'vi', level: 5, openings: true })")
	third.until("document.documentElement.dataset.theme === 'dark' && document.documentElement.lang === 'vi' && chuhe.settings.level === 5")
	third.do("chuhe.set({ coordinates: 'none' })")
	assert.False(t, js[bool](third, "chuhe.settings.openings"))
	other.until("chuhe.board.coordinates === 'none' && chuhe.settings.openings && chuhe.settings.lang === 'vi'")
	other.do("chuhe.set({ theme: '', lang: 'en', openings: false })")
	third.until("document.documentElement.lang === 'en'")

	// Puzzles solved in both count.
	other.do("chuhe.puzzles.training.change((p) => { p.done.a = 'alone' })")
	third.until("localStorage.getItem('chuhe.puzzles')?.includes('alone')") // another process, which sees it a little later
	third.do("chuhe.puzzles.training.change((p) => { p.done.b = 'helped' })")
	other.until("localStorage.getItem('chuhe.puzzles').includes('helped')")
	assert.Equal(t, map[string]string{"a": "alone", "b": "helped"}, js[map[string]string](other, "JSON.parse(localStorage.getItem('chuhe.puzzles')).done"))
}

// TestTabsWithoutLocks opens the game of a tab in another one, where browsers offer no locks: in a
// page from another machine. Each keeps a game of its own, even after a reload.
func TestTabsWithoutLocks(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	const noLocks = "Object.defineProperty(navigator, 'locks', { value: undefined })"
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.before(noLocks)
	p.quicken(url, "")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	other := p.twin(url + "icon.svg")
	other.before(noLocks)
	other.run(chromedp.Navigate(url))
	other.settle()
	assert.Equal(t, p.moves(), other.moves())
	id := func(p *tab) string { return js[string](p, "sessionStorage.getItem('chuhe.tab')") }
	first, second := id(p), id(other)
	assert.NotEqual(t, first, second, "a copy")
	for _, one := range []*tab{p, other} {
		one.reload()
	}
	time.Sleep(500 * time.Millisecond) // until they have asked each other
	assert.Equal(t, []string{first, second}, []string{id(p), id(other)})
}

// TestLocksInBrowser turns from game to game faster than locks are granted.
func TestLocksInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	assert.False(t, js[bool](p, module("store.js")+".then(({ tab }) => { tab.fresh(); const taken = tab.take('other'); tab.fresh(); window.last = tab.fresh(); return taken; })"))
	for !js[bool](p, `navigator.locks.query().then(({ held, pending }) => {
		const games = held.filter((l) => l.name.startsWith('chuhe.game.'));
		return games.length === 1 && !pending.length && games[0].name.endsWith(last); })`) {
		time.Sleep(20 * time.Millisecond)
	}
	assert.True(t, js[bool](p, "sessionStorage.getItem('chuhe.tab') === last"))
}

// TestCopyTurnsAway begins a game in a copy of a tab while that waits for the game of the
// first: the new game keeps its name.
func TestCopyTurnsAway(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	first := js[string](p, "sessionStorage.getItem('chuhe.tab')")
	other := p.twin(url + "icon.svg")
	other.do("sessionStorage.setItem('chuhe.tab', %q)", first)
	other.run(chromedp.Navigate(url))
	other.settle()
	other.do("chuhe.startGame(chuhe.defaultGame())")
	own := js[string](other, "sessionStorage.getItem('chuhe.tab')")
	require.NotEqual(t, first, own)
	for js[bool](other, "navigator.locks.query().then((l) => l.pending.length > 0)") {
		time.Sleep(20 * time.Millisecond)
	}
	other.settle()
	assert.Equal(t, own, js[string](other, "sessionStorage.getItem('chuhe.tab')"))
}
