package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	neturl "net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
)

var shots = flag.String("shots", "", "`folder` for screenshots; go test ./web -run Screenshots -args -shots $PWD/docs")

// chromium is the browser, started once for all tests. Its pages share a process, since to
// start one takes three times as long as to open a page.
var chromium = sync.OnceValues(func() (ctx context.Context, err error) {
	ctx, endChromium, err = startChromium(chromedp.Flag("renderer-process-limit", "1"))
	return ctx, err
})

// endChromium ends the browser of chromium, if a test has started it.
var endChromium = func() {}

// startChromium starts a browser. The function end ends it and removes its files. The error
// says why it cannot be used.
func startChromium(more ...chromedp.ExecAllocatorOption) (ctx context.Context, end func(), err error) {
	end = func() {}
	if testing.Short() {
		return nil, end, errors.New("runs a browser")
	}
	var name string
	// Those without windows first: they need half of the others' processor time.
	for _, n := range []string{"chromium-headless-shell", "chrome-headless-shell", "headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(n); err == nil {
			name = found
			break
		}
	}
	if name == "" {
		return nil, end, fmt.Errorf("no Chromium on this machine: install chromium-headless-shell or chromium to run the tests of the page")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(name), chromedp.Flag("lang", "en"), chromedp.WSURLReadTimeout(time.Minute))
	options = append(options, more...)
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocated, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ = chromedp.NewContext(allocated)
	return ctx, end, chromedp.Do(ctx)
}

// visited has the origins that the browser has shown, whose storage a test may have filled.
var visited sync.Map

// tab is a page of the browser.
type tab struct {
	t   *testing.T
	ctx context.Context
	url string

	mu     sync.Mutex
	faults []string // what the console said
	// allowed is part of an address that a test makes fail on purpose, "" for none.
	allowed string
}

// newTab opens a page of a size in the browser, with storage of its own. It fails the
// test if the console has an error.
func newTab(t *testing.T, url string, width, height int64) *tab {
	t.Helper()
	browser, err := chromium()
	if err != nil {
		t.Skip(err)
	}
	// Storage belongs to the address of a server, and almost every test has a server of its own.
	var options []chromedp.ContextOption
	origin, err := neturl.Parse(url)
	require.NoError(t, err)
	if _, again := visited.LoadOrStore(origin.Host, true); again {
		options = append(options, chromedp.WithNewBrowserContext())
	}
	return openTab(t, browser, url, width, height, options...)
}

// openTab opens a page in a browser.
func openTab(t *testing.T, browser context.Context, url string, width, height int64, options ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser, options...)
	ctx, stop := context.WithTimeout(ctx, 4*time.Minute)
	p := &tab{t: t, ctx: ctx, url: url}
	t.Cleanup(func() {
		stop()
		cancel()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.faults = slices.DeleteFunc(p.faults, func(f string) bool {
			return strings.Contains(f, "/favicon.ico") || p.allowed != "" && strings.Contains(f, p.allowed)
		})
		assert.Empty(t, p.faults, "the console is free of errors")
	})
	require.NoError(t, chromedp.Do(ctx))
	messages := chromedp.Console(ctx)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.Type == chromedp.ConsoleError || m.Type == chromedp.ConsoleWarning || m.IsException() {
				p.mu.Lock()
				p.faults = append(p.faults, m.Text+" "+m.URL)
				p.mu.Unlock()
			}
		}
	}()
	p.run(chromedp.EmulateViewport(width, height, chromedp.EmulateScale(1)), chromedp.Navigate(url))
	return p
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	require.NoError(p.t, chromedp.Do(p.ctx, actions...))
}

// do runs JavaScript.
func (p *tab) do(format string, arguments ...any) {
	p.t.Helper()
	p.run(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(format, arguments...)))
}

// js returns the value of a JavaScript expression; it waits for promises.
func js[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	require.NoError(p.t, err, expression)
	return value
}

// module returns the JavaScript of a promise of what a module of the page exports.
func module(name string) string {
	return fmt.Sprintf("import(new URL('first.js', location).href).then(({ modules }) => modules[%q])", name)
}

// asked returns the last line of an answer of the server of the page, wherever that is.
func asked[T any](p *tab, path, body string) (value T) {
	p.t.Helper()
	text := js[string](p, module("server.js")+fmt.Sprintf(".then((s) => s.post(%q, %q)).then((r) => r.text())", path, body))
	lines := strings.Split(strings.TrimSpace(text), "\n")
	require.NoError(p.t, json.Unmarshal([]byte(lines[len(lines)-1]), &value), text)
	return value
}

