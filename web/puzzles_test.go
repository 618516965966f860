package web

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/puzzle"
)

// TestPuzzles asserts that the page gets the puzzles of the program in a file of their own.
func TestPuzzles(t *testing.T) {
	_, url := startServer(t, config{})
	answer, err := http.Get(url + "puzzles.txt")
	require.NoError(t, err)
	defer answer.Body.Close()
	assert.Equal(t, "text/plain; charset=utf-8", answer.Header.Get("Content-Type"))
	all, err := puzzle.Read(answer.Body)
	require.NoError(t, err)
	assert.Equal(t, puzzle.Embedded(), all)
}

// TestOtherWins proves wins that are not the solution, and nothing else.
func TestOtherWins(t *testing.T) {
	_, url := startServer(t, config{})
	win := func(start string, least int, moves string) string {
		return fmt.Sprintf(`{"start":%q,"least":%d,"moves":%q}`, start, least, moves)
	}
	for moves, want := range map[string]int{"g8g9": 1, "e7e8": 2, "e7d7": 3} {
		assert.Equal(t, want, ask[winReply](t, url+"api/win", win(manyWins, 1, moves)).Mate, moves)
	}
	const start = "4ka3/4a4/4b2r1/2R1C3p/2p6/6N2/8P/4B3B/4A4/3AK2c1 w"
	assert.Zero(t, ask[winReply](t, url+"api/win", win(start, 1, "i3i4")).Mate)
	for _, body := range []string{
		`{"start":"x","least":1}`, win(manyWins, 1, "a0a9"), win(manyWins, 0, "g8g9"), win(manyWins, mostLeast+1, "g8g9"), `[]`,
	} {
		status, _ := post(t, url+"api/win", body)
		assert.Equal(t, http.StatusBadRequest, status, body)
	}
}

// TestWinGivenUp asserts that nothing is proved for a reader who has gone, whether they wait for the
// proof of another one or not.
func TestWinGivenUp(t *testing.T) {
	s, _ := startServer(t, config{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, busy := range []bool{false, true} {
		if busy {
			s.proof <- struct{}{}
		}
		w := httptest.NewRecorder()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/api/win", nil)
		assert.ErrorIs(t, s.win(w, r, []byte(`{"least":10}`)), context.Canceled)
		assert.Empty(t, w.Body.String())
	}
}

// manyWins is a mate in one with longer mates beside.
const manyWins = "4k4/6R2/4P4/2p6/9/9/9/9/4AK3/9 w"

// pagePuzzle is a puzzle as the page reads it from the file.
type pagePuzzle struct {
	ID, Start, Theme      string
	Moves                 []string
	Length, Rating, Grade int
}

// TestPuzzleFileInBrowser compares all puzzles as the page reads them with those that the program has.
func TestPuzzleFileInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	all := js[[]pagePuzzle](p, "chuhe.puzzles.all")
	require.Len(t, all, len(puzzle.Embedded()))
	ids := make(map[string]bool)
	for i, got := range all {
		from := &puzzle.Embedded()[i]
		var moves []string
		for _, m := range from.Moves {
			moves = append(moves, m.String())
		}
		want := pagePuzzle{got.ID, from.Start.FEN(), from.Theme.String(), moves, from.Length(), from.Rating, from.Grade()}
		require.Equal(t, want, got)
		assert.False(t, ids[got.ID], "two puzzles with the name %s", got.ID)
		ids[got.ID] = true
	}
}

// TestOtherWinInBrowser solves a puzzle by a longer mate.
func TestOtherWinInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("chuhe.puzzles.open({ id: 'x', start: %q, moves: ['g8g9'], theme: 'mate', length: 1, rating: 348, grade: 1 })", manyWins)
	p.until("chuhe.puzzles.state === 'solve'")
	p.play("e7e8")
	p.until("chuhe.puzzles.state === 'solved'")
	assert.Equal(t, "Solved: that wins too, as mate in 2. The shortest is mate in 1.", p.text("#status"))
	assert.Equal(t, "alone", js[string](p, "chuhe.puzzles.progress.done.x"))
	p.click("#puzzle-next")
	p.until("chuhe.puzzles.puzzle.id !== 'x' && chuhe.puzzles.state === 'solve'")
}

