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

// lesson is the address of a game of 40 moves with a variation of four.
var lesson = "#moves=h2e2h9g7(b9c7h0g2a9b9b0c2)" + strings.Repeat("a0a1a9a8a1a0a8a9", 9) + "h0g2b9c7&at=1"

// openLesson opens the lesson with a comment.
func openLesson(t *testing.T, url string) *tab {
	t.Helper()
	p := quick(t, url, lesson, 1280, 860)
	p.until("chuhe.info && chuhe.game.nodes.length === 45")
	p.do(`chuhe.game.nodes[30].comment = 'Here Black errs.'; chuhe.keep()`)
	return p
}

// nodes waits until the game has a number of nodes and the page knows the position.
func (p *tab) nodes(n int) {
	p.t.Helper()
	p.until(fmt.Sprintf("chuhe.info && chuhe.game.nodes.length === %d", n))
}

// press presses a key with Ctrl, or with Ctrl and Shift.
func (p *tab) press(key string, more ...chromedp.Modifier) {
	p.t.Helper()
	p.do("document.activeElement?.blur()")
	p.run(chromedp.KeyEvent(key, chromedp.KeyModifiers(append(more, chromedp.ModifierCtrl)...)))
}

// TestUndoRemoval removes most of a lesson, and gets it back: by the button, by the keys,
// and after a reload.
func TestUndoRemoval(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := openLesson(t, url)
	before := js[string](p, "JSON.stringify(chuhe.game.save().nodes)")
	remove := func() {
		p.click("#remove-here")
		p.until("document.querySelector('dialog[open] h2')?.textContent === 'Remove 44 moves?'")
	}
	restored := func() {
		p.nodes(45)
		assert.Equal(t, before, js[string](p, "JSON.stringify(chuhe.game.save().nodes)"))
		assert.Equal(t, 1, js[int](p, "chuhe.game.current.ply"))
	}
	remove()
	p.click("dialog .actions button:first-child")
	p.until("!document.querySelector('dialog')")
	p.nodes(45)

	remove()
	p.click("#yes")
	p.nodes(1)
	assert.Contains(t, p.text("#notices"), "Removed 44 moves.")
	p.click("#offer-undo")
	restored()
	p.click("#offer-redo")
	p.nodes(1)
	p.press("z")
	restored()
	p.press("Z", chromedp.ModifierShift)
	p.nodes(1)
	p.press("z")
	p.nodes(45)
	p.press("y")
	p.nodes(1)

	p.run(chromedp.Navigate(url + "icon.svg"))
	p.run(chromedp.Navigate(url))
	p.settle()
	p.nodes(1)
	p.click("#undo")
	restored()
}

