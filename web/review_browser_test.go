package web

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// slips is the address of a game in which Red leaves a rook to the knight, and Black then
// a rook to a rook.
const slips = "#fen=3ak3r/4a4/4b4/9/4p4/2n6/9/9/4A1R2/1R1AK4_w&moves=b0b2c4b2g1g5i9i5g5i5"

// TestReviewInBrowser reviews a game, looks for better moves with the pointer, and
// writes the review into the game.
func TestReviewInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 390, 844)
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	p.until("document.querySelectorAll('.faults li').length >= 2 && document.querySelectorAll('#review .graph .dot').length >= 2")
	assert.Contains(t, p.text(".sides"), "%")
	assert.Contains(t, p.text(".faults"), "loses the chariot")
	assert.LessOrEqual(t, js[float64](p, "document.documentElement.scrollWidth"), 390.0, "nothing sticks out")

	// A mistake is shown with two arrows; its better line can be played.
	p.click("#fault-1")
	p.until("chuhe.game.current === chuhe.game.root && document.querySelector('.arrow.bad') && document.querySelector('.arrow.best')")
	p.do("chuhe.set({ words: true })")
	p.status("Red played “the left chariot goes to file 8, rank 3”, ")
	assert.Contains(t, p.text("#fault-1"), "1. the left chariot goes to file 8, rank 3")
	assert.LessOrEqual(t, js[float64](p, "document.documentElement.scrollWidth"), 390.0, "nothing sticks out")
	p.do("chuhe.set({ words: false })")
	p.do("document.querySelector('.detail .pv').click()")
	p.until("chuhe.game.current.ply === 1 && chuhe.game.root.children.length === 2")
	assert.True(t, js[bool](p, "Boolean(chuhe.review.data?.summary)"), "a variation leaves the review as it is")

	// A click on the curve leads there too.
	p.do(`{ const g = document.querySelector('#review .graph').getBoundingClientRect();
		document.querySelector('#review .graph').dispatchEvent(new MouseEvent('click', { bubbles: true, clientX: g.left + g.width, clientY: g.top })); }`)
	p.until("chuhe.game.current === chuhe.game.root.tip")

	// Try again: the same move, a slip, a hint, then the better move.
	p.click("#retry")
	p.until("chuhe.retry.asking && chuhe.humanTurn && chuhe.retry.trying.ply === 1")
	assert.Contains(t, p.text("#status"), "Find a better move")
	assert.Equal(t, 0, js[int](p, "document.querySelectorAll('.arrow.best').length"), "the solution is hidden")
	p.play("b0b2")
	p.until("chuhe.retry.trial.state === 'wrong' && !chuhe.preview")
	assert.Contains(t, p.text("#status"), "is the move that was played")
	p.play("b0b6")
	p.until("chuhe.retry.trial.answer.line[0].move === 'b0b6' && chuhe.retry.trial.state === 'wrong' && !chuhe.preview")
	assert.Contains(t, p.text("#status"), "is the answer")
	p.do("chuhe.set({ words: true })")
	p.until("/^“the left chariot goes to file 8, rank 7” does not help: “the .*” is the answer/.test(chuhe.statusText())")
	p.do("chuhe.set({ words: false })")
	p.click("#retry-hint")
	p.until("document.querySelector('.hinted')")
	assert.Regexp(t, `Look at the Red chariot on file \d, rank \d`, p.text("#status"))
	p.play(js[string](p, "chuhe.retry.trying.better[0].move"))
	p.until("chuhe.retry.trial.state === 'right'")
	assert.Contains(t, p.text("#status"), "Right!")
	// The answer comes while something is pressed.
	p.do(`{ const { retry } = chuhe; document.activeElement.blur(); retry.trial.state = 'judging'; chuhe.render();
		document.getElementById('status').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
		retry.answered(retry.trial.answer); }`)
	p.until("document.activeElement.id === 'retry-next'")
	p.click("#retry-next")
	for js[bool](p, "Boolean(chuhe.retry.trying)") {
		p.until("chuhe.retry.asking && chuhe.humanTurn")
		p.click("#retry-solve")
		p.until("document.querySelector('.arrow.best')")
		assert.Contains(t, p.text("#status"), "The better move is")
		p.click("#retry-next")
	}
	assert.False(t, js[bool](p, "chuhe.humanTurn"), "there is nothing left to try")
	assert.Contains(t, p.text("#controls"), "Found with help or more tries")
	assert.Contains(t, p.text("#controls"), "Solution shown")
	p.click("#retry-stop")

	// What is written into the game stays, and so does the review.
	p.click("#review-write")
	p.until("chuhe.game.root.children[0].glyphs[0] === 4 && chuhe.game.root.children[0].comment.includes('loses the chariot')")
	p.choose("review-side", "red")
	p.click("#fault-1")
	p.until("document.querySelector('#fault-1[aria-current]') && chuhe.info")
	faults := p.text(".faults")
	p.reload()
	assert.Equal(t, "[4]", js[string](p, "JSON.stringify(chuhe.game.root.children[0].glyphs)"))
	p.until("document.querySelector('.faults') && document.querySelector('#fault-1[aria-current]') && document.querySelector('.arrow.best')")
	assert.Equal(t, faults, p.text(".faults"))
	assert.Equal(t, "red", js[string](p, "document.getElementById('review-side').value"))
	assert.False(t, js[bool](p, "chuhe.review.running"), "it is not searched twice")
	p.click("#review-close")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.review.on"), "who has closed it")
	p.click("#review-game")
	p.until("document.querySelector('.faults')")
	assert.False(t, js[bool](p, "chuhe.review.running"))

	// Of another main line there is no review.
	p.do("chuhe.game.remove(chuhe.game.root.tip); chuhe.goTo(chuhe.game.root.tip)")
	p.until("chuhe.info && document.getElementById('review-again') && !chuhe.review.faults.length")
	p.reload()
	assert.False(t, js[bool](p, "chuhe.review.on || Boolean(chuhe.game.review)"))
}

