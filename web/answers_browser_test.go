package web

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLostCatalogue loses the texts of the page on their way: it asks for them again.
func TestLostCatalogue(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := newTab(t, url+"icon.svg", 1280, 860)
	p.loses("lang/en.json", 1, gone)
	p.quicken(url, "")
	assert.Contains(t, p.text("#status"), "Red to move.")
}

// TestServerGoneInBrowser plays while the server does not answer, when no clock runs, and
// goes on when it does again.
func TestServerGoneInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.until("chuhe.humanTurn")
	p.do("chuhe.game.clock = { base: 6e5, increment: 0, red: 6e5, black: 6e5 }")
	p.noProgram()
	p.play("h2e2")
	p.until("document.querySelector('#ask-again') && !chuhe.ticking")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = (path, ...more) => (path === 'api/move' ? Promise.reject(new TypeError('gone')) : real(path, ...more))")
	p.click("#ask-again")
	p.until("chuhe.info && document.querySelector('#ask-again') && !chuhe.ticking") // now the engine fails
	p.do("window.fetch = real")
	p.click("#ask-again")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && !document.querySelector('#ask-again') && chuhe.ticking?.side === 'red'")
}

// TestAskAgainInBrowser asks for an analysis, a hint and puzzles while the server does not
// answer, and once more when it does.
func TestAskAgainInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "#moves=h2e2h9g7", 1280, 860)
	for _, c := range [][2]string{
		{"#analyse", "chuhe.analysis.on && chuhe.analysis.data && document.querySelector('.lines li')"},
		{"#hint", "document.querySelector('.arrow.hint')"},
	} {
		p.noProgram()
		p.click(c[0])
		p.until("document.querySelector('#ask-again')")
		assert.Contains(t, p.text("#status"), "The program does not answer.")
		assert.False(t, js[bool](p, "chuhe.analysis.on"))
		p.do("window.fetch = real")
		p.click("#ask-again")
		p.until(c[1])
		assert.NotContains(t, p.text("#status"), "The program does not answer.")
		assert.False(t, js[bool](p, "Boolean(document.querySelector('#ask-again'))"))
		p.do("if (chuhe.analysis.on) chuhe.analysis.toggle()")
	}

	// An analysis that breaks off is at an end too. The button of the analysis tries again as well.
	p.do("window.fetch = async () => new Response('{\"wait\":1}\\n')")
	p.click("#analyse")
	p.until("document.querySelector('#ask-again') && !chuhe.analysis.on")
	p.do("window.fetch = real")
	p.click("#analyse")
	p.until("chuhe.analysis.data && !document.querySelector('#ask-again')")
	assert.NotContains(t, p.text("#status"), "The program does not answer.")

	// Puzzles: their list, and a position after a right move.
	p.noProgram()
	p.click("#puzzles")
	p.until("document.querySelector('#puzzle-ask-again')")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.state === 'solve' && !document.querySelector('#puzzle-ask-again')")
	p.noProgram()
	p.play(js[string](p, "chuhe.puzzles.puzzle.moves[0]"))
	p.until("document.querySelector('#puzzle-ask-again')")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length && !chuhe.puzzles.helped")
	p.play(js[string](p, "chuhe.puzzles.puzzle.moves[0]"))
	p.until("chuhe.puzzles.state === 'solved' || chuhe.puzzles.moves.length === 2")
}

// TestAskAgainForBoth loses the engine's move and an analysis beside it: once the server answers, both go on, whichever
// was lost first.
func TestAskAgainForBoth(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	for _, first := range []string{"move", "analyse"} {
		p.do("chuhe.startGame(chuhe.defaultGame())")
		p.until("chuhe.humanTurn")
		p.do("if (!chuhe.analysis.on) chuhe.analysis.toggle()")
		p.do(`window.real ??= window.fetch; window.lose = {}; window.fetch = (path, ...more) =>
			/^api.(move|analyse)$/.test(path) ? new Promise((_, lose) => { window.lose[path.slice(4)] = () => lose(new TypeError('gone')); }) : real(path, ...more)`)
		p.play("h2e2")
		p.until("window.lose.move")
		p.do("window.lose.move()") // the position is not known either
		p.until("document.querySelector('#ask-again')")
		p.do("window.lose = {}")
		p.click("#ask-again")
		p.until("window.lose.move && window.lose.analyse")
		second := map[string]string{"move": "analyse", "analyse": "move"}[first]
		p.do("window.lose[%q]()", first)
		p.until("document.querySelector('#ask-again')")
		p.do("window.lose[%q]()", second)
		p.until("!chuhe.analysis.on && !chuhe.thinking")
		p.do("window.fetch = real")
		p.click("#ask-again")
		p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.analysis.on && !document.querySelector('#ask-again')")
	}
}