// solve plays the solution of the puzzle. It calls a function after each answer.
func (p *tab) solve(answered func()) {
	p.t.Helper()
	for i := 0; i < js[int](p, "chuhe.puzzles.puzzle.moves.length"); i += 2 {
		p.until(fmt.Sprintf("chuhe.puzzles.state === 'solve' && chuhe.puzzles.moves.length === %d", i))
		if i > 0 {
			answered()
		}
		p.play(js[string](p, fmt.Sprintf("chuhe.puzzles.puzzle.moves[%d]", i)))
	}
	p.until("chuhe.puzzles.state === 'solved'")
}

// miss plays a move that is not the solution's first, and waits until it is taken back.
func (p *tab) miss() {
	p.t.Helper()
	p.play(js[string](p, "chuhe.puzzles.info.legal.find((m) => m !== chuhe.puzzles.puzzle.moves[0])"))
	p.until("chuhe.puzzles.fault && chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length")
}

// TestOwnPuzzleInBrowser opens the link to a puzzle that somebody has made: it is solved as
// others are, again after a reload, and tells nothing of the rating.
func TestOwnPuzzleInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#fen=3k5/R8/1R7/9/9/9/9/9/4p4/5K3_w&moves=a8c8d9e9b7b9&at=0", 1280, 860)
	p.do("chuhe.goTo(chuhe.game.root)")
	p.do("navigator.clipboard.writeText = async (text) => { window.link = text; }")
	p.click("#share")
	p.click("#copy-puzzle")
	p.until("window.link")
	link := js[string](p, "window.link")
	p.click("dialog .close")
	p.do("location.hash = new URL(%q).hash", link)
	p.until("chuhe.puzzles.state === 'solve'")
	assert.Equal(t, "Red moves. Find the best move.", p.text("#status"))
	p.miss()
	p.reload()
	p.until("chuhe.puzzles.state === 'solve'")
	p.solve(func() {})
	assert.Equal(t, "Solved, with help or more tries.", p.text("#status"))
	assert.Equal(t, "{} 600 ", js[string](p, "(({ done, own, last }) => `${JSON.stringify(done)} ${own.rating} ${last}`)(chuhe.puzzles.progress)"))

	p.keys("l")
	p.until("document.querySelector('dialog dl.how')")
	assert.Regexp(t, `(?s)Black\s+General\s+file 5, rank 1\s+Soldier\s+file 5, rank 9\s+Red`, p.text("dialog .body"))
	p.keys(kb.Escape)
	p.do("location.hash = '#puzzle=x&moves=nothing'")
	p.until("document.getElementById('status').textContent === 'The link to the puzzle is damaged.'")

	p.keys(kb.Escape)
	p.until("!chuhe.puzzles.on")
	p.click("#open")
	p.run(chromedp.SetValue(chromedp.CSS("#paste"), link))
	p.click("#open-text")
	p.until("chuhe.puzzles.on && chuhe.puzzles.state === 'solve' && !document.querySelector('dialog')")
	assert.Equal(t, "own", js[string](p, "chuhe.puzzles.puzzle.theme"))
}

