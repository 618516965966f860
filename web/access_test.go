package web

import (
	"encoding/json"
	"flag"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var axe = flag.String("axe", "", "`file` axe.min.js of the npm package axe-core; go test ./web -run Accessible -args -axe FILE")

// TestAccessible has axe-core look at the page in both looks and at its dialogs.
func TestAccessible(t *testing.T) {
	if *axe == "" {
		t.Skip("no -axe")
	}
	script, err := os.ReadFile(*axe)
	require.NoError(t, err)
	_, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	p.run(chromedp.Evaluate[chromedp.Void](string(script)))
	check := func(what string) {
		t.Helper()
		found := js[string](p, `axe.run(document, { resultTypes: ['violations'] }).then((r) => JSON.stringify(
			r.violations.filter((v) => v.impact === 'serious' || v.impact === 'critical').map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 200) + n.failureSummary)])))`)
		var list []any
		require.NoError(t, json.Unmarshal([]byte(found), &list))
		assert.Empty(t, list, what)
	}
	for _, theme := range []string{"wood", "dark"} {
		p.run(chromedp.Evaluate[chromedp.Void](`chuhe.set({ theme: '` + theme + `' })`))
		check(theme)
		for _, button := range []string{"#new-game", "#settings", "#open", "#share", "#help", "#games"} {
			p.click(button)
			check(theme + " " + button)
			p.click("dialog .close")
			p.until("!document.querySelector('dialog')")
		}
		p.click("#analyse")
		p.until("document.querySelector('.lines li')")
		check(theme + " analysis")
		p.click("#analyse")
	}
}

// TestSpeedInBrowser measures the first paint, and how long a click takes to be drawn.
func TestSpeedInBrowser(t *testing.T) {
	_, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	paint := js[float64](p, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 1e9")
	drawn := js[float64](p, `new Promise((done) => { const begin = performance.now(); chuhe.userMove('h0g2');
		requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin))); })`)
	t.Logf("first contentful paint after %.0f ms, a move drawn after %.0f ms", paint, drawn)
	assert.Less(t, paint, 10_000.0)
	assert.Less(t, drawn, 5_000.0)
}
