package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
	"chuhe/game/formats"
)

// touch sends a touch event with one finger, or with none for its end.
func (p *tab) touch(kind input.DispatchTouchEventType, at ...float64) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		e := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
		if len(at) == 2 {
			e.TouchPoints = append(e.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
		}
		_, err := cdp.Call(ctx, t, input.DispatchTouchEvent, e)
		return err
	}))
}

// TestDragInBrowser drags pieces with the mouse, and drops a file on the page.
func TestDragInBrowser(t *testing.T) {
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	drag := func(move string) {
		x1, y1 := p.point(move[:2])
		x2, y2 := p.point(move[2:])
		p.run(chromedp.DragAndDropXY(x1, y1, x2, y2))
	}
	drag("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	drag("b9b5") // a knight does not go there
	assert.Equal(t, "h2e2 h9g7 h0g2", p.moves())
	assert.InDelta(t, js[float64](p, `document.querySelector('[data-square="b9"]').getBoundingClientRect().x`), js[float64](p,
		"chuhe.board.pieces.get(82).getBoundingClientRect().x"), 12, "the piece is back")

	p.do(`{ const data = new DataTransfer(); data.items.add(new File(['1. C2.5 H8+7 2. H2+3 R9.8 *'], 'a.pgn'));
		document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`)
	p.until("chuhe.game.nodes.length === 5")
}

// redrawn has the page draw itself again while the next press is under way.
func (p *tab) redrawn() {
	p.t.Helper()
	p.do(`chuhe.notice = '';
	chuhe.render();
	chuhe.analysis.control?.abort(); // so that nothing moves before the press
	addEventListener('pointerdown', () => {
		const before = [...document.querySelectorAll('button, .graph')];
		chuhe.notice = 'drawn';
		chuhe.render();
		chuhe.renderPlayers();
		chuhe.kept = before.every((e) => e.isConnected) && document.getElementById('status').textContent.includes('drawn');
	}, { once: true })`)
}

// TestPressInBrowser presses buttons while the page draws them again: each click counts,
// and nothing waits for it.
func TestPressInBrowser(t *testing.T) {
	url := startPage(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	press := func(selector string) {
		p.redrawn()
		p.click(selector)
		assert.True(t, js[bool](p, "chuhe.kept"), selector)
	}
	p.click("#analyse")
	p.until("document.querySelectorAll('.lines li').length === 3")
	p.do("{ chuhe.choices = document.querySelector('#lines'); chuhe.old = document.querySelector('#analysis').textContent; }")
	p.until("chuhe.old !== document.querySelector('#analysis').textContent")
	assert.True(t, js[bool](p, "chuhe.choices === document.querySelector('#lines')"), "an open list would have shut")

	press(".pv")
	p.until("chuhe.game.current.ply === 3 && document.querySelector('.graph')")
	press(".graph")
	p.until("chuhe.game.current.ply < 3") // the middle of the curve
	press("#analyse")
	p.until("!chuhe.analysis.on && !document.querySelector('.lines')")

	p.click("#analyse")
	p.until("document.querySelector('#line-0-0')")
	ply := js[int](p, "chuhe.game.current.ply")
	p.do("document.querySelector('#line-0-0').focus()")
	key := func(kind input.DispatchKeyEventType) {
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: " ", Code: "Space", Text: " ", WindowsVirtualKeyCode: 32})
			return err
		}))
	}
	p.do("addEventListener('keydown', () => chuhe.render(), { once: true })")
	key(input.DispatchKeyEventTypeKeyDown)
	key(input.DispatchKeyEventTypeKeyUp)
	p.until(fmt.Sprintf("chuhe.game.current.ply === %d", ply+1))
	p.click("#analyse")
	p.until("!chuhe.analysis.on")

	// A button that is held for long does not stop the page, and one that is left is not clicked.
	x, y := p.reach("#analyse")
	p.redrawn()
	p.run(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	p.status("drawn")
	assert.True(t, js[bool](p, "chuhe.kept"))
	p.run(chromedp.MouseEvent(chromedp.MouseReleased, 1, 1, chromedp.ButtonLeft, chromedp.ClickCount(1)))
	assert.False(t, js[bool](p, "chuhe.analysis.on"))

	// A comment that is finished by the press on a button.
	p.click("#comment")
	p.keys("x")
	p.click(".move")
	p.until("chuhe.game.current.ply === 1 && chuhe.game.nodes.some((n) => n.comment === 'x')")

	// A warning about a repetition, which is a button where the page is small.
	p = quick(t, url, "#moves=h2e2h9g7e2h2g7h9", 320, 568)
	p.until("document.querySelector('.warning')")
	press(".warning")
}