// TestPuzzlesInBrowser solves a puzzle with a wrong move on the way, is shown one, and
// finds its progress again after a reload.
func TestPuzzlesInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	p.do("Math.random = () => 0") // some puzzles have two first moves that win
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.choose("puzzle-kind", "mate2")
	p.until("chuhe.puzzles.puzzle.theme === 'mate' && chuhe.puzzles.puzzle.length === 2 && chuhe.puzzles.state === 'solve'")
	assert.Contains(t, p.text("#status"), "mates in 2.")
	assert.NotContains(t, p.text("#notices"), "mates in 2.", "the task stands there once")
	assert.Equal(t, "none", js[string](p, "getComputedStyle(document.getElementById('moves')).display"), "no empty box before there is a solution")
	assert.Equal(t, js[string](p, "chuhe.puzzles.side"), js[string](p, "chuhe.board.flipped ? 'black' : 'red'"), "the solver sits below")

	// A wrong move is taken back, and then counts as help.
	p.miss()
	assert.Equal(t, "Not this move. Try again.", p.text("#status"))
	assert.Contains(t, p.text("#notices"), "mates in 2.")
	right := func() {
		answer := js[string](p, "({ red: 'Black', black: 'Red' })[chuhe.puzzles.side] + ': ' + chuhe.puzzles.info.line.at(-1).names.wxf")
		assert.Equal(t, "Right! "+answer+". What next?", p.text("#status"))
	}
	p.solve(right)
	assert.Equal(t, "Solved, with help or more tries.", p.text("#status"))
	first := js[string](p, "chuhe.puzzles.puzzle.id")
	assert.Equal(t, "helped", js[string](p, "chuhe.puzzles.progress.done[chuhe.puzzles.puzzle.id]"))

	// Once more without help.
	p.click("#puzzle-next")
	p.until(fmt.Sprintf("chuhe.puzzles.puzzle.id !== %q && chuhe.puzzles.state === 'solve'", first))
	p.solve(right)
	assert.Equal(t, "Solved!", p.text("#status"))
	second := js[string](p, "chuhe.puzzles.puzzle.id")

	// By keys: the next one, two hints, the solution, and again.
	p.keys("n")
	p.until(fmt.Sprintf("chuhe.puzzles.puzzle.id !== %q && chuhe.puzzles.state === 'solve'", second))
	p.keys("h")
	p.until("document.querySelector('.hinted')")
	assert.Regexp(t, `^Hint: the (Red|Black) \w+ on file \d, rank \d+ moves\.$`, p.text("#status"))
	p.keys("h")
	p.until("document.querySelector('.arrow.hint')")
	assert.Regexp(t, `^Hint: the .+ (goes|jumps) to file \d, rank \d+ \(.+\)$|^Hint: the .+ takes the .+ \(.+\)$`, p.text("#status"))
	p.keys("s")
	p.until("chuhe.puzzles.state === 'shown'")
	assert.Equal(t, 3, js[int](p, "chuhe.puzzles.moves.length"))
	p.keys("r")
	p.until("chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length")

	// The solution while a wrong move is not yet taken back.
	p.do("chuhe.puzzles.attempt(chuhe.puzzles.info.legal.find((m) => m !== chuhe.puzzles.puzzle.moves[0])); chuhe.puzzles.show()")
	p.until("chuhe.puzzles.state === 'shown' && chuhe.puzzles.moves.join() === chuhe.puzzles.puzzle.moves.join()")

	// The editor takes the place of the puzzles, and the puzzles the editor's.
	p.click("#edit")
	p.until("chuhe.editor.on && !chuhe.puzzles.on && document.getElementById('edit-done')")
	p.click("#puzzles")
	p.until("!chuhe.editor.on && chuhe.puzzles.state === 'solve'")

	for _, c := range [][2]string{{"zh-Hans", "两步杀"}, {"zh-Hant", "兩步殺"}, {"en", "mate in two"}} {
		p.speak(c[0])
		p.until(fmt.Sprintf("document.getElementById('puzzle-kind').selectedOptions[0].text.startsWith(%q)", c[1]))
	}

	// The game is still there; a reload keeps what was solved, and the place.
	place := js[string](p, "chuhe.puzzles.puzzle.id")
	p.keys(kb.Escape)
	p.until("!chuhe.puzzles.on && chuhe.game.movesTo() === 'h2e2' && document.getElementById('new-game')")
	p.reload()
	p.keys("p")
	p.until(fmt.Sprintf("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.id === %q", place))
	assert.Equal(t, "helped alone", js[string](p, fmt.Sprintf("chuhe.puzzles.progress.done[%q] + ' ' + chuhe.puzzles.progress.done[%q]", first, second)))
	assert.Contains(t, js[string](p, "document.getElementById('puzzle-kind').selectedOptions[0].text"), "mate in two (2/")
}

// TestPuzzlesOnPhone asserts that all fits on a phone, and that a puzzle can be solved
// by the keyboard alone.
func TestPuzzlesOnPhone(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 360, 740)
	p.keys("p")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("chuhe.puzzles.choose({ kind: 'mate1' })")
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.moves.length === 1")
	assert.Less(t, js[float64](p, "document.documentElement.scrollWidth"), 361.0, "nothing sticks out")
	for _, end := range []string{"slice(0, 2)", "slice(2)"} {
		p.do("chuhe.board.focus(((s) => 'abcdefghi'.indexOf(s[0]) + 9 * Number(s[1]))(chuhe.puzzles.puzzle.moves[0].%s))", end)
		p.keys(kb.Enter)
	}
	p.until("chuhe.puzzles.state === 'solved'")
}

