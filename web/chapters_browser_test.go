package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cup is a file of three games.
const cup = `[Event "Cup"]
[Date "2024.05.01"]
[Red "Ann"]
[Black "Bo"]

1. C2.5 h8+7 2. H2+3 1-0

[Event "Cup"]
[Red "Cy"]
[Black "Di"]

1. C8.5 {a try} h2+3 0-1

[Event "Cup"]
[Red "Ed"]
[Black "Flo"]

1. P7+1 1/2-1/2
`

// chapters returns the rows of the list of games.
func (p *tab) chapters() []string {
	p.t.Helper()
	return js[[]string](p, "[...document.querySelectorAll('#chapters li')].map((e) => [...e.querySelectorAll('span')].map((s) => s.textContent).filter(Boolean).join(' '))")
}

// openCup opens the file of three games.
func openCup(t *testing.T, width, height int64) *tab {
	t.Helper()
	p := quickPage(t, "", width, height)
	p.drop([]byte(cup))
	p.until("chuhe.info && chuhe.game.names.red === 'Ann' && document.querySelectorAll('#chapters li').length === 3")
	return p
}

// saving lets the page keep the name and the text of the file it saves in window.saved.
func (p *tab) saving() {
	p.t.Helper()
	p.do(`{ window.saved = {}; const real = URL.createObjectURL;
		URL.createObjectURL = (b) => { b.text().then((text) => (saved.text = text)); return real.call(URL, b); };
		HTMLAnchorElement.prototype.click = function () { saved.name = this.download; }; }`)
}

// TestChapters goes through the games of a file, changes them, and saves them as one file.
func TestChapters(t *testing.T) {
	t.Parallel()
	p := openCup(t, 1366, 768)
	assert.Equal(t, []string{"1. Ann – Bo · Cup · 2024 1-0", "2. Cy – Di · Cup 0-1", "3. Ed – Flo · Cup 1/2-1/2"}, p.chapters())
	p.click("#chapter-next")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	p.click("#forward")
	p.click("#comment")
	p.keys(", and a good one")
	p.click("#chapters li:nth-child(3) button")
	p.until("chuhe.info && chuhe.game.names.red === 'Ed'")
	p.click("#chapters li:nth-child(2) button")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	assert.Equal(t, "a try, and a good one", js[string](p, "chuhe.game.root.children[0].comment"))
	p.reload()
	assert.Equal(t, 2, 1+js[int](p, "chuhe.chapters.at"), "a reload finds the list again")

	// Changed names stand in the list, and Undo brings the old ones back.
	p.click("#about")
	p.run(chromedp.SetValue(chromedp.CSS("#tag-Red"), "Cyrus"), chromedp.SetValue(chromedp.CSS("#tag-Date"), "2024-6-2"), chromedp.SetValue(chromedp.CSS("#about-result"), "1/2-1/2"))
	p.do("document.querySelector('#about-result').dispatchEvent(new Event('change'))")
	p.click("#about-save")
	p.until("!document.querySelector('dialog')")
	assert.Equal(t, "2. Cyrus – Di · Cup · 2024 1/2-1/2", p.chapters()[1])
	p.click("#offer-undo")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	assert.Equal(t, "2. Cy – Di · Cup 0-1", p.chapters()[1])
	p.click("#offer-redo")
	p.until("chuhe.info && chuhe.game.names.red === 'Cyrus'")

	p.saving()
	p.click("#share")
	p.click("#save-pgn")
	p.until("saved.text")
	assert.Equal(t, "Cyrus-Di 2024-06-02.pgn", js[string](p, "saved.name"))
	assert.Contains(t, js[string](p, "saved.text"), `[Date "2024.06.02"]`)
	p.do("saved.text = ''")
	p.click("#save-list-pgn")
	p.until("saved.text")
	text := js[string](p, "saved.text")
	assert.Equal(t, 3, strings.Count(text, "[Event \"Cup\"]"))
	assert.Contains(t, text, "{a try, and a good one}")
	p.click("dialog .close")
	p.drop([]byte(text))
	p.until("chuhe.info && chuhe.game.names.red === 'Ann'")
	assert.Equal(t, "2. Cyrus – Di · Cup · 2024 1/2-1/2", p.chapters()[1], "the file has what was changed")
	p.click("#games")
	assert.Equal(t, 2, js[int](p, "document.querySelectorAll('dialog [data-file]').length"))
}

