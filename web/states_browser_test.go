package web

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRefusalsInBrowser asserts that a press that does nothing is explained.
func TestRefusalsInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("b0b4")
	p.status("The horse goes one step straight, then one")
	p.play("a9a9")
	p.status("It is Red’s turn.")
	p.do("chuhe.board.press(7)") // another piece is chosen
	p.status("Red to move.")
	p.do("chuhe.board.press(7)")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.info && !chuhe.thinking")
	p.run(chromedp.SendKeys("#typed", "H8+7"+kb.Enter)) // which Black could play
	p.status("It is Black’s turn.")
	p.click("#last")
	p.click("#resign")
	p.click("#yes")
	p.until("chuhe.game.result")
	p.run(chromedp.SendKeys("#typed", "H2+3"+kb.Enter))
	p.status("This game is over. “Study this game” lets you try moves.")
	p.follow("#fen=4k4/9/9/9/9/4r4/9/9/4R4/R3K4_w")
	p.until("chuhe.info?.legal.length")
	p.play("e1d1") // the chariot is pinned
	p.status("The chariot goes any distance along a line. Your general must stay safe.")
	p.follow("#fen=4k4/9/9/9/9/4r4/9/9/9/R3K4_w")
	p.until("chuhe.info?.check")
	p.play("a0a1")
	p.do("chuhe.board.press(0)")
	p.status("Check! Red must answer it.")

	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve'")
	p.do("{ const { view } = chuhe.board; chuhe.board.press(view.board.findIndex((x) => x && (x < 'a') !== (chuhe.puzzles.side === 'red'))); }")
	p.until("/^It is (Red|Black)’s turn\\./.test(document.getElementById('status').textContent)")
}

// TestRefusalsOnPhone asserts that a phone has room for the explanation of each piece in each language.
func TestRefusalsOnPhone(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#fen=3k5/9/9/9/4P4/9/9/4B4/4N4/3AKA1RC_w", 360, 720)
	for _, code := range js[[]string](p, "JSON.parse(document.getElementById('languages').textContent).map(({ code }) => code)") {
		p.speak(code)
		for _, piece := range "KABNRCP" {
			p.do("chuhe.board.callbacks.illegal(chuhe.board.view.board.indexOf('%c'), 0)", piece)
			assert.True(t, js[bool](p, "document.getElementById('status').tabIndex < 0"), p.text("#status"))
		}
	}
}

// TestLineUnderPointer ends an analysis while the pointer is on one of its lines, and
// reaches its moves by the keyboard.
func TestLineUnderPointer(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7", 1280, 860)
	p.click("#analyse")
	p.until("document.querySelectorAll('.pv').length > 3 && chuhe.analysis.node === chuhe.game.current")
	// The pointer meets a line, which then goes. Lines are replaced all the time, so the
	// event is not a real one.
	assert.True(t, js[bool](p, `(() => { document.querySelector('.pv').dispatchEvent(new PointerEvent('pointerenter'));
		const shown = Boolean(chuhe.preview); chuhe.analysis.toggle(); return shown; })()`))
	p.until("!chuhe.analysis.on && !chuhe.preview && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")

	p.keys("a")
	p.until("document.querySelector('#line-0-1')")
	p.do("document.querySelector('#line-0-0').focus()")
	p.until("chuhe.preview && chuhe.analysis.data.depth > 3")
	assert.Equal(t, "line-0-0", js[string](p, "document.activeElement.id"), "new lines leave the focus where it is")
	move := js[string](p, "chuhe.analysis.data.lines[0].moves[0].move")
	p.keys(kb.Enter)
	p.until("chuhe.game.current.ply === 4")
	assert.Len(t, move, 4)
	assert.Nil(t, js[any](p, "chuhe.preview"))

	// Lines of another position are not shown.
	p.until("document.querySelector('#line-0-0')")
	p.do("chuhe.goTo(chuhe.game.root)")
	assert.True(t, js[bool](p, "!chuhe.analysis.data || chuhe.analysis.node === chuhe.game.current"))

	// While the pointer rests on a line, a move can be typed.
	p.until("document.querySelector('#line-0-0')")
	p.do(`chuhe.analysis.hold(true); document.getElementById('typed').focus();
		document.querySelector('.pv').dispatchEvent(new PointerEvent('pointerenter'))`)
	require.True(t, js[bool](p, "Boolean(chuhe.preview)"))
	p.keys("b0c2", kb.Enter)
	p.until("chuhe.game.movesTo() === 'b0c2'")
}