// until waits for a JavaScript expression to be true.
func (p *tab) until(expression string) {
	p.t.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for !js[bool](p, "Boolean("+expression+")") {
		if time.Now().After(deadline) {
			state := js[string](p, "document.getElementById('status')?.textContent ?? ''")
			require.Fail(p.t, "never true: "+expression, "status: %s", state)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// twin opens another tab with the same storage.
func (p *tab) twin(url string) *tab {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.t.Cleanup(cancel)
	other := &tab{t: p.t, ctx: ctx, url: p.url}
	other.run(chromedp.Navigate(url))
	return other
}

// kept returns the names of the games in storage.
func (p *tab) kept() []string {
	p.t.Helper()
	return js[[]string](p, "Object.keys(localStorage).filter((k) => k.startsWith('chuhe.game.')).map((k) => k.slice(11))")
}

// before runs a script in each page that the tab opens from now on, ahead of the page's own.
func (p *tab) before(script string) {
	p.t.Helper()
	p.run(chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		_, err := cdp.Call(ctx, page, cdpage.AddScriptToEvaluateOnNewDocument, cdpage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}))
}

// gone is the JavaScript of the answer of a program that does not answer.
const gone = "Promise.reject(new TypeError('gone'))"

// noProgram lets the program answer nothing until window.fetch is window.real again.
func (p *tab) noProgram() {
	p.t.Helper()
	p.do("window.real ??= window.fetch; window.fetch = () => %s", gone)
}

// loses lets each page that the tab opens from now on get another answer to its first requests for a path.
func (p *tab) loses(path string, requests int, answer string) {
	p.t.Helper()
	p.before(fmt.Sprintf(`{ const real = window.fetch; let lost = %d; window.fetch = (path, o) =>
		path === %q && lost-- > 0 ? %s : real(path, o); }`, requests, path, answer))
}

// choose gives the control with an id a value, as a person does who chooses it.
func (p *tab) choose(id, value string) {
	p.t.Helper()
	p.do("{ const s = document.getElementById(%q); s.value = %q; s.dispatchEvent(new Event('change')); }", id, value)
}

// status waits until the status of the page contains a text.
func (p *tab) status(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("document.getElementById('status').textContent.includes(%q)", text))
}

// settle waits until the page knows the position on the board.
func (p *tab) settle() { p.until("window.chuhe && chuhe.info") }

// reload loads the page again.
func (p *tab) reload() {
	p.t.Helper()
	p.run(chromedp.Reload())
	p.settle()
}

// follow opens the game of a link, from its # on, in the page that is open.
func (p *tab) follow(link string) {
	p.t.Helper()
	js[bool](p, fmt.Sprintf("chuhe.openAddress(history.replaceState(null, '', %q)).then(() => true)", link))
}

// speak gives the page a language.
func (p *tab) speak(code string) {
	p.t.Helper()
	js[bool](p, fmt.Sprintf("chuhe.set({ lang: %q }).then(() => true)", code))
	assert.Equal(p.t, code, js[string](p, "document.documentElement.lang"))
}

// click waits until a pointer can reach the middle of an element, and clicks there. It does
// not name the element by its node number, which is void when the page draws it again.
func (p *tab) click(selector string) {
	p.t.Helper()
	x, y := p.reach(selector)
	p.run(chromedp.MouseClickXY(x, y))
}

// keys presses keys one after another.
func (p *tab) keys(all ...string) {
	p.t.Helper()
	for _, key := range all {
		p.run(chromedp.KeyEvent(key))
	}
}

// key presses a key while nothing has the focus.
func (p *tab) key(key string) {
	p.t.Helper()
	p.do("document.activeElement?.blur()")
	p.keys(key)
}

// reach waits until nothing covers the middle of an element that is enabled, and returns
// where that is on the screen.
func (p *tab) reach(selector string) (x, y float64) {
	p.t.Helper()
	where := fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		if (!e || e.disabled) return [];
		e.scrollIntoViewIfNeeded();
		const r = e.getBoundingClientRect();
		const at = [r.left + r.width / 2, r.top + r.height / 2];
		return e.contains(document.elementFromPoint(...at)) ? at : [];
	})()`, selector)
	deadline := time.Now().Add(2 * time.Minute)
	for {
		if at := js[[]float64](p, where); len(at) == 2 {
			return at[0], at[1]
		}
		require.True(p.t, time.Now().Before(deadline), "cannot be clicked: "+selector)
		time.Sleep(20 * time.Millisecond)
	}
}

// point returns where a square is on the screen.
func (p *tab) point(square string) (x, y float64) {
	p.t.Helper()
	at := js[[]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector('[data-square="%s"]').getBoundingClientRect();
		return [r.left + r.width / 2, r.top + r.height / 2]; })()`, square))
	return at[0], at[1]
}

// play clicks a move. The page takes moves only where it knows the legal ones.
func (p *tab) play(move string) {
	p.t.Helper()
	p.settle()
	for _, square := range []string{move[:2], move[2:]} {
		x, y := p.point(square)
		p.run(chromedp.MouseClickXY(x, y))
	}
}

