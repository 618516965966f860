package pgn

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
)

// TestTagTwice keeps the first of two tags, and says so if they differ.
func TestTagTwice(t *testing.T) {
	const first, second = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
	const twice = " a tag is given again with another value; the first holds: "
	for tags, want := range map[string]string{
		`[FEN "` + first + `"][FEN "` + first + `"]`:             first + " * ",
		`[FEN "` + first + `"][FEN "` + second + `"]`:            first + " * " + twice + `FEN "` + second + `"`,
		"局面：" + first + "\n局面：" + second + "\n":                  first + " * " + twice + `FEN "` + second + `"`,
		`[FEN "` + first + `"][Result "1-0"][Result "1:0"]`:      first + " 1-0 ",
		`[FEN "` + first + `"][Result "*"][Result "1-0"]`:        first + " 1-0 ",
		`[FEN "` + first + `"][Result "1-0"][Result "*"]`:        first + " 1-0 ",
		`[FEN "` + first + `"][Result "红优"][Result "0-1"]`:       first + " 0-1 ",
		`[FEN "` + first + `"][Result "1-0"][Result "0-1"]`:      first + " 1-0 " + twice + `Result "0-1"`,
		`[FEN "` + first + `"][Result "1-0"][Result "黑优"]`:       first + " 1-0 " + twice + `Result "黑优"`,
		`[FEN "` + first + `"][Result "红优"][Result "黑优"]`:        first + " * 红优" + ` bad result "红优", read as *` + twice + `Result "黑优"`,
		"局面：" + first + "\n结果：红胜\n结果：黑胜\n":                       first + " 1-0 " + twice + `Result "黑胜"`,
		`[FEN "` + first + `"][Result "红优"][Result "红优"] ; same`: first + ` * 红优 bad result "红优", read as *`,
	} {
		games, err := read(tags + "\n\n1. a0a1 d9d8 2. a1a2\n")
		if tags[0] == '[' {
			require.NoError(t, err, tags)
		}
		require.Len(t, games, 1, tags)
		g := games[0]
		got := fmt.Sprint(g.Start.FEN(), " ", g.Result, " ", g.Tag(game.TagResultText))
		for _, w := range g.Warnings {
			got += " " + w.Err.Error()
		}
		assert.Equal(t, want, got, tags)
	}
}

// TestOtherTagTwice keeps the first value of any tag that says something, and says so if there
// is another one, in the head of a score sheet too.
func TestOtherTagTwice(t *testing.T) {
	const twice = " a tag is given again with another value; the first holds: "
	for head, want := range map[string]string{
		`[Red "a"][Red "a"]`:                               "[{Red a}]",
		`[Red "a"][red "b"][Black "c"]`:                    "[{Red a} {Black c}]" + twice + `red "b"`,
		`[White "a"][Red "b"]`:                             "[{Red a}]" + twice + `Red "b"`,
		`[Red "?"][Red "b"]`:                               "[{Red b}]",
		`[Red "a"][Red "` + strings.Repeat("长", 27) + `"]`: "[{Red a}]" + twice + `Red "` + strings.Repeat("长", 26) + `..."`,
		`[Red ""][Red "?"][Red "b"]`:                       "[{Red b}]",
		`[Date "2020.01.01"][Date "????.??.??"]`:           "[{Date 2020.01.01}]",
		"红方：a 黑方：c\n红方棋手：b\n":                              "[{Red a} {Black c}]" + twice + `Red "b"`,
	} {
		games, err := read(head + "\n\n1. h2e2 h9g7 *\n")
		require.NoError(t, err, head)
		require.Len(t, games, 1, head)
		got := fmt.Sprint(games[0].Tags)
		for _, w := range games[0].Warnings {
			got += " " + w.Err.Error()
		}
		assert.Equal(t, want, got, head)
	}
}

