package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// nearlyMated begins a game against level 1 in which Red mates at once with two cannons.
const nearlyMated = `{ const g = chuhe.defaultGame();
	for (const m of 'h2e2 a6a5 e2e6 a5a4 b2b5 a4a3'.split(' ')) g.current = g.add(m, true);
	chuhe.startGame(g); }`

// TestWonInBrowser wins two games against level 1, accepts the next level, resigns there,
// and looks back at what was lost.
func TestWonInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	won := func() {
		t.Helper()
		p.do(nearlyMated)
		p.until("chuhe.humanTurn && chuhe.game.current.ply === 6")
		p.play("b5e5")
		p.status("You won!")
	}
	p.do(`window.said = []; new MutationObserver(() => said.push(document.getElementById('status').textContent))
		.observe(document.getElementById('status'), { childList: true, characterData: true, subtree: true })`)
	won()
	assert.Equal(t, 1, js[int](p, "said.filter((text) => text.includes('Red wins.')).length"), "read out once")
	assert.Contains(t, p.text("#status"), "Level 1 – first game")
	assert.Contains(t, p.text("#status"), "Red wins. Black is checkmated.")
	assert.Contains(t, p.text("#notices"), "You gave checkmate in 4 moves. Your best catch was on move 2: your cannon took the soldier.")
	assert.False(t, js[bool](p, "Boolean(document.querySelector('#cheer i, #offer'))"), "without motion, and after one win")
	p.click("#show-moment")
	p.until("chuhe.game.current.ply === 3 && !document.querySelector('.closing')")
	p.click("#last")
	p.status("You won!")
	p.click("#again")
	p.until("chuhe.humanTurn && chuhe.game.current.ply === 0 && !chuhe.game.result && chuhe.game.players.black.level === 1")

	p.do("chuhe.set({ motion: true })")
	won()
	p.until("document.querySelectorAll('#cheer i').length > 20")
	assert.Equal(t, "Play: Level 2 – first steps", p.text("#offer"))
	p.reload()
	p.status("You won!")
	assert.True(t, js[bool](p, "document.getElementById('cheer').hidden"), "celebrated once")
	p.click("#offer")
	p.until("chuhe.humanTurn && chuhe.game.players.black.level === 2 && !chuhe.game.root.children.length && chuhe.settings.level === 2")
	assert.False(t, js[bool](p, "Boolean(document.querySelector('.closing'))"))

	// A loss ends with a kind text; two of them lead back.
	for range 2 {
		p.do("chuhe.playMove('h2e2')")
		p.until("chuhe.humanTurn && chuhe.game.current.ply === 2")
		p.click("#resign")
		p.click("#yes")
		p.status("Well fought!")
		assert.NotContains(t, p.text("#status"), "You won!")
		p.click("#again, #offer")
		p.until("chuhe.humanTurn && !chuhe.game.root.children.length")
	}
	assert.Equal(t, 1, js[int](p, "chuhe.game.players.black.level"))
}

// TestDrawnInBrowser asserts that a draw is fair, and that two people read of no win.
func TestDrawnInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 390, 844)
	p.do("chuhe.finish('draw', 'agreed', '')")
	p.status("A fair draw!")
	p.do("{ const g = chuhe.defaultGame(); g.players.black.kind = 'human'; chuhe.startGame(g); }")
	p.until("chuhe.humanTurn")
	p.do("chuhe.finish('red', 'resign', '')")
	p.status("Red wins.")
	assert.Equal(t, "Red wins. Black resigned.", p.text("#status"))
}