// TestNumbersInBrowser shows chances, which sum to a hundred.
func TestNumbersInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2", 1280, 860)
	for _, red := range []float64{0.465, 0.505, 0} {
		text := js[string](p, fmt.Sprintf(`(() => {
			const { analysis } = chuhe;
			analysis.on = true;
			analysis.results.all.set(analysis.position(chuhe.game.current), { depth: 1, nodes: 1, nps: 1, threads: 1, hash: 1, lines: [{ score: { cp: 0, red: %v, black: 1 - %[1]v }, moves: [{ move: 'h9g7', names: {} }] }] });
			chuhe.render();
			return document.querySelector('.chances').textContent;
		})()`, red))
		sum := 0
		for _, n := range regexp.MustCompile(`\d+`).FindAllString(text, -1) {
			n, err := strconv.Atoi(n)
			require.NoError(t, err)
			sum += n
		}
		assert.Equal(t, 100, sum, text)
	}
}

// TestPunctuationInBrowser reads what the page puts together from several texts.
func TestPunctuationInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2h9g7(b9c7)h0g2", 1280, 860)
	p.do("chuhe.game.root.comment = 'Jia'; chuhe.game.result = { winner: 'red', reason: 'resign', text: '' }; chuhe.goTo(chuhe.game.root.tip)")
	for language, want := range map[string][3]string{
		"en":      {"Red wins. Black resigned.", "Saved; the format cannot hold: variations (1), comments (1).", "Red wins. A."},
		"zh-Hans": {"红方胜。黑方认输。", "已保存；此格式无法保存：变着（1）、注释（1）。", "红方胜。A。"},
		"zh-Hant": {"紅方勝。黑方認輸。", "已儲存；此格式無法保存：變著（1）、註釋（1）。", "紅方勝。A。"},
		"vi":      {"Đỏ thắng. Đen xin thua.", "Đã lưu; định dạng này không chứa được: các biến (1), lời bình (1).", "Đỏ thắng. A."},
	} {
		p.speak(language)
		p.until("chuhe.info && chuhe.ended")
		assert.Equal(t, want[0], js[string](p, "chuhe.statusText()"))
		assert.Equal(t, want[2], js[string](p, "chuhe.verdict('red', 'a')"))
		p.click("#share")
		p.click("#save-sheet")
		p.until("document.querySelector('dialog [role=status]').textContent")
		assert.Equal(t, want[1], p.text("dialog [role=status]"))
		p.keys(kb.Escape)
		p.until("!document.querySelector('dialog')")
	}
}

