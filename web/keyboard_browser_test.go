package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// tabTo presses Tab until something has the focus.
func (p *tab) tabTo(selector string) {
	p.t.Helper()
	for range 60 {
		if js[bool](p, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
		p.keys(kb.Tab)
	}
	require.Fail(p.t, "Tab does not lead to "+selector)
}

// walk moves the focus on the board to a square with the arrow keys.
func (p *tab) walk(to string) {
	p.t.Helper()
	at := js[string](p, "document.activeElement.dataset.square ?? ''")
	require.NotEmpty(p.t, at, "the board has the focus")
	step := func(n int, less, more string) {
		for ; n > 0; n-- {
			p.keys(more)
		}
		for ; n < 0; n++ {
			p.keys(less)
		}
	}
	step(int(to[0])-int(at[0]), kb.ArrowLeft, kb.ArrowRight)
	step(int(to[1])-int(at[1]), kb.ArrowDown, kb.ArrowUp)
}

// TestKeyboardGameInBrowser sets up a game, plays it to its end, looks back and begins the
// next one, with the keyboard alone.
func TestKeyboardGameInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.keys("n")
	p.tabTo("#handicap")
	for js[string](p, "document.activeElement.value") != "four" {
		p.keys(kb.ArrowDown)
	}
	p.tabTo("#start")
	p.keys(kb.Enter)
	p.until("chuhe.humanTurn && chuhe.game.start.startsWith('2bakab2/') && !document.querySelector('dialog')")
	p.do("chuhe.game.seed = 1")
	p.do("document.activeElement.blur()")
	p.tabTo(".skip")
	p.keys(kb.Enter)
	for range 120 {
		if js[bool](p, "Boolean(chuhe.game.result)") {
			break
		}
		body := fmt.Sprintf(`{"start":%q,"moves":%q,"level":12,"seed":1}`, js[string](p, "chuhe.game.start"), p.moves())
		move := asked[moveLine](p, "move", body).Text.Move
		p.walk(move[:2])
		p.keys(kb.Enter)
		p.walk(move[2:])
		assert.Contains(t, js[string](p, "document.activeElement.getAttribute('aria-label')"), "can ", move)
		p.keys(kb.Enter)
		p.until("chuhe.game.result || chuhe.humanTurn && chuhe.game.current.ply % 2 === 0")
	}
	p.status("You won!")
	assert.True(t, js[bool](p, "Boolean(document.activeElement.dataset.square)"), "the focus stays on the board")
	p.tabTo("#back")
	plies := js[int](p, "chuhe.game.current.ply")
	p.keys(kb.Enter)
	p.until(fmt.Sprintf("chuhe.game.current.ply === %d", plies-1))
	p.tabTo("#again")
	p.keys(" ")
	p.until("chuhe.humanTurn && !chuhe.game.current.ply")
	assert.True(t, strings.HasPrefix(js[string](p, "chuhe.game.start"), "2bakab2/"))
}

// TestEnterSends asserts that Enter in a field does what the button of its form does.
func TestEnterSends(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.click("#about")
	p.run(chromedp.SendKeys("#tag-Red", "Cyrus"+kb.Enter))
	p.until("!document.querySelector('dialog') && chuhe.game.names.red === 'Cyrus'")

	red := ask[seatLine](t, url+"api/room", `{"do":"open","side":"red"}`)
	p.click("#classroom")
	p.run(chromedp.SendKeys("#room-code", red.Code+kb.Enter))
	p.until("chuhe.room.on && chuhe.room.line?.full && !document.querySelector('dialog')")
	assert.Equal(t, "black", js[string](p, "chuhe.room.seat.side"))
	p.run(chromedp.SendKeys("#typed", "h9g7"+kb.Enter))
	p.status("It is Red’s turn.")
	ask[struct{}](t, url+"api/room", fmt.Sprintf(`{"do":"move","code":%q,"seat":%q,"move":"h2e2"}`, red.Code, red.Seat))
	p.until("chuhe.room.mayMove")
	p.run(chromedp.SendKeys("#typed", "h9g7"+kb.Enter))
	p.until("chuhe.game.current.ply === 2")
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.room.info")
	p.run(chromedp.SendKeys("#typed", "b9c7"+kb.Enter))
	p.status("Go to its last position")
}