// TestPressBesideInBrowser selects a text in a dialog with the mouse and lets go beside the dialog,
// which stays with what was typed. A click beside it closes it only while nothing would be lost.
func TestPressBesideInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#open")
	p.run(chromedp.SendKeys("#paste", "1. C2.5"))
	x, y := p.reach("#paste")
	p.run(chromedp.DragAndDropXY(x, y, 5, y))
	assert.Equal(t, "1. C2.5", js[string](p, "document.querySelector('dialog #paste')?.value ?? 'closed'"))
	p.run(chromedp.MouseClickXY(5, y))
	assert.Equal(t, "1. C2.5", js[string](p, "document.querySelector('dialog #paste')?.value ?? 'closed'"))
	p.keys(kb.Escape)
	p.click("#open")
	p.run(chromedp.MouseClickXY(5, y))
	p.until("!document.querySelector('dialog')")

	// What is chosen in a dialog counts at once, or once a button is pressed.
	for button, c := range map[string]struct {
		id, value string
		closes    bool
	}{
		"#settings": {"coordinates", "letters", true},
		"#new-game": {"handicap", "rook", false},
	} {
		p.click(button)
		p.do("{ const s = document.getElementById(%q); s.value = %q; for (const e of ['input', 'change']) s.dispatchEvent(new Event(e, { bubbles: true })); }", c.id, c.value)
		p.run(chromedp.MouseClickXY(5, y))
		assert.Equal(t, c.closes, js[bool](p, "!document.querySelector('dialog[open]')"), button)
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
	}
}

// TestLineInGame plays a move of a line in a game, and a line of a position that is gone.
func TestLineInGame(t *testing.T) {
	p := quickPage(t, "", 1280, 860)
	p.click("#analyse")
	p.until("document.querySelector('.pv')")
	p.do("chuhe.stale = document.querySelector('.pv')")
	p.click(".pv")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	p.do("chuhe.stale.click()")
	assert.Equal(t, 3, js[int](p, "chuhe.game.nodes.length"))
}

// TestTouchInBrowser plays with a finger: taps and drags.
func TestTouchInBrowser(t *testing.T) {
	p := quickPage(t, "#moves=h2e2h9g7", 360, 740)
	p.run(chromedp.EmulateViewport(360, 740, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulateScale(2)), chromedp.Reload())
	p.settle()
	x, y := p.reach("#back")
	p.redrawn()
	p.run(chromedp.TapXY(x, y))
	p.until("chuhe.game.current.ply === 1")
	assert.True(t, js[bool](p, "chuhe.kept"))
	p.do("chuhe.goTo(chuhe.game.root.tip)")
	p.until("chuhe.humanTurn")
	for _, square := range []string{"h0", "g2"} {
		x, y := p.point(square)
		p.run(chromedp.TapXY(x, y))
	}
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	x, y = p.point("i9")
	p.touch(input.DispatchTouchEventTypeTouchStart, x, y)
	for i := range 8 {
		toX, toY := p.point("h9")
		p.touch(input.DispatchTouchEventTypeTouchMove, x+(toX-x)*float64(i+1)/8, y+(toY-y)*float64(i+1)/8)
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.until("chuhe.game.current.ply === 4")
	assert.Equal(t, "h2e2 h9g7 h0g2 i9h9", p.moves())
	assert.Zero(t, js[float64](p, "scrollY"), "a finger on the board does not scroll the page")
}

// TestSizesInBrowser looks at the page on small and large screens.
func TestSizesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 320, 568)
	p.do("chuhe.set({ reviewNodes: 500 })")
	for _, size := range [][2]int64{{320, 568}, {390, 844}, {768, 1024}, {844, 390}, {1280, 720}, {3840, 2160}} {
		what := fmt.Sprint(size)
		p.run(chromedp.EmulateViewport(size[0], size[1]))
		for _, lang := range []string{"en", "zh-Hant", "vi"} {
			p.speak(lang)
			assert.LessOrEqual(t, js[int64](p, "document.documentElement.scrollWidth"), size[0], "%s %s: nothing sticks out", what, lang)
		}
		box := js[map[string]float64](p, "document.getElementById('board').getBoundingClientRect().toJSON()")
		assert.GreaterOrEqual(t, box["left"], 0.0, what)
		assert.LessOrEqual(t, box["right"], float64(size[0]), what)
		cell := js[float64](p, `document.querySelector('[data-square="e5"]').getBoundingClientRect().width`)
		assert.GreaterOrEqual(t, cell, 24.0, "%s: points are large enough for a finger", what)
		if size[0] <= 860 || size[1] <= 500 {
			assert.Empty(t, js[[]string](p, `[...document.querySelectorAll('#menu button')].filter((b) => { const r = b.getBoundingClientRect();
				const words = [...b.querySelectorAll('.word, .short')].map((e) => e.getBoundingClientRect()).filter((s) => s.width);
				return words.length !== 1 || words[0].left < r.left || words[0].right > r.right || words[0].bottom > r.bottom; }).map((b) => b.id)`),
				"%s: every button of the menu has a word", what)
		}
		if size[0] > size[1] {
			assert.LessOrEqual(t, box["bottom"], float64(size[1]), "%s: the whole board is on the screen", what)
		}
		assert.Empty(t, js[[]string](p, `[...document.querySelectorAll('button, select')].filter((b) => { const r = b.getBoundingClientRect();
			return r.width && !b.matches('.pv, .move') && (r.width < 24 || r.height < 24); }).map((b) => b.outerHTML.slice(0, 80))`), "%s: buttons are too small", what)
	}
}

