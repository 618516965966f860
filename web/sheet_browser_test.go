package web

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdpage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// paper prints the page, and returns the document.
func (p *tab) paper() []byte {
	p.t.Helper()
	var printed []byte
	p.run(chromedp.Func(func(ctx context.Context, page *chromedp.Target) error {
		reply, err := cdp.Call(ctx, page, cdpage.PrintToPDF, cdpage.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
		printed = reply.Data
		return err
	}))
	return printed
}

// taught has a variation, six comments and a drawing.
const taught = `[Event "Lesson 1"]
[Red "Teacher"]
[Black "Class"]
[Date "2026.05.01"]

1. C2=5 {The cannon takes the middle.} h8+7 2. H2+3 r9=8 3. R1=2 {The chariot comes out. [%csl Ri0][%cal Gh0h6]} c2=5
(3... h2+3 4. P7+1 {A quiet way.} p7+1 {Both sides are equal.}) 4. H8+7 h2+3 5. P7+1 {Space on the left.} p3+1 {Black is solid.} *
`

// aboutToPrint returns a page that has opened a file and asks which part of it to print, and on which
// printing only prepares the paper.
func aboutToPrint(t *testing.T, file, opened string) *tab {
	t.Helper()
	p := quickPage(t, "", 1280, 860)
	p.do("window.print = () => { dispatchEvent(new Event('beforeprint')); window.printed = true; }")
	p.drop([]byte(file))
	p.until("chuhe.info && " + opened)
	p.click("#share")
	p.click("#sheet-print")
	return p
}

// TestSheetInBrowser prints a lesson: the text in its order, diagrams where they were marked
// or something is said, two, three or four of them on a page, in each language.
func TestSheetInBrowser(t *testing.T) {
	t.Parallel()
	p := aboutToPrint(t, taught, "chuhe.game.mode === 'study' && chuhe.game.nodes.every((n) => !n.parent || n.text)")
	p.until("document.querySelector('dialog [role=status]').textContent === '6 diagrams'")
	p.choose("per-page", "3")
	p.click("#print")
	p.until("window.printed")
	sheet := "document.getElementById('sheet')"
	text := js[string](p, sheet+".textContent")
	assert.Regexp(t, `(?s)^Teacher – Class · Lesson 1.*1\.\x{a0}C2\.5.*The cannon takes the middle\..*1…\x{a0}h8\+7.*The chariot comes out\..*3…\x{a0}c2\.5.*\(3…\x{a0}h2\+3.*A quiet way\..*\).*4\.\x{a0}H8\+7.*Black is solid\.$`, text)
	assert.Contains(t, text, "Diagram 2 · 3. R1.2 · Black to move.")
	assert.Equal(t, 6, js[int](p, sheet+".querySelectorAll('figure svg').length"))
	assert.Equal(t, 2, js[int](p, sheet+".querySelectorAll('svg .arrow, svg .circle').length"))
	assert.Equal(t, "none", js[string](p, "getComputedStyle("+sheet+").display"), "on the screen there is no sheet")
	p.do("dispatchEvent(new Event('afterprint'))")
	assert.False(t, js[bool](p, "Boolean("+sheet+")"))

	// The command of the browser prints the same; what is marked goes alone.
	p.do("chuhe.goTo(chuhe.game.root.children[0].children[0])")
	p.until("chuhe.info && chuhe.game.current.ply === 2")
	p.click("#diagram")
	p.until("document.querySelector('#diagram[aria-pressed=true]')")
	p.do("dispatchEvent(new Event('beforeprint'))")
	assert.Equal(t, 1, js[int](p, sheet+".querySelectorAll('figure').length"))
	p.do("dispatchEvent(new Event('afterprint'))")
	written := asked[struct{ Data []byte }](p, "export", js[string](p, module("document.js")+`.then((d) => JSON.stringify({ document: d.toDocument(chuhe.game), format: 'pgn', lang: 'en' }))`))
	assert.Contains(t, string(written.Data), "$220", "as other programs mark a diagram")
	p.click("#diagram")
	p.until("document.querySelector('#diagram[aria-pressed=false]')")

	// Of a puzzle the position is printed, without the buttons around it.
	p.do("location.hash = '#puzzle=r2k5/9/9/9/9/9/9/9/4R4/4K4_w&moves=e1d1'")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("dispatchEvent(new Event('beforeprint'))")
	assert.Equal(t, "Diagram 1 · Start position · Red to move.", js[string](p, sheet+".querySelector('figcaption').textContent"))
	assert.Equal(t, "Red moves. Find the best move.", p.text("#sheet .said"))
	p.do("dispatchEvent(new Event('afterprint'))")
	p.click("#puzzle-leave")

	pages := map[string]int{"2": 3, "3": 3, "4": 2}
	for _, code := range []string{"en", "zh-Hans", "zh-Hant", "vi"} {
		p.speak(code)
		for n, most := range pages {
			p.do("chuhe.set({ perPage: %s, theme: 'dark' })", n)
			document := p.paper()
			count := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(document, -1))
			assert.LessOrEqual(t, count, most, "%s, %s diagrams a page", code, n)
			assert.GreaterOrEqual(t, count, 2, "%s, %s diagrams a page", code, n)
			if *shots != "" {
				require.NoError(t, os.WriteFile(filepath.Join(*shots, "lesson-"+n+"-"+code+".pdf"), document, 0o666))
			}
		}
	}
}

// TestPrintGivenUp closes the dialog while the names of the moves are on their way: nothing is printed.
func TestPrintGivenUp(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.do("window.printed = 0; window.print = () => { window.printed++; }")
	p.drop([]byte(cup))
	p.until("document.querySelectorAll('#chapters li').length === 3 && chuhe.info")
	p.do(`window.held = []; window.real = window.fetch; window.fetch = async (path, o) => {
		if (path === 'api/position') await new Promise((go) => held.push(go));
		return real(path, o); }`)
	p.click("#share")
	p.click("#sheet-print")
	p.click("#sheet-list")
	p.click("#print")
	p.until("held.length")
	p.click("dialog .close")
	p.do("window.fetch = real; held.forEach((go) => go())")
	assert.Zero(t, js[int](p, "new Promise((done) => setTimeout(done, 500)).then(() => printed)"))
}

// TestListOnPaperInBrowser prints all games of a list, also those that were never on the board.
func TestListOnPaperInBrowser(t *testing.T) {
	t.Parallel()
	p := aboutToPrint(t, cup, "document.querySelectorAll('#chapters li').length === 3")
	assert.Empty(t, p.cut(), "choices")
	p.click("#sheet-list")
	p.click("#print")
	p.until("window.printed")
	assert.Equal(t, 3, js[int](p, "document.querySelectorAll('#sheet h2').length"))
	assert.Equal(t, 1, js[int](p, "document.querySelectorAll('#sheet h1').length"))
	assert.NotRegexp(t, `\b[a-i]\d[a-i]\d\b`, js[string](p, "document.getElementById('sheet').textContent"), "all moves have names")
}
