package web

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// drag presses the right button of the mouse on a square and releases it on another one.
func (p *tab) drag(from, to string, keys ...chromedp.Modifier) {
	p.t.Helper()
	with := []chromedp.MouseOption{chromedp.ButtonRight, chromedp.ClickCount(1), chromedp.ButtonModifiers(keys...)}
	x, y := p.point(from)
	p.run(chromedp.MouseEvent(chromedp.MousePressed, x, y, with...))
	x, y = p.point(to)
	p.run(chromedp.MouseEvent(chromedp.MouseMoved, x, y, with...), chromedp.MouseEvent(chromedp.MouseReleased, x, y, with...))
}

// drawings returns what is drawn on the position.
func (p *tab) drawings() []string {
	p.t.Helper()
	return js[[]string](p, "chuhe.game.current.marks")
}

// TestDrawing draws arrows and circles with the right button and its keys, takes them back,
// and finds them again: after a reload, in PGN, and on the positions they were drawn on.
func TestDrawing(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7&at=1", 1366, 768)
	p.drag("h0", "g2")
	p.drag("e2", "e2", chromedp.ModifierShift)
	p.drag("b9", "c7", chromedp.ModifierAlt)
	p.drag("a9", "a8", chromedp.ModifierShift, chromedp.ModifierAlt)
	all := []string{"Gh0g2", "Re2", "Bb9c7", "Ya9a8"}
	assert.Equal(t, all, p.drawings())
	assert.Equal(t, 3, js[int](p, "document.querySelectorAll('#board .arrow').length"))
	assert.Equal(t, 1, js[int](p, "document.querySelectorAll('#board .circle.R').length"))
	assert.Equal(t, 1, js[int](p, "chuhe.game.current.ply"), "drawing plays no move")
	assert.Contains(t, p.text(".unseen"), "green arrow from")

	p.drag("h0", "g2", chromedp.ModifierShift)
	assert.Equal(t, []string{"Re2", "Bb9c7", "Ya9a8", "Rh0g2"}, p.drawings(), "another colour takes the place")
	p.drag("h0", "g2", chromedp.ModifierShift)
	assert.Equal(t, []string{"Re2", "Bb9c7", "Ya9a8"}, p.drawings(), "the same again goes away")
	p.press("z")
	p.press("z")
	p.until("chuhe.info && chuhe.game.current.marks.length === 4")
	assert.Equal(t, all, p.drawings())
	p.click("#draw-clear")
	assert.Empty(t, p.drawings())
	assert.Contains(t, p.text("#notices"), "Removed what was drawn.")
	p.click("#offer-undo")
	p.until("chuhe.info && chuhe.game.current.marks.length === 4")

	p.click("#forward")
	p.until("chuhe.info && chuhe.game.current.ply === 2")
	assert.Empty(t, p.drawings())
	assert.Zero(t, js[int](p, "document.querySelectorAll('#board .circle').length"))
	p.click("#back")
	p.until("document.querySelector('#board .circle')")
	p.reload()
	assert.Equal(t, all, p.drawings())

	written := asked[struct {
		Data []byte
		Lost []loss
	}](p, "export", js[string](p, module("document.js")+`.then((d) => JSON.stringify({ document: d.toDocument(chuhe.game), format: 'pgn', lang: 'en' }))`))
	assert.Empty(t, written.Lost)
	assert.Contains(t, string(written.Data), "{[%csl Re2] [%cal Gh0g2,Bb9c7,Ya9a8]}")
	p.drop(written.Data)
	p.until("chuhe.info && chuhe.game.root.children[0]?.marks.length === 4")
	if *shots != "" {
		p.shoot("drawing-1366.png")
	}
	p.click("#share")
	p.click("#save-xqf")
	p.until("document.querySelector('dialog [role=status]').textContent.includes('arrows and circles (4)')")
}

// TestDrawingTool draws with the tool: by keyboard, and by touch.
func TestDrawingTool(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 390, 844)
	p.click("#draw-tool")
	p.click("#draw-B")
	p.do(`document.querySelector('[data-square="h0"]').focus()`)
	p.keys(kb.Enter, kb.ArrowUp, kb.ArrowUp, kb.Enter)
	assert.Equal(t, []string{"Bh0h2"}, p.drawings())
	p.status("Drawn: blue arrow from")
	p.keys(kb.Enter, kb.Escape, kb.Enter, kb.Enter)
	assert.Equal(t, []string{"Bh0h2", "Bh2"}, p.drawings())
	p.keys(kb.Enter, kb.Enter)
	p.status("Removed: blue circle on")
	touch := func(kind, from string) {
		x, y := p.point(from)
		p.do(`document.querySelector('#board .grid').dispatchEvent(new PointerEvent('%s', { bubbles: true, cancelable: true, pointerId: 1, pointerType: 'touch', clientX: %v, clientY: %v }))`, kind, x, y)
	}
	p.do("chuhe.board.container.setPointerCapture = () => {}") // of which no real finger is there
	touch("pointerdown", "a3")
	touch("pointermove", "a4")
	touch("pointerup", "a4")
	assert.Equal(t, []string{"Bh0h2", "Ba3a4"}, p.drawings())
	assert.Equal(t, 2, js[int](p, "chuhe.game.current.ply"), "the tool plays no move")
	p.keys(kb.Escape)
	assert.False(t, js[bool](p, "chuhe.drawing.on"))
	require.Equal(t, "false", js[string](p, "document.querySelector('#draw-tool').getAttribute('aria-pressed')"))
	p.do("scrollTo(0, 0)")
	p.play("a3a4")
	p.until("chuhe.game.current.ply === 3")
	if *shots != "" {
		p.do("chuhe.goTo(chuhe.game.current.parent)")
		p.shoot("drawing-390.png")
	}
}

// TestDrawingToolPutAway takes the tool in a study, and then plays a game and looks for a better move:
// there presses on the board move pieces.
func TestDrawingToolPutAway(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 1280, 860)
	p.do("chuhe.set({ reviewNodes: 500 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.click("#draw-tool")
	p.click("#retry")
	p.until("chuhe.retry.asking && chuhe.humanTurn")
	p.play("b0b6")
	p.until("chuhe.retry.trial.tries === 1")
	p.click("#retry-stop")
	p.click("#draw-tool")
	assert.True(t, js[bool](p, "chuhe.drawing.on"))
	p.click("#new-game")
	p.click("#start")
	p.until("chuhe.game.mode === 'play' && chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
}