// moves returns the moves up to the current one.
func (p *tab) moves() string {
	p.t.Helper()
	return js[string](p, "chuhe.game.movesTo()")
}

func (p *tab) text(selector string) string {
	p.t.Helper()
	return js[string](p, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

// cut returns the choices on the screen of which some text has no room.
func (p *tab) cut() []string {
	p.t.Helper()
	return js[[]string](p, `[...document.querySelectorAll('dialog select, #panel select')].filter((s) => {
		if (!s.offsetParent) return false;
		const has = s.offsetWidth;
		s.style.cssText = 'position: absolute; width: max-content; max-width: none';
		const wants = s.offsetWidth;
		s.style.cssText = '';
		return wants > has;
	}).map((s) => s.id)`)
}

// shoot saves a screenshot.
func (p *tab) shoot(name string) {
	p.t.Helper()
	p.run(chromedp.Sleep(300 * time.Millisecond))
	shot, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	require.NoError(p.t, err)
	picture, err := png.Decode(bytes.NewReader(shot))
	require.NoError(p.t, err)
	var small bytes.Buffer
	require.NoError(p.t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&small, fewColours(picture)))
	assert.Less(p.t, small.Len(), 150<<10, name)
	require.NoError(p.t, os.WriteFile(filepath.Join(*shots, name), small.Bytes(), 0o666))
}

// fewColours returns a picture in the 256 most frequent of its colours, of which those
// that differ little count as one.
func fewColours(from image.Image) image.Image {
	bounds := from.Bounds()
	coarse := func(x, y int) color.RGBA {
		r, g, b, _ := from.At(x, y).RGBA()
		const step = 6
		of := func(c uint32) uint8 { return uint8(min((int(c>>8)+step/2)/step*step, 255)) }
		return color.RGBA{of(r), of(g), of(b), 255}
	}
	count := map[color.RGBA]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[coarse(x, y)]++
		}
	}
	most := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int { return count[b] - count[a] })
	var palette color.Palette
	for _, c := range most[:min(len(most), 256)] {
		palette = append(palette, c)
	}
	out := image.NewPaletted(bounds, palette)
	index := map[color.RGBA]uint8{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := coarse(x, y)
			i, known := index[c]
			if !known {
				i = uint8(palette.Index(c))
				index[c] = i
			}
			out.SetColorIndex(x, y, i)
		}
	}
	return out
}

// quick opens the page without pauses and sounds. The engine errs in the same way each time.
func quick(t *testing.T, url, hash string, width, height int64) *tab {
	t.Helper()
	p := newTab(t, url+"icon.svg", width, height)
	p.quicken(url, hash)
	return p
}

// quickPage does so with the page of startPage.
func quickPage(t *testing.T, hash string, width, height int64) *tab {
	t.Helper()
	return quick(t, startPage(t, config{}), hash, width, height)
}

// quicken does so in a tab that shows something of the same origin.
func (p *tab) quicken(url, hash string) {
	p.t.Helper()
	p.do(`localStorage.setItem('chuhe.settings', '{"lang":"en","sound":false,"motion":false,"pause":false,"level":1}')`)
	p.run(chromedp.Navigate(url + hash))
	p.settle()
	p.do("chuhe.game.seed = 1")
}

// TestGameInBrowser plays a game with a handicap against level 1 to its end, by
// clicks, and takes a move back and asks for a hint on the way.
func TestGameInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#new-game")
	assert.Empty(t, js[[]string](p, "[...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)"), "ids, by which labels find what they name, are unique")
	p.choose("handicap", "four")
	p.click("#start")
	p.until("chuhe.humanTurn && chuhe.game.start.startsWith('2bakab2/')")
	p.do("chuhe.game.seed = 1") // it is a new game

	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn") // the same move once more is answered too
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.info && !chuhe.thinking")
	p.until("document.querySelector('#engine-go')") // who only looks back is not answered
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.reach("#hint")
	p.do("document.querySelector('#hint').click(); chuhe.board.press(85)") // a piece of Black, before the answer
	assert.Equal(t, "It is Red’s turn.", p.text("#status"))
	p.until("document.querySelector('.arrow.hint')")
	assert.Contains(t, p.text("#status"), "Hint: ")

	for range 120 {
		if js[bool](p, "Boolean(chuhe.game.result)") {
			break
		}
		body := fmt.Sprintf(`{"start":%q,"moves":%q,"level":12,"seed":1}`, js[string](p, "chuhe.game.start"), p.moves())
		p.play(asked[moveLine](p, "move", body).Text.Move)
		p.until("chuhe.game.result || chuhe.humanTurn && chuhe.game.current.ply % 2 === 0")
	}
	assert.Equal(t, "red", js[string](p, "chuhe.game.result?.winner"))
	assert.Contains(t, p.text("#status"), "Red wins.")
	p.speak("zh-Hans")
	p.until("/^你赢了！.*红方胜。[^ a-z]*$/.test(document.getElementById('status').textContent)") // the reason too
	p.speak("en")
	p.status("Red wins. ")

	// A reload keeps the game.
	moves := p.moves()
	p.reload()
	assert.Equal(t, moves, p.moves())
	assert.Contains(t, p.text("#status"), "Red wins.")
}