// TestTrainingInBrowser misses a puzzle, solves others, and repeats on the next day what was
// missed; a reload and a backup keep all of it.
func TestTrainingInBrowser(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("Math.random = () => 0; chuhe.puzzles.choose({ kind: 'material' }); chuhe.puzzles.next()") // always the same puzzles
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.theme === 'material'")
	assert.InDelta(t, 600, js[float64](p, "chuhe.puzzles.puzzle.rating"), 100, "as strong as the person is thought to be")
	assert.Regexp(t, `Its rating is \d+, yours is 600: of 10 such puzzles you solve about [3-7]\.`, p.text("#notices"))

	// A wrong move costs rating, once.
	missed := js[string](p, "chuhe.puzzles.puzzle.id")
	p.miss()
	lower := js[int](p, "Math.round(chuhe.puzzles.progress.own.rating)")
	assert.Less(t, lower, 520)
	assert.Contains(t, p.text("#notices"), fmt.Sprintf("Your rating is now %d (−%d). The first puzzles move it far; soon it settles.", lower, 600-lower))
	p.miss()
	p.solve(func() {})
	assert.Equal(t, lower, js[int](p, "Math.round(chuhe.puzzles.progress.own.rating)"))

	// The puzzle of the day is the same for everybody, and counts.
	p.keys("d")
	p.until("chuhe.puzzles.state === 'solve' && document.getElementById('notices').innerText.includes('Today’s puzzle.')")
	daily := js[string](p, "chuhe.puzzles.puzzle.id")
	other := quick(t, url, "", 1280, 860)
	other.click("#puzzles")
	other.until("chuhe.puzzles.state === 'solve'")
	other.click("#puzzle-daily")
	other.until("chuhe.puzzles.state === 'solve' && document.getElementById('notices').innerText.includes('Today’s puzzle.')")
	assert.Equal(t, daily, js[string](other, "chuhe.puzzles.puzzle.id"))
	p.do("chuhe.puzzles.training.change((p) => { p.daily = { day: Math.floor(p.missed[%q][1]) - 2, row: 4 } })", missed)
	p.solve(func() {})
	higher := js[int](p, "Math.round(chuhe.puzzles.progress.own.rating)")
	assert.Greater(t, higher, lower)
	assert.Contains(t, p.text("#notices"), fmt.Sprintf("Your rating is now %d (+%d).", higher, higher-lower))
	assert.Contains(t, p.text("#notices"), "Solved 5 days in a row.")
	p.do("chuhe.puzzles.training.change((p) => { p.own = { ...p.own, deviation: 149 } }); chuhe.render()")
	p.until("document.getElementById('notices').innerText.includes('Your rating is now') && !document.getElementById('notices').innerText.includes('it settles')")

	// Nothing is due on the same day; on the next one it is.
	require.Nil(t, js[any](p, "document.getElementById('puzzle-due')"))
	p.do("chuhe.puzzles.training.change((p) => p.missed[%q][1]--)", missed)
	p.run(chromedp.Reload())
	p.until("window.chuhe?.puzzles.state === 'solved'")
	assert.Contains(t, p.text("#notices"), "A puzzle that you missed is due again.")
	p.click("#puzzle-due")
	p.until(fmt.Sprintf("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.id === %q", missed))
	assert.Equal(t, "to repeat (1/1)", js[string](p, "document.getElementById('puzzle-kind').selectedOptions[0].text"))
	p.solve(func() {})
	assert.Equal(t, []int{1, 3}, js[[]int](p, fmt.Sprintf("((m) => [m[0], m[1] - Date.UTC(new Date().getFullYear(), new Date().getMonth(), new Date().getDate()) / 864e5])(chuhe.puzzles.progress.missed[%q])", missed)))
	assert.Contains(t, p.text("#notices"), "Nothing to repeat today.")
	assert.True(t, js[bool](p, "document.getElementById('puzzle-next').disabled"))

	// Drawing the page again counts nothing.
	p.do("window.before = chuhe.puzzles.training.summary; chuhe.render()")
	assert.True(t, js[bool](p, "before === chuhe.puzzles.training.summary"))
}

