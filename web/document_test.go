package web

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/rules"
)

func TestImportExport(t *testing.T) {
	_, url := startServer(t, config{})
	const pgn = `[Game "Chinese Chess"]
[Red "<script>alert(1)</script>"]
[Black "乙"]
[Result "1-0"]

1. C2.5 {[%cal Gh0g2] <img src=x onerror=alert(2)>} H8+7 ({why} 1... C8.5 2. H2+3) 2. H2+3 $1 R9.8 1-0
`
	body, err := json.Marshal(map[string][]byte{"data": []byte(pgn)})
	require.NoError(t, err)
	in := ask[imported](t, url+"api/import", string(body))
	require.Len(t, in.Games, 1)
	assert.Equal(t, "pgn", in.Format)
	d := in.Games[0]
	assert.Equal(t, "1-0", d.Result)
	assert.Len(t, d.Nodes, 7)
	assert.Equal(t, "<img src=x onerror=alert(2)>", d.Nodes[1].Comment)
	assert.Equal(t, []string{"Gh0g2"}, d.Nodes[1].Marks)
	assert.Nil(t, d.Nodes[2].Marks)
	assert.Equal(t, "why", d.Nodes[3].Comment, "before the move")

	for format, c := range map[string]struct {
		extension string
		nodes     int
		lost      []string
	}{
		"pgn":     {"pgn", len(d.Nodes), nil},
		"xqf":     {"xqf", len(d.Nodes), []string{game.LostCharacters, game.LostGlyphs, game.LostMarks}}, // the name is too long
		"cbr":     {"cbr", len(d.Nodes), []string{game.LostGlyphs, game.LostMarks}},
		"dhtmlxq": {"txt", len(d.Nodes), []string{game.LostGlyphs, game.LostMarks}},
		"sheet":   {"txt", 5, []string{game.LostVariations, game.LostGlyphs, game.LostComments, game.LostMarks}},
	} {
		body, err = json.Marshal(map[string]any{"document": d, "format": format})
		require.NoError(t, err)
		out := ask[struct {
			Extension string
			Data      []byte
			Lost      []loss
		}](t, url+"api/export", string(body))
		assert.Equal(t, c.extension, out.Extension)
		var lost []string
		for _, l := range out.Lost {
			lost = append(lost, l.What)
		}
		assert.ElementsMatch(t, c.lost, lost, format)
		body, err = json.Marshal(map[string][]byte{"data": out.Data})
		require.NoError(t, err)
		again := ask[imported](t, url+"api/import", string(body))
		require.Len(t, again.Games, 1)
		if format != "sheet" { // which may be taken for a list of moves
			assert.Equal(t, format, again.Format)
		}
		assert.Len(t, again.Games[0].Nodes, c.nodes, format)
	}
}