// TestRulesInBrowser asserts that a repetition is explained before it counts.
func TestRulesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b&moves=d9e9d2e2e9d9e2d2d9e9d2e2e9d9", 390, 844)
	p.until("document.querySelector('.notice.danger')")
	assert.Contains(t, p.text("#notices"), "Red loses: perpetual check")
	assert.Contains(t, p.text("#notices"), "losing by the rules: R5.6", "in the notation of the page")
	p.do("window.before = document.querySelector('.notice.danger'); chuhe.render()")
	assert.True(t, js[bool](p, "before === document.querySelector('#notices[aria-live=polite] .notice.danger')"), "read out once")
	assert.NotContains(t, p.text("#notices"), "every red move", "the reason unfolds")
	p.click("#notices summary") // which may scroll
	p.do("scrollTo(0, 0)")
	p.until("document.querySelector('#notices details[open] span').innerText.includes('every red move gives check')")
	assert.Equal(t, 4, js[int](p, "document.querySelectorAll('.arrow.loop').length"), "the moves that are repeated")
	assert.NotContains(t, p.text("#notices"), "not counted", "nobody has played the moves of a warning")
	assert.Less(t, js[float64](p, "document.documentElement.scrollWidth"), 391.0, "nothing sticks out")
	p.run(chromedp.EmulateViewport(320, 568))
	assert.Equal(t, "⚠ Repetition 2 of 3", p.text("#below .warning"), "above the fold of a small phone")
	p.until("document.querySelector('.warning').getBoundingClientRect().bottom < 568 && document.getElementById('notices').getBoundingClientRect().bottom > 568")
	p.do("document.querySelector('.warning').click()")
	p.until("document.getElementById('notices').getBoundingClientRect().bottom <= 568")
	p.do("scrollTo(0, 0)")
	p.click("#edit")
	p.until("chuhe.editor.on && !document.querySelector('.warning')")
	p.click("#edit-cancel")
	p.until("!chuhe.editor.on && chuhe.humanTurn")
	p.do("scrollTo(0, 0)")
	p.play("e2d2")
	p.until("chuhe.info?.end && !document.querySelector('.warning')")
	assert.Contains(t, p.text("#status"), "Black wins. Red loses: perpetual check")
	p.do("chuhe.setRules({ rules: 'alwaysdraw' })")
	p.status("Draw: repetition")
}

// TestAnalysisInBrowser starts an analysis, plays its line by a click, and stops it.
func TestAnalysisInBrowser(t *testing.T) {
	t.Parallel()
	s, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	p.click("#analyse")
	p.until("document.querySelectorAll('.lines li').length === 3 && document.querySelector('#bar .fill')")
	assert.Regexp(t, `^\S+ [+-]?\d`, p.text(".move:has(.worth)"), "a move and its score are two words")
	assert.Regexp(t, `^Analysis \(`, js[string](p, "document.getElementById('bar').ariaLabel"))
	first := "chuhe.analysis.data?.lines[0].moves[0].move"
	p.do("window.left = %s; document.getElementById('out-0').click()", first)
	p.until("document.getElementById('all-moves') && " + first + " && chuhe.analysis.data.lines.every((l) => l.moves[0].move !== left)")
	p.do("document.getElementById('all-moves').click()")
	p.until("!document.getElementById('all-moves') && " + first)
	p.choose("ask-move", "a0a1")
	p.until("chuhe.analysis.data?.lines.length === 1 && " + first + " === 'a0a1'")
	assert.Equal(t, "the left chariot goes to file 9, rank 2", p.text("#ask-move option:checked"))
	assert.False(t, js[bool](p, "Boolean(document.getElementById('all-moves'))"))
	p.choose("ask-move", "")
	p.until("chuhe.analysis.data?.lines.length === 3")
	p.do("document.querySelector('.pv').click()")
	p.until("chuhe.game.current.ply === 3 && chuhe.analysis.data && chuhe.analysis.node === chuhe.game.current")
	idle := best(100, func() float64 {
		p.do("if (!chuhe.analysis.on) chuhe.analysis.toggle()")
		p.until("chuhe.analysis.data && chuhe.analysis.node")
		begin := time.Now()
		p.do("document.getElementById('analyse').click()")
		for s.pool.busy() > 0 && time.Since(begin) < time.Minute {
			time.Sleep(time.Millisecond)
		}
		return float64(time.Since(begin).Milliseconds())
	})
	t.Logf("the engine was idle %.0f ms after the click", idle)
	if !overloaded() {
		assert.Less(t, idle, 100.0)
	}
	assert.Zero(t, s.pool.busy())
}

