package pgn

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game/notation"
	"chuhe/internal/testpos"
)

func randomGame(t *testing.T, fen string, seed uint64) *Game {
	start := testpos.FEN(t, fen)
	g := &Game{
		Tags:   []Tag{{"Event", `a "quoted" \ event`}, {"Red", "楚河"}, {"Black", "b"}, {"Variant", "xiangqi"}},
		Start:  start,
		Result: board.Draw,
	}
	rng := rand.New(rand.NewPCG(seed, 0))
	p := start
	for m := range testpos.Playout(rng, &p, 120) {
		move := Move{Move: m}
		if len(g.Moves)%3 == 0 {
			move.Comment = "+0.35/12 0.4s n=1234"
		}
		g.Moves = append(g.Moves, move)
	}
	return g
}

func TestWriteRead(t *testing.T) {
	fens := []string{board.StartFEN, "2bakab2/9/4R4/4R4/9/2B6/9/2p1p4/2p1p1p2/5K3 b - - 3 17"}
	for _, style := range []notation.Style{notation.ICCS, notation.WXF, notation.Chinese} {
		var want []*Game
		var lines []int // before each game
		var file bytes.Buffer
		for seed := range uint64(20) {
			g := randomGame(t, fens[seed%2], seed)
			want = append(want, g)
			lines = append(lines, bytes.Count(file.Bytes(), []byte("\n")))
			require.NoError(t, g.Write(&file, style))
		}
		i := 0
		for got, err := range Games(file.Bytes()) {
			require.NoError(t, err)
			assert.Equal(t, lines[i]+1, got.Line)
			got.Line = 0
			require.Equal(t, want[i], got, style)
			i++
		}
		assert.Equal(t, len(want), i)
	}
}

func TestReadOthers(t *testing.T) {
	const file = `advertisement
[Game "Chinese Chess"]
[White "甲"]
[Black "乙"]
[Format "Chinese"]
[Result "1-0"]

{begin} 1. 炮二平五 {good
move} 炮８平５ (1. ... 马８进７ {why (not)} ) 2. 马二进三! $1
; to the end of the line
2... 马８进７ 1-0
http://example.com 炮二平五

[Game "Chinese Chess"]
[Red "c"]

1.C2.5 h8+7 2.H2+3 *
`
	gbk, err := simplifiedchinese.GB18030.NewEncoder().String(file)
	require.NoError(t, err)
	for name, text := range map[string]string{"utf-8": file, "bom": "\ufeff" + file, "gbk": gbk} {
		t.Run(name, func(t *testing.T) {
			var games []*Game
			for g, err := range Games([]byte(text)) {
				require.NoError(t, err)
				games = append(games, g)
			}
			require.Len(t, games, 2)
			g := games[0]
			assert.Equal(t, "甲", g.Tag("red"))
			assert.Equal(t, board.RedWins, g.Result)
			assert.Equal(t, "begin", g.Comment)
			require.Len(t, g.Moves, 4)
			assert.Equal(t, "good move", g.Moves[0].Comment)
			assert.Equal(t, "h9g7", g.Moves[3].Move.String())
			assert.Len(t, games[1].Moves, 3)
			assert.Equal(t, board.Unfinished, games[1].Result)
		})
	}
}