// drop drops a file on the page and waits until its game is open.
func (p *tab) drop(content []byte) {
	p.t.Helper()
	file, err := json.Marshal(content)
	require.NoError(p.t, err)
	p.do(`{ const data = new DataTransfer();
		data.items.add(new File([Uint8Array.from(atob(%s), (c) => c.charCodeAt(0))], 'game'));
		chuhe.game.old = true; document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`, file)
	p.until("!chuhe.game.old")
}

// TestHugeGamesInBrowser opens a game of 10,000 moves, of which the server refuses the
// last, and a link with variations in variations, 800 deep.
func TestHugeGamesInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/"
	p.drop([]byte("[Game \"Chinese Chess\"]\n\n" + strings.Repeat("A0-A1 A9-A8 A1-A0 A8-A9 ", 5000/2) + "*\n"))
	p.until("chuhe.game.nodes.length === 10001")
	p.status("more than 3000 moves")
	p.until("chuhe.info?.legal.length === 44")

	deep := "#moves=a0a1" + strings.Repeat("(i0i1a9a8(i9i8a0a1(i1i0a9a8(i8i9a0a1", 200) + strings.Repeat("))))", 200)
	p = quick(t, url, deep, 390, 844)
	p.until("chuhe.game.nodes.length === 1602 && document.querySelector('#moves .between')")
}

// TestOpenFileInBrowser opens a file of several games, which the page lists.
func TestOpenFileInBrowser(t *testing.T) {
	t.Parallel()
	file := &gameFile{name: "two.pgn", content: []byte("[Red \"Jia\"]\n\n1. C2.5 *\n\n[Red \"Yi\"]\n[Black \"Bing\"]\n\n1. C2.5 H8+7 2. H2+3 *\n")}
	_, url := startServer(t, config{opened: file})
	p := newTab(t, url+"#opened", 1280, 860)
	p.until("document.querySelectorAll('#chapters li').length === 2")
	assert.Equal(t, []string{"1. Jia", "2. Yi – Bing"}, p.chapters())
	p.click("#chapters li:last-child button")
	p.until("chuhe.game.nodes.length === 4 && chuhe.info && !document.querySelector('dialog')")

	// A single game is named by its file, besides its players.
	file = &gameFile{name: "one.pgn", content: []byte("[Red \"Jia\"]\n[Black \"Yi\"]\n\n1. C2.5 *\n")}
	_, url = startServer(t, config{opened: file})
	p = newTab(t, url+"#opened", 1280, 860)
	p.settle()
	p.click("#games")
	p.until("document.querySelector('dialog li .link')?.textContent === 'one.pgn · Jia – Yi'")
}