// TestKeptReviews asserts that reviews in storage are bounded: reviews of the newest games
// stay, and none takes the room of a game, nor does an older game.
func TestKeptReviews(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 1280, 860)
	p.do(`{ const saved = chuhe.game.save();
		for (let i = 0; i < 3; i++) {
			localStorage.setItem('chuhe.game.old' + i, JSON.stringify({ ...saved, changed: 1000 + i }));
			localStorage.setItem('chuhe.review.old' + i, JSON.stringify('x'.repeat(400000)));
		} }`)
	p.do("chuhe.set({ reviewNodes: 500 })")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	reviews := "Object.keys(localStorage).filter((k) => k.startsWith('chuhe.review.')).map((k) => k.slice(13)).sort()"
	own := js[string](p, "sessionStorage.getItem('chuhe.tab')")
	assert.ElementsMatch(t, []string{own, "old1", "old2"}, js[[]string](p, reviews))
	p.click("#games")
	p.do("[...document.querySelectorAll('.games .small')].slice(1).forEach((b) => b.click())")
	assert.Equal(t, []string{own}, js[[]string](p, reviews), "they go with their games")
	p.keys(kb.Escape)

	// Storage is full.
	const fill = "{ const fill = (n) => { try { for (;;) localStorage.setItem('fill' + Math.random(), 'x'.repeat(n)); } catch {} }; fill(100000); fill(1000); fill(10); }"
	keep := func(comment int) int {
		p.do("chuhe.game.root.comment = 'y'.repeat(%d); chuhe.keep()", comment)
		return js[int](p, "JSON.parse(localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab'))).nodes[0][2].length")
	}
	free := func() {
		p.do("for (const k of Object.keys(localStorage)) if (k.startsWith('fill')) localStorage.removeItem(k)")
	}
	p.do(fill)
	assert.Equal(t, 2000, keep(2000))

	// Without reviews the oldest games go, but not in vain.
	free()
	p.do(`{ const saved = JSON.stringify({ ...chuhe.game.save(), names: { red: 'x'.repeat(10000), black: '' } });
		for (let i = 0; i < 3; i++) localStorage.setItem('chuhe.game.old' + i, saved.replace(/"changed":\d+/, '"changed":' + i)); }`)
	p.do(fill)
	assert.Equal(t, 20_000, keep(20_000))
	assert.ElementsMatch(t, []string{own, "old2"}, p.kept())
	assert.Empty(t, p.text("#notices"))
	assert.Equal(t, 20_000, keep(100_000))
	assert.ElementsMatch(t, []string{own, "old2"}, p.kept())
	assert.Contains(t, p.text("#notices .danger"), "no room")
	free()
	assert.Equal(t, 100_000, keep(100_000))
	assert.Empty(t, p.text("#notices"))
}

// TestReviewByKeyboard reviews a game without a pointer, in three languages.
func TestReviewByKeyboard(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 1280, 860)
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.keys("r")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	for _, c := range [][3]string{{"zh-Hans", "失车", "请找出更好的着法"}, {"zh-Hant", "失車", "請找出更好的著法"}, {"en", "loses the chariot", "Find a better move"}} {
		p.speak(c[0])
		p.until(fmt.Sprintf("chuhe.info && document.querySelector('.faults').textContent.includes(%q)", c[1]))
		p.keys("t")
		p.status(c[2])
		p.keys(kb.Escape)
		p.until("!chuhe.retry.on")
	}
	p.keys("m")
	p.until("chuhe.review.selected > 0")
	p.keys("t")
	p.until("chuhe.retry.asking && chuhe.humanTurn")
	p.keys(kb.ArrowRight) // leads nowhere now
	assert.True(t, js[bool](p, "chuhe.retry.asking"))
	p.keys("h")
	p.until("document.querySelector('.hinted')")
	p.keys("s")
	p.until("chuhe.retry.trial.state === 'shown' && document.activeElement.id === 'retry-next'")
	p.keys(kb.Enter)
	p.until("chuhe.retry.trial.at > 0")
	p.keys(kb.Escape, "r")
	p.until("!chuhe.review.on && document.querySelector('#review-game')")
}

