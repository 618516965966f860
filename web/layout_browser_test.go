package web

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// smallestWord is the size of the smallest words of the menu, in pixels.
const smallestWord = "Math.min(...[...document.querySelectorAll('#menu .short, #menu .word')].map((e) => parseFloat(getComputedStyle(e).fontSize)))"

// boardBox is where the board is on the screen.
const boardBox = "JSON.stringify(document.getElementById('board').getBoundingClientRect())"

// TestLayoutInBrowser asserts that the board and the buttons stay where they are whatever
// opens, that the page does not scroll, and that a chosen mistake is in sight.
func TestLayoutInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 1366, 768)
	p.do("chuhe.set({ reviewNodes: 500, lines: 5 })")
	places := "JSON.stringify(['board', 'first', 'hint'].map((id) => document.getElementById(id).getBoundingClientRect()))"
	stays := func(places, what, script, until string) {
		t.Helper()
		before := js[string](p, places)
		p.do("%s", script)
		p.until(until)
		assert.Equal(t, before, js[string](p, places), what)
	}
	stays(places, "a text", "chuhe.editor.app.say('long '.repeat(200))", "document.getElementById('status').tabIndex === 0")
	stays(places, "an analysis", "chuhe.analysis.toggle()", "document.querySelectorAll('.lines li').length === 5")
	assert.Equal(t, 768, js[int](p, "document.documentElement.scrollHeight"), "the page does not scroll beside an analysis")
	stays(places, "no analysis", "chuhe.analysis.toggle()", "!document.querySelector('.lines li')")
	stays(places, "a notice", "{ const { state } = chuhe.editor.app; state.stored = false; chuhe.render(); }", "document.querySelector('.notice')")
	stays(boardBox, "the editor", "chuhe.editor.start()", "chuhe.editor.on && !chuhe.editor.checking")
	p.keys("\x1b")
	stays(boardBox, "the review", "chuhe.review.start()", "chuhe.review.data?.summary && !chuhe.review.running")
	p.do("chuhe.review.select(chuhe.review.faults.at(-1).ply)")
	inSight := `(() => { const [at, side] = ['.fault-move[aria-current]', '#column'].map((s) => document.querySelector(s).getBoundingClientRect());
		const end = document.querySelector('.detail').getBoundingClientRect().bottom;
		return at.top >= side.top && end <= side.bottom + 1 && end <= innerHeight; })()`
	p.until(inSight)
	assert.Less(t, js[float64](p, "document.getElementById('column').getBoundingClientRect().right"),
		js[float64](p, "document.getElementById('moves').getBoundingClientRect().left"), "the moves have a column of their own")
	for _, large := range []bool{false, true} {
		p.do("chuhe.set({ large: %v })", large)
		for _, size := range [][2]int64{{683, 384}, {1200, 800}, {1366, 768}, {1920, 1080}, {2560, 1440}} {
			what := fmt.Sprint(size, large)
			p.run(chromedp.EmulateViewport(size[0], size[1]))
			p.until(fmt.Sprintf("innerWidth === %d && new Promise((r) => requestAnimationFrame(() => r(true)))", size[0]))
			least := 0.75
			if large && size[0] != 1200 || size[1] < 500 {
				least = 0.95 // of the height of the screen
			}
			// A busy browser tells the page of its new size a little later.
			p.until(fmt.Sprintf("document.getElementById('board').getBoundingClientRect().height >= %g", least*float64(size[1])))
			assert.Equal(t, size[1], js[int64](p, "document.documentElement.scrollHeight"), "%s: the page does not scroll", what)
			assert.LessOrEqual(t, js[int64](p, "document.documentElement.scrollWidth"), size[0], "%s: nor sideways", what)
			if size[0] >= 1200 {
				assert.LessOrEqual(t, js[float64](p, "document.getElementById('moves').getBoundingClientRect().right"), float64(size[0]), "%s: the moves are in sight", what)
				assert.GreaterOrEqual(t, js[float64](p, smallestWord), 14.0, "%s: words of the menu", what)
			}
		}
	}
}

// TestMenuOfClassroomInBrowser asserts that the menu fits a phone also where it has a classroom.
func TestMenuOfClassroomInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "", 390, 844)
	for _, code := range []string{"en", "zh-Hans", "zh-Hant", "vi"} {
		p.speak(code)
		p.until("document.getElementById('classroom')")
		assert.LessOrEqual(t, js[float64](p, "document.getElementById('help').getBoundingClientRect().right"), 390.0, code)
		assert.LessOrEqual(t, js[int](p, "document.documentElement.scrollWidth"), 390, code)
	}
}