// TestManyFilesInBrowser drops several files at once: their games make one list, and those without a title have the
// names of their files. A file without games is named.
func TestManyFilesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.allowed = "/api/import"
	drop := func(files string) {
		p.do(`{ const data = new DataTransfer();
			for (const [name, text] of Object.entries(%s)) data.items.add(new File([text], name));
			document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }`, files)
	}
	drop(`{ 'a.pgn': '1. C2.5 *', 'photo.jpg': '\u0001\u0002', 'b.pgn': '[Event "Cup"]\n[Red "Yi"]\n\n1. H2+3 *', 'c.fen': '3k5/9/9/9/9/9/9/3R5/9/5K3 b' }`)
	p.until("document.querySelectorAll('#chapters li').length === 3")
	assert.Equal(t, []string{"1. a", "2. Yi · Cup", "3. c"}, p.chapters())
	p.status("These files are left out, since no game can be read from them: photo.jpg.")
	drop(`{ 'x.jpg': '\u0001\u0002', 'y.jpg': '\u0001\u0002' }`)
	p.until("chuhe.message")
	assert.Len(t, p.chapters(), 3)

	// A position that is being set up stays where the person wants that, and nothing is said of the files. Who gives it up
	// is asked once.
	p.do("{ chuhe.notice = ''; chuhe.editor.start('3k5/9/9/9/9/9/9/9/9/4K4 w'); }")
	for _, button := range []string{".actions button", "#yes"} {
		drop(`{ 'd.pgn': '1. C2.5 *', 'photo.jpg': '\u0001\u0002', 'e.pgn': '1. H2+3 *' }`)
		p.until("document.querySelector('dialog')")
		assert.True(t, js[bool](p, "chuhe.editor.on"))
		p.click("dialog " + button)
		p.until("!document.querySelector('dialog')")
		if button != "#yes" {
			assert.Empty(t, js[string](p, "chuhe.notice"))
			assert.Equal(t, 1, js[int](p, "chuhe.chapters.files.length"))
		}
	}
	p.until("document.querySelectorAll('#chapters li').length === 2")
	assert.Equal(t, []string{"1. d", "2. e"}, p.chapters())
	p.until("chuhe.info")
	assert.Equal(t, true, js[bool](p, "chuhe.info && (document.getElementById('open').click(), document.getElementById('file').multiple)"))
}

// TestFaultAtStart opens pages with a file that cannot be read and with a damaged link to a puzzle: each says so
// beside the game that it shows instead.
func TestFaultAtStart(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{opened: &gameFile{name: "a.pgn", fault: "a.pgn: it has gone"}})
	p := quick(t, url, "#opened", 1280, 860)
	p.allowed = "/api/opened"
	assert.Contains(t, p.text("#status"), "a.pgn: it has gone")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	assert.NotContains(t, p.text("#status"), "a.pgn")
	p.do("location.hash = '#opened'") // of a page that is open
	p.status("a.pgn: it has gone")
	p.until("location.hash.startsWith('#moves=h2e2')")

	p = quick(t, url, "#puzzle=x&moves=nothing", 1280, 860)
	assert.Contains(t, p.text("#status"), "The link to the puzzle is damaged.")
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), "https://example.org/#puzzle=x&moves=nothing"))
	p.click("#open-text")
	p.until("document.querySelector('dialog .fault').textContent === 'The link to the puzzle is damaged.'")
}

// TestLostFileAtStart loses the answer with the file that the page begins with, or gets one that the program is busy: the
// page asks once more, and then says so.
func TestLostFileAtStart(t *testing.T) {
	t.Parallel()
	for answer, text := range map[string]string{
		gone: "The program does not answer.",
		`Promise.resolve(new Response('{ "error": "full", "code": "busy" }', { status: 429 }))`: "The engine has too many requests.",
	} {
		for lost := 1; lost <= 2; lost++ {
			_, url := startServer(t, config{opened: &gameFile{name: "a.pgn", content: []byte("1. C2.5 *\n")}})
			p := newTab(t, url+"icon.svg", 1280, 860)
			p.loses("api/opened", lost, answer)
			p.quicken(url, "#opened")
			if lost > 1 {
				p.status(text)
				p.click("#ask-again")
			}
			p.until("chuhe.game.nodes.length === 2 && chuhe.info")
		}
	}
}

