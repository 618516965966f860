package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestReloadInBrowser loads the page again in the middle of a puzzle and of setting up a
// position: both go on. Escape leaves them.
func TestReloadInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.do("chuhe.puzzles.progress.kind = 'mate3'")
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("chuhe.puzzles.next()")
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.length === 3")
	p.do("chuhe.puzzles.attempt(chuhe.puzzles.puzzle.moves[0])")
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.moves.length === 2")
	p.keys("h")
	begun := js[string](p, "chuhe.puzzles.puzzle.id + chuhe.puzzles.moves")
	for range 2 {
		p.run(chromedp.Reload())
		p.until("window.chuhe?.puzzles.state === 'solve'")
		assert.Equal(t, begun, js[string](p, "chuhe.puzzles.puzzle.id + chuhe.puzzles.moves"))
		assert.True(t, js[bool](p, "chuhe.puzzles.helped"), "the hint counts")
	}
	p.keys("s")
	p.until("chuhe.puzzles.state === 'shown'")
	p.run(chromedp.Reload())
	p.until("window.chuhe?.puzzles.state === 'shown'")
	p.keys(kb.Escape)
	p.until("!chuhe.puzzles.on")

	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.keys(kb.Escape)
	p.until("!chuhe.editor.on && chuhe.info && chuhe.game.current.ply === 1")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.editor.on || chuhe.puzzles.on"))
	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.play("a0a1")
	p.choose("edit-side", "red")
	fen := js[string](p, "chuhe.editor.fen")
	p.run(chromedp.Reload())
	p.until("window.chuhe?.editor.on && !chuhe.editor.checking")
	assert.Equal(t, fen, js[string](p, "chuhe.editor.fen"))
	p.do("chuhe.board.press(0); chuhe.editor.pick(9)")
	p.keys(kb.Escape) // puts the piece down
	p.until("chuhe.editor.lifted < 0 && !document.querySelector('dialog')")
	p.keys(kb.Escape, kb.Escape) // stays at the question
	p.until("!document.querySelector('dialog')")
	assert.Equal(t, fen, js[string](p, "chuhe.editor.fen"))
	assert.True(t, js[bool](p, "chuhe.editor.on"))
	p.click("#puzzles")
	p.click("dialog .close")
	p.until("!document.querySelector('dialog')")
	assert.True(t, js[bool](p, "chuhe.editor.on && !chuhe.puzzles.on"))
	keepsPosition(p, fen)
	p.keys(kb.Escape)
	p.click("#yes")
	p.until("!chuhe.editor.on && chuhe.info && chuhe.game.current.ply === 1")
}

// TestLeftBeforeAnswer leaves a page that begins before the program has answered it: the game of the tab is kept, and
// what can be undone.
func TestLeftBeforeAnswer(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	p.click("#remove-here")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	p.before(`{ const real = window.fetch; window.fetch = (path, o) =>
		path === 'api/limits' && sessionStorage.mute ? new Promise(() => {}) : real(path, o); }`)
	p.do("sessionStorage.mute = true")
	p.run(chromedp.Reload())
	p.until("window.chuhe")
	assert.False(t, js[bool](p, "Boolean(chuhe.info)"))
	p.do("window.dispatchEvent(new Event('pagehide')); delete sessionStorage.mute")
	p.reload()
	assert.Equal(t, "h2e2", p.moves())
	p.click("#undo")
	p.until("chuhe.game.current.ply === 2")
}

// TestWorkAfterReload loads the page again during an analysis and a review: both begin
// again.
func TestWorkAfterReload(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7h0g2i9h9", 1280, 860)
	p.keys("a")
	p.until("chuhe.analysis.data")
	p.run(chromedp.Reload())
	p.until("window.chuhe?.analysis.data")
	p.keys("a")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.analysis.on"))

	p.do("chuhe.settings.reviewNodes = 2e6")
	p.keys("r")
	p.until("chuhe.review.running && chuhe.review.data")
	p.run(chromedp.Reload())
	p.until("window.chuhe?.review.running")
	p.do("chuhe.review.cancel(); chuhe.settings.reviewNodes = 1000; chuhe.review.run()")
	p.until("chuhe.review.data.summary")
}

// TestStoppedReview loads the page again after a review was stopped: it does not begin again.
func TestStoppedReview(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7h0g2i9h9", 1280, 860)
	p.do("chuhe.settings.reviewNodes = 2e6")
	p.keys("r")
	p.click("#review-stop")
	p.until("!chuhe.review.running")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.review.running"))
}