// TestChaptersInHaste presses twice what leads to the next game: the second press comes before this tab holds that
// game.
func TestChaptersInHaste(t *testing.T) {
	t.Parallel()
	p := openCup(t, 1366, 768)
	p.do("{ const next = document.querySelector('#chapter-next'); next.click(); next.click(); }")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	assert.Len(t, p.chapters(), 3, "the list is open")
	assert.Equal(t, 1, js[int](p, "chuhe.chapters.at"))
	p.click("#games")
	p.until("document.querySelector('dialog .games')")
	assert.Equal(t, 0, js[int](p, "document.querySelectorAll('dialog [data-game]').length"), "no copies")
}

// TestChangedChapters adds, removes and moves games of a file, takes that back, and removes
// the file.
func TestChangedChapters(t *testing.T) {
	t.Parallel()
	p := openCup(t, 390, 844)
	rows := func(want ...string) {
		t.Helper()
		p.until(fmt.Sprintf("chuhe.info && document.querySelectorAll('#chapters li').length === %d", len(want)))
		var names []string
		for _, row := range p.chapters() {
			_, name, _ := strings.Cut(row, " ")
			name, _, _ = strings.Cut(name, " ")
			names = append(names, name)
		}
		require.Equal(t, want, names)
	}
	red := func(name string) {
		t.Helper()
		p.until(fmt.Sprintf("chuhe.info && chuhe.game.names.red === %q", name))
	}
	p.click("#chapter-down")
	rows("Cy", "Ann", "Ed")
	p.click("#chapter-remove")
	red("Ed")
	rows("Cy", "Ed")
	assert.Contains(t, p.text("#notices"), "Removed the game.")
	p.click("#offer-undo")
	red("Ann")
	rows("Cy", "Ann", "Ed")
	assert.Equal(t, "h2e2 h9g7 h0g2", js[string](p, "chuhe.game.movesTo(chuhe.game.root.tip)"))
	p.press("y")
	red("Ed")
	rows("Cy", "Ed")
	p.press("z")
	red("Ann")
	p.press("z")
	rows("Ann", "Cy", "Ed")
	p.click("#chapter-add")
	red("")
	rows("Ann", "Game", "Cy", "Ed")
	p.do("scrollTo(0, 0)")
	p.play("h2e2")
	p.until("chuhe.info && chuhe.game.current.ply === 1")
	p.press("z")
	p.until("chuhe.info && chuhe.game.nodes.length === 1")
	stored := len(p.kept())
	p.press("z")
	red("Ann")
	rows("Ann", "Cy", "Ed")
	assert.Len(t, p.kept(), stored-1, "the game that was added is gone")
	p.press("y")
	red("")
	p.press("y")
	p.until("chuhe.info && chuhe.game.current.ply === 1")
	rows("Ann", "Game", "Cy", "Ed")
	if *shots != "" {
		p.do("document.querySelector('#chapters').scrollIntoView()")
		p.shoot("chapters-390.png")
	}
	assert.GreaterOrEqual(t, js[float64](p, "document.querySelector('#moves .list').clientHeight"), 100.0, "the moves keep their room")

	p.click("#games")
	p.click("dialog [data-file] .small")
	p.click("#yes")
	p.until("!document.querySelector('dialog [data-file]')")
	assert.Empty(t, js[[]string](p, "Object.keys(localStorage).filter((k) => k.startsWith('chuhe.file.'))"))
	p.click("#undo-removal")
	p.until("document.querySelector('dialog [data-file]')")
	p.click("dialog [data-file] .link")
	rows("Ann", "Game", "Cy", "Ed")
}