// TestLostKeyAtStart loses the answer with the key of a start: the page gets it with the next one, and the file too.
func TestLostKeyAtStart(t *testing.T) {
	t.Parallel()
	for lost := 1; lost <= 2; lost++ {
		owner := &user{key: secret()}
		_, url := startServer(t, config{owner: owner})
		p := newTab(t, url+"icon.svg", 1280, 860)
		p.before(fmt.Sprintf(`{ const real = window.fetch; let lost = %d; window.fetch = async (path, o) => {
			const answer = await real(path, o);
			if (path === 'api/enter' && lost-- > 0) throw new TypeError('gone');
			return answer; }; }`, lost))
		p.quicken(url, "#start="+owner.invite(&gameFile{name: "a.pgn", content: []byte("1. C2.5 *\n")}))
		if lost > 1 {
			p.status("The program does not answer.")
			p.click("#ask-again")
		}
		p.until("chuhe.game.nodes.length === 2 && chuhe.info")
		assert.Equal(t, owner.key, js[string](p, "JSON.parse(localStorage.getItem('chuhe.key'))"))
	}
}

// TestLostProgramAtStart begins with a file while the program answers nothing: the page asks again for both the file
// and the position. Once it is refused the file it says so, and does not ask again.
func TestLostProgramAtStart(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{opened: &gameFile{name: "a.pgn", content: []byte("1. C2.5 *\n")}})
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.before(`{ const real = window.fetch; window.gone = ['api/opened', 'api/position'];
		window.fetch = (path, o) => window.refusing && path === 'api/opened' ? window.refusing() :
			window.gone.includes(path) ? Promise.reject(new TypeError('gone')) : real(path, o); }`)
	p.run(chromedp.Navigate(url + "#opened"))
	p.until("window.chuhe?.failed && document.getElementById('ask-again')")
	p.do("window.gone = []")
	p.click("#ask-again")
	p.until("chuhe.game.nodes.length === 2 && chuhe.info")

	p.do("window.gone = ['api/opened']; location.hash = '#opened'") // of a page that is open
	p.status("The program does not answer.")
	p.do("window.gone = []; window.refusing = async () => new Response('null')")
	p.click("#ask-again")
	p.until("!document.getElementById('ask-again') && !chuhe.notice")
	p.do("window.gone = ['api/opened']; window.refusing = null; location.hash = '#opened'")
	p.status("The program does not answer.")
	p.do(`window.refusing = async () => new Response('{"error":"a.pgn has gone","code":"internal"}', { status: 500 })`)
	p.click("#ask-again")
	p.status("a.pgn has gone")
	assert.False(t, js[bool](p, "Boolean(document.getElementById('ask-again'))"))
}

// TestDropInBrowser drops a text on a field, which takes it by itself, and files on the dialog that opens them: it
// says what is wrong with one, and closes with the other.
func TestDropInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.allowed = "/api/import"
	drop := func(selector, add string) bool {
		t.Helper()
		return js[bool](p, fmt.Sprintf(`(() => { const dataTransfer = new DataTransfer(); %s;
			return document.querySelector(%q).dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })); })()`, add, selector))
	}
	assert.True(t, drop("#comment", "dataTransfer.setData('text/plain', '1. C2.5 H8+7')"), "the browser puts it into the field")
	p.click("#open")
	const text = "dataTransfer.setData('text/plain', '')" // which opens nothing
	assert.True(t, drop("#paste", text))
	assert.False(t, drop("#file", text), "the browser might leave the page")
	p.do("document.getElementById('paste').readOnly = true")
	assert.False(t, drop("#paste", text), "it takes no text")
	p.do("document.getElementById('paste').readOnly = false")
	assert.False(t, drop("dialog", "dataTransfer.items.add(new File(['nonsense'], 'a.pgn'))"))
	p.until("document.querySelector('dialog .fault').textContent")
	assert.Equal(t, "h2e2", p.moves())
	assert.False(t, drop("#paste", "dataTransfer.items.add(new File(['1. C8.5 *'], 'b.pgn'))"))
	p.until("!document.querySelector('dialog') && chuhe.game.root.children[0].move === 'b2e2'")
}