func TestReadWithoutTags(t *testing.T) {
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("1. 炮二平五 马８进７ 1-0")
	require.NoError(t, err)
	for text, want := range map[string][]int{
		"1. C2.5 h8+7 2. H2+3 *":                            {3},
		"1.C2.5 h8+7\n2.H2+3 1-0\n\n1. C8.5\n":              {3, 1},
		"h2e2 h9g7\nh0g2\n":                                 {3},
		"{a\n[comment]} 1. C2.5 *":                          {1},
		"; said\n{before} the tags\n[Red \"a\"]\n1. C2.5 *": {1},
		"1. C2.5 *\n\n[Red \"a\"]\n1. C2.5 h8+7 *":          {1, 2},
		"[Red \"a\"]\n1. C2.5 h8+7 *\n1. some words\n":      {2},
		"\ufeff1. C2.5 *":                                   {1},
		utf16:                                               {2},
		"":                                                  nil,
		"some words\n":                                      nil,
	} {
		var got []int
		for g, err := range Games([]byte(text)) {
			require.NoError(t, err, text)
			got = append(got, len(g.Moves))
		}
		assert.Equal(t, want, got, text)
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		file string
		line int
		want string
		left int // good games in the file
	}{
		{"[Red \"a\"]\n\n1. C2.5 C2.9 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 3, `game 1: bad PGN: ply 2, move 1...: bad move "C2.9": not legal for black: no such piece can go there`, 1},
		{"[Red a]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 1, "tag", 1},
		{"[Red \"a\"]\n\n1. C2.5 *\n\n[FEN \"4k4/9/9/9/9/4N4/9/9/9/4K4 w - - 0 9\"]\n\n9. e4c5 *\n", 7, `game 2: bad PGN: ply 1, move 9.: bad move "e4c5": not legal for red: kings would face`, 1},
		{"1. C2.5 C2.9\n2. C2.5 *\n\n1. C2.5 *\n", 1, "game 1: bad PGN: ply 2, move 1...", 1},
		{"1. nonsense *\n", 1, "nonsense", 0},
		{"[Red \"a\"]\n[FEN \"9/9 w\"]\n[Black \"c\"]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 2, "bad FEN", 1},
		{"[Red \"a\"]\n[Result \"1:0\"]\n\n1. C2.5 *\n\n[Red \"b\"]\n\n1. C2.5 *\n", 2, `bad result "1:0": want 1-0`, 1},
		{"[Red \"a\"]\n\n1. C2.5 {no end", 3, "comment", 0},
		{"[Red \"a\"]\n\n1. C2.5 (no end", 3, "variation", 0},
	} {
		good := 0
		var first error
		for _, err := range Games([]byte(c.file)) {
			if err == nil {
				good++
			} else if first == nil {
				first = err
			}
		}
		assert.Equal(t, c.left, good, c.file)
		var at *Error
		if assert.ErrorAs(t, first, &at, c.file) {
			assert.Equal(t, c.line, at.Line, c.file)
			assert.ErrorContains(t, first, c.want)
		}
	}
}

func TestTags(t *testing.T) {
	const file = `[Red "a"] [Black "b"][Event "the "grand" cup \\ \"x\"]"  ]` + "\r\n[ Site  \"\" ]\n\n*\n"
	for g, err := range Games([]byte(file)) {
		require.NoError(t, err)
		assert.Equal(t, []Tag{{"Red", "a"}, {"Black", "b"}, {"Event", `the "grand" cup \ "x"]`}, {"Site", ""}}, g.Tags)
	}
}

// FuzzGames reads anything, writes what was a game and reads that back.
func FuzzGames(f *testing.F) {
	f.Add([]byte("[Red \"a\"]\n\n1. C2.5 {x} (2. y) $1 C8.5 *\n"))
	f.Add([]byte("[FEN \"\"]\n1... )( ; %"))
	f.Add([]byte("[White \"a\"] [X \"[\"]\n\n{a {b} 1. 炮二平五 {c\n [d} 马８进７ {e}{f} 1-0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		n := 0
		for g, err := range Games(text) {
			if n++; n > len(text)+1 {
				t.Fatal("no end")
			}
			if err != nil {
				continue
			}
			for _, style := range []notation.Style{notation.ICCS, notation.WXF, notation.Chinese} {
				var b, again bytes.Buffer
				require.NoError(t, g.Write(&b, style))
				count := 0
				for back, err := range Games(b.Bytes()) {
					require.NoError(t, err, "%s", b.Bytes())
					require.Equal(t, g.Tags, back.Tags)
					require.Equal(t, g.Start, back.Start)
					require.Equal(t, g.Result, back.Result)
					require.Len(t, back.Moves, len(g.Moves))
					for i := range g.Moves {
						require.Equal(t, g.Moves[i].Move, back.Moves[i].Move)
					}
					require.NoError(t, back.Write(&again, style))
					require.Equal(t, b.String(), again.String(), "with its comments")
					count++
				}
				require.Equal(t, 1, count)
			}
		}
	})
}
