package web

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// TestRefusalsInBrowser asserts that a press that does nothing is explained.
func TestRefusalsInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("b0b4")
	p.status("The horse goes one step straight, then one")
	p.play("a9a9")
	p.status("It is Red’s turn.")
	p.do("chuhe.board.press(7)") // another piece is chosen
	p.status("Red to move.")
	p.do("chuhe.board.press(7)")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.info && !chuhe.thinking")
	p.run(chromedp.SendKeys("#typed", "H8+7"+kb.Enter)) // which Black could play
	p.status("It is Black’s turn.")
	p.click("#last")
	p.click("#resign")
	p.click("#yes")
	p.until("chuhe.game.result")
	p.run(chromedp.SendKeys("#typed", "H2+3"+kb.Enter))
	p.status("This game is over. “Study this game” lets you try moves.")
	p.follow("#fen=4k4/9/9/9/9/4r4/9/9/4R4/R3K4_w")
	p.until("chuhe.info?.legal.length")
	p.play("e1d1") // the chariot is pinned
	p.status("The chariot goes any distance along a line. Your general must stay safe.")
	p.follow("#fen=4k4/9/9/9/9/4r4/9/9/9/R3K4_w")
	p.until("chuhe.info?.check")
	p.play("a0a1")
	p.do("chuhe.board.press(0)")
	p.status("Check! Red must answer it.")

	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("{ const { view } = chuhe.board; chuhe.board.press(view.board.findIndex((x) => x && (x < 'a') !== (chuhe.puzzles.side === 'red'))); }")
	p.until("/^It is (Red|Black)’s turn\\./.test(document.getElementById('status').textContent)")
}

// TestRefusalsOnPhone asserts that a phone has room for the explanation of each piece in each language.
func TestRefusalsOnPhone(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#fen=3k5/9/9/9/4P4/9/9/4B4/4N4/3AKA1RC_w", 360, 720)
	for _, code := range js[[]string](p, "JSON.parse(document.getElementById('languages').textContent).map(({ code }) => code)") {
		p.speak(code)
		for _, piece := range "KABNRCP" {
			p.do("chuhe.board.callbacks.illegal(chuhe.board.view.board.indexOf('%c'), 0)", piece)
			assert.True(t, js[bool](p, "document.getElementById('status').tabIndex < 0"), p.text("#status"))
		}
	}
}

// TestLineUnderPointer ends an analysis while the pointer is on one of its lines, and
// reaches its moves by the keyboard.
func TestLineUnderPointer(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	p.click("#analyse")
	p.until("document.querySelectorAll('.pv').length > 3 && chuhe.analysis.node === chuhe.game.current")
	// The pointer meets a line, which then goes. Lines are replaced all the time, so the
	// event is not a real one.
	assert.True(t, js[bool](p, `(() => { document.querySelector('.pv').dispatchEvent(new PointerEvent('pointerenter'));
		const shown = Boolean(chuhe.preview); chuhe.analysis.toggle(); return shown; })()`))
	p.until("!chuhe.analysis.on && !chuhe.preview && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")

	p.keys("a")
	p.until("document.querySelector('#line-0-1')")
	p.do("document.querySelector('#line-0-0').focus()")
	p.until("chuhe.preview && chuhe.analysis.data.depth > 3")
	assert.Equal(t, "line-0-0", js[string](p, "document.activeElement.id"), "new lines leave the focus where it is")
	move := js[string](p, "chuhe.analysis.data.lines[0].moves[0].move")
	p.keys(kb.Enter)
	p.until("chuhe.game.current.ply === 4")
	assert.Len(t, move, 4)
	assert.Nil(t, js[any](p, "chuhe.preview"))

	// Lines of another position are not shown.
	p.until("document.querySelector('#line-0-0')")
	p.do("chuhe.goTo(chuhe.game.root)")
	assert.True(t, js[bool](p, "!chuhe.analysis.data || chuhe.analysis.node === chuhe.game.current"))

	// While the pointer rests on a line, a move can be typed.
	p.until("document.querySelector('#line-0-0')")
	p.do(`chuhe.analysis.hold(true); document.getElementById('typed').focus();
		document.querySelector('.pv').dispatchEvent(new PointerEvent('pointerenter'))`)
	require.True(t, js[bool](p, "Boolean(chuhe.preview)"))
	p.keys("b0c2", kb.Enter)
	p.until("chuhe.game.movesTo() === 'b0c2'")
}

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
}

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

