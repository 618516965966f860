package web

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// trouble is a JavaScript expression that says what is wrong with the page while no
// request is under way, "" for nothing.
const trouble = `(() => {
	const a = chuhe;
	const { game, info } = a;
	const shown = (board) => a.board.view.board.join() === board.join();
	const dialogs = [...document.querySelectorAll('dialog')];
	const questions = dialogs.filter((d) => d.getAttribute('role') === 'alertdialog'); // one may ask above another dialog
	if (questions.length > 1 || dialogs.length - questions.length > 1) return 'dialogs: ' + dialogs.map((d) => d.querySelector('h2').textContent).join(', ');
	if (a.editor.on + a.puzzles.on + a.course.on + a.retry.on > 1) return 'two things at once';
	if (a.puzzles.on) return a.puzzles.info && ['solve', 'solved', 'shown'].includes(a.puzzles.state) && shown(a.puzzles.board()) ? '' : 'puzzle ' + a.puzzles.state + ' ' + a.puzzles.fault;
	if (a.course.on) return a.course.info && ['try', 'done'].includes(a.course.state) && shown(a.course.board()) ? '' : 'course ' + a.course.state + ' ' + a.course.fault;
	if (a.editor.on) return shown(a.editor.board) ? '' : 'the editor shows another board';
	if (a.failed) return 'failed: ' + a.message;
	if (!info || info !== game.current.info) return 'no position';
	if (a.preview && !document.querySelector('.pv:focus') && !a.retry.on) return 'a preview stays';
	if (!a.preview && !shown(game.boardAt())) return 'another board';
	if (a.retry.on) return a.retry.trial.state === 'judging' ? 'judging' : '';
	if (a.review.on && !a.review.running && !a.review.data?.summary && game.movesTo(game.root.tip) === game.review?.line) return 'no review: ' + a.review.fault;
	if (game.mode === 'play' && !game.result && a.live) {
		if (info.end) return 'the end is not noticed';
		if (game.players[a.turn].kind === 'engine' && game.players[a.turn === 'red' ? 'black' : 'red'].kind === 'human') return 'the engine does not move';
	}
	if (a.humanTurn && !a.preview && a.board.view.legal?.join() !== info.legal.join()) return 'the person cannot move';
	if (a.analysis.on && info.legal.length && (a.analysis.node !== game.current || !a.analysis.data)) return 'no analysis';
	const kept = JSON.parse(localStorage.getItem('chuhe.game.' + sessionStorage.getItem('chuhe.tab')));
	if (kept?.nodes.length !== game.nodes.length || kept.mode !== game.mode || kept.nodes[kept.current][1] !== game.current.move) return 'the game is not kept';
	return '';
})()`

// TestMonkey does what a monkey would: presses keys and buttons, plays, chooses, moves
// the pointer over lines, loads the page again. After every few deeds all must be well.
func TestMonkey(t *testing.T) {
	t.Parallel()
	url := startPage(t, config{})
	for seed := range uint64(testpos.Rounds(1, 2, 20)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { monkey(t, url, seed, testpos.Rounds(40, 120, 400)) })
	}
}

// monkey does random things to the page, as far as a person could: below a dialog
// nothing can be reached.
func monkey(t *testing.T, url string, seed uint64, deeds int) {
	r := rand.New(rand.NewPCG(seed, 15))
	p := quick(t, url, "", 1280, 860)
	p.allowed = "/api/" // the editor asks about positions that cannot be
	p.do("chuhe.set({ reviewNodes: 500 })")
	var done []string
	pick := func(from, act string) string { // does something with a random one of the elements that can be seen
		return fmt.Sprintf(`(() => { const all = [...([...document.querySelectorAll('dialog')].at(-1) ?? document).querySelectorAll('%s')]
			.filter((e) => e.getClientRects().length && !e.disabled && !/^(save-|copy-)/.test(e.id) && e.type !== 'file' && !e.matches('.games .small')); // which saves files, and removes games
			const e = all[%d %% all.length]; if (!e) return ''; (%s)(e); return e.id || e.className || e.textContent; })()`, from, r.IntN(1000), act)
	}
	keys := []string{"n", "f", "h", "a", "o", "p", "u", "?", "r", "m", "t", "s", kb.ArrowLeft, kb.ArrowRight, kb.Home, kb.End, kb.Escape, kb.Escape, kb.Enter, kb.Tab}
	for i := range deeds {
		var deed string
		switch n := r.IntN(100); {
		case n < 30:
			deed = "play " + js[string](p, fmt.Sprintf(`(() => { const m = chuhe.board.view.legal ?? []; if (!m.length || document.querySelector('dialog')) return '';
				const move = m[%d %% m.length]; for (const s of [move.slice(0, 2), move.slice(2)]) chuhe.board.press('abcdefghi'.indexOf(s[0]) + 9 * Number(s[1])); return move; })()`, r.IntN(1000)))
		case n < 35:
			deed = "press " + js[string](p, fmt.Sprintf("chuhe.board.press(%d) ?? ''", r.IntN(90)))
		case n < 65:
			deed = "button " + js[string](p, pick("button:not(.pv, .move)", "(e) => e.click()"))
		case n < 70:
			deed = "go to " + js[string](p, pick("button.move", "(e) => e.click()"))
		case n < 75:
			deed = "line " + js[string](p, pick("button.pv", "(e) => e.dispatchEvent(new PointerEvent('pointerenter'))"))
		case n < 78:
			deed = "play line " + js[string](p, pick("button.pv", "(e) => e.click()"))
		case n < 84:
			deed = "choose " + js[string](p, pick("select", fmt.Sprintf("(e) => { e.selectedIndex = %d %% e.options.length; e.dispatchEvent(new Event('change')); }", r.IntN(100))))
		case n < 96:
			k := r.IntN(len(keys))
			deed = fmt.Sprint("key ", k)
			p.keys(keys[k])
		case n < 98:
			deed = "reload"
			p.run(chromedp.Reload())
			p.until("window.chuhe")
		default:
			deed = "link"
			p.do("document.querySelectorAll('dialog').forEach((d) => d.close()); location.hash = '#moves=h2e2h9g7(b9c7)h0g2&at=%d'", r.IntN(4))
		}
		done = append(done, deed)
		if i%4 == 3 {
			p.well(func() string {
				return fmt.Sprintf("after deed %d: %s", i, strings.Join(done[max(0, len(done)-12):], ", "))
			})
		}
	}
}

// well waits until all is well with the page, with the pointer away from it.
func (p *tab) well(when func() string) {
	p.t.Helper()
	p.do("document.querySelector('header')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })); document.activeElement?.closest('.pv')?.blur()")
	deadline := time.Now().Add(2 * time.Minute)
	for {
		wrong := js[string](p, trouble)
		if wrong == "" {
			return
		}
		if time.Now().After(deadline) {
			require.Fail(p.t, wrong, when())
		}
		time.Sleep(20 * time.Millisecond)
	}
}
