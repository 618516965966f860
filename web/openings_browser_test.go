package web

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOpeningNames asserts that the page names the opening as the game goes, with its code where that is certain, and goes on to
// name it where the moves go beyond the table, in the language of the page.
func TestOpeningNames(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "#moves=h2e2b7e7a3a4a6a5&at=0", 390, 844)
	assert.Zero(t, js[int](p, "document.querySelectorAll('#moves .opening').length"))
	for ply, want := range []string{"Central cannon", "Opposite direction cannons · ECCO D5", "Opposite direction cannons · ECCO D5"} {
		p.do("chuhe.goTo(chuhe.game.root.tip.line[%d])", ply)
		p.settle()
		assert.Equal(t, want, p.text("#moves .opening"), ply)
	}
	p.speak("zh-Hant")
	p.until("document.querySelector('#moves .opening')?.textContent === '列炮局 · ECCO D5'")
}