// TestAskAgainElsewhere loses the answers about positions while a game is played in a room, a position is
// set up, and a better move is looked for: each goes on once the server answers.
func TestAskAgainElsewhere(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "", 1280, 860)
	const noPosition = `window.real ??= window.fetch; window.fetch = (path, ...more) =>
		path === 'api/position' ? ` + gone + ` : real(path, ...more)`
	again := func(button, then string) {
		t.Helper()
		p.until("document.querySelector('" + button + "')")
		assert.Contains(t, p.text("#status"), "The program does not answer.")
		p.do("window.fetch = real")
		p.click(button)
		p.until(then + " && !document.querySelector('" + button + "')")
		assert.NotContains(t, p.text("#status"), "The program does not answer.")
	}

	p.do("chuhe.room.open('red')")
	p.until("chuhe.room.on && chuhe.info")
	black := ask[seatLine](t, url+"api/room", fmt.Sprintf(`{"do":"join","code":%q}`, js[string](p, "chuhe.room.seat.code")))
	p.until("chuhe.room.line?.full")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	p.do(noPosition)
	ask[struct{}](t, url+"api/room", fmt.Sprintf(`{"do":"move","code":%q,"seat":%q,"move":"h9g7","ply":1}`, black.Code, black.Seat))
	again("#ask-again", "chuhe.game.current.ply === 2 && chuhe.humanTurn")

	p = quick(t, url, slips, 1280, 860)
	p.do(noPosition)
	p.click("#edit")
	again("#edit-ask-again", "!document.getElementById('edit-done').disabled")
	p.click("#edit-cancel")
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.do("for (const n of chuhe.game.nodes) n.info = null")
	p.do(noPosition)
	p.click("#retry")
	again("#ask-again", "chuhe.retry.asking && chuhe.humanTurn")
}

// cutShort makes the answers of a path end before their last line.
func (p *tab) cutShort(path string) {
	p.t.Helper()
	p.do(`window.real ??= window.fetch; window.fetch = async (path, ...more) => { const r = await real(path, ...more); if (path !== %q) return r;
		const lines = (await r.text()).trimEnd().split('\n'); return new Response(lines.slice(0, -1).map((l) => l + '\n').join('')); }`, path)
}

// TestStreamCutInBrowser plays and reviews with answers that break off.
func TestStreamCutInBrowser(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.until("chuhe.humanTurn")
	p.cutShort("api/move")
	p.play("h2e2")
	p.until("document.querySelector('#ask-again')")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#ask-again")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")

	p.follow(slips)
	p.until("chuhe.info?.legal.length && chuhe.review.possible")
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.cutShort("api/review")
	p.click("#review-game")
	p.until("!chuhe.review.running && document.querySelector('#review .fault')")
	assert.Contains(t, p.text("#review .fault"), "The program does not answer.")
	p.do("window.fetch = real")
	p.click("#review-again")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.cutShort("api/attempt")
	p.click("#retry")
	p.until("chuhe.retry.asking && chuhe.humanTurn")
	p.play("b0b6")
	p.until("chuhe.retry.trial.state === 'ask' && chuhe.message && !chuhe.preview")
	assert.Contains(t, p.text("#status"), "The program does not answer.")
	p.do("window.fetch = real")
	p.play("b0b6")
	p.until("chuhe.retry.trial.state === 'wrong'")
	assert.Equal(t, 1, js[int](p, "chuhe.retry.trial.tries"), "what was not answered is no try")
}
