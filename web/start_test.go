package web

import (
	"bufio"
	"flag"
	"os/exec"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var program = flag.String("program", "", "the `file` chuhe whose start is measured; go test ./web -run Paint -v -args -program \"$PWD/chuhe\"")

// rest is how long a browser is left alone before a start is measured: Chromium goes on
// building a new window for seconds after it is there.
const rest = 4 * time.Second

// TestPaint measures how long it takes from the start of the program to the first paint of
// a page with the board, in a browser that runs already, is at rest, and has not seen the
// page: each start has another port. The limit is half a second for the median, on a machine
// that does nothing else.
func TestPaint(t *testing.T) {
	if *program == "" {
		t.Skip("measures time: run with -args -program FILE on an idle machine")
	}
	// Within the second frame after the pieces were there, the first one has been painted.
	// The clock of the page begins when the browser begins to ask for it.
	const seen = `painted = new Promise((done) => {
		const look = () => document.querySelectorAll('#board svg g').length < 32 ? requestAnimationFrame(look)
			: requestAnimationFrame(() => done(performance.now()));
		look();
	})`
	p := newTab(t, "about:blank", 1200, 900)
	p.before(seen)
	time.Sleep(rest)
	var all []time.Duration
	for range 9 {
		p.run(chromedp.Navigate("about:blank"))
		time.Sleep(rest / 4)
		begin := time.Now()
		c := exec.Command(*program, "board", "-no-open", "-addr", "127.0.0.1:0", "-lang", "en")
		out, err := c.StdoutPipe()
		require.NoError(t, err)
		require.NoError(t, c.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		require.NoError(t, err)
		url := regexp.MustCompile(`http://[^ ]+`).FindString(line)
		require.NotEmpty(t, url, line)
		served := time.Since(begin)
		p.run(chromedp.Navigate(url))
		painted := time.Duration(js[float64](p, "painted") * float64(time.Millisecond))
		all = append(all, served+painted)
		t.Logf("serves after %d ms, paints the board %d ms later", served.Milliseconds(), painted.Milliseconds())
		require.NoError(t, c.Process.Kill())
		_ = c.Wait()
	}
	slices.Sort(all)
	assert.Less(t, all[len(all)/2], 500*time.Millisecond, "median of %v", all)
}

// TestFirstPicture shows that the board is there before the rest of the page, as the page
// shows it afterwards: with the game of the tab, its last move, and the looks of the settings.
// It also shows that the browser asks for no other modules than the two bundles.
func TestFirstPicture(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1200, 900)
	p.do("chuhe.set({ lang: 'zh-Hans', theme: 'dark' })")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	const picture = `[
		...[...document.querySelectorAll('#board .piece')].map((e) => e.dataset.piece + e.style.transform + e.innerHTML.length).sort(),
		document.querySelectorAll('#board svg > g')[1].innerHTML,
		document.documentElement.dataset.theme,
		JSON.stringify(document.querySelector('#board svg').getBoundingClientRect()),
	]`
	const remember = `new MutationObserver((_, watch) => {
		if (document.querySelectorAll('#board .piece').length < 32) return;
		watch.disconnect();
		first = { app: Boolean(window.chuhe), picture: ` + picture + ` };
	}).observe(document, { childList: true, subtree: true })`
	p.before(remember)
	p.reload()
	assert.False(t, js[bool](p, "first.app"), "the board comes first")
	assert.Equal(t, js[[]string](p, picture), js[[]string](p, "first.picture"))
	assert.ElementsMatch(t, js[[]string](p, "performance.getEntriesByType('resource').map((e) => new URL(e.name).pathname.slice(1)).filter((name) => name.endsWith('.js'))"),
		[]string{"first.js", "app.js"})
}
