package ecco

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
	"chuhe/lang"
)

func moves(t *testing.T, text string) (list []board.Move) {
	t.Helper()
	p := board.Start()
	for word := range strings.FieldsSeq(text) {
		m, err := notation.Parse(&p, word)
		require.NoError(t, err, text)
		list = append(list, m)
		p.Play(m)
	}
	return
}

// TestFacts plays every fact, and its mirror image.
func TestFacts(t *testing.T) {
	n := 0
	for line := range strings.Lines(facts) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		n++
		cells := strings.Split(line, "\t")
		require.Len(t, cells, 3, line)
		require.Regexp(t, `^([A-E]\d?|-)$`, cells[0])
		played := moves(t, cells[2])
		assert.LessOrEqual(t, len(played), latest)
		want := Opening{strings.TrimPrefix(cells[0], "-"), cells[1]}
		got, ok := Find(board.Start(), played)
		assert.True(t, ok)
		assert.Equal(t, want, got, line)
		for i, m := range played {
			played[i] = m.Mirror()
		}
		got, _ = Find(board.Start(), played)
		assert.Equal(t, want, got, "%s mirrored", line)
	}
	assert.Equal(t, 54, n)
}

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		// The order of moves does not matter.
		"炮二平五 马2进3 马二进三 马8进7": "中炮对屏风马",
		"炮八平五 马2进3 马八进七 马8进7": "中炮对屏风马",
		"炮二平五 马8进7 马二进三 车9平8 车一平二 马2进3 兵七进一 卒7进1 车二进六 炮8平9 车二平三": "中炮过河车对屏风马平炮兑车",
		"炮二平五 马8进7 马二进三 马2进3 车一平二 车9平8 车二进六 卒7进1 兵七进一":           "中炮过河车对屏风马",
		"兵三进一 炮8平7": "仙人指路对卒底炮",
		"炮二平五 炮8平5": "顺炮局",
		"炮二平五 炮2平5": "列炮局",
		"炮八平五 炮8平5": "列炮局",
		"相七进五":      "飞相局",
		"兵九进一":      "",
	} {
		got, ok := Find(board.Start(), moves(t, text))
		assert.Equal(t, want, got.Name("zh-Hans"), text)
		assert.Equal(t, want != "", ok, text)
	}
}

// TestOf asserts that games that begin elsewhere have no opening.
func TestOf(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	o, ok := Of(g)
	assert.True(t, ok)
	assert.Equal(t, "Central cannon", o.Name(lang.English))
	g.Start = testpos.FEN(t, strings.Replace(board.StartFEN, "RNBAKABNR", "RNBAKAB1R", 1))
	_, ok = Of(g)
	assert.False(t, ok)
	_, ok = Of(game.New(board.Start()))
	assert.False(t, ok)
}