// TestWrongRoom types a number that no room has: the dialog stays and says so, with the number to correct.
func TestWrongRoom(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.allowed = "/api/room"
	red := ask[seatLine](t, url+"api/room", `{"do":"open","side":"red"}`)
	p.click("#classroom")
	p.run(chromedp.SendKeys("#room-code", red.Code+"9"+kb.Enter))
	p.until("document.querySelector('dialog .fault')?.textContent === 'There is no room with this number now.'")
	assert.Equal(t, red.Code+"9", js[string](p, "document.getElementById('room-code').value"))
	assert.Equal(t, "h2e2", p.moves())
	p.keys(kb.Backspace, kb.Enter)
	p.until("chuhe.room.on && chuhe.room.line?.full && !document.querySelector('dialog')")
}

// TestRemoveSaysWhat asserts that each button of the list of games that removes one says which.
func TestRemoveSaysWhat(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.drop([]byte(cup))
	p.until("chuhe.info && document.querySelectorAll('#chapters li').length === 3")
	p.click("#games")
	assert.Equal(t, 2, js[int](p, "document.querySelectorAll('.games .small').length"), "a list, and a game")
	assert.True(t, js[bool](p, `[...document.querySelectorAll('.games .small')].every((b) =>
		document.getElementById(b.getAttribute('aria-describedby')) === b.closest('li').querySelector('.link'))`))
}

// TestNoLetters switches the letters on the keyboard off: they do nothing and no button names them, other keys do as before.
func TestNoLetters(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	listed := func() string {
		t.Helper()
		p.click("#help")
		p.until("document.querySelector('dialog .keys')")
		keys := js[string](p, "[...document.querySelectorAll('dialog .keys dt')].map((dt) => dt.textContent).join()")
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
		return keys
	}
	assert.Contains(t, listed(), "Esc,H,A,C,")
	title := "document.getElementById('new-game').title + document.getElementById('back').title"
	assert.Equal(t, "New game (N)One move back (←)", js[string](p, title))
	p.click("#settings")
	p.click("#letters")
	p.until("!chuhe.settings.letters")
	p.keys(kb.Escape)
	p.until("!document.querySelector('dialog')")
	assert.Equal(t, "New gameOne move back (←)", js[string](p, title))
	assert.Equal(t, "← →,Home End,Tab, ← ↑ → ↓,Enter,Enter,Esc,Ctrl Z,Ctrl Y", listed())
	p.keys("n", "l", "a", kb.ArrowLeft)
	p.until("chuhe.game.current.ply === 1")
	assert.False(t, js[bool](p, "chuhe.analysis.on || Boolean(document.querySelector('dialog'))"))
}

// TestCopyBoard copies the position of a puzzle, of the answer to a wrong move of it, and one that is set up.
func TestCopyBoard(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.do("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } })")
	copied := func() string {
		t.Helper()
		p.do("window.copied = undefined")
		p.click("#share")
		p.click("#copy-fen")
		p.until("window.copied !== undefined")
		p.keys(kb.Escape)
		return js[string](p, "copied")
	}
	p.do("location.hash = '#puzzle=r2k5/9/9/9/9/9/9/9/4R4/4K4_w&moves=e1d1'")
	p.until("chuhe.puzzles.state === 'solve'")
	assert.Equal(t, "r2k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", copied())
	p.play("e1h1")
	p.until("chuhe.puzzles.fault && chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length")
	p.click("#puzzle-why")
	p.until("document.getElementById('why-0') && chuhe.puzzles.refutation.at === Math.min(4, chuhe.puzzles.refutation.line.length)") // and plays no further
	p.click("#why-0")
	p.until("chuhe.board.view.last === 'e1h1'")
	assert.Equal(t, "r2k5/9/9/9/9/9/9/9/7R1/4K4 b - - 0 1", copied())
	p.click("#edit")
	p.click("#edit-empty")
	p.until("chuhe.editor.fen.startsWith('3k5/9/')")
	assert.Equal(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", copied())
	p.do("chuhe.course.start({ id: 'check1' })")
	p.until("chuhe.course.state === 'try'")
	assert.Equal(t, "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", copied())
	p.play("a0a9")
	p.until("chuhe.course.state === 'done'")
	assert.Equal(t, "R2k5/9/9/9/9/9/9/9/9/5K3 b - - 0 1", copied())
}

// TestCopyBeforeAnswer copies a position of which the program has not said anything.
func TestCopyBeforeAnswer(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.do("Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } }); chuhe.info = null")
	p.click("#share")
	p.click("#copy-fen")
	p.until("window.copied !== undefined")
	assert.Equal(t, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 0 1", js[string](p, "copied"))
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