// TestSettingsInBrowser changes threads, memory and the rules of a game.
func TestSettingsInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{hash: 8})
	p := quick(t, url, "#fen=3k5/9/9/9/9/9/9/3R5/9/5K3_b&moves=d9e9d2e2e9d9e2d2d9e9d2e2e9d9", 390, 844)
	p.until("document.querySelector('.notice.danger')")
	p.click("#settings")
	p.until("document.querySelector('#threads')")
	assert.Equal(t, "1,2", js[string](p, "[...document.querySelectorAll('#threads option')].map((o) => o.value).join()"))
	assert.Equal(t, "8", js[string](p, "document.querySelector('#hash').value"), "no more than the server has")
	selected := "['theme', 'pieces', 'notation', 'coordinates'].map((id) => document.getElementById(id).selectedOptions[0]?.text).join()"
	assert.Equal(t, "automatic,automatic,automatic,automatic", js[string](p, selected))
	p.choose("theme", "dark")
	p.choose("theme", "")
	p.until("chuhe.settings.theme === '' && document.documentElement.dataset.theme")
	p.do("document.getElementById('lang').focus()")
	p.choose("lang", "vi")
	p.until("document.querySelector('dialog h2').textContent === 'Cài đặt' && chuhe.settings.lang === 'vi'")
	assert.Equal(t, "lang", js[string](p, "document.activeElement.id"), "the focus stays")
	assert.Equal(t, strings.TrimSuffix(strings.Repeat("tự động,", 4), ","), js[string](p, selected))
	p.status("Đến lượt Đỏ đi") // what the program answers in this language, which would replace what is said next
	// A language that does not come is not chosen.
	p.do("window.real = window.fetch; window.fetch = (path, o) => path.startsWith('lang/') ? Promise.reject(new TypeError('gone')) : real(path, o)")
	p.choose("lang", "zh-Hans")
	p.status("Chương trình không trả lời")
	p.until("document.getElementById('lang').value === 'vi' && chuhe.settings.lang === 'vi'")
	assert.Contains(t, p.text("dialog .fault"), "Chương trình không trả lời", "where the person looks")
	p.do("window.fetch = real")
	p.choose("lang", "zh-Hans")
	p.until("document.querySelector('dialog h2').textContent === '设置'")
	p.choose("lang", "en")
	p.until("document.querySelector('dialog h2').textContent === 'Settings'")
	p.choose("threads", "2")
	p.choose("rules", "alwaysdraw")
	p.choose("limit", "80")
	p.keys(kb.Escape)
	p.until("document.querySelector('.notice.draw') && chuhe.info.limit === 80")
	p.click("#analyse")
	p.until("chuhe.analysis.data?.threads === 2 && chuhe.analysis.data.hash === 8")
	p.do("window.real = window.fetch; window.fetch = (path, o) => { if (path === 'api/analyse') window.analysed = JSON.parse(o.body).rules; return real(path, o); }")
	p.do("chuhe.setRules({ rules: 'asian' })")
	p.until("window.analysed === 'asian'") // by the new rules
	p.do("chuhe.setRules({ rules: 'alwaysdraw' })")
	p.reload()
	assert.Equal(t, "alwaysdraw 80", js[string](p, "`${chuhe.game.rules} ${chuhe.game.limit}`"))
}

// TestSettingsClosed closes the settings while a language is on its way: it is taken up, and they stay closed.
func TestSettingsClosed(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.do("window.real = window.fetch; window.fetch = async (path, o) => { if (path === 'lang/vi.json') await new Promise((go) => { window.go = go; }); return real(path, o); }")
	p.click("#settings")
	p.choose("lang", "vi")
	p.until("window.go")
	p.keys(kb.Escape)
	p.until("!document.querySelector('dialog')")
	p.do("go()")
	p.until("document.documentElement.lang === 'vi'")
	assert.False(t, js[bool](p, "new Promise((done) => setTimeout(done, 100)).then(() => Boolean(document.querySelector('dialog')))"))
}