// TestRefutationInBrowser asks why a wrong move is wrong, looks at the answer move by move,
// and goes back to the puzzle and solves it.
func TestRefutationInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("chuhe.puzzles.open({ id: 'x', start: 'r2k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1', moves: ['e1d1'], theme: 'mate', length: 1, rating: 348, grade: 1 })")
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.id === 'x'")
	require.Nil(t, js[any](p, "document.getElementById('puzzle-why')"), "nothing was wrong yet")
	p.play("e1h1")
	p.until("chuhe.puzzles.fault && chuhe.puzzles.state === 'solve' && !chuhe.puzzles.moves.length")
	p.click("#puzzle-why")
	p.until("chuhe.puzzles.refutation.at > 1 && document.getElementById('why-1')")
	line := js[[]string](p, "chuhe.puzzles.refutation.line.map((m) => m.move)")
	assert.Equal(t, "e1h1", line[0])
	assert.Contains(t, asked[positionReply](p, "position", `{"start":"r2k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1","moves":"e1h1"}`).Legal, line[1])
	assert.Regexp(t, `^Your move \(R5\.2\) does not mate in time\. Black answers: \S+\. The engine then scores \S+\.$`, p.text("#status"))
	p.until(fmt.Sprintf("chuhe.puzzles.refutation.at === %d", min(4, len(line))))

	// The moves of the line and the keys lead through it.
	p.click("#why-0")
	p.until("chuhe.board.view.last === 'e1h1' && chuhe.board.view.board[16] === 'R'")
	p.keys(kb.ArrowRight)
	p.until(fmt.Sprintf("chuhe.board.view.last === %q", line[1]))
	for range 3 {
		p.keys(kb.ArrowLeft)
	}
	p.until("chuhe.board.view.board[13] === 'R' && !chuhe.board.view.last")
	p.play("e1d1")
	assert.Equal(t, 0, js[int](p, "chuhe.puzzles.moves.length"), "the board shows the answer")

	p.keys("r")
	p.until("!chuhe.puzzles.refutation.on && chuhe.board.view.legal")

	// A chosen move stays, be it the one that is shown already.
	p.do(`window.later = []; window.timer = setTimeout;
		window.setTimeout = (f, ms, ...rest) => (ms === 900 ? later.push(f) : timer(f, ms, ...rest)); chuhe.set({ pause: true })`)
	p.click("#puzzle-why")
	p.until("later.length === 1 && document.getElementById('why-0')")
	p.click("#why-0")
	p.do("later[0]()")
	assert.Equal(t, []int{1, 1}, js[[]int](p, "new Promise((r) => timer(() => r([chuhe.puzzles.refutation.at, later.length]), 0))"))
	p.do("window.setTimeout = timer; chuhe.set({ pause: false })")
	p.keys("r")
	p.until("!chuhe.puzzles.refutation.on && chuhe.board.view.legal")

	p.play("e1d1")
	p.until("chuhe.puzzles.state === 'solved'")
	assert.Equal(t, "helped", js[string](p, "chuhe.puzzles.progress.done.x"))

	// Afterwards too, and the next puzzle knows nothing of it.
	p.keys("w")
	p.until("chuhe.puzzles.refutation.answer")
	p.click("#puzzle-next")
	p.until("chuhe.puzzles.state === 'solve' && chuhe.puzzles.puzzle.id !== 'x' && !document.getElementById('puzzle-why')")
}

// TestWantedOnceMore loses the list of puzzles, an answer to a wrong move and the table of the course: who
// tries again gets the puzzle of the link, the answer and the lesson that were wanted.
func TestWantedOnceMore(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.noProgram()
	p.do("location.hash = '#puzzle=3k5/R8/1R7/9/9/9/9/9/4p4/5K3_w&moves=a8c8d9e9b7b9'")
	p.until("document.querySelector('#puzzle-ask-again')")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.state === 'solve'")
	require.Equal(t, "own", js[string](p, "chuhe.puzzles.puzzle.theme"))

	p.miss()
	p.cutShort("api/attempt")
	p.click("#puzzle-why")
	p.until("document.querySelector('#puzzle-ask-again') && !chuhe.puzzles.refutation.on")
	assert.Contains(t, p.text("#status"), "The program does not answer.")

	// A hint takes the place of the error, so nothing is left to ask again.
	p.click("#puzzle-hint")
	p.until("chuhe.puzzles.hints === 1")
	assert.Nil(t, js[any](p, "document.getElementById('puzzle-ask-again')"))
	p.click("#puzzle-why")
	p.until("document.querySelector('#puzzle-ask-again') && !chuhe.puzzles.refutation.on")
	p.do("window.fetch = real")
	p.click("#puzzle-ask-again")
	p.until("chuhe.puzzles.refutation.answer && !document.querySelector('#puzzle-ask-again')")

	p.noProgram()
	p.do("chuhe.course.choose('N')")
	p.until("document.querySelector('#course-ask-again')")
	p.do("window.fetch = real")
	p.click("#course-ask-again")
	p.until("chuhe.course.state === 'try'")
	assert.Equal(t, "N1", js[string](p, "chuhe.course.step.id"))
}