// TestLostCatalogue loses the texts of the page on their way: it asks for them again.
func TestLostCatalogue(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.loses("lang/en.json", 1, gone)
	p.quicken(url, "")
	assert.Contains(t, p.text("#status"), "Red to move.")
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

// TestFocusOnBoard goes to the board by the link for keyboards, and after the editor.
func TestFocusOnBoard(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	address := js[string](p, "location.hash")
	p.do("document.querySelector('.skip').focus()")
	p.keys(kb.Enter)
	p.until("document.activeElement.closest('#board')")
	assert.Equal(t, address, js[string](p, "location.hash"))
	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.do("document.getElementById('edit-done').focus()")
	p.keys(kb.Enter)
	p.until("!chuhe.editor.on && document.activeElement.closest('#board')")
}

// TestFocusKept asserts that the focus stays with what was pressed by the keyboard, or goes
// to what can be pressed next, and that keys do nothing behind a dialog.
func TestFocusKept(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	enter := func(selector string) {
		p.do("document.querySelector(%q).focus()", selector)
		p.keys(kb.Enter)
	}
	enter("#moves .move")
	p.until("chuhe.game.current.ply === 1 && chuhe.info && document.activeElement.matches('.move[aria-current]')")
	enter("#moves .move:last-child")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	enter("#remove-here")
	p.until("chuhe.game.current.ply === 1 && chuhe.info && document.activeElement.id === 'remove-here'")
	p.keys(kb.Enter)
	p.until("chuhe.game.current.ply === 0 && chuhe.info && document.activeElement.closest('#board')")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	enter("#first")
	p.until("chuhe.game.current.ply === 0 && chuhe.info && document.activeElement.id === 'forward'")
	p.keys(kb.ArrowRight) // not on the board
	p.until("chuhe.game.current.ply === 1")
	p.do("chuhe.set({ reviewNodes: 500 })")
	enter("#play-here")
	p.keys(kb.Enter)
	p.until("chuhe.game.mode === 'play' && chuhe.humanTurn")
	p.play("h9g7")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	enter("#resign")
	p.until("document.querySelector('#yes')")
	enter("#yes")
	p.until("chuhe.game.result && document.activeElement.id === 'again'")
	enter("#again")
	p.until("!chuhe.game.result && chuhe.humanTurn && document.activeElement.closest('#board')")
	p.play("h9g7")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.do("chuhe.finish('black', 'resign', '')")
	enter("#review-game")
	p.until("chuhe.review.data?.summary && document.activeElement.closest('.steps')")

	p = quick(t, url, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.do("localStorage.setItem('chuhe.game.old', JSON.stringify(chuhe.game.save()))")
	p.click("#games")
	p.until("document.querySelectorAll('dialog .games li').length === 2")
	p.do("window.next = document.querySelector('dialog li:last-child .small')")
	enter("dialog .games .small")
	p.until("document.activeElement === next")
	p.keys(kb.Enter)
	p.until("document.activeElement.matches('dialog .actions .main')")
	p.do("document.activeElement.blur()")
	p.keys("u")
	assert.Equal(t, 2, js[int](p, "chuhe.game.current.ply"))
	p.keys(kb.Escape)
	p.until("!document.querySelector('dialog')")
	enter("#take-back")
	p.until("chuhe.game.current.ply === 0 && document.activeElement.closest('#board')")
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

// TestNumbersInBrowser shows chances, which sum to a hundred.
func TestNumbersInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	for _, red := range []float64{0.465, 0.505, 0} {
		text := js[string](p, fmt.Sprintf(`(() => {
			const { analysis } = chuhe;
			analysis.on = true;
			analysis.results.all.set(analysis.position(chuhe.game.current), { depth: 1, nodes: 1, nps: 1, threads: 1, hash: 1, lines: [{ score: { cp: 0, red: %v, black: 1 - %[1]v }, moves: [{ move: 'h9g7', names: {} }] }] });
			chuhe.render();
			return document.querySelector('.chances').textContent;
		})()`, red))
		sum := 0
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(text, -1) {
			n, err := strconv.Atoi(n)
			require.NoError(t, err)
			sum += n
		}
		assert.Equal(t, 100, sum, text)
	}
}

// TestPunctuationInBrowser reads what the page puts together from several texts.
func TestPunctuationInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7(b9c7)h0g2", 1280, 860)
	p.do("chuhe.game.root.comment = 'Jia'; chuhe.game.result = { winner: 'red', reason: 'resign', text: '' }; chuhe.goTo(chuhe.game.root.tip)")
	for language, want := range map[string][3]string{
		"en":      {"Red wins. Black resigned.", "Saved; the format cannot hold: variations (1), comments (1).", "Red wins. A."},
		"zh-Hans": {"红方胜。黑方认输。", "已保存；此格式无法保存：变着（1）、注释（1）。", "红方胜。A。"},
		"zh-Hant": {"紅方勝。黑方認輸。", "已儲存；此格式無法保存：變著（1）、註釋（1）。", "紅方勝。A。"},
		"vi":      {"Đỏ thắng. Đen xin thua.", "Đã lưu; định dạng này không chứa được: các biến (1), lời bình (1).", "Đỏ thắng. A."},
	} {
		p.speak(language)
		p.until("chuhe.info && chuhe.ended")
		assert.Equal(t, want[0], js[string](p, "chuhe.statusText()"))
		assert.Equal(t, want[2], js[string](p, "chuhe.verdict('red', 'a')"))
		p.click("#share")
		p.click("#save-sheet")
		p.until("document.querySelector('dialog [role=status]').textContent")
		assert.Equal(t, want[1], p.text("dialog [role=status]"))
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
	}
}

// TestResultAfterOffer resigns after the engine declined a draw: the result is said.
func TestResultAfterOffer(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	p.click("#draw")
	p.until("chuhe.message")
	p.click("#resign")
	p.click("#yes")
	p.until("chuhe.game.result")
	p.status("Black wins")

	// Who plays on in the study of the game leaves its end.
	p.click("#study")
	p.until("chuhe.game.mode === 'study' && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	p.status("Black to move.")
}

// TestOfferWhileLookingBack asserts that neither side offers a draw in an earlier position.
func TestOfferWhileLookingBack(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	for ply, move := range []string{"h2e2", "h0g2"} {
		p.play(move)
		p.until(fmt.Sprintf("chuhe.game.current.ply === %d && chuhe.humanTurn", 2*ply+2))
	}
	p.until("!document.getElementById('draw').disabled")
	p.do("chuhe.goTo(chuhe.game.current.parent.parent)")
	p.until("chuhe.humanTurn && document.getElementById('draw').disabled")
	p.click("#last")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && !document.getElementById('draw').disabled") // the game goes on here
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

// TestEndAfterTakeBack resigns after a move was taken back and the page loaded again, and
// while looking back.
func TestEndAfterTakeBack(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.reload()
	assert.True(t, js[bool](p, "chuhe.live"), "the game goes on where moves were taken back")
	p.do("chuhe.finish('black', 'resign', '')")
	p.status("Black wins. Red resigned.")
	assert.Equal(t, 2, js[int](p, "chuhe.game.root.tip.ply"), "without the moves taken back")

	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	p.do("chuhe.finish('black', 'resign', '')")
	p.status("Black wins. Red resigned.")
	assert.Equal(t, 2, js[int](p, "chuhe.game.current.ply"), "the whole game")
}

// TestPlayOnInVariation goes to a line that was taken back and plays on there: it becomes
// the game.
func TestPlayOnInVariation(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	first := p.moves()
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("b2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#moves .between .move:last-of-type")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.info")
	require.Equal(t, first, p.moves())
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	moves := p.moves()
	assert.True(t, strings.HasPrefix(moves, first+" h0g2 "), moves)

	// Who goes back to the other line ends that.
	p.click("#moves .between .move:last-of-type")
	p.until("chuhe.game.movesTo().startsWith('b2e2 ') && chuhe.humanTurn")
	moves = p.moves()
	p.do("chuhe.finish('black', 'resign', '')")
	assert.Equal(t, moves, js[string](p, "chuhe.game.movesTo(chuhe.game.root.tip)"))
	p.status("Black wins. Red resigned.")
}

// TestClockInBrowser takes back a move and a loss on time, looks back and solves
// puzzles, all with a clock.
func TestClockInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#new-game")
	p.choose("clock", "10+5")
	p.click("#start")
	p.until("chuhe.game.clock && chuhe.humanTurn")
	p.do("chuhe.game.seed = 1")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.ticking?.side === 'red'")
	full := js[float64](p, "chuhe.game.clock.base")

	// Whoever looks back does not get the time back that has run.
	p.do("chuhe.ticking.at -= 60000")
	p.click("#back")
	p.until("chuhe.info && !chuhe.ticking")
	assert.Less(t, js[float64](p, "chuhe.game.clock.red"), full-50_000)
	p.click("#last")
	p.until("chuhe.ticking?.side === 'red'")

	// No clock runs during puzzles.
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve' && !chuhe.running && !chuhe.ticking")
	p.click("#puzzle-leave")
	p.until("chuhe.ticking?.side === 'red'")

	// Time runs out; it comes back with the move that is taken back, also after a reload.
	p.do("chuhe.ticking.at -= chuhe.game.clock.base + 10000")
	p.until("chuhe.game.result?.reason === 'time'")
	assert.Zero(t, js[float64](p, "chuhe.game.clock.red"))
	p.reload()
	assert.Contains(t, p.text("#status"), "Red ran out of time.")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn && !chuhe.game.result")
	assert.Equal(t, full, js[float64](p, "chuhe.game.clock.red"))
	assert.True(t, js[bool](p, "document.getElementById('take-back').disabled"))
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.play("b2b4")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.do("chuhe.game.clock.red = 1000")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	assert.Greater(t, js[float64](p, "chuhe.game.clock.red"), 2000.0)
}

// TestServerGoneInBrowser plays while the server does not answer, when no clock runs, and
// goes on when it does again.
func TestServerGoneInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.until("chuhe.humanTurn")
	p.do("chuhe.game.clock = { base: 6e5, increment: 0, red: 6e5, black: 6e5 }")
	p.do("window.real = window.fetch; window.fetch = () => Promise.reject(new TypeError('gone'))")
	p.play("h2e2")
	p.until("document.querySelector('#ask-again') && !chuhe.ticking")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = (path, ...more) => (path === 'api/move' ? Promise.reject(new TypeError('gone')) : real(path, ...more))")
	p.click("#ask-again")
	p.until("chuhe.info && document.querySelector('#ask-again') && !chuhe.ticking") // now the engine fails
	p.do("window.fetch = real")
	p.click("#ask-again")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && !document.querySelector('#ask-again') && chuhe.ticking?.side === 'red'")
}

// TestAskAgainInBrowser asks for an analysis, a hint and puzzles while the server does not
// answer, and once more when it does.
func TestAskAgainInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	const gone = "window.real ??= window.fetch; window.fetch = () => Promise.reject(new TypeError('gone'))"
	for _, c := range [][2]string{
		{"#analyse", "chuhe.analysis.on && chuhe.analysis.data && document.querySelector('.lines li')"},
		{"#hint", "document.querySelector('.arrow.hint')"},
	} {
		p.do(gone)
		p.click(c[0])
		p.until("document.querySelector('#ask-again')")
		assert.Contains(t, p.text("#status"), "The program does not answer.")
		assert.False(t, js[bool](p, "chuhe.analysis.on"))
		p.do("window.fetch = real")
		p.click("#ask-again")
		p.until(c[1])
		assert.NotContains(t, p.text("#status"), "The program does not answer.")
		assert.False(t, js[bool](p, "Boolean(document.querySelector('#ask-again'))"))
		p.do("if (chuhe.analysis.on) chuhe.analysis.toggle()")
	}

	// An analysis that breaks off is at an end too. The button of the analysis tries again as well.
	p.do("window.fetch = async () => new Response('{\"wait\":1}\\n')")
	p.click("#analyse")
	p.until("document.querySelector('#ask-again') && !chuhe.analysis.on")
	p.do("window.fetch = real")
	p.click("#analyse")
	p.until("chuhe.analysis.data && !document.querySelector('#ask-again')")
	assert.NotContains(t, p.text("#status"), "The program does not answer.")

	// Puzzles: their list, and a position after a right move.
	p.do(gone)
	p.click("#puzzles")
	p.until("document.querySelector('#puzzle-ask-again')")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.state === 'solve' && !document.querySelector('#puzzle-ask-again')")
	p.do(gone)
	p.play(js[string](p, "chuhe.puzzles.puzzle.moves[0]"))
	p.until("document.querySelector('#puzzle-ask-again')")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length && !chuhe.puzzles.helped")
	p.play(js[string](p, "chuhe.puzzles.puzzle.moves[0]"))
	p.until("chuhe.puzzles.state === 'solved' || chuhe.puzzles.moves.length === 2")
}