// TestFilesInBrowser pastes games and positions.
func TestFilesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	const pgn = `[Red "<b>x</b>"]

1. C2.5 {<img src=x onerror=alert(1)>} h8+7 (1... c8.5 2. H2+3) 2. H2+3 1/2-1/2`
	for text, want := range map[string]string{
		pgn:                        "chuhe.game.result?.winner === 'draw' && chuhe.game.nodes.length === 6 && document.querySelectorAll('#moves .comment').length === 1",
		mateInOne:                  "chuhe.game.start.startsWith('3k5/R8/')",
		"http://x/#moves=h2e2h9g7": "chuhe.game.current.ply === 2",
		"https://example.org/analyse/xiangqi?fen=3k5%2FR8%2F9/9/9/9/9/9/9/4K4_b_-_-_0_1": "chuhe.game.start === '3k5/R8/9/9/9/9/9/9/9/4K4 b - - 0 1'",
		"1. 炮二平五 马8进7 2. 马二进三":                                                           "chuhe.game.nodes.length === 4",
		"炮二平五马8进7马二进三車9平8":                                                               "chuhe.game.movesTo(chuhe.game.root.tip) === 'h2e2 h9g7 h0g2 i9h9'",
		"1. C2.5 H8+7":            "chuhe.game.movesTo(chuhe.game.root.tip) === 'h2e2 h9g7'",
		"1. H2-E2 H9-G7 2. H0-G2": "chuhe.game.movesTo(chuhe.game.root.tip) === 'h2e2 h9g7 h0g2'",
		"position fen 3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1 moves b7b8":                                                      "chuhe.game.movesTo(chuhe.game.root.tip) === 'b7b8'",
		"[DhtmlXQ]\n[DhtmlXQ_title]<i>t</i>[/DhtmlXQ_title]\n[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n[/DhtmlXQ]": "chuhe.game.nodes.length === 4",
	} {
		p.click("#open")
		p.run(chromedp.SetValue(chromedp.CSS("#paste"), text))
		p.click("#open-text")
		p.until(want)
		p.until("!document.querySelector('dialog')")
		assert.Zero(t, js[int](p, "document.querySelectorAll('#panel img, #table img, #table b').length"))
	}
	// Of two games one can be read in part only, which is said of that one until another position is shown.
	for _, c := range []struct{ row, red, want string }{
		{"first", "a", "Red to move."},
		{"last", "b", "Game 2: Move 1 of Black (K5+9): no such piece can go there. This move and what follows it are left out."},
	} {
		p.click("#open")
		p.run(chromedp.SetValue(chromedp.CSS("#paste"), "[Red \"a\"]\n\n1. C2.5 H8+7 *\n\n[Red \"b\"]\n\n1. C2.5 K5+9 *\n"))
		p.click("#open-text")
		p.until("document.querySelectorAll('#chapters li').length === 2")
		p.click("#chapters li:" + c.row + "-child button")
		p.until(fmt.Sprintf("chuhe.game.names.red === %q && chuhe.info && chuhe.game.nodes.every((n) => !n.parent || n.text)", c.red))
		assert.Equal(t, c.want, p.text("#status"))
	}
	p.click("#forward")
	p.until("chuhe.info && chuhe.game.current.ply === 1")
	assert.NotContains(t, p.text("#status"), "left out")

	// A result belongs to the position in which the game ended, also when it is played on.
	p.drop([]byte("1. C2.5 h8+7 2. H2+3 1-0"))
	p.until("chuhe.info")
	p.click("#last")
	p.until("chuhe.info && chuhe.ended")
	assert.Equal(t, "Red wins.", p.text("#status"))
	toMove := func() int { return js[int](p, "document.querySelectorAll('.player.to-move').length") }
	assert.Zero(t, toMove(), "nobody moves at the end")
	p.click("#back")
	p.until("chuhe.game.current.ply === 2 && document.querySelector('#below.to-move')")
	p.click("#last")
	p.until("chuhe.info && chuhe.ended")
	p.play("i9h9")
	p.until("chuhe.game.current.ply === 4 && chuhe.info")
	assert.Equal(t, "Black: r9.8. Red to move.", p.text("#status"))
	p.reload()
	p.click("#back")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	assert.Equal(t, "Red wins.", p.text("#status"))

	p.allowed = "/api/"
	p.follow("#moves=h2e2a0a9")
	p.until("chuhe.info && chuhe.game.current.ply === 1 && chuhe.game.nodes.length === 2")
	illegal := "Move 1 of Black (a0a9): the piece belongs to the other side. This move and what follows it are left out."
	assert.Equal(t, illegal, p.text("#status"), "a link with an illegal move")

	// A paste says the same in the same words.
	p.drop([]byte("position startpos moves h2e2 a0a9"))
	p.until("chuhe.info && chuhe.game.current.ply === 0 && chuhe.game.nodes.length === 2")
	assert.Equal(t, illegal, p.text("#status"))

	// What the server says of a paste comes in the language of the page.
	p.speak("zh-Hant")
	p.until("chuhe.info")
	for text, want := range map[string]string{
		"nonsense":                     "沒有認出著法或局面",
		"3k5/X8 w":                     "沒有認出著法或局面",
		"X8/9/9/9/9/9/9/9/9/9 w":       "FEN 有誤",
		"P3k4/9/9/9/9/9/9/9/9/P3K4 w":  "紅方兵",
		"https://example.org/#fen=abc": "FEN 有誤",
		"https://example.org/#fen=P3k4/9/9/9/9/9/9/9/9/P3K4_w&moves=e0e1": "紅方兵",
	} {
		p.click("#open")
		p.run(chromedp.SetValue(chromedp.CSS("#paste"), text))
		p.click("#open-text")
		p.until("document.querySelector('.fault').textContent")
		assert.Contains(t, p.text(".fault"), want)
		assert.NotRegexp(t, "[a-z]{4}", strings.ReplaceAll(p.text(".fault"), "DhtmlXQ", ""))
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
	}
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), "1. 炮二平五 马8进7 2. 车九进三"))
	p.click("#open-text")
	p.until("!document.querySelector('dialog') && chuhe.info && chuhe.game.nodes.length === 3")
	assert.Equal(t, "第2回合紅方（车九进三）：沒有棋子能這樣走。此著及以後的著法已略去。", p.text("#status"))
}

