package web

import (
	"context"
	neturl "net/url"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestBackupInBrowser saves all that one browser keeps, and restores it in another: a
// damaged file changes nothing, and neither does one that the person does not want.
func TestBackupInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	moves := p.moves()
	p.do("chuhe.set({ level: 7 })")
	p.click("#games")
	p.do(`{ const real = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((text) => (window.saved = text)); return real.call(URL, b); }; }`)
	p.click("#save-all")
	p.until("window.saved")
	file := js[string](p, "saved")

	q := quick(t, url, "#moves=b2e2b9c7", 390, 844)
	q.keepNow()
	before := js[string](q, "JSON.stringify(localStorage)")
	give := func(text string) {
		q.do(`{ const d = new DataTransfer(); d.items.add(new File([%q], 'chuhe.json'));
			const i = document.querySelector('#restore'); i.files = d.files; i.dispatchEvent(new Event('change')); }`, text)
	}
	q.click("#games")
	give(file[:len(file)/2])
	q.until("document.querySelector('dialog .fault').textContent.includes('Nothing has changed.')")
	give(file)
	q.until("document.querySelector('dialog[role=alertdialog] h2')?.textContent.includes('(1 game)?')")
	q.click("dialog[role=alertdialog] .actions button:first-child")
	q.until("!document.querySelector('dialog[role=alertdialog]')")
	assert.Equal(t, before, js[string](q, "JSON.stringify(localStorage)"))
	q.do("window.old = true")
	give(file)
	q.click("#yes")
	for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		// The page loads again, and answers nothing while it does.
		loaded, err := chromedp.Run(q.ctx, chromedp.Evaluate[bool]("Boolean(!window.old && window.chuhe?.info)"))
		if err == nil && loaded {
			break
		}
		require.True(t, time.Now().Before(deadline), "the page loads again")
	}
	assert.Equal(t, moves, q.moves())
	assert.Equal(t, 7, js[int](q, "chuhe.settings.level"))
	assert.Len(t, q.kept(), 1)
}

// TestHugeBackup chooses a film in place of a file that was saved: it is not read.
func TestHugeBackup(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#games")
	p.do(`{ const i = document.querySelector('#restore');
		Object.defineProperty(i, 'files', { value: [{ name: 'film.json', size: 5e9, text: async () => { window.wasRead = true; return ''; } }] });
		i.dispatchEvent(new Event('change')); }`)
	p.until("document.querySelector('dialog .fault').textContent.includes('Nothing has changed.')")
	assert.False(t, js[bool](p, "Boolean(window.wasRead)"))
}

// keepNow keeps the game on the board.
func (p *tab) keepNow() {
	p.t.Helper()
	p.until("chuhe.info")
	p.do("chuhe.keep()")
}

// TestKilledInBrowser ends a page in the middle of a game, as a lack of memory does: the
// next page goes on with the game.
func TestKilledInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	browser, end, err := startChromium() // one whose pages have processes of their own
	t.Cleanup(end)
	if err != nil {
		t.Skip(err)
	}
	p := openTab(t, browser, url+"icon.svg", 1280, 860)
	p.quicken(url, "")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	moves := p.moves()
	other := p.twin(url + "icon.svg")
	go func() { // which gets no answer
		_ = chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
			_, err := cdp.Call(ctx, t, cdpage.Crash, cdp.Empty{})
			return err
		}))
	}()
	other.until("navigator.locks.query().then((l) => !l.held.some(({ name }) => name.startsWith('chuhe.game.')))")
	other.run(chromedp.Navigate(url))
	other.settle()
	other.until("chuhe.humanTurn")
	assert.Equal(t, moves, other.moves())
	assert.Len(t, other.kept(), 1, "no copy")
}

// TestHiddenInBrowser hides the page during an analysis, which pauses and says so.
func TestHiddenInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	p.click("#analyse")
	p.until("chuhe.analysis.data")
	hide := func(hidden bool) {
		p.do("Object.defineProperty(document, 'hidden', { value: %v, configurable: true }); document.dispatchEvent(new Event('visibilitychange'))", hidden)
	}
	assert.NotContains(t, p.text("#analysis .state"), "paused")
	hide(true)
	p.until("!chuhe.analysis.node")
	hide(false)
	p.until("chuhe.analysis.node && document.querySelector('#analysis .state').textContent.includes('It paused while the page was hidden.')")
	p.do("chuhe.goTo(chuhe.game.root)")
	p.until("chuhe.analysis.data && !document.querySelector('#analysis .state').textContent.includes('paused')")
}

// TestSharedInBrowser opens the page with texts that another program shares: a position, and one
// that is not a position. Then the system hands it a file.
func TestSharedInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := newTab(t, url+"icon.svg", 390, 844)
	p.before(`Object.defineProperty(window, 'launchQueue', { value: { setConsumer: (take) => (window.launched = take) } });
		const real = window.fetch; // what there is to know of the position comes late
		window.fetch = async (path, o) => (path === 'api/position' && (await new Promise((done) => setTimeout(done, 300))), real(path, o));`)
	p.quicken(url, "?text="+neturl.QueryEscape("3k5/R8/9/9/8p/9/9/9/9/1R3K3 w"))
	p.until("chuhe.info && chuhe.game.start.startsWith('3k5/R8')")
	assert.Empty(t, js[string](p, "location.search"), "a reload does not open it again")
	p.allowed = "/api/import"
	p.run(chromedp.Navigate(url + "?text=hello"))
	p.settle()
	p.status("That does not work")
	assert.Equal(t, "3k5/R8/9/9/8p/9/9/9/9/1R3K3 w", js[string](p, "chuhe.game.start")[:29])
	p.do("launched({ files: [{ name: 'cup.pgn', getFile: async () => new File([%q], 'cup.pgn') }] })", cup)
	p.until("document.querySelector('#file-name')?.value === 'cup'")
	assert.Len(t, p.chapters(), 3)
	p.run(chromedp.Navigate(url + "?text=" + neturl.QueryEscape("3k5/R8/9/9/8p/9/9/9/9/1R3K3 w")))
	p.until("window.chuhe?.info && chuhe.game.start.startsWith('3k5/R8')")
	assert.Empty(t, js[string](p, "location.search"), "nor where a game was on the board")
}