// TestResultAfterOffer resigns after the engine declined a draw: the result is said.
func TestResultAfterOffer(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	p.click("#draw")
	p.until("chuhe.message")
	p.click("#resign")
	p.click("#yes")
	p.until("chuhe.game.result")
	p.status("Black wins")

	// Who plays on in the study of the game leaves its end.
	p.click("#study")
	p.until("chuhe.game.mode === 'study' && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	p.status("Black to move.")
}

// TestOfferWhileLookingBack asserts that neither side offers a draw in an earlier position.
func TestOfferWhileLookingBack(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	for ply, move := range []string{"h2e2", "h0g2"} {
		p.play(move)
		p.until(fmt.Sprintf("chuhe.game.current.ply === %d && chuhe.humanTurn", 2*ply+2))
	}
	p.until("!document.getElementById('draw').disabled")
	p.do("chuhe.goTo(chuhe.game.current.parent.parent)")
	p.until("chuhe.humanTurn && document.getElementById('draw').disabled")
	p.click("#last")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && !document.getElementById('draw').disabled") // the game goes on here
}

// TestEndAfterTakeBack resigns after a move was taken back and the page loaded again, and
// while looking back.
func TestEndAfterTakeBack(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.reload()
	assert.True(t, js[bool](p, "chuhe.live"), "the game goes on where moves were taken back")
	p.do("chuhe.finish('black', 'resign', '')")
	p.status("Black wins. Red resigned.")
	assert.Equal(t, 2, js[int](p, "chuhe.game.root.tip.ply"), "without the moves taken back")

	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#back")
	p.until("chuhe.game.current.ply === 1 && chuhe.info")
	p.do("chuhe.finish('black', 'resign', '')")
	p.status("Black wins. Red resigned.")
	assert.Equal(t, 2, js[int](p, "chuhe.game.current.ply"), "the whole game")
}

// TestPlayOnInVariation goes to a line that was taken back and plays on there: it becomes
// the game.
func TestPlayOnInVariation(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	first := p.moves()
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn")
	p.play("b2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.click("#moves .between .move:last-of-type")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.info")
	require.Equal(t, first, p.moves())
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	moves := p.moves()
	assert.True(t, strings.HasPrefix(moves, first+" h0g2 "), moves)

	// Who goes back to the other line ends that.
	p.click("#moves .between .move:last-of-type")
	p.until("chuhe.game.movesTo().startsWith('b2e2 ') && chuhe.humanTurn")
	moves = p.moves()
	p.do("chuhe.finish('black', 'resign', '')")
	assert.Equal(t, moves, js[string](p, "chuhe.game.movesTo(chuhe.game.root.tip)"))
	p.status("Black wins. Red resigned.")
}

// TestClockInBrowser takes back a move and a loss on time, looks back and solves
// puzzles, all with a clock.
func TestClockInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#new-game")
	p.choose("clock", "10+5")
	p.click("#start")
	p.until("chuhe.game.clock && chuhe.humanTurn")
	p.do("chuhe.game.seed = 1")
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn && chuhe.ticking?.side === 'red'")
	full := js[float64](p, "chuhe.game.clock.base")

	// Whoever looks back does not get the time back that has run.
	p.do("chuhe.ticking.at -= 60000")
	p.click("#back")
	p.until("chuhe.info && !chuhe.ticking")
	assert.Less(t, js[float64](p, "chuhe.game.clock.red"), full-50_000)
	p.click("#last")
	p.until("chuhe.ticking?.side === 'red'")

	// No clock runs during puzzles.
	p.click("#puzzles")
	p.until("chuhe.puzzles.state === 'solve' && !chuhe.running && !chuhe.ticking")
	p.click("#puzzle-leave")
	p.until("chuhe.ticking?.side === 'red'")

	// Time runs out; it comes back with the move that is taken back, also after a reload.
	p.do("chuhe.ticking.at -= chuhe.game.clock.base + 10000")
	p.until("chuhe.game.result?.reason === 'time'")
	assert.Zero(t, js[float64](p, "chuhe.game.clock.red"))
	p.reload()
	assert.Contains(t, p.text("#status"), "Red ran out of time.")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 0 && chuhe.humanTurn && !chuhe.game.result")
	assert.Equal(t, full, js[float64](p, "chuhe.game.clock.red"))
	assert.True(t, js[bool](p, "document.getElementById('take-back').disabled"))
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.play("b2b4")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	p.do("chuhe.game.clock.red = 1000")
	p.click("#take-back")
	p.until("chuhe.game.current.ply === 2 && chuhe.info")
	assert.Greater(t, js[float64](p, "chuhe.game.clock.red"), 2000.0)
}