// TestEmptyFEN takes a tag FEN without a value for none.
func TestEmptyFEN(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	for tags, want := range map[string]string{
		`[FEN ""]`:                               board.StartFEN,
		`[Red "a"][FEN " "]`:                     board.StartFEN,
		`[FEN ""][FEN "` + fen + `"]`:            fen,
		`[SetUp "1"][FEN "` + fen + `"][FEN ""]`: fen,
	} {
		games, err := read(tags + "\n\n1. a0a1 *\n")
		require.NoError(t, err, tags)
		require.Len(t, games, 1, tags)
		assert.Equal(t, want, games[0].Start.FEN(), tags)
		assert.Empty(t, games[0].Warnings, tags)
		assert.Len(t, games[0].Moves(), 1, tags)
	}
}

// TestHeadsWithoutMoves reads games without moves, one head behind the other.
func TestHeadsWithoutMoves(t *testing.T) {
	for text, want := range map[string]string{
		"[Event \"a\"]\n[Red \"x\"]\n[Result \"1-0\"]\n\n[Event \"b\"]\n[Red \"y\"]\n[Result \"0-1\"]\n\n1. h2e2 h9g7 0-1\n": "x 1-0 0, y 0-1 2, ",
		"[White \"y\"]\n\n[Site \"x\"]\n\n[WHITE \"z\"]\n\n1. h2e2":                                                          "y * 0, z * 1, ",
		"[Red \"x\"]\n\n{one}\n\n[Red \"y\"]\n\n1. h2e2":                                                                     "x * 0, y * 1, ",
		"[Event \"a\"]\n[Red x]\n\n[Red y]\n\n1. h2e2":                                                                       "x * 0, y * 1, ",
		"[Red=\"x\"]\n\n[Red: \"y\"]\n\n[red: z\n\n1. h2e2":                                                                  "x * 0, y * 0, z * 1, ",
		// One head in parts.
		"[Red \"x\"]\n\n[Red ]\n[RedTeam t]\n\n1. h2e2":                 "x * 1, ",
		"[Event \"a\"]\n\n[Red \"x\"]\n\n[Result \"1-0\"]\n\n1. h2e2":   "x 1-0 1, ",
		"[Red \"x\"]\n[Red \"y\"]\n\n1. h2e2":                           "x * 1, ",
		"[Red \"x\"]\n\n[Annotator \"y\"]\n\n[Annotator \"z\"]\n\nh2e2": "x * 1, ",
	} {
		games, err := read(text)
		require.NoError(t, err, text)
		got := ""
		for _, g := range games {
			got += fmt.Sprint(g.Tag(game.TagRed), " ", g.Result, " ", len(g.Moves()), ", ")
		}
		assert.Equal(t, want, got, text)
	}
}

// TestOtherGames warns of tags that name another game, or rules that are not known.
func TestOtherGames(t *testing.T) {
	const other, unknown = " another game by its tag, read as Xiangqi: ", " unknown rules: "
	for tags, want := range map[string]string{
		`[Game "Chinese Chess"][Variant "xiangqi"][Rules "asian"]`: "",
		`[Game "中国象棋"][Variant "Xiang-Qi"][Rules "AsianRule"]`:     "",
		`[Variant ""][Rules "?"]`:                                  "",
		`[Variant "From Position"]`:                                "",
		`[Variant "Chess"]`:                                        other + `Variant "Chess"`,
		`[Game "Shogi"]`:                                           other + `Game "Shogi"`,
		`[variant "揭棋"]`:                                           other + `variant "揭棋"`,
		`[Rules "Janggi"]`:                                         unknown + `Rules "Janggi", want one of computer, asian, chinese, league, checkban, alwaysdraw`,
		`[MoveLimit "0"][Rules "league"]`:                          "",
		`[MoveLimit "?"]`:                                          "",
		`[MoveLimit "60 moves"]`:                                   unknown + `MoveLimit "60 moves", want a number of plies up to 10000`,
		`[movelimit "10001"]`:                                      unknown + `movelimit "10001", want a number of plies up to 10000`,
	} {
		games, err := read(tags + "\n\n1. h2e2 h9g7 *")
		require.NoError(t, err, tags)
		require.Len(t, games, 1, tags)
		got := ""
		for _, w := range games[0].Warnings {
			got += " " + w.Err.Error()
		}
		assert.Equal(t, want, got, tags)
	}
}
