package web

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

// openings returns the rows of the explorer: the move, how often the book plays it in per cent,
// the games, and the year of the latest. The last is the sum.
func (p *tab) openings() [][]string {
	p.t.Helper()
	return js[[][]string](p, "[...document.querySelectorAll('.openings tbody tr')].map((r) => [...r.children].filter((c) => !c.classList.contains('outcome')).map((c) => c.textContent.trim()))")
}

// found returns the games that the explorer lists.
func (p *tab) found() []string {
	p.t.Helper()
	return js[[]string](p, "[...document.querySelectorAll('.openings ol button')].map((e) => [...e.children].map((s) => s.textContent).filter(Boolean).join(' '))")
}

// outcome returns what a screen reader says of how the games with the move in a row ended.
func (p *tab) outcome(row int) string {
	p.t.Helper()
	p.until("document.querySelector('.openings tbody tr')")
	return js[[]string](p, "[...document.querySelectorAll('.openings tbody tr')].map((r) => r.querySelector('[role=img]')?.getAttribute('aria-label') ?? '')")[row]
}

// TestExplorerInBrowser looks the openings of a list of games up: mirror images count together,
// a move can be played, and a game opens at the position.
func TestExplorerInBrowser(t *testing.T) {
	t.Parallel()
	p := openCup(t, 1366, 768)
	assert.Zero(t, js[int](p, "document.querySelectorAll('.openings').length"))
	p.do("chuhe.set({ notation: 'wxf' })")
	p.key(kb.Home)
	p.key("e")
	p.until("document.querySelectorAll('.openings ol li').length === 3")
	rows := p.openings()
	require.GreaterOrEqual(t, len(rows), 3)
	first := rows[0]
	assert.Equal(t, []string{"C2.5", "2", "2024"}, []string{first[0], first[2], first[3]})
	assert.Regexp(t, `^\d+ %$`, first[1], "the book plays it")
	assert.Equal(t, "P7+1", rows[1][0])
	assert.Equal(t, []string{"All", "", "3", ""}, rows[len(rows)-1])
	assert.Equal(t, "Red won 1, drawn 0, Black won 1, without a result 0", p.outcome(0))
	assert.Equal(t, []string{"Ann – Bo · Cup · 2024 1-0", "Cy – Di · Cup 0-1", "Ed – Flo · Cup 1/2-1/2"}, p.found())
	assert.Equal(t, "true", js[string](p, "document.querySelector('#openings').getAttribute('aria-pressed')"))
	if *shots != "" {
		p.shoot("openings-1366.png")
	}

	// A move that is pointed at is shown, one that is clicked is played.
	p.click("#opening-0-0")
	p.until("chuhe.game.current.ply === 1 && document.querySelectorAll('.openings ol li').length === 2")
	first = p.openings()[0]
	assert.Equal(t, []string{"h8+7", "2", "2024"}, []string{first[0], first[2], first[3]})
	assert.Equal(t, "h2e2", js[string](p, "chuhe.game.movesTo()"))

	// The other game passes the mirror image, and opens there.
	assert.Equal(t, []string{"Ann – Bo · Cup · 2024 1-0", "Cy – Di · Cup ⇋ 0-1"}, p.found())
	p.click(".openings ol li:nth-child(2) button")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy' && chuhe.game.current.ply === 1")
	p.status("The game has the mirror image of the position.")
	assert.Equal(t, "b2e2", js[string](p, "chuhe.game.movesTo()"))
	p.until("document.querySelector('.openings ol li:first-child button').textContent.includes('⇋')")

	// What is changed in a game counts at once, and a position without games says so.
	p.do("scrollTo(0, 0)")
	p.key(kb.ArrowRight)
	p.until("chuhe.info && chuhe.game.current.ply === 2 && document.querySelectorAll('.openings ol li').length === 2")
	p.play("a3a4")
	p.until("chuhe.game.current.ply === 3 && document.querySelectorAll('.openings ol li').length === 1")
	p.key(kb.Home)
	p.until("chuhe.info && chuhe.game.current.ply === 0")
	p.play("i3i4")
	p.until("document.querySelector('.openings .state')?.textContent === 'No game has this position.'")

	// It stays open after a reload, speaks the language of the page, and closes.
	p.reload()
	p.until("document.querySelector('.openings .state')")
	p.speak("zh-Hans")
	p.until("document.querySelector('.openings .state')?.textContent === '没有棋局走到过这个局面。'")
	p.key("e")
	p.until("!document.querySelector('.openings')")
}

