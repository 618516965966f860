package pgn

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
)

// wxfFile has two games as PlayOK writes them.
const wxfFile = `FORMAT  WXF
RED     first_player ; 1137 ;;
BLACK   "x" ; ;;
RESULT  1-0
DATE    2026-09-03 16:20:58
EVENT   PlayOK Game ; 10m+0s
START{
 1. C2.5 h8+7   2. H2+3 {good} r9.8
 3. R1.2 (3. P7+1) c8.9 }END
That was game 1. of two

FORMAT	WXF
GAME	China - Vietnam
PLACE	Hanoi
OPEN	Central Cannon
FEN	rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w
RED	Beijing; Wang
RESULT	1/2-1/2
START{ 1. C2.5
c8.5 }END
`

// TestWXF reads the lines of a file of the WXF as tags, and the moves between START{ and }END.
func TestWXF(t *testing.T) {
	for name, file := range map[string]string{"LF": wxfFile, "CR LF": strings.ReplaceAll(wxfFile, "\n", "\r\n"), "no end of line": strings.TrimSpace(wxfFile), "braces": "% {\n; {\n\n" + wxfFile} {
		assert.True(t, MoveList.Recognise([]byte(file)), name)
		games, err := read(file)
		require.NoError(t, err, name)
		require.Len(t, games, 2, name)
		assert.Equal(t, []game.Tag{
			{Name: game.TagRed, Value: "first_player"}, {Name: game.TagRedElo, Value: "1137"}, {Name: game.TagBlack, Value: `"x"`},
			{Name: game.TagDate, Value: "2026-09-03 16:20:58"}, {Name: game.TagEvent, Value: "PlayOK Game ; 10m+0s"},
		}, games[0].Tags, name)
		assert.Equal(t, board.RedWins, games[0].Result, name)
		assert.Len(t, games[0].Moves(), 6, name)
		assert.Equal(t, 1, games[0].Count().Comments, name)
		assert.Equal(t, 1, games[0].Count().Variations, name)
		assert.Equal(t, []game.Tag{
			{Name: game.TagTitle, Value: "China - Vietnam"}, {Name: game.TagSite, Value: "Hanoi"}, {Name: game.TagOpening, Value: "Central Cannon"},
			{Name: game.TagRed, Value: "Beijing; Wang"},
		}, games[1].Tags, name)
		assert.Equal(t, board.Draw, games[1].Result, name)
		assert.Len(t, games[1].Moves(), 2, name)
		assert.Empty(t, append(games[0].Warnings, games[1].Warnings...), name)
	}
}

// TestWXFFault says where in such a file a move is bad, on the line of START{ too.
func TestWXFFault(t *testing.T) {
	for good, bad := range map[string]string{"c8.9 }END": "c8.7 }END", "START{ 1. C2.5": "START{ 1. C2+5"} {
		file := strings.Replace(wxfFile, good, bad, 1)
		_, err := read(file)
		var fault *game.Error
		require.True(t, errors.As(err, &fault), bad)
		at := strings.Index(file, bad) + strings.Index(strings.ToLower(bad), "c")
		assert.Equal(t, int64(at), fault.Offset, bad)
		assert.Equal(t, 1+strings.Count(file[:at], "\n"), fault.Line, bad)
	}
}

// TestWXFComment leaves the text of such a file in a comment as it is.
func TestWXFComment(t *testing.T) {
	const comment = "see\nFORMAT WXF\nRED first\nSTART{ 1. C2.5 "
	for _, before := range []string{"[Red \"甲\"]\n\n", "", "\n"} {
		games, err := read(before + "{" + comment + "} 1. h2e2 h9g7 *\n")
		require.NoError(t, err)
		require.Len(t, games, 1)
		assert.Equal(t, strings.TrimSpace(comment), games[0].Root.Comment)
		assert.Len(t, games[0].Moves(), 2)
	}
}

// TestWXFBehind reads such a game behind games of PGN and of another such file, in a forum's element too, and
// games of PGN behind it.
func TestWXFBehind(t *testing.T) {
	const tagged, wxf = "[Red \"甲\"]\n\n1. h2e2 h9g7 {see} *\n\n", "FORMAT WXF\nRED second\nSTART{\n1. P2-5 M8.7\nDIAG{ #2 RED }\n2. M2.3\n}END"
	for file, want := range map[string]string{
		tagged + wxf:                  "甲 * 2, second * 3, ",
		tagged + wxf + "\n" + tagged:  "甲 * 2, second * 3, 甲 * 2, ",
		tagged + wxfFile + "\n" + wxf: "甲 * 2, first_player 1-0 6, Beijing; Wang 1/2-1/2 2, second * 3, ",
		"[b]1. Pháo đầu[/b]\n[game]\n" + wxf + "[/game]\n\nĐến đây\n[game]\n" + wxf + "[/game]\n": "second * 3, second * 3, ",
		"[Red \"甲\"]\n\n1. h2e2 {\n" + strings.TrimSuffix(wxf, "END") + "} h9g7 *\n":              "甲 * 2, ",
	} {
		require.True(t, MoveList.Recognise([]byte(file)) || Recognise([]byte(file)), file)
		for _, g := range readsAs(t, file, want) {
			assert.Empty(t, g.Warnings, file)
		}
	}
}

// TestWXFCut warns of such a game without its end, as the last of a file and before another.
func TestWXFCut(t *testing.T) {
	const cut = "FORMAT WXF\nRED first\nRESULT 1-0\nSTART{\n1. C2.5 h8+7\n2. H2+3\n"
	for _, behind := range []string{"", wxfFile, "[Red \"甲\"]\n\n1. h2e2 *\n"} {
		games, err := read(cut + behind)
		require.NoError(t, err)
		require.Len(t, games, 1+strings.Count(behind, "RED")+strings.Count(behind, "Red"))
		assert.Len(t, games[0].Moves(), 3)
		require.Len(t, games[0].Warnings, 1)
		assert.ErrorIs(t, games[0].Warnings[0], game.ErrNoEnd)
		for _, g := range games[1:] {
			assert.Empty(t, g.Warnings)
		}
	}
	games, err := read("FORMAT WXF\nRED first\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.ErrorIs(t, games[0].Warnings[0], game.ErrNoEnd)
}

// TestWXFComments reads the comments of such a file in the head, of several lines too, and among the moves.
func TestWXFComments(t *testing.T) {
	const head = "FORMAT WXF\nRED first\nCOMMENT{ A good game\nDATE unknown }COMMENT\nBLACK second\n"
	games, err := read(head + "COMMENT { Two }\nSTART{\n1. C2.5 COMMENT{ fine } h8+7\n}END\n")
	require.NoError(t, err)
	require.Len(t, games, 1)
	assert.Equal(t, []game.Tag{{Name: game.TagRed, Value: "first"}, {Name: game.TagBlack, Value: "second"}}, games[0].Tags)
	assert.Equal(t, "A good game\nDATE unknown Two", games[0].Root.Comment)
	assert.Equal(t, "fine", games[0].Root.Main().Comment)
	assert.Empty(t, games[0].Warnings)
	_, err = read(head + "START{\n1. C2.5 COMMENT{ fine } h8+8\n}END\n")
	var fault *game.Error
	require.ErrorAs(t, err, &fault)
	assert.EqualValues(t, len(head+"START{\n1. C2.5 COMMENT{ fine } "), fault.Offset)
}