// TestImportPartly asserts that a bad move costs a game only what follows it, in every
// format, and that the language of the request says which move it was.
func TestImportPartly(t *testing.T) {
	_, url := startServer(t, config{})
	const dhtmlxq = "[DhtmlXQ]\n[DhtmlXQ_movelist]77477062%s[/DhtmlXQ_movelist]\n[/DhtmlXQ]"
	for _, c := range []struct {
		text, lang string
		nodes      int
		fault      string
	}{
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "en", 3, "Move 2 of Red (车九进三): no such piece can go there"},
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "zh-Hans", 3, "第2回合红方（车九进三）：没有棋子能这样走"},
		{"1. 炮二平五 马8进7 2. 车九进三 车9平8", "zh-Hant", 3, "第2回合紅方（车九进三）：沒有棋子能這樣走"},
		{"position startpos moves h2e2 h9g7 a0a9", "zh-Hans", 3, "第2回合红方（a0a9）：不合该子走法"},
		{"1. 炮二平五 xyz", "zh-Hans", 2, "第1回合黑方（xyz）：不是着法"},
		{"1. C2.5 {no end", "zh-Hans", 2, "第1行：注释没有结束，缺少 }"},
		{"1. C2.5 {" + strings.Repeat("x", far) + "} H8+7 {no end", "en", 3, "line 1, byte 65552: bad PGN: comment without end, want }"},
		{"[FEN \"" + hangs + "\"]\n1. xyz", "en", 1, "Move 1 of Red (xyz): not a move"},
		{"1. C2.5 H8+7 2. " + strings.Repeat("x", 99), "en", 3, "Move 2 of Red (" + strings.Repeat("x", 20) + "…): not a move"},
		{fmt.Sprintf(dhtmlxq, "0949"), "zh-Hant", 3, "第2回合紅方（車九平五）：落點有己方棋子"},
		{fmt.Sprintf(dhtmlxq, "0949"), "en", 3, "Move 2 of Red (R9.5): the side's own piece stands on the second square"},
		{fmt.Sprintf(dhtmlxq, "0901"), "en", 3, "Move 2 of Red (R9+8): the piece cannot go there"},
		{fmt.Sprintf(dhtmlxq, "0918"), "en", 3, "Move 2 of Red (a0b1): the piece cannot go there"},
	} {
		body, err := json.Marshal(map[string]any{"data": []byte(c.text), "lang": c.lang})
		require.NoError(t, err)
		in := ask[imported](t, url+"api/import", string(body))
		if assert.Len(t, in.Games, 1, c.text) && assert.Len(t, in.Faults, 1, c.text) {
			assert.Len(t, in.Games[0].Nodes, c.nodes, c.text)
			assert.Equal(t, c.fault, in.Faults[0].Text)
			assert.Equal(t, !strings.Contains(c.text, "{"), in.Faults[0].Move, c.text)
			assert.Zero(t, in.Faults[0].Game)
		}
	}

	// Of several games the fault says which one it is about, -1 for one that is not there.
	body, err := json.Marshal(map[string]any{"data": []byte("[Red \"a\"]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. K5+9 *\n\n[Red \"c\"]\n\n1. C2.5 K5+9 *\n")})
	require.NoError(t, err)
	in := ask[imported](t, url+"api/import", string(body))
	require.Len(t, in.Games, 2)
	assert.Equal(t, []fault{
		{"Game 2: Move 1 of Red (K5+9): no such piece can go there", true, -1}, {"Game 3: Move 1 of Black (K5+9): no such piece can go there", true, 1},
	}, in.Faults)
}

// TestPieceNames asserts that sentences name pieces as the page does.
func TestPieceNames(t *testing.T) {
	for lang, want := range map[language]string{"": "no chariot, horse, cannon or soldier is left", "zh-Hant": "雙方車、馬、炮、兵（卒）均已不存"} {
		g := gameRequest{Lang: lang}
		assert.Contains(t, g.ending(board.NewLine(board.Start()), rules.Verdict{Result: board.Draw, Kind: rules.Material}).Why, want)
	}
}

func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.pgn")
	require.NoError(t, os.WriteFile(name, []byte("1. C2.5 H8+7 2. K5+9\n"), 0o666))
	f, err := open(name, "en")
	require.NoError(t, err)
	_, url := startServer(t, config{opened: f})
	got := ask[imported](t, url+"api/opened", `{"lang":"zh-Hans"}`)
	assert.Len(t, got.Games[0].Nodes, 3)
	assert.Equal(t, "a.pgn", got.Games[0].Tags[0].Value)
	assert.Equal(t, fault{"第2回合红方（K5+9）：没有棋子能这样走", true, 0}, got.Faults[0])

	_, err = open(name+"x", "zh-Hant")
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.EqualError(t, err, name+"x: 找不到檔案")
	_, err = open(filepath.Dir(name), "zh-Hans")
	assert.ErrorContains(t, err, filepath.Dir(name)+": ")
	require.NoError(t, os.WriteFile(name, []byte("\x00\x01\x02"), 0o666))
	_, err = open(name, "zh-Hans")
	assert.ErrorContains(t, err, "a.pgn: 没有认出着法或局面")
	_, err = open(name, "en")
	assert.ErrorContains(t, err, "a.pgn: no moves and no position were recognised")
}