// TestPhoneInBrowser asserts that a phone has a menu that can be read, dialogs that do not
// scroll sideways, and room for what has been taken and for what can be chosen.
func TestPhoneInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7b2b9a9b9e2e6", 390, 844)
	for _, code := range []string{"en", "zh-Hans", "vi"} {
		p.speak(code)
		assert.GreaterOrEqual(t, js[float64](p, smallestWord), 12.0, "%s: words of the menu", code)
		for _, id := range []string{"new-game", "open", "share", "games", "settings", "help"} {
			p.do("document.getElementById('%s').click()", id)
			p.until("document.querySelector('dialog[open] .body')")
			assert.LessOrEqual(t, js[int](p, "document.querySelector('dialog .body').scrollWidth - document.querySelector('dialog .body').clientWidth"), 0, "%s %s", code, id)
			assert.Empty(t, p.cut(), "%s %s: choices", code, id)
			assert.Empty(t, js[[]float64](p, "[...document.querySelectorAll('dialog [type=file]')].map((e) => e.clientHeight).filter((h) => h < 40)"), "%s %s: files for a finger", code, id)
			if id == "share" {
				assert.Greater(t, js[float64](p, "document.getElementById('copy-puzzle').getBoundingClientRect().top - document.getElementById('copy-fen').getBoundingClientRect().bottom"), 2.0, "%s: rows apart", code)
			}
			p.do("document.querySelector('dialog').close()")
			p.until("!document.querySelector('dialog')")
		}
		p.do("chuhe.puzzles.choosePuzzles()")
		p.until("chuhe.puzzles.state === 'solve'")
		assert.Empty(t, p.cut(), "%s: choices of puzzles", code)
		p.keys("\x1b")
		p.do("chuhe.openings.toggle()")
		p.until("document.querySelector('#analysis code')")
		assert.Equal(t, 1, js[int](p, "document.querySelector('#analysis code').getClientRects().length"), "%s: a flag on one line", code)
		assert.Regexp(t, `^-games [\pL-]+$`, p.text("#analysis code"), "%s: the flag alone", code)
		p.do("chuhe.openings.toggle()")
	}
	p.speak("en")
	assert.Equal(t, []string{"Taken: cannon", "Taken: horse, soldier"}, js[[]string](p, "[...document.querySelectorAll('.taken')].map((e) => e.getAttribute('aria-label'))"))
	assert.Equal(t, 3, js[int](p, "document.querySelectorAll('.taken svg').length"))
	p.do("chuhe.goTo(chuhe.game.root)")
	p.until("!document.querySelector('.taken')")
	p.do("chuhe.startGame(chuhe.defaultGame())")
	p.until("document.querySelector('#below .who').textContent === 'you'")
	p.do("chuhe.finish('black', 'resign', '')")
	for _, code := range []string{"en", "zh-Hans", "zh-Hant", "vi"} {
		p.speak(code)
		p.until("document.querySelector('#status .badge')")
		assert.LessOrEqual(t, js[int](p, "document.getElementById('status').scrollHeight - document.getElementById('status').clientHeight"), 1, "%s: how the game ended is in sight", code)
	}
}

// TestPhoneOnItsSideInBrowser asserts that the words of the menu are wide enough for a finger
// where they are short, and that all of them still stand in one line.
func TestPhoneOnItsSideInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 640, 360)
	p.speak("zh-Hans")
	for _, size := range [][2]int64{{640, 360}, {844, 390}} {
		p.run(chromedp.EmulateViewport(size[0], size[1]))
		p.until(fmt.Sprintf("innerWidth === %d && new Promise((r) => requestAnimationFrame(() => r(true)))", size[0]))
		assert.Empty(t, js[[]string](p, "[...document.querySelectorAll('#menu button')].filter((b) => b.offsetWidth < 32).map((b) => `${b.id} ${b.offsetWidth}`)"), "%v", size)
		assert.Equal(t, 1, js[int](p, "new Set([...document.querySelectorAll('#menu button')].map((b) => b.offsetTop)).size"), "%v: lines", size)
		assert.LessOrEqual(t, js[int64](p, "document.documentElement.scrollWidth"), size[0], "%v", size)
	}
}

// TestHandicapEndInBrowser asserts that the end of a game at a handicap fits the status of a narrow phone.
func TestHandicapEndInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 360, 640)
	for _, code := range []string{"en", "zh-Hans", "zh-Hant", "vi"} {
		p.speak(code)
		for _, without := range []string{"2BAKABNR", "2BAKAB2"} { // the longest names
			p.do(`{ const g = chuhe.defaultGame(), to = new g.constructor('rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/%s w - - 0 1');
				to.mode = g.mode; to.players = { red: { ...g.players.black, level: 10 }, black: g.players.red }; chuhe.startGame(to); }`, without)
			p.do("chuhe.finish('red', 'resign', '')")
			p.until("document.querySelector('#status .badge')")
			assert.LessOrEqual(t, js[int](p, "document.getElementById('status').scrollHeight - document.getElementById('status').clientHeight"), 1, "%s: %s", code, p.text("#status"))
		}
	}
}