// TestUndoEdits undoes a move, a sign, a comment, a promotion and a set-up, one by one.
func TestUndoEdits(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := openLesson(t, url)
	p.do("chuhe.goTo(chuhe.game.root.children[0].children[1])")
	p.click("#promote")
	p.until("chuhe.game.root.tip.ply === 5")
	assert.Contains(t, p.text("#notices"), "This is the main line now.")
	p.click("#comment")
	p.keys("Sound.")
	p.click("#glyph-1")
	p.until("chuhe.game.current.glyphs.length")
	p.play("a0a1")
	p.nodes(46)

	p.press("z")
	p.nodes(45)
	assert.Equal(t, []int{1}, js[[]int](p, "chuhe.game.current.glyphs"))
	p.press("z")
	p.until("!chuhe.game.current.glyphs.length")
	assert.Equal(t, "Sound.", js[string](p, "document.querySelector('#comment').value"))
	p.press("z")
	p.until("document.querySelector('#comment').value === ''")
	assert.Equal(t, 5, js[int](p, "chuhe.game.root.tip.ply"))
	p.press("z")
	p.until("chuhe.game.root.tip.ply === 40")
	assert.True(t, js[bool](p, "document.querySelector('#undo').disabled"))

	p.click("#edit")
	first := js[string](p, "chuhe.editor.fen")
	p.click("#edit-empty")
	p.click("#tool-R")
	p.play("a0a0")
	p.play("b5c5")
	p.click("#undo")
	p.press("z")
	p.press("z")
	p.press("z")
	p.press("z")
	assert.Equal(t, first, js[string](p, "chuhe.editor.fen"))
	p.press("y")
	assert.Equal(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", js[string](p, "chuhe.editor.fen"))
}

// TestNothingToUndo presses what changes nothing of a position that is set up: there is nothing to undo, and what was
// undone can be redone.
func TestNothingToUndo(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.click("#edit-empty")
	p.click("#undo")
	p.click("#edit-start")
	p.play("a0a0")
	p.click("#tool-x")
	p.play("e5e5")
	p.until("!chuhe.editor.checking")
	assert.True(t, js[bool](p, "document.getElementById('undo').disabled && !document.getElementById('redo').disabled"))
}

// TestUndoOpening goes back to the lesson after another game was opened over it, with what
// was done before and after, and gets a game back that was removed from the list.
func TestUndoOpening(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := openLesson(t, url)
	lesson := p.kept()
	require.Len(t, lesson, 1)
	p.play("a9a8")
	p.nodes(46)
	p.click("#new-game")
	p.click("#start")
	p.nodes(1)
	assert.Contains(t, p.text("#notices"), "The previous game is in My games.")
	p.press("z")
	p.nodes(46)
	assert.Equal(t, lesson[0], js[string](p, "sessionStorage.getItem('chuhe.tab')"))
	p.press("z")
	p.nodes(45)
	p.press("y")
	p.nodes(46)
	p.press("y")
	p.nodes(1)

	// In a game that is played the moves go back, and then the new game.
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.press("z")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.press("z")
	p.nodes(46)

	p.click("#new-game")
	p.click("#start")
	p.nodes(1)
	kept := js[string](p, fmt.Sprintf("localStorage.getItem('chuhe.game.%s')", lesson[0]))
	p.click("#games")
	p.click(fmt.Sprintf("[data-game=%q] .small", lesson[0]))
	p.click("#yes")
	p.until("document.querySelector('#undo-removal')")
	assert.NotContains(t, p.kept(), lesson[0])
	p.click("#undo-removal")
	p.until(fmt.Sprintf("document.querySelector('[data-game=%q]')", lesson[0]))
	assert.Equal(t, kept, js[string](p, fmt.Sprintf("localStorage.getItem('chuhe.game.%s')", lesson[0])))
	assert.False(t, js[bool](p, "Boolean(document.querySelector('#undo-removal'))"))
	p.keys(kb.Escape)
}

// TestUndoWithoutRoom undoes the removal of a game for which the browser has no room any more: the page says so, and
// brings it back once there is room.
func TestUndoWithoutRoom(t *testing.T) {
	t.Parallel()
	p := openLesson(t, startPage(t, config{}))
	lesson := p.kept()[0]
	p.click("#new-game")
	p.click("#start")
	p.nodes(1)
	p.click("#games")
	p.click(fmt.Sprintf("[data-game=%q] .small", lesson))
	p.click("#yes")
	p.until("document.querySelector('#undo-removal')")
	p.do("window.real = Storage.prototype.setItem; Storage.prototype.setItem = () => { throw new Error('full'); }")
	p.click("#undo-removal")
	p.until("document.querySelector('dialog .fault').textContent.includes('no room left')")
	assert.NotContains(t, p.text("#notices"), "Undone.")
	p.do("Storage.prototype.setItem = real")
	p.click("#undo-removal")
	p.until(fmt.Sprintf("document.querySelector('[data-game=%q]')", lesson))
	assert.NotContains(t, p.text("dialog"), "no room left")
}

// TestRemoveOnBoard removes the game on the board from the list: it stays away when the page goes
// and when another game begins, and comes back with the next move.
func TestRemoveOnBoard(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	remove := func() {
		t.Helper()
		p.click("#games")
		p.click("dialog .games .small")
		p.until("document.querySelector('#undo-removal') && !document.querySelector('dialog .games')")
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
	}
	remove()
	assert.Equal(t, "h2e2 h9g7", p.moves(), "it stays on the board")
	p.do("window.dispatchEvent(new Event('pagehide'))")
	assert.Empty(t, p.kept())
	p.play("h0g2")
	p.until("chuhe.info && chuhe.game.current.ply === 3")
	assert.Len(t, p.kept(), 1)

	// The move and the removal are undone, and the removal is done once more.
	remove()
	p.play("b9c7")
	p.until("chuhe.info && chuhe.game.current.ply === 4")
	p.press("z")
	p.until("chuhe.game.current.ply === 3")
	p.press("z")
	p.until("localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab'))")
	p.press("y")
	p.until("!localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab'))")
	p.do("window.dispatchEvent(new Event('pagehide'))")
	assert.Empty(t, p.kept())
	p.press("z")
	p.until("localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab'))")

	remove()
	p.click("#new-game")
	p.click("#start")
	p.nodes(1)
	assert.NotContains(t, p.text("#notices"), "The previous game is in My games.")
	p.press("z")
	p.nodes(4)
	p.press("z")
	p.until("localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab'))")
	p.press("y")
	p.press("y")
	p.nodes(1)
	p.reload()
	assert.NotEqual(t, 4, js[int](p, "chuhe.game.nodes.length"))
	assert.False(t, js[bool](p, "Object.keys(localStorage).some((k) => k.startsWith('chuhe.game.') && JSON.parse(localStorage[k]).nodes.length === 4)"))
}

// TestUndoInTwoTabs has a tab undo what it did while another one plays its game on: neither
// loses anything.
func TestUndoInTwoTabs(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := openLesson(t, url)
	lesson := p.kept()[0]
	p.click("#new-game")
	p.click("#start")
	p.nodes(1)
	other := p.twin(url)
	other.settle()
	other.click("#games")
	other.click(fmt.Sprintf("[data-game=%q] .link", lesson))
	other.nodes(45)
	other.play("a9a8")
	other.nodes(46)

	p.press("z")
	p.nodes(45)
	assert.NotEqual(t, lesson, js[string](p, "sessionStorage.getItem('chuhe.tab')"), "a copy")
	assert.Equal(t, 46, js[int](p, fmt.Sprintf("JSON.parse(localStorage.getItem('chuhe.game.%s')).nodes.length", lesson)))
	other.press("z")
	other.nodes(45)
	other.until("document.querySelector('#undo').disabled")
}