// TestTreeInBrowser writes signs and comments, and shares a game with variations as a
// link and as files.
func TestTreeInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7h0g2", 1280, 860)
	p.do("chuhe.goTo(chuhe.game.root.children[0])")
	p.until("chuhe.humanTurn")
	p.play("b9c7") // a variation
	p.until("chuhe.game.current.ply === 2 && chuhe.game.root.children[0].children.length === 2 && chuhe.info")
	p.click("#glyph-3")
	p.until("document.querySelector('#moves .move[aria-current]').textContent.endsWith('!!')")
	p.click("#glyph-2")
	p.until("document.querySelector('#moves .move[aria-current]').textContent.endsWith('+3?')")
	p.click("#comment")
	p.keys("<b>good</b>", kb.Tab)
	p.until("document.querySelector('#moves .comment')?.textContent === '<b>good</b>'")

	// The address has the variation, also in another tab.
	hash := js[string](p, "location.hash")
	assert.Equal(t, "#moves=h2e2h9g7(b9c7)h0g2&at=3", hash)
	other := quick(t, url, hash, 390, 844)
	assert.Equal(t, "h2e2 b9c7", other.moves())
	assert.Equal(t, 5, js[int](other, "chuhe.game.nodes.length"))
	other.until("chuhe.game.root.tip.text")

	// Saved files hold the game.
	p.do(`{ window.saved = []; const old = URL.createObjectURL; URL.createObjectURL = (b) => { saved.push(b.size); return old(b); } }`)
	p.click("#share")
	for i, format := range []string{"pgn", "xqf", "cbr", "dhtmlxq", "sheet"} {
		p.click("#save-" + format)
		p.until(fmt.Sprintf("saved.length === %d && saved[%d] > 20 && document.querySelector('dialog [role=status]').textContent", i+1, i))
	}
	assert.Contains(t, p.text("dialog [role=status]"), "cannot hold: ")
	p.keys(kb.Escape)

	// A tree that does not fit is cut to the line on the board, which is said.
	p.do(`{ const g = chuhe.game; let n = g.root.tip;
		for (let i = 0; i < 1100; i++) n = g.addAfter(n, ['a9a8', 'a0a1', 'a8a9', 'a1a0'][i %% 4]); chuhe.keep(); }`)
	assert.Equal(t, "#moves=h2e2b9c7", js[string](p, "location.hash"))
	p.click("#share")
	p.click("#copy-link")
	p.until("document.querySelector('dialog [role=status]').textContent.includes('too long for a link')")
}

