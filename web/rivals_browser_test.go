package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRivalInBrowser adds an engine in the page of the user, analyses beside it, and plays it
// until it fails: our engine takes its place. A page without the key says why it may not.
func TestRivalInBrowser(t *testing.T) {
	t.Parallel()
	owner, all := &user{key: secret()}, &processes{}
	_, url := startServer(t, config{owner: owner, rivals: all})
	path, err := testEngine()
	require.NoError(t, err)
	p := quick(t, url, "", 1280, 860)
	p.click("#settings")
	p.until("document.querySelector('#no-engines')?.textContent.includes('own machine')")
	assert.Equal(t, "4", js[string](p, "[...document.querySelectorAll('#hash option')].at(-1).value"), "what the board was started with")
	p.click("dialog .close")
	// The address of the user, in a tab that has the page already.
	file := &gameFile{name: "a.pgn", content: []byte("1. C2.5 *\n")}
	p.do("location.hash = %q", "#start="+owner.invite(file))
	p.until("chuhe.rivals.allowed && chuhe.info && chuhe.game.root.children[0]?.move === 'h2e2'")
	assert.NotContains(t, js[string](p, "location.hash"), "start")

	p = quick(t, url, "#start="+owner.invite(nil), 1280, 860)
	p.until("chuhe.rivals.allowed")
	p.click("#settings")
	assert.Greater(t, js[int](p, "Number([...document.querySelectorAll('#hash option')].at(-1).value)"), 64, "what the machine has")
	p.choose("hash", "32")
	p.click("dialog .close")
	p.click("#analyse")
	p.until("chuhe.analysis.data?.hash === 32")
	p.click("#analyse")
	p.allowed = "api/engines" // which refuses what is no engine
	p.click("#settings")
	p.do("document.querySelector('#engine-path').value = '/no/such/engine'; document.querySelector('#engine-path').dispatchEvent(new Event('input'))")
	p.click("#engine-add")
	p.until("document.querySelector('#engine-said').textContent.includes('no such file')")
	p.do("document.querySelector('#engine-path').value = %q; document.querySelector('#engine-path').dispatchEvent(new Event('input'))", "cmd="+path+" name=Rival")
	p.do("document.querySelector('#engine-add').click(); document.querySelector('#engine-add').click()")
	p.until("document.querySelector('#beside option[value=Rival]')")
	assert.Equal(t, 1, js[int](p, "chuhe.rivals.list.length"), "pressed twice, it starts one engine")
	p.click("dialog .close")
	all.mu.Lock()
	all.all[0].config.Args = []string{"lines"} // for the process that analyses, and later ones
	all.mu.Unlock()
	p.do("chuhe.rivals.choose('Rival')")
	p.click("#analyse")
	p.until("document.querySelectorAll('#rival-lines li').length === 3 && document.querySelector('#line-0-0')")
	assert.Equal(t, "+0.30", js[string](p, "document.querySelector('#rival-lines .score').textContent"))
	p.click("#analyse")

	p.click("#new-game")
	p.choose("opponent", "engine:Rival")
	all.mu.Lock()
	all.all[0].plays.player.Close() // it has crashed
	all.mu.Unlock()
	p.click("#start")
	p.until("chuhe.humanTurn")
	assert.Contains(t, js[string](p, "document.querySelector('#above').textContent"), "Rival")
	p.do("chuhe.playMove('h2e2')")
	p.until("chuhe.humanTurn && chuhe.game.current.ply === 2")
	p.status("Chuhe plays on in its place")
	assert.NotContains(t, js[string](p, "document.querySelector('#above').textContent"), "Rival")

	// Our engine has not answered yet when another game begins, which has nothing to do with that.
	p.click("#new-game")
	p.choose("opponent", "engine:Rival")
	p.click("#start")
	p.until("chuhe.humanTurn")
	all.mu.Lock()
	all.all[0].config.Command = "/no/such/engine"
	all.mu.Unlock()
	p.do(`{ const real = window.fetch; window.fetch = (path, o) => path !== 'api/move' || JSON.parse(o.body).engine ? real(path, o)
		: new Promise((_, no) => { window.asked = true; o.signal.onabort = () => no(new DOMException('', 'AbortError')); }); }`)
	p.do("chuhe.playMove('h2e2')")
	p.until("window.asked")
	p.do("chuhe.startGame(chuhe.defaultGame())")
	p.status("Red to move.")
}
