package web

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEndingInBrowser analyses an ending: the page says how it comes out, and plays and shows the
// best moves. In a game that is being played it says nothing.
func TestEndingInBrowser(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#fen="+strings.ReplaceAll(knightWins, " ", "_"), 1366, 768)
	said := func() (moves int) {
		p.until("document.getElementById('ending')")
		found := regexp.MustCompile(`^Endgame table, exact: Red wins in (\d+) moves\. Best moves?:`).FindStringSubmatch(p.text("#ending"))
		require.NotNil(t, found, p.text("#ending"))
		moves, _ = strconv.Atoi(found[1])
		return moves
	}
	assert.Zero(t, js[int](p, "document.querySelectorAll('#ending').length"), "nothing is analysed yet")
	p.click("#analyse")
	all := said()
	if *shots != "" {
		for _, theme := range []string{"wood", "dark"} {
			p.do("chuhe.set({ theme: %q })", theme)
			p.run(chromedp.EmulateViewport(1366, 768, chromedp.EmulateScale(1)))
			p.shoot(fmt.Sprintf("ending-%s-1366.png", theme))
			p.run(chromedp.EmulateViewport(360, 740, chromedp.EmulateScale(1)))
			p.do("document.getElementById('ending').scrollIntoView({ block: 'center' })")
			p.shoot(fmt.Sprintf("ending-%s-360.png", theme))
		}
		p.run(chromedp.EmulateViewport(1366, 768, chromedp.EmulateScale(1)))
	}
	p.do("document.getElementById('ending-0-0').focus()")
	p.until("chuhe.preview")
	p.click("#ending-0-0")
	p.until("chuhe.game.current.ply === 1 && chuhe.analysis.ending.known")
	assert.Equal(t, all-1, said(), "moves that are left to Red")
	p.do("chuhe.setRules({ limit: 4 })")
	p.until("document.getElementById('ending')?.textContent.includes('may come first')")
	p.speak("zh-Hans")
	p.until("document.getElementById('ending')?.textContent.startsWith('残局库精确结果：红')")
	p.speak("en")

	// Who plays the ending is not helped.
	p.click("#play-here")
	p.click("#start")
	p.until("chuhe.game.mode === 'play' && chuhe.info && chuhe.analysis.data && chuhe.analysis.ending.node === chuhe.game.current")
	assert.Zero(t, js[int](p, "document.querySelectorAll('#ending').length"))

	// A position without tables has no line, and no error.
	p.follow("#moves=h2e2")
	p.until("chuhe.analysis.data && chuhe.analysis.ending.node === chuhe.game.current")
	assert.Zero(t, js[int](p, "document.querySelectorAll('#ending, #analysis .fault').length"))
}