// TestLargeFontInBrowser sets the browser to a font half as large again: the page follows, and still fits the screen.
func TestLargeFontInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	font := func(size int64) {
		t.Helper()
		p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			sizes := &cdpage.FontSizes{Standard: size}
			_, err := cdp.Call(ctx, t, cdpage.SetFontSizes, cdpage.SetFontSizesParams{FontSizes: sizes})
			return err
		}))
		p.until(fmt.Sprintf("getComputedStyle(document.getElementById('hint')).fontSize === '%dpx'", size))
	}
	font(24)
	for _, size := range [][2]int64{{1280, 860}, {1920, 1080}, {1024, 768}, {390, 844}} {
		p.run(chromedp.EmulateViewport(size[0], size[1]))
		p.until(fmt.Sprintf("innerWidth === %d && new Promise((r) => requestAnimationFrame(() => r(true)))", size[0]))
		assert.LessOrEqual(t, js[int64](p, "document.documentElement.scrollWidth"), size[0], "%v: the page does not scroll sideways", size)
		if size[0] > 900 {
			assert.Equal(t, size[1], js[int64](p, "document.documentElement.scrollHeight"), "%v: nor down", size)
		}
	}
	font(32)
	assert.LessOrEqual(t, js[int64](p, "document.documentElement.scrollWidth"), int64(390), "twice as large on a phone")
	assert.Empty(t, js[[]string](p, "[...document.querySelectorAll('#menu button')].filter((b) => b.scrollWidth > b.clientWidth).map((b) => b.id)"), "words of the menu fit")
}

// prefers gives the system preferences, in place of those before.
func (p *tab) prefers(features ...*emulation.MediaFeature) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// TestFewColoursInBrowser shows the page where the system has its own few colours, as for people who need a high
// contrast: what is pressed, the move on the board, the sides and the focus can still be told.
func TestFewColoursInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	p.prefers(&emulation.MediaFeature{Name: "forced-colors", Value: "active"})
	p.until("matchMedia('(forced-colors: active)').matches")
	colour := func(selector string) string {
		t.Helper()
		return js[string](p, fmt.Sprintf("getComputedStyle(document.querySelector(%q)).backgroundColor", selector))
	}
	p.click("#draw-tool")
	p.until("document.querySelector('#draw-tool[aria-pressed=true]')")
	assert.NotEqual(t, colour("#promote"), colour("#draw-tool"), "a button that is pressed")
	assert.NotEqual(t, colour(".move:not([aria-current])"), colour(".move[aria-current]"), "the move on the board")
	assert.NotEqual(t, colour(".disc.red"), colour(".disc.black"), "the sides")
	p.do("document.querySelector('#board [tabindex=\"0\"]').focus()")
	p.keys(kb.ArrowUp)
	assert.Equal(t, "solid", js[string](p, "getComputedStyle(document.activeElement).outlineStyle"), "the focus on the board")
}

// TestCalmInBrowser lets the engine think: the dots blink, but for who wants no motion.
func TestCalmInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.do("chuhe.set({ motion: true }); window.fetch = () => new Promise(() => {})")
	p.play("h2e2")
	p.until("document.querySelector('.dots')")
	blinks := "getComputedStyle(document.querySelector('.dots')).animationName"
	assert.Equal(t, "blink", js[string](p, blinks))
	p.prefers(&emulation.MediaFeature{Name: "prefers-reduced-motion", Value: "reduce"})
	assert.Equal(t, "none", js[string](p, blinks))
	p.prefers()
	assert.Equal(t, "blink", js[string](p, blinks))
	p.do("chuhe.set({ motion: false })")
	assert.Equal(t, "none", js[string](p, blinks))
}

// TestSystemLookInBrowser gives the system another look while the page is open: the page follows,
// unless the settings choose.
func TestSystemLookInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	system := func(look string) {
		t.Helper()
		p.prefers(&emulation.MediaFeature{Name: "prefers-color-scheme", Value: look})
	}
	both := "document.documentElement.dataset.theme + chuhe.board.theme"
	system("dark")
	p.until(both + " === 'darkdark'")
	system("light")
	p.until(both + " === 'woodwood'")
	p.do("chuhe.set({ theme: 'wood' })")
	system("dark")
	p.until("matchMedia('(prefers-color-scheme: dark)').matches")
	assert.Equal(t, "woodwood", js[string](p, both))
}