// TestListInTwoTabs changes a list in two tabs: neither loses what the other one has done, and a
// game whose list is removed goes on without it.
func TestListInTwoTabs(t *testing.T) {
	t.Parallel()
	p := openCup(t, 1366, 768)
	p.click("#chapter-next")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	q := p.twin(js[string](p, "new URL('.', location).href"))
	q.settle()
	q.click("#games")
	q.click("dialog [data-file] .link")
	q.until("chuhe.info && chuhe.game.names.red === 'Ann' && document.querySelectorAll('#chapters li').length === 3")
	q.click("#chapter-add")
	q.until("chuhe.info && chuhe.game.names.red === '' && document.querySelectorAll('#chapters li').length === 4")
	p.until("document.querySelectorAll('#chapters li').length === 4")
	p.click("#about")
	p.run(chromedp.SetValue(chromedp.CSS("#tag-Red"), "Cyrus"))
	p.click("#about-save")
	p.until("!document.querySelector('dialog')")
	q.until("document.querySelector('#chapters').textContent.includes('Cyrus')")
	q.do("chuhe.keep()")
	for _, one := range []*tab{p, q} {
		one.reload()
		assert.Equal(t, []string{"1. Ann – Bo · Cup · 2024 1-0", "2. Game", "3. Cyrus – Di · Cup 0-1", "4. Ed – Flo · Cup 1/2-1/2"}, one.chapters())
	}

	q.click("#games")
	q.click("dialog [data-file] .small")
	q.click("#yes")
	p.until("document.querySelector('#chapters').hidden && chuhe.game.file === ''")
	p.do("chuhe.keep()")
	p.click("#games")
	p.until("document.querySelectorAll('dialog .games li').length === 1")
	assert.Contains(t, p.text("dialog .games"), "Cyrus – Di", "the game on the board is not lost")
}

// TestNewFile makes a list of a game that is in no file.
func TestNewFile(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1366, 768)
	p.click("#file-begin")
	p.until("document.querySelectorAll('#chapters li').length === 1")
	p.click("#chapter-add")
	p.until("chuhe.info && chuhe.game.nodes.length === 1 && document.querySelectorAll('#chapters li').length === 2")
	p.click("#file-name")
	p.run(chromedp.SetValue(chromedp.CSS("#file-name"), "Monday: cannons"))
	p.do("document.querySelector('#file-name').dispatchEvent(new Event('change'))")
	p.click("#chapter-back")
	p.until("chuhe.info && chuhe.game.nodes.length === 3")
	if *shots != "" {
		p.shoot("chapters-1366.png")
	}
	p.saving()
	p.click("#share")
	p.click("#save-list-pgn")
	p.until("saved.text")
	assert.Equal(t, "Monday- cannons.pgn", js[string](p, "saved.name"))
}

// TestFileWithoutRoom opens a file for which the browser has no room: the games can be
// opened one by one, and nothing of it is stored.
func TestFileWithoutRoom(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1366, 768)
	p.do(`{ const real = Storage.prototype.setItem; Storage.prototype.setItem = function (key, value) {
		if (key.startsWith('chuhe.file.')) throw new DOMException('full', 'QuotaExceededError'); return real.call(this, key, value); }; }`)
	before := len(p.kept())
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), cup))
	p.click("#open-text")
	p.until("document.querySelectorAll('dialog .games li').length === 3")
	assert.Contains(t, p.text("dialog[open] .body"), "There is no room left in the browser for a list of all 3 games: choose one.")
	assert.Len(t, p.kept(), before)
	p.click("dialog .games li:nth-child(2) .link")
	p.until("chuhe.info && chuhe.game.names.red === 'Cy'")
	assert.Equal(t, "", js[string](p, "chuhe.game.file"))
}
