package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestAnalysisKept leaves a position that was analysed and comes back, and lets a move from
// elsewhere take the only processor: what was found stays, and nothing shallower replaces it.
func TestAnalysisKept(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{processors: 1, hash: 8})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	p.do("chuhe.set({ lines: 2 })")
	p.click("#analyse")
	p.until("chuhe.analysis.data?.depth > 11 && chuhe.analysis.data.lines.length === 2")
	found := js[int](p, "chuhe.analysis.data.depth")
	p.keys(kb.ArrowLeft)
	p.until("chuhe.game.current.ply === 1 && chuhe.analysis.data")
	p.do(`window.least = 99;
		setInterval(() => {
			const { analysis, game } = chuhe;
			if (game.current.ply !== 2) return;
			const said = Number(/Depth (\d+)/.exec(document.querySelector('#analysis .state')?.textContent)?.[1] ?? 99);
			least = Math.min(least, said, analysis.data?.lines.length === 2 ? analysis.data.depth : 0);
		}, 5)`)
	p.keys(kb.ArrowRight)
	p.until(fmt.Sprintf("chuhe.analysis.node === chuhe.game.current && chuhe.analysis.depth >= %d", found))
	assert.GreaterOrEqual(t, js[int](p, "least"), found)

	before := js[int](p, "chuhe.analysis.data.depth")
	p.do("window.least = 99")
	asked[moveLine](p, "move", `{"level":3}`)
	p.until(fmt.Sprintf("chuhe.analysis.depth >= %d", before))
	assert.GreaterOrEqual(t, js[int](p, "least"), before)

	// What stands in the list of moves is kept with the game.
	p.until("document.querySelectorAll('.move .worth').length === 2")
	// In one expression: the analysis goes on.
	assert.Empty(t, js[[]float64](p, "((kept, now) => kept === now ? [] : [kept, now])(chuhe.game.current.eval.cp, chuhe.analysis.data.lines[0].score.cp)"))
	p.click("#analyse")
	assert.Equal(t, 2, js[int](p, "document.querySelectorAll('.move .worth').length"))
}

// TestLinesInSight asserts that nothing of a line is cut off where its moves are long: the last
// of them, and the buttons that show the line whole or leave its first move out.
func TestLinesInSight(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1366, 768)
	p.do("chuhe.set({ notation: 'iccs' })")
	for _, size := range [][2]int64{{1366, 768}, {360, 740}} {
		p.run(chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateScale(1)))
		p.click("#analyse")
		// In one expression, so that these lines stay.
		p.until(`chuhe.analysis.control && chuhe.analysis.data?.lines.length === 3 &&
			chuhe.analysis.data.lines.every((l) => l.moves.length > 12) && !chuhe.analysis.control.abort()`)
		p.until("document.querySelectorAll('.lines .fold').length === 3")
		assert.Empty(t, js[[]string](p, `[...document.querySelectorAll('.lines li button')].filter((e) =>
			e.getBoundingClientRect().bottom > e.closest('li').getBoundingClientRect().bottom).map((e) => e.id)`), "%v", size)
		p.click("#out-1")
		p.until("document.getElementById('all-moves')")
		p.click("#all-moves")
		p.click("#analyse")
	}
}

// TestLineUnfolds shows a long line whole, and again its beginning.
func TestLineUnfolds(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	p.click("#analyse")
	p.until("chuhe.analysis.data?.lines[0].moves.length > 14")
	p.do("chuhe.analysis.control.abort()") // so that the line stays as long
	long := js[int](p, "chuhe.analysis.data.lines[0].moves.length")
	count := "document.querySelectorAll('.lines li:first-child [id^=line-]').length"
	assert.Equal(t, 12, js[int](p, count))
	p.click("#fold-line-0")
	p.until(fmt.Sprintf("%s === %d", count, long))
	assert.True(t, js[bool](p, "(() => { const e = document.querySelector('.lines li'); return e.scrollHeight <= e.clientHeight; })()"), "all of it is in sight")
	p.click(fmt.Sprintf("#line-0-%d", long-1))
	p.until(fmt.Sprintf("chuhe.game.current.ply === %d", 2+long))
	p.press("z")
	p.until("chuhe.game.current.ply === 2 && chuhe.game.nodes.length === 3")
	p.until("document.querySelector('#fold-line-0[aria-expanded=true]')")
	// The analysis goes on and moves the button, so it is not the pointer that presses it.
	p.until("(document.querySelector('#fold-line-0[aria-expanded=true]')?.click(), " + count + " === 12)")
}