// TestEditorInBrowser sets up a position; what is wrong with one is said.
func TestEditorInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/position"
	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.do("window.real = window.fetch; window.fetch = () => new Promise((_, no) => { window.fall = () => no(new TypeError('gone')); })")
	p.click("#edit-empty")
	assert.True(t, js[bool](p, "document.getElementById('edit-done').disabled"), "before the server has answered")
	p.do("window.fetch = real; fall()")
	p.status("The program does not answer.")
	assert.True(t, js[bool](p, "document.getElementById('edit-done').disabled"))
	p.click("#edit-empty")
	p.click("#tool-P")
	x, y := p.point("a0")
	p.run(chromedp.MouseClickXY(x, y))
	p.status("Red soldier on file 9, rank 1: a soldier cannot get there.")
	assert.True(t, js[bool](p, "document.getElementById('edit-done').disabled"))
	p.run(chromedp.MouseClickXY(x, y)) // takes it away again
	p.click("#tool-R")
	p.play("h5a8")
	p.click("#tool-move")
	p.do(`document.querySelector('[data-square="h5"]').focus()`)
	p.keys(kb.Enter)
	p.until(`document.querySelector('[data-square="h5"]').ariaSelected === 'true'`)
	assert.Equal(t, "file 2, rank 6, Red chariot, chosen", js[string](p, "document.activeElement.ariaLabel"))
	p.status("file 2, rank 6, Red chariot, chosen") // once the server has said that the position can be
	p.keys(kb.Escape)
	p.until(`document.querySelector('[data-square="h5"]').ariaSelected === 'false'`)
	p.play("h5h4")
	p.until("!document.getElementById('edit-done').disabled && chuhe.editor.fault === ''")
	p.click("#tool-A")
	x, y = p.point("a8")
	p.run(chromedp.MouseClickXY(x, y))
	assert.Equal(t, "A", js[string](p, "chuhe.board.pieces.get(72).dataset.piece"), "another piece in its place is drawn")
	p.click("#tool-R")
	p.run(chromedp.MouseClickXY(x, y))
	assert.Equal(t, "R", js[string](p, "chuhe.board.pieces.get(72).dataset.piece"))
	p.until("!document.getElementById('edit-done').disabled && chuhe.editor.fault === ''")
	p.click("#edit-done")
	p.until("chuhe.game.start === '3k5/R8/9/9/9/7R1/9/9/9/4K4 w - - 0 1' && chuhe.info?.legal.length")
}

// TestKeyboardInBrowser plays without a pointer, and changes the language.
func TestKeyboardInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.until("chuhe.humanTurn")
	p.do(`document.querySelector('[data-square="h2"]').focus()`)
	p.keys(kb.Enter, kb.ArrowLeft, kb.ArrowLeft, kb.ArrowLeft)
	assert.Equal(t, "file 5, rank 3, empty, can go here", js[string](p, "document.activeElement.getAttribute('aria-label')"))
	p.keys(kb.Enter)
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	assert.True(t, strings.HasPrefix(p.moves(), "h2e2 "))
	p.allowed = "/api/position"
	p.do("document.getElementById('typed').focus()")
	p.keys("H8+7", kb.Enter)
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	assert.Contains(t, p.moves(), " b0c2 ")
	assert.Equal(t, "typed", js[string](p, "document.activeElement.value + document.activeElement.id"), "the field is ready for the next move")
	p.keys("C9.1", kb.Enter)
	p.status("That does not work: ")
	p.until("document.activeElement.value === 'C9.1' && getSelection().toString() === 'C9.1'")
	p.do("chuhe.set({ words: true })")
	p.until("/^Black: the .* (goes|jumps) to file \\d, rank \\d+|^Black: the .* takes the/.test(chuhe.render() ?? (chuhe.editor.app.say(''), document.getElementById('status').textContent))")
	for _, c := range [][2]string{{"zh-Hans", "轮到红方走棋"}, {"zh-Hant", "輪到紅方走棋"}, {"vi", "Đến lượt Đỏ đi"}, {"en", "Red to move"}} {
		p.speak(c[0])
		p.status(c[1])
	}
}

// mated is the address of a game that Black loses.
const mated = "#moves=h2h4c6c5h4i4h7i7h0g2b9c7i0h0i6i5i4a4b7a7b2e2i7g7h0h8g7g3a4a7f9e8g2e1a9a7e2h2a7a9h2h9g9e7a0a2a9b9a2g2g3g5b0c2i5i4i3i4b9b4g2f2g5d5" +
	"c3c4b4c4h8h0d5d8h9h7c7a8f2d2d8c8d2d8a8b6c2d4c8a8d4f5a8a7h7a7c9a7f5e7i9f9e7g8f9f8h0h9e8f9h9f9e9f9d8d9"

// TestScreenshots makes the pictures of the READMEs.
func TestScreenshots(t *testing.T) {
	if *shots == "" {
		t.Skip("no -shots")
	}
	network, err := evals.Open(evals.Embedded)
	require.NoError(t, err)
	_, url := startServer(t, config{evaluation: network, hash: 32})
	hash := "#moves=" + strings.ReplaceAll("h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 g3g4 c6c5 b0c2 f9e8", " ", "")
	p := quick(t, url, hash, 1280, 800)
	p.click("#analyse")
	p.until("chuhe.analysis.data?.depth > 9")
	p.shoot("board.png")
	p = quick(t, url, mated, 1280, 800)
	p.do("chuhe.set({ reviewNodes: 4000 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.keys("m")
	p.shoot("board-review.png")
	p = quick(t, url, hash, 390, 844)
	p.do(`chuhe.set({ theme: 'dark' })`)
	p.speak("zh-Hans")
	p.status("红方")
	p.shoot("board-phone.png")
}