// TestMistakeInSight reviews a game of a list: the chosen mistake comes in sight, not the game.
func TestMistakeInSight(t *testing.T) {
	t.Parallel()
	p := quickPage(t, slips, 1000, 600)
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.click("#file-begin")
	p.until("document.querySelectorAll('#chapters li').length === 1")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running && chuhe.review.faults.length >= 2")
	p.do("document.getElementById('panel').scrollTop = 0; document.activeElement.blur()")
	p.keys("m")
	p.until("chuhe.review.selected > 0 && chuhe.info")
	assert.True(t, js[bool](p, `(() => { const at = document.querySelector('.faults [aria-current]').closest('li').getBoundingClientRect();
		const { top, bottom } = document.getElementById('panel').getBoundingClientRect(); return at.top >= top - 1 && at.bottom <= bottom + 1; })()`))
}

// TestRetryDuringReview asserts that the search for better moves does not begin before the review is
// done, and that an attempt that was given up leaves the next review alone.
func TestRetryDuringReview(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, slips, 1280, 860)
	p.do("chuhe.set({ reviewNodes: 2000 })")
	p.do(`{ const real = window.fetch; window.held = {}; window.fetch = async (path, ...more) => {
		const r = await real(path, ...more); if (path !== 'api/review') return r;
		const lines = (await r.text()).trimEnd().split('\n').map((l) => new TextEncoder().encode(l + '\n'));
		return new Response(new ReadableStream({ async start(c) { lines.slice(0, -1).forEach((l) => c.enqueue(l));
			await new Promise((go) => { held.go = go; }); c.enqueue(lines.at(-1)); c.close(); } })); }; }`)
	p.keys("r")
	p.until("chuhe.review.faults.length >= 2 && held.go")
	p.do("chuhe.review.select(1)")
	p.until("document.querySelector('#try-again')?.disabled && chuhe.info")
	p.keys("t")
	assert.True(t, js[bool](p, "chuhe.review.running && !chuhe.retry.on"))
	p.do("held.go()")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")

	// An attempt is given up for another position, and the game is reviewed again.
	p.keys("t")
	p.until("chuhe.retry.asking && chuhe.humanTurn")
	p.do("chuhe.retry.attempt('b0b6'); chuhe.goTo(chuhe.game.root.tip); held.go = null; chuhe.review.run()")
	p.until("chuhe.info && held.go")
	assert.True(t, js[bool](p, "chuhe.review.running && !chuhe.retry.on"))
	p.do("held.go()")
	p.until("chuhe.review.data?.summary && !chuhe.review.running && !chuhe.message")
}

// TestReviewOfPlayedGame reviews a game that a person has lost.
func TestReviewOfPlayedGame(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.until("chuhe.humanTurn")
	assert.False(t, js[bool](p, "chuhe.review.possible"), "not while it is played")
	p.play("h2h9")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.do("chuhe.set({ reviewNodes: 500 })")
	p.click("#resign")
	p.click("#yes")
	p.click("#review-game")
	p.until("chuhe.review.data?.summary && !chuhe.review.running")
	assert.Equal(t, "red", js[string](p, "chuhe.review.side"), "the person's own mistakes")
	p.status("The review is done: 1 mistake.")
	assert.Contains(t, p.text("#above"), "Chuhe, level 1")
	assert.Equal(t, "black", js[string](p, "chuhe.game.result.winner"), "the result stays")
	p.key("r")
	p.reach("#again") // after the review

	// A saved file has the names, and the date of the place.
	p.run(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Shanghai"})
		return err
	}))
	p.do("chuhe.game.changed = Date.UTC(2026, 4, 1, 23)")
	p.do("{ const real = window.fetch; window.fetch = (path, o) => { if (path === 'api/export') window.exported = JSON.parse(o.body).document; return real(path, o); }; }")
	p.click("#share")
	p.click("#save-pgn")
	p.until("window.exported")
	assert.Equal(t, "Person, Chuhe, level 1, 2026.05.02", js[string](p, "['Red', 'Black', 'Date'].map((n) => exported.tags.find((x) => x.Name === n)?.Value).join(', ')"))
}