// TestAskAgainForBoth loses the engine's move and an analysis beside it: once the server answers, both go on, whichever
// was lost first.
func TestAskAgainForBoth(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	for _, first := range []string{"move", "analyse"} {
		p.do("chuhe.startGame(chuhe.defaultGame())")
		p.until("chuhe.humanTurn")
		p.do("if (!chuhe.analysis.on) chuhe.analysis.toggle()")
		p.do(`window.real ??= window.fetch; window.lose = {}; window.fetch = (path, ...more) =>
			/^api.(move|analyse)$/.test(path) ? new Promise((_, lose) => { window.lose[path.slice(4)] = () => lose(new TypeError('gone')); }) : real(path, ...more)`)
		p.play("h2e2")
		p.until("window.lose.move")
		p.do("window.lose.move()") // the position is not known either
		p.until("document.querySelector('#ask-again')")
		p.do("window.lose = {}")
		p.click("#ask-again")
		p.until("window.lose.move && window.lose.analyse")
		second := map[string]string{"move": "analyse", "analyse": "move"}[first]
		p.do("window.lose[%q]()", first)
		p.until("document.querySelector('#ask-again')")
		p.do("window.lose[%q]()", second)
		p.until("!chuhe.analysis.on && !chuhe.thinking")
		p.do("window.fetch = real")
		p.click("#ask-again")
		p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.analysis.on && !document.querySelector('#ask-again')")
	}
}

