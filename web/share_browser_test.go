package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
)

// TestShareWhatIsShown shares a puzzle, a step of the course, a position that is set up and the teacher's board while
// a game waits behind them: the links and the files have what is on the board.
func TestShareWhatIsShown(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{teacher: "abcdef"})
	p := quick(t, url, "#moves=h2e2", 1280, 860)
	p.do(`Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });
		{ const old = URL.createObjectURL; URL.createObjectURL = (b) => { b.text().then((text) => { window.saved = text; }); return old(b); }; }`)
	copied := func(id string) string {
		t.Helper()
		p.do("window.copied = undefined")
		p.click("#" + id)
		p.until("window.copied !== undefined")
		return js[string](p, "new URL(copied).hash")
	}
	// shared returns the link to what is on the board, after it has looked at all else that can be shared.
	shared := func(what string) string {
		t.Helper()
		p.click("#share")
		link := copied("copy-link")
		fen := strings.ReplaceAll(strings.TrimPrefix(link, "#fen="), "_", " ")
		p.do("window.saved = undefined")
		p.click("#save-pgn")
		p.until("window.saved")
		assert.Contains(t, js[string](p, "saved"), fen, what)
		assert.False(t, js[bool](p, "Boolean(document.getElementById('sheet-print'))"), what+": the lesson would be that of the game")
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
		return fen
	}
	const problem = "r2k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1"
	puzzle := "#puzzle=" + strings.ReplaceAll(problem, " ", "_") + "&moves=e1d1"
	p.do("location.hash = %q", puzzle)
	p.until("chuhe.puzzles.state === 'solve'")
	assert.Equal(t, problem, shared("puzzle"))
	p.click("#share")
	assert.Equal(t, puzzle, copied("copy-puzzle"))
	p.keys(kb.Escape)

	p.click("#course")
	p.until("chuhe.course.state === 'try'")
	assert.Equal(t, js[string](p, "chuhe.course.step.fen"), shared("course"))

	p.click("#edit")
	p.until("!chuhe.editor.checking")
	p.click("#edit-empty")
	p.until("!chuhe.editor.checking")
	assert.Equal(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", shared("editor"))
	p.click("#edit-start")
	p.until("!chuhe.editor.checking")
	assert.Equal(t, js[string](p, "chuhe.editor.fen"), shared("start position"), "a link with nothing in it opens another game")
	p.click("#edit-cancel")
	p.click("#yes")

	p.until("!chuhe.editor.on && chuhe.info")
	ask[struct{}](t, url+"api/show", `{"token":"abcdef","on":true,"moves":"b2e2"}`)
	p.do("chuhe.following.start()")
	p.until("chuhe.following.shown?.on")
	p.click("#share")
	assert.Equal(t, "#moves=b2e2", copied("copy-link"))
	p.do("window.saved = undefined")
	p.click("#save-pgn")
	p.until("window.saved")
	assert.Contains(t, js[string](p, "saved"), "1. C8.5")
	p.keys(kb.Escape)
	p.click("#follow-stop")
	p.until("chuhe.info && !chuhe.following.on")
	p.click("#share")
	assert.Equal(t, "#moves=h2e2", copied("copy-link"))
	assert.True(t, js[bool](p, "Boolean(document.getElementById('sheet-print'))"))
}