// TestExplorerKeyboardInBrowser opens the explorer, plays a move of the book and opens a game
// with keys alone, on a phone's screen.
func TestExplorerKeyboardInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 390, 844)
	p.key("e")
	p.until("document.querySelectorAll('.openings tbody tr').length > 1")
	assert.Len(t, p.openings()[0], 2, "without games only moves and the book")
	assert.Contains(t, p.text(".openings .state"), "Open a file of several games")
	p.do("document.querySelector('#opening-1-0').focus()")
	move := p.text("#opening-1-0")
	p.until("chuhe.preview")
	p.keys(kb.Enter)
	p.until("chuhe.game.root.children.length === 1")
	p.until("chuhe.game.root.children[0].text")
	assert.Equal(t, move, js[string](p, "chuhe.game.root.children[0].text.names.wxf"))

	p.drop([]byte(cup))
	p.until("chuhe.info && document.querySelectorAll('#chapters li').length === 3")
	p.key(kb.Home)
	p.until("document.querySelectorAll('.openings ol li').length === 3")
	p.do("document.querySelector('.openings ol li:nth-child(3) button').focus()")
	p.keys(kb.Enter)
	p.until("chuhe.info && chuhe.game.names.red === 'Ed' && chuhe.game.current.ply === 0")
	assert.LessOrEqual(t, js[int](p, "document.documentElement.scrollWidth"), 390)
	if *shots != "" {
		p.do("document.querySelector('.openings').scrollIntoView()")
		p.shoot("openings-390.png")
	}
}

// TestExplorerMineInBrowser looks the openings of the games up that the browser keeps outside of
// lists, but for the one on the board. Drawing the page again asks nothing, and changes nothing.
func TestExplorerMineInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7h0g2", 1366, 768)
	p.do("chuhe.game.names.red = 'Ann'; chuhe.keep()")
	p.do("{ const g = chuhe.defaultGame(); g.mode = 'study'; chuhe.startGame(g); }")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.do("chuhe.set({ notation: 'wxf' })")
	p.key("e")
	p.until("document.querySelectorAll('.openings ol li').length === 1")
	assert.Contains(t, p.found()[0], "Ann")
	assert.Equal(t, []string{"C2.5", "1"}, []string{p.openings()[0][0], p.openings()[0][2]})
	p.do("window.before = chuhe.openings.explorer.moves; chuhe.render()")
	assert.True(t, js[bool](p, "before === chuhe.openings.explorer.moves"))
	p.click("#opening-0-0")
	p.until("chuhe.game.root.children.length === 1 && document.querySelectorAll('.openings ol li').length === 1 && chuhe.openings.explorer.at?.ply")
	p.click(".openings ol li button")
	p.until("chuhe.info && chuhe.game.names.red === 'Ann'")
	assert.Equal(t, "h2e2 h9g7 h0g2", js[string](p, "chuhe.game.movesTo(chuhe.game.root.tip)"))
	assert.NotContains(t, p.text("#status"), "list")

	// Once a list is open there is a choice.
	p.drop([]byte(cup))
	p.until("chuhe.info && document.querySelectorAll('#chapters li').length === 3")
	p.key(kb.Home)
	p.until("document.querySelectorAll('.openings ol li').length === 3")
	p.choose("openings-from", "mine")
	p.until("[...document.querySelectorAll('.openings ol li')].some((e) => e.textContent.includes('Ann')) && document.querySelectorAll('.openings ol li').length === 2")
}