// TestUnreadableInBrowser drops a file that is too large, which is not read, and a folder. A file
// without a game can be chosen once more after somebody has repaired it.
func TestUnreadableInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	drop := func(file string) {
		p.do(`{ const e = new Event('drop', { bubbles: true, cancelable: true });
			e.dataTransfer = { files: [%s], getData: () => '' }; document.body.dispatchEvent(e); }`, file)
	}
	drop("{ name: 'film.pgn', size: 5e6, arrayBuffer: async () => (window.wasRead = true) }")
	p.status("more than the program takes")
	assert.False(t, js[bool](p, "Boolean(window.wasRead)"))
	drop("{ name: 'folder', size: 4096, arrayBuffer: async () => { throw new DOMException('', 'NotFoundError'); } }")
	p.status("The file cannot be read.")

	p.allowed = "/api/import"
	p.click("#open")
	p.do(`{ const d = new DataTransfer(); d.items.add(new File(['hello'], 'a.pgn'));
		const i = document.getElementById('file'); i.files = d.files; i.dispatchEvent(new Event('change')); }`)
	p.until("document.querySelector('dialog .fault').textContent")
	assert.Zero(t, js[int](p, "document.getElementById('file').files.length"), "else the browser does not say that it is chosen again")
}

// TestOpenOnce presses the button that opens a file of games twice while the program reads it, and closes
// the dialog meanwhile: there is one list, and then none more.
func TestOpenOnce(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.do(`window.held = []; window.real = window.fetch; window.fetch = async (path, o) => {
		if (path === 'api/import') await new Promise((go) => held.push(go));
		return real(path, o); }`)
	lists := "Object.keys(localStorage).filter((k) => k.startsWith('chuhe.file.')).length"
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), cup))
	p.click("#open-text")
	p.click("#open-text")
	p.until("held.length")
	p.do("held.splice(0).forEach((go) => go())")
	p.until("!document.querySelector('dialog') && document.querySelectorAll('#chapters li').length === 3")
	p.do("held.forEach((go) => go())")
	assert.Equal(t, 1, js[int](p, "new Promise((done) => setTimeout(done, 300)).then(() => "+lists+")"))

	p.do("held.length = 0")
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), "1. C8.5 h2+3"))
	p.click("#open-text")
	p.until("held.length")
	p.click("dialog .close")
	p.do("held[0]()")
	p.do("window.later = new Promise((done) => setTimeout(done, 500))")
	js[bool](p, "later.then(() => true)")
	assert.Equal(t, "Ann", js[string](p, "chuhe.game.names.red"), "the game on the board stays")
}

// TestScriptsInBrowser opens games with scripts in every text, in every format that can
// be written, and as a file with two games.
func TestScriptsInBrowser(t *testing.T) {
	t.Parallel()
	const evil = `<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>`
	url := startPage(t, config{})
	d := document{Start: hangs, Result: "0-1", Nodes: []docNode{
		{-1, "", evil, nil, nil}, {0, "b0b2", evil, []game.NAG{4}, nil}, {0, "b0b8", evil + "\n}" + evil, []game.NAG{1, 255}, nil}, {1, "c4b2", "]]>-->" + evil, nil, nil},
	}}
	for _, name := range []string{game.TagEvent, game.TagSite, game.TagDate, game.TagRed, game.TagBlack, game.TagTitle, game.TagOpening, game.TagAnnotator, "Evil"} {
		d.Tags = append(d.Tags, game.Tag{Name: name, Value: evil})
	}
	p := quick(t, url, "", 1280, 860)
	for _, format := range formats.All() {
		if format.Write == nil {
			continue
		}
		body, err := json.Marshal(map[string]any{"document": d, "format": format.Name})
		require.NoError(t, err)
		p.drop(asked[struct{ Data []byte }](p, "export", string(body)).Data)
		p.until("chuhe.info")
		p.click("#games")
		p.until("document.querySelector('dialog')")
		assert.Zero(t, js[int](p, "document.querySelectorAll('img, body script').length + (window.pwned ?? 0)"), format.Name)
		if format.Name == "pgn" {
			assert.Contains(t, p.text("#moves")+p.text("#table")+p.text("dialog"), evil, "it is shown as text")
		}
		p.click("dialog .close")
		p.until("!document.querySelector('dialog')")
	}
}
