package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/rules"
	"chuhe/search/level"
	"chuhe/tools/version"
)

// TestLimits asserts that the page can offer every set of rules and level, and formats
// that hold moves.
func TestLimits(t *testing.T) {
	_, url := startServer(t, config{})
	got := ask[limitsReply](t, url+"api/limits", `{}`)
	var sets []string
	for _, s := range rules.Sets() {
		sets = append(sets, s.String())
	}
	assert.Equal(t, sets, got.Rules)
	assert.Equal(t, level.Steps, got.Levels)
	assert.Contains(t, got.Formats, "pgn")
	assert.NotContains(t, got.Formats, "fen", "it holds no moves")
	for _, name := range got.Formats {
		f, err := formats.Named(name)
		require.NoError(t, err)
		assert.NotNil(t, f.Write, name)
	}
}

// TestVersion asserts that the help of the page says which version of the program answers.
func TestVersion(t *testing.T) {
	t.Parallel()
	p := quickPage(t, "", 1280, 860)
	p.click("#help")
	p.until("document.getElementById('version')")
	assert.Equal(t, "Version "+asked[struct{ Version string }](p, "version", "{}").Version, p.text("#version"))
	if !*static { // which has been built otherwise than this test
		assert.Equal(t, "Version "+version.Version(), p.text("#version"))
	}
}

// TestNamesFrom asserts that a position has the names of those moves only that the page
// cannot name, which keeps the answer short in a long game.
func TestNamesFrom(t *testing.T) {
	_, url := startServer(t, config{})
	const moves = "h2e2 h9g7 h0g2"
	all := ask[positionReply](t, url+"api/position", `{"moves":"`+moves+`"}`)
	require.Len(t, all.Line, 3)
	for from := range 4 {
		got := ask[positionReply](t, url+"api/position", fmt.Sprintf(`{"moves":%q,"from":%d}`, moves, from))
		assert.Equal(t, all.Line[from:], got.Line, from)
		got.Line = all.Line
		assert.Equal(t, all, got, "the rest is the same")
	}
	for _, from := range []int{-1, 4} {
		for path, more := range map[string]string{"api/position": "", "api/move": `,"level":1`} {
			status, text := post(t, url+path, fmt.Sprintf(`{"moves":%q,"from":%d%s}`, moves, from, more))
			assert.Equal(t, http.StatusBadRequest, status, path)
			assert.Contains(t, text, fmt.Sprintf("%d moves known of 3", from), path)
		}
	}
	long := strings.TrimSpace(strings.Repeat("a0a1 a9a8 a1a0 a8a9 ", 50))
	_, text := post(t, url+"api/position", fmt.Sprintf(`{"moves":%q,"rules":"alwaysdraw","limit":0,"from":199}`, long))
	assert.Less(t, len(text), 2000, "of a game of 200 plies")
}

// TestMoveDescribed asserts that a move comes with what there is to know of the positions
// before and after it, which the page then need not ask for.
func TestMoveDescribed(t *testing.T) {
	_, url := startServer(t, config{})
	_, text := post(t, url+"api/move", `{"moves":"h2e2","level":1,"describe":true}`)
	first, last, ok := strings.Cut(strings.TrimSpace(text), "\n")
	require.True(t, ok, text)
	var before positionLine
	require.NoError(t, json.Unmarshal([]byte(first), &before))
	want := ask[positionReply](t, url+"api/position", `{"moves":"h2e2"}`)
	assert.Equal(t, &want, before.Position)
	var m moveLine
	require.NoError(t, json.Unmarshal([]byte(last), &m))
	want = ask[positionReply](t, url+"api/position", `{"moves":"h2e2 `+m.Text.Move+`","from":2}`)
	assert.Equal(t, &want, m.After)
	assert.Nil(t, ask[moveLine](t, url+"api/move", `{"level":1}`).After, "only who asks")

	// Where play has ended there is no move, and no error.
	for _, body := range []string{
		`{"start":"` + mateInOne + `","moves":"b0b9","level":1,"describe":true}`,
		`{"start":"3k5/9/9/9/9/9/9/3R5/9/5K3 b","moves":"d9e9 d2e2 e9d9 e2d2 d9e9 d2e2 e9d9 e2d2","level":1,"describe":true}`,
	} {
		end := ask[positionLine](t, url+"api/move", body)
		require.NotNil(t, end.Position, body)
		require.NotNil(t, end.Position.End, body)
		assert.NotEqual(t, board.Draw.String(), end.Position.End.Winner)
	}
	status, text := post(t, url+"api/move", `{"start":"`+mateInOne+`","moves":"b0b9","level":1}`)
	assert.Equal(t, http.StatusBadRequest, status, text)
}

// counted counts the requests of the page from now on, by their paths.
const counted = "window.counted ??= []; window.real ??= window.fetch; window.fetch = (path, o) => { counted.push(path); return real(path, o); }; counted.length = 0;"

// TestOneRequestAMove plays moves against the engine, to the end of a game, and in a study:
// each takes one request.
func TestOneRequestAMove(t *testing.T) {
	t.Parallel()
	_, url := startServer(t, config{})
	p := quick(t, url, "", 1280, 860)
	p.do(counted)
	p.play("h2e2")
	p.until("chuhe.game.current.ply === 2 && chuhe.humanTurn")
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 4 && chuhe.humanTurn")
	assert.Equal(t, []string{"api/move", "api/move"}, js[[]string](p, "counted"))
	p.until("[...document.querySelectorAll('#moves .move')].every((m) => !/^[a-i]\\d[a-i]\\d$/.test(m.textContent))")

	p.follow("#moves=h2e2h9g7")
	p.until("chuhe.game.mode === 'study' && chuhe.info && chuhe.game.root.tip.text")
	p.do(counted)
	p.play("h0g2")
	p.until("chuhe.game.current.ply === 3 && chuhe.info")
	assert.Equal(t, []string{"api/position"}, js[[]string](p, "counted"))

	p.follow("#fen=" + strings.ReplaceAll(mateInOne, " ", "_"))
	p.until("chuhe.game.start.startsWith('3k5/R8') && chuhe.info")
	p.click("#play-here")
	p.click("#start")
	p.until("chuhe.game.mode === 'play' && chuhe.humanTurn")
	p.do(counted)
	p.play("b0b9")
	p.status("Red wins. Black is checkmated.")
	assert.Equal(t, []string{"api/move"}, js[[]string](p, "counted"))
}

// TestMarkedMoveInSight opens an analysis, which takes room from the list of moves: the
// move on the board stays in sight. Where somebody scrolls, the list stays.
func TestMarkedMoveInSight(t *testing.T) {
	t.Parallel()
	p := quickPage(t, mated, 1120, 740)
	p.do("chuhe.goTo(chuhe.game.root.tip.line[40])")
	p.until("chuhe.info && chuhe.game.current.ply === 41")
	seen := `(() => { const l = document.querySelector('#moves .list').getBoundingClientRect(), m = document.querySelector('.move[aria-current]').getBoundingClientRect();
		return m.top >= l.top - 1 && m.bottom <= l.bottom + 1; })()`
	assert.True(t, js[bool](p, seen))
	p.click("#analyse")
	p.until("document.querySelectorAll('.lines li').length === 3 && " + seen)
	p.do("document.querySelector('#moves .list').scrollTop = 0; chuhe.render()")
	assert.Zero(t, js[float64](p, "document.querySelector('#moves .list').scrollTop"))
}