// TestExplorerMore shows more games than an answer has, after the list has changed: each row still opens its game. When an
// answer is lost it can be asked for again.
func TestExplorerMore(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1366, 768)
	var games strings.Builder
	for n := range 56 {
		fmt.Fprintf(&games, "[Red \"G%02d\"]\n\n1. P9+1 *\n\n", n)
	}
	p.drop([]byte(games.String()))
	p.until("chuhe.info && document.querySelectorAll('#chapters li').length === 56")
	p.key(kb.Home)
	p.do("{ const real = fetch; window.lost = true; window.fetch = (path, o) => path === 'api/explore' && lost ? Promise.reject(new TypeError('gone')) : real(path, o); }")
	p.key("e")
	p.until("document.querySelector('#openings-again')")
	p.do("lost = false")
	p.do("{ document.querySelector('#openings-again').click(); window.looks = !document.querySelector('#openings-again'); }")
	assert.True(t, js[bool](p, "looks"), "the page says that it asks")
	p.until("document.querySelectorAll('.openings ol li').length === 50")
	assert.Equal(t, "6 more games", p.text("#openings-more"))
	p.click("#chapter-down")
	p.click("#openings-more")
	p.until("chuhe.openings.explorer.asked[0].red === 'G01'")
	p.do("chuhe.chapters.record = { ...chuhe.chapters.record, games: chuhe.chapters.record.games.slice(0, -1) }") // another tab has removed the last
	p.click("#openings-more")
	p.until("chuhe.openings.explorer.asked.length === 55")
	assert.Equal(t, 50, js[int](p, "chuhe.openings.explorer.known.list.games.length"), "the list begins again")
	p.do("[...document.querySelectorAll('.openings ol button')].find((e) => e.textContent.includes('G01')).click()")
	p.until("chuhe.info && chuhe.game.names.red === 'G01'")
}

// TestExplorerFolder looks the openings of a folder up, while it is being read and afterwards.
func TestExplorerFolder(t *testing.T) {
	t.Parallel()
	folder := gamesFolder(t)
	own, err := openOwnGames(folder)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, own.folder.Close()) })
	own.games.Store(7)
	_, url := startServer(t, config{own: own})
	p := quick(t, url, "#moves=a3a4&ply=0", 1366, 768)
	p.do("chuhe.set({ notation: 'wxf' })")
	p.click("#openings")
	p.until("document.querySelector('.openings .state')?.textContent.includes('being read: 7')")

	// It does not look while puzzles are on the board.
	p.do("{ window.looks = 0; const real = fetch; window.fetch = (path, o) => { if (path === 'api/explore') looks++; return real(path, o); }; }")
	p.key("p")
	p.until("chuhe.puzzles.known")
	p.do("looks = 0")
	p.run(chromedp.Sleep(2 * time.Second))
	assert.Zero(t, js[int](p, "looks"))
	p.key(kb.Escape)
	p.until("looks > 1")
	p.click("#openings")
	p.until("!document.querySelector('.openings')")
	p.run(chromedp.Sleep(time.Second)) // until it would look again
	own.read(t.Context(), folder, command.Streams{Err: io.Discard})
	p.click("#openings")
	p.until("document.querySelectorAll('.openings ol li').length === 4")
	assert.Equal(t, []string{"C2.5", "3", "1999"}, []string{p.openings()[0][0], p.openings()[0][2], p.openings()[0][3]})
	assert.Equal(t, "Red won 1, drawn 1, Black won 1, without a result 0", p.outcome(0))
	p.click("#opening-0-0")
	p.until("chuhe.game.current.ply === 1 && document.querySelectorAll('.openings ol li').length === 3")
	assert.Equal(t, []string{"Cy · 1999 ⇋ 0-1", "Ann – Bo · Cup · 1990 1-0", "Di 1/2-1/2"}, p.found())

	p.click(".openings ol li:nth-child(2) button")
	p.until("chuhe.info && chuhe.game.names.red === 'Ann' && chuhe.game.current.ply === 1")
	assert.Equal(t, "why", js[string](p, "chuhe.game.current.comment"))

	// With a list there is a choice.
	p.drop([]byte(cup))
	p.until("chuhe.info && chuhe.game.names.red === 'Ann' && document.querySelectorAll('#chapters li').length === 3")
	p.key(kb.Home)
	p.until("document.querySelectorAll('.openings ol li').length === 3")
	p.choose("openings-from", "own")
	p.until("document.querySelectorAll('.openings ol li').length === 4")

	// After another start of the program the numbers of games mean nothing.
	own.edition = "another"
	p.allowed = "/api/game"
	p.click(".openings ol li:nth-child(1) button")
	p.until("document.querySelector('#status').textContent.includes('The games have been read again')")
	assert.Equal(t, "Ann", js[string](p, "chuhe.game.names.red"))
}