// TestTurnedBoard opens a game again whose board was turned: after a reload, and after another game. What turns the
// board for a puzzle does not count.
func TestTurnedBoard(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.key("f")
	p.until("chuhe.board.flipped")
	own := js[string](p, "sessionStorage.getItem('chuhe.tab')")
	p.reload()
	assert.True(t, js[bool](p, "chuhe.board.flipped"))
	p.do("chuhe.startGame(chuhe.defaultGame())")
	p.settle()
	assert.False(t, js[bool](p, "chuhe.board.flipped"))
	p.do("chuhe.puzzles.start()")
	p.until("chuhe.puzzles.known")
	p.do("chuhe.puzzles.pose({ ...chuhe.puzzles.puzzle, id: 'own', theme: 'own', start: chuhe.puzzles.puzzle.start.replace(/ [wb] /, ' b ') })")
	p.until("chuhe.board.flipped")
	p.keys(kb.Escape)
	p.until("!chuhe.board.flipped")
	p.do("chuhe.chapters.open({ id: %q, notice: '' })", own)
	p.until("chuhe.info && chuhe.game.root.children.length && chuhe.board.flipped")
	p.key("f")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.board.flipped"))
}

// TestNamesAfterReload loads the page again with an earlier move on the board, also
// during a puzzle, opens a game of the list, and one with many variations: every move has
// its name.
func TestNamesAfterReload(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7(b9c7a0a1)h0g2", 1280, 860)
	named := "chuhe.game.nodes.length === 6 && [...document.querySelectorAll('#moves .move')].map((m) => m.textContent).join() === 'C2.5,h8+7,h2+3,R9+1,H2+3'"
	p.until(named)
	p.click("#first")
	p.until("chuhe.info && chuhe.game.current.ply === 0")
	p.reload()
	p.until(named)

	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.run(chromedp.Reload())
	p.until("window.chuhe?.puzzles.state === 'solve' && chuhe.game.nodes.every((n) => !n.parent || n.text)")
	assert.Empty(t, p.text("#moves .list"), "the puzzle has the board")
	p.keys(kb.Escape)
	p.until("!chuhe.puzzles.on && " + named)

	p.do("for (const n of chuhe.game.nodes) n.text = n.info = null")
	p.click("#games")
	p.click("dialog li .link")
	p.until("!document.querySelector('dialog') && " + named)

	// Many variations: all moves have their names, and the list is drawn a few times only.
	p = quick(t, url, "", 1280, 860)
	p.do(`{ const { game, info } = chuhe;
		for (const first of ['a3a4', 'i3i4']) {
			const node = game.addAfter(game.root, first);
			for (const m of info.legal) game.addAfter(node, m.replace(/\d/g, (rank) => 9 - rank));
		}
		window.draws = 0;
		new MutationObserver((all) => { draws += all.length; }).observe(document.getElementById('moves'), { childList: true });
		chuhe.learnTexts(); }`)
	p.until("chuhe.game.nodes.every((n) => !n.parent || n.text) && [...document.querySelectorAll('#moves .move')].every((m) => !/^[a-i]\\d[a-i]\\d$/.test(m.textContent))")
	assert.Equal(t, 1+2+2*44, js[int](p, "chuhe.game.nodes.length"))
	assert.Less(t, js[int](p, "draws"), 40)
}

// keepsPosition asserts that nothing takes the board from a position in the editor if
// the person wants to keep it.
func keepsPosition(p *tab, fen string) {
	p.t.Helper()
	open := func(text string) {
		p.do(`{ const data = new DataTransfer(); data.setData('text/plain', %q);
			document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`, text)
	}
	refuse := func() {
		p.until("document.querySelector('dialog #yes')")
		p.do("document.getElementById('yes').closest('dialog').close()")
		p.until("!document.getElementById('yes')")
	}
	link := js[string](p, "location.hash")
	p.do("location.hash = '#moves=b2e2'")
	refuse()
	p.until(fmt.Sprintf("location.hash === %q", link))
	open("1. C2.5")
	refuse()
	p.click("#games")
	p.click("dialog li .link")
	refuse()
	p.click("dialog .close")
	p.until("!document.querySelector('dialog')")
	p.click("#new-game")
	p.click("#start")
	refuse()
	p.click("dialog .close")
	p.until("!document.querySelector('dialog')")
	p.allowed = "/api/import"
	open("no game")
	p.status("no moves and no position were recognised") // the editor says so too
	assert.Equal(p.t, fen, js[string](p, "chuhe.editor.on && chuhe.editor.fen"))
}
