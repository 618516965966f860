package annotate

import (
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/lang"
)

// clicked has two variations, one inside the other, and a second game.
const clicked = `[FEN "3k5/9/9/9/9/9/9/9/9/R4K3 w - - 0 1"]

{before} 1. a0a1 {first} d9d8 (1... d9e9 {beside} 2. a1a9 (2. a1b1) e9e8) 2. a1a2 *

[FEN "4k4/9/9/9/9/9/9/9/9/3K4R w - - 0 1"]

1. i0i1 *
`

// TestPlayerNodes asserts that the player has every position of the tree, and its moves in
// reading order.
func TestPlayerNodes(t *testing.T) {
	games := gamesIn(t, clicked)
	played, err := games[0].game.Replay()
	require.NoError(t, err)
	analysis := &Analysis{Game: played, Positions: make([]Found, played.Len()+1)}
	r := report{Review: NewReview(analysis, board.Unfinished), game: games[0].game, lang: lang.English, style: notation.WXF}
	p := r.player(1)
	var text []string
	for _, i := range p.Items {
		switch {
		case i.Begin:
			text = append(text, "(")
		case i.End:
			text = append(text, ")")
		case i.Text != "":
			text = append(text, i.Number+i.Text)
		}
		for _, c := range i.Comments {
			text = append(text, "{"+c+"}")
		}
	}
	assert.Equal(t, "{before} 1.R9+1 {first} 1...k4+1 ( 1...k4.5 {beside} 2.R9+8 ( 2.R9.8 ) 2...k5+1 ) 2.R9+1", strings.Join(text, " "))
	require.Len(t, p.Nodes, 8)
	assert.Equal(t, playerNode{-1, 1, "3k5/9/9/9/9/9/9/9/9/R4K3", ""}, p.Nodes[0])
	assert.Equal(t, playerNode{1, 3, "9/3k5/9/9/9/9/9/9/R8/5K3", "d9d8"}, p.Nodes[2])
	assert.Equal(t, playerNode{1, 5, "4k4/9/9/9/9/9/9/9/R8/5K3", "d9e9"}, p.Nodes[4])
}

// TestPlayer asserts that one can go through the games of a page by clicks, buttons and
// keys, also in variations.
func TestPlayer(t *testing.T) {
	if testing.Short() {
		t.Skip("runs a browser")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium on this machine: install chromium to run this test")
	}
	const steps = `<script>
const seen = [];
function note() {
  for (const game of ['g1', 'g2']) {
    const link = document.querySelector('#' + game + ' [aria-current]');
    const pieces = [...document.querySelectorAll('#' + game + ' .view .pieces use')];
    const at = pieces.map((p) => p.getAttribute('href').slice(7) + 'abcdefghi'[(p.getAttribute('x') - 50) / 100] + (950 - p.getAttribute('y')) / 100);
    seen.push((link ? link.id : game) + ' ' + at.sort().join(' '));
  }
}
const press = (key) => { dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })); note(); };
const click = (where) => { document.querySelector(where).click(); note(); };
note();
['ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'ArrowRight', 'Home', 'ArrowLeft'].forEach(press);
click('a[href="#g1n5"]');
press('ArrowLeft');
press('End');
click('#g2 button[data-go=last]');
press('ArrowLeft');
document.body.dataset.seen = seen.join('; ');
</script></body>`
	page, _, err := run(t.Context(), clicked, "-nodes", "1", "-multipv", "1", "-to", "html", "-")
	require.NoError(t, err)
	name := filepath.Join(t.TempDir(), "page.html")
	require.NoError(t, os.WriteFile(name, []byte(strings.Replace(page, "</body>", steps, 1)), 0o600))
	out, err := exec.CommandContext(t.Context(), browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(),
		"--dump-dom", "file://"+name).Output()
	require.NoError(t, err)
	seen := regexp.MustCompile(`data-seen="([^"]*)"`).FindStringSubmatch(string(out))
	require.NotNil(t, seen, "the script ran to its end")
	var first []string
	states := strings.Split(html.UnescapeString(seen[1]), "; ")
	for i := 0; i < len(states); i += 2 {
		first = append(first, states[i])
	}
	assert.Equal(t, []string{
		"g1 Kf0 Ra0 kd9",
		"g1n1 Kf0 Ra1 kd9", "g1n2 Kf0 Ra1 kd8", "g1n1 Kf0 Ra1 kd9", "g1n3 Kf0 Ra2 kd8", "g1n3 Kf0 Ra2 kd8", "g1 Kf0 Ra0 kd9", "g1 Kf0 Ra0 kd9",
		"g1n5 Kf0 Ra9 ke9", "g1n4 Kf0 Ra1 ke9", "g1n6 Kf0 Ra9 ke8",
		"g1n6 Kf0 Ra9 ke8", "g1n6 Kf0 Ra9 ke8",
	}, first)
	assert.Equal(t, []string{"g2n1 Kd0 Ri1 ke9", "g2 Kd0 Ri0 ke9"}, []string{states[len(states)-3], states[len(states)-1]}, "the keys follow the newest player")
}
