package web

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCompareInBrowser puts positions side by side: each has its picture and what the engine
// finds there, they stay until another game is opened, and what was found is the position's.
func TestCompareInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{processors: 2})
	p := quick(t, url, "#moves=h2e2h9g7&at=1", 1366, 768)
	p.do("chuhe.drawing.keep(['Rh9'])")
	p.click("#analyse")
	p.until("chuhe.analysis.data")
	p.click("#compare")
	cards := "document.querySelectorAll('dialog .cards section').length"
	p.until(cards + " === 1")
	assert.False(t, js[bool](p, "Boolean(chuhe.analysis.control)"), "the analysis makes room")
	assert.Equal(t, 1, js[int](p, "document.querySelectorAll('dialog .diagram .circle.R').length"))
	p.click("dialog [id^=compare-add]")
	p.until(cards + " === 2")
	p.until("[...document.querySelectorAll('dialog .cards section')].every((c) => c.querySelectorAll('.lines li').length === 2)")
	assert.Equal(t, []string{"1. C2.5", "1… h8+7"}, js[[]string](p, "[...document.querySelectorAll('dialog h3')].map((h) => h.innerText)"))
	assert.Equal(t, 32, js[int](p, "document.querySelector('dialog .diagram').querySelectorAll('svg > g[transform]').length"))
	p.until("chuhe.game.root.children[0].eval && chuhe.game.root.children[0].children[0].eval")
	if *shots != "" {
		p.until("chuhe.game.root.children[0].eval.depth > 12")
		p.shoot("compare-1366.png")
	}

	p.keys(kb.Escape)
	p.until("!document.querySelector('dialog') && chuhe.analysis.control")
	p.click("#back")
	p.until("chuhe.info && chuhe.game.current.ply === 0")
	p.keys("c")
	p.until(cards + " === 3")
	assert.Equal(t, "Start position", js[string](p, "[...document.querySelectorAll('dialog h3')][2].innerText"))
	p.click("dialog [id^=compare-out]")
	p.until(cards + " === 2")
	p.click("dialog section:first-of-type [id^=compare-go]")
	p.until("!document.querySelector('dialog') && chuhe.game.current.ply === 2 && chuhe.info")
	p.do("location.hash = '#moves=b2e2'")
	p.until("chuhe.info && chuhe.game.movesTo() === 'b2e2'")
	p.click("#compare")
	p.until(cards + " === 1")
	p.do("location.hash = '#moves=h2e2'")
	p.until("chuhe.info && chuhe.game.movesTo() === 'h2e2'")
	p.until("!document.querySelector('dialog')") // its positions are not those of this game
}

// TestHiddenComparison hides the page while it compares positions: the engine is free until it is
// seen again.
func TestHiddenComparison(t *testing.T) {
	t.Parallel()
	s, url := startServer(t, config{processors: 2})
	p := quick(t, url, "#moves=h2e2h9g7", 1366, 768)
	p.click("#compare")
	p.until("document.querySelectorAll('dialog .cards .lines li').length === 2")
	require.Equal(t, 1, s.pool.busy())
	hide := func(hidden bool) {
		p.do("Object.defineProperty(document, 'hidden', { value: %v, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))", hidden)
	}
	busy := func(want int) {
		t.Helper()
		assert.Eventually(t, func() bool { return s.pool.busy() == want }, time.Minute, 10*time.Millisecond)
	}
	hide(true)
	busy(0)
	hide(false)
	busy(1)
	p.click("dialog .close")
	busy(0)
	hide(true)
	hide(false)
	time.Sleep(50 * time.Millisecond)
	assert.Zero(t, s.pool.busy(), "what was closed does not begin again")
}