// TestAskAgainElsewhere loses the answers about positions while a game is played in a room, a position is
// set up, and a better move is looked for: each goes on once the server answers.
func TestAskAgainElsewhere(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "", 1280, 860)
	const gone = `window.real ??= window.fetch; window.fetch = (path, ...more) =>
		path === 'api/position' ? Promise.reject(new TypeError('gone')) : real(path, ...more)`
	again := func(button, then string) {
		t.Helper()
		p.until("document.querySelector('" + button + "')")
		assert.Contains(t, p.text("#status"), "The program does not answer.")
		p.do("window.fetch = real")
		p.click(button)
		p.until(then + " && !document.querySelector('" + button + "')")
		assert.NotContains(t, p.text("#status"), "The program does not answer.")
	}

	p.do("chuhe.room.open('red')")
	p.until("chuhe.room.on && chuhe.info")
	black := ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q}`, js[string](p, "chuhe.room.seat.code")))
	p.until("chuhe.room.line?.full")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	p.do(gone)
	ask[struct{}](t, url+"api/room", fmt.Sprintf(`{"do":"move","code":%q,"seat":%q,"move":"h9g7","ply":1}`, black.Code, black.Seat))
	again("#ask-again", "chuhe.game.current.ply === 2 && chuhe.humanTurn")

	p = quick(t, url, slips, 1280, 860)
	p.do(gone)
	p.click("#edit")
	again("#edit-ask-again", "!document.getElementById('edit-done').disabled")
	p.click("#edit-cancel")
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.do("for (const n of chuhe.game.nodes) n.info = null")
	p.do(gone)
	p.click("#retry")
	again("#ask-again", "chuhe.retry.asking && chuhe.humanTurn")
}

// cutShort makes the answers of a path end before their last line.
func (p *tab) cutShort(path string) {
	p.t.Helper()
	p.do(`window.real ??= window.fetch; window.fetch = async (path, ...more) => { const r = await real(path, ...more); if (path !== %q) return r;
		const lines = (await r.text()).trimEnd().split('\n'); return new Response(lines.slice(0, -1).map((l) => l + '\n').join('')); }`, path)
}

// TestStreamCutInBrowser plays and reviews with answers that break off.
func TestStreamCutInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.until("chuhe.humanTurn")
	p.cutShort("api/move")
	p.play("h2e2")
	p.until("document.querySelector('#ask-again')")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#ask-again")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")

	p.follow(slips)
	p.until("chuhe.info?.legal.length && chuhe.review.possible")
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.cutShort("api/review")
	p.click("#review-game")
	p.until("!chuhe.review.running && document.querySelector('#review .fault')")
	assert.Contains(t, p.text("#review .fault"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#review-again")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.cutShort("api/attempt")
	p.click("#retry")
	p.until("chuhe.retry.asking && chuhe.humanTurn")
	p.play("b0b6")
	p.until("chuhe.retry.trial.state === 'ask' && chuhe.message && !chuhe.preview")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.play("b0b6")
	p.until("chuhe.retry.trial.state === 'wrong'")
	assert.Equal(t, 1, js[int](p, "chuhe.retry.trial.tries"), "what was not answered is no try")
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
// page from another machine. Each goes on with a game of its own, also after a reload.
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

// trouble is a JavaScript expression that says what is wrong with the page while no
// request is under way, "" for nothing.
const trouble = `(() => {
	const a = chuhe;
	const { game, info } = a;
	const shown = (board) => a.board.view.board.join() === board.join();
	const dialogs = [...document.querySelectorAll('dialog')];
	const questions = dialogs.filter((d) => d.getAttribute('role') === 'alertdialog'); // one may ask above another dialog
	if (questions.length > 1 || dialogs.length - questions.length > 1) return 'dialogs: ' + dialogs.map((d) => d.querySelector('h2').textContent).join(', ');
	if (a.editor.on + a.puzzles.on + a.course.on + a.retry.on > 1) return 'two things at once';
	if (a.puzzles.on) return a.puzzles.info && ['solve', 'solved', 'shown'].includes(a.puzzles.state) && shown(a.puzzles.board()) ? '' : 'puzzle ' + a.puzzles.state + ' ' + a.puzzles.fault;
	if (a.course.on) return a.course.info && ['try', 'done'].includes(a.course.state) && shown(a.course.board()) ? '' : 'course ' + a.course.state + ' ' + a.course.fault;
	if (a.editor.on) return shown(a.editor.board) ? '' : 'the editor shows another board';
	if (a.failed) return 'failed: ' + a.message;
	if (!info || info !== game.current.info) return 'no position';
	if (a.preview && !document.querySelector('.pv:focus') && !a.retry.on) return 'a preview stays';
	if (!a.preview && !shown(game.boardAt())) return 'another board';
	if (a.retry.on) return a.retry.trial.state === 'judging' ? 'judging' : '';
	if (a.review.on && !a.review.running && !a.review.data?.summary && game.movesTo(game.root.tip) === game.review?.line) return 'no review: ' + a.review.fault;
	if (game.mode === 'play' && !game.result && a.live) {
		if (info.end) return 'the end is not noticed';
		if (game.players[a.turn].kind === 'engine' && game.players[a.turn === 'red' ? 'black' : 'red'].kind === 'human') return 'the engine does not move';
	}
	if (a.humanTurn && !a.preview && a.board.view.legal?.join() !== info.legal.join()) return 'the person cannot move';
	if (a.analysis.on && info.legal.length && (a.analysis.node !== game.current || !a.analysis.data)) return 'no analysis';
	const kept = JSON.parse(localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab')));
	if (kept?.nodes.length !== game.nodes.length || kept.mode !== game.mode || kept.nodes[kept.current][1] !== game.current.move) return 'the game is not kept';
	return '';
})()`

// TestMonkey does what a monkey would: presses keys and buttons, plays, chooses, moves
// the pointer over lines, loads the page again. After every few deeds all must be well.
func TestMonkey(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	for seed := range uint64(testpos.Rounds(1, 2, 20)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { monkey(t, url, seed, testpos.Rounds(40, 120, 400)) })
	}
}

// monkey does random things to the page, as far as a person could: below a dialog
// nothing can be reached.
func monkey(t *testing.T, url string, seed uint64, deeds int) {
	r := rand.New(rand.NewPCG(seed, 15))
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/" // the editor asks about positions that cannot be
	p.do("chuhe.set({ reviewNodes: 500 })")
	var done []string
	pick := func(from, act string) string { // does something with a random one of the elements that can be seen
		return fmt.Sprintf(`(() => { const all = [...([...document.querySelectorAll('dialog')].at(-1) ?? document).querySelectorAll('%s')]
			.filter((e) => e.getClientRects().length && !e.disabled && !/^(save-|copy-)/.test(e.id) && e.type !== 'file' && !e.matches('.games .small')); // which saves files, and removes games
			const e = all[%d %% all.length]; if (!e) return ''; (%s)(e); return e.id || e.className || e.textContent; })()`, from, r.IntN(1000), act)
	}
	keys := []string{"n", "f", "h", "a", "o", "p", "u", "?", "r", "m", "t", "s", kb.ArrowLeft, kb.ArrowRight, kb.Home, kb.End, kb.Escape, kb.Escape, kb.Enter, kb.Tab}
	for i := range deeds {
		var deed string
		switch n := r.IntN(100); {
		case n < 30:
			deed = "play " + js[string](p, fmt.Sprintf(`(() => { const m = chuhe.board.view.legal ?? []; if (!m.length || document.querySelector('dialog')) return '';
				const move = m[%d %% m.length]; for (const s of [move.slice(0, 2), move.slice(2)]) chuhe.board.press('abcdefghi'.indexOf(s[0]) + 9 * Number(s[1])); return move; })()`, r.IntN(1000)))
		case n < 35:
			deed = "press " + js[string](p, fmt.Sprintf("chuhe.board.press(%d) ?? ''", r.IntN(90)))
		case n < 65:
			deed = "button " + js[string](p, pick("button:not(.pv, .move)", "(e) => e.click()"))
		case n < 70:
			deed = "go to " + js[string](p, pick("button.move", "(e) => e.click()"))
		case n < 75:
			deed = "line " + js[string](p, pick("button.pv", "(e) => e.dispatchEvent(new PointerEvent('pointerenter'))"))
		case n < 78:
			deed = "play line " + js[string](p, pick("button.pv", "(e) => e.click()"))
		case n < 84:
			deed = "choose " + js[string](p, pick("select", fmt.Sprintf("(e) => { e.selectedIndex = %d %% e.options.length; e.dispatchEvent(new Event('change')); }", r.IntN(100))))
		case n < 96:
			k := r.IntN(len(keys))
			deed = fmt.Sprint("key ", k)
			p.keys(keys[k])
		case n < 98:
			deed = "reload"
			p.run(chromedp.Reload())
			p.until("window.chuhe")
		default:
			deed = "link"
			p.do("document.querySelectorAll('dialog').forEach((d) => d.close()); location.hash = '#moves=h2e2h9g7(b9c7)h0g2&at=%d'", r.IntN(4))
		}
		done = append(done, deed)
		if i%4 == 3 {
			p.well(func() string {
				return fmt.Sprintf("after deed %d: %s", i, strings.Join(done[max(0, len(done)-12):], ", "))
			})
		}
	}
}

// well waits until all is well with the page, with the pointer away from it.
func (p *tab) well(when func() string) {
	p.t.Helper()
	p.do("document.querySelector('header')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })); document.activeElement?.closest('.pv')?.blur()")
	deadline := time.Now().Add(2 * time.Minute)
	for {
		wrong := js[string](p, trouble)
		if wrong == "" {
			return
		}
		if time.Now().After(deadline) {
			require.Fail(p.t, wrong, when())
		}
		time.Sleep(20 * time.Millisecond)
	}
}
