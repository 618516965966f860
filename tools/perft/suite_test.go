package perft

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/lang"
)

func TestReadSuite(t *testing.T) {
	cases, err := ReadSuite(strings.NewReader("# counts\r\n\n  \n" +
		board.StartFEN + " ;D2 1920;D1 44 h2e2:2 a0a1:1\r\n" +
		"  3k5/9/9/9/9/9/9/9/9/4K4 w ; D0 1\n"))
	require.NoError(t, err)
	require.Len(t, cases, 2)
	assert.Equal(t, Case{4, board.Start(), []Known{
		{1, 44, []Branch{{board.MustParseMove("a0a1"), 1}, {board.MustParseMove("h2e2"), 2}}},
		{2, 1920, nil},
	}}, cases[0])
	assert.Equal(t, 5, cases[1].Line)
	assert.Equal(t, []Known{{0, 1, nil}}, cases[1].Known)
}

func TestReadSuiteErrors(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/4K4 w"
	for text, want := range map[string]string{
		"3k5/9 ;D1 4":                     "line 2: bad FEN",
		"3k5/9/9/9/9/9/9/9/9/3K5 w ;D1 4": "line 2: bad FEN: the generals face each other",
		fen:                               "line 2: no counts after the FEN, want some such as ;D1 44",
		fen + ";":                         "line 2: no counts after the FEN",
		fen + " ;D1":                      `line 2: count "D1", want a depth and a number`,
		fen + " ;D1 4 ;":                  `line 2: count "", want a depth and a number`,
		fen + " ;E1 4":                    `line 2: depth "E1", want D0 to D99`,
		fen + " ;D 4":                     `line 2: depth "D", want D0 to D99`,
		fen + " ;D100 4":                  `line 2: depth "D100", want D0 to D99`,
		fen + " ;D-1 4":                   `line 2: depth "D-1", want D0 to D99`,
		fen + " ;D1 4x":                   `line 2: count "4x" at depth 1, want a whole number from 0 to 18446744073709551615`,
		fen + " ;D1 -4":                   `line 2: count "-4" at depth 1`,
		fen + " ;D1 99999999999999999999": `line 2: count "99999999999999999999" at depth 1`,
		fen + " ;D1 4 ;D1 4":              "line 2: depth 1 is given twice, want it once",
		fen + " ;D1 4 e0e9:1 e0e9:2":      "line 2: depth 1: e0e9 is given twice, want it once",
		fen + " ;D1 4 e0e1":               `line 2: depth 1: count "" of e0e1, want a move and a number such as h2e2:44`,
		fen + " ;D1 4 e0e1=3":             "line 2: depth 1: bad move \"e0e1=3\"",
		fen + " ;D1 4 e0j1:3":             "line 2: depth 1: bad move \"e0j1\"",
		strings.Repeat("x", maxLine+1):    "line 2: a line longer than 1048576 bytes, want a FEN with its counts",
	} {
		_, err := ReadSuite(strings.NewReader("# first\n" + text + "\n"))
		assert.ErrorContains(t, err, want)
		cases, err := ReadSuite(strings.NewReader(fen + " ;D1 4\n" + text + "\n"))
		assert.ErrorContains(t, err, want)
		assert.Nil(t, cases)
	}
}

func FuzzReadSuite(f *testing.F) {
	f.Add(board.StartFEN + " ;D1 44 ;D2 1920 a0a1:3\n# x\n")
	f.Add(";;D1:\n;D1 1 :")
	f.Fuzz(func(t *testing.T, text string) {
		cases, err := ReadSuite(strings.NewReader(text))
		if err != nil {
			assert.Nil(t, cases)
			assert.Regexp(t, `^line \d+: .`, err.Error())
		}
		for _, c := range cases {
			assert.NotEmpty(t, c.Known)
		}
	})
}

func TestCheck(t *testing.T) {
	c := newCounter(t, Options{})
	kings := Case{Line: 7, Position: testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1")}
	move := board.MustParseMove
	right := []Branch{{move("e0f0"), 2}, {move("e0e1"), 1}}
	for name, test := range map[string]struct {
		known Known
		got   []Branch // nil for what the counter counts
		want  string   // "" for no mismatch
	}{
		"right":               {Known{2, 3, nil}, nil, ""},
		"right with branches": {Known{2, 3, right}, nil, ""},
		"wrong in the file":   {Known{2, 4, nil}, nil, "expected 4, got 3: " + Agreed.Error()},
		"wrong sum of branches": {Known{2, 4, right}, nil,
			"expected 4, got 3: " + Agreed.Error()},
		"wrong branch in the file": {Known{2, 4, []Branch{{move("e0f0"), 2}, {move("e0e1"), 2}}}, nil,
			"expected 4, got 3: first at e0e1: the file has 2, got 1"},
		"branches that only add up": {Known{2, 3, []Branch{{move("e0f0"), 1}, {move("e0e1"), 2}}}, nil,
			"expected 3, got 3: first at e0f0: the file has 1, got 2"},
		"branch that is not legal": {Known{2, 4, []Branch{{move("e0d0"), 1}, {move("e0f0"), 2}, {move("e0e1"), 1}}}, nil,
			"expected 4, got 3: first at e0d0: the file has 1, here it is not legal"},
		"branch missing in the file": {Known{2, 2, right[:1]}, nil,
			"expected 2, got 3: first at e0e1: the file has no such move, got 1"},
		"counted wrong": {Known{2, 3, nil}, []Branch{{move("e0f0"), 2}, {move("e0e1"), 5}},
			"expected 3, got 7: first at e0e1: the plain count has 1, got 5"},
		"move too many": {Known{2, 3, nil}, []Branch{{move("e0d0"), 2}, {move("e0f0"), 2}, {move("e0e1"), 1}},
			"expected 3, got 5: first at e0d0: the plain count has no such move, got 2"},
		"move too few": {Known{2, 3, nil}, []Branch{{move("e0e1"), 1}},
			"expected 3, got 1: first at e0f0: the plain count has 2, here it is not legal"},
		"wrong at depth 0": {Known{0, 2, nil}, nil, "expected 2, got 1: " + Agreed.Error()},
	} {
		t.Run(name, func(t *testing.T) {
			tree, err := c.Count(t.Context(), &kings.Position, test.known.Depth)
			require.NoError(t, err)
			if test.got != nil {
				tree = Tree{Branches: test.got}
				for _, b := range test.got {
					tree.Nodes += b.Nodes
				}
			}
			m, err := c.Check(t.Context(), &kings, &test.known, &tree)
			require.NoError(t, err)
			if test.want == "" {
				assert.Nil(t, m)
				return
			}
			require.NotNil(t, m)
			head, tail, _ := strings.Cut(m.In(lang.English), "depth ")
			assert.Equal(t, "line 7: 3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1: ", head)
			assert.Equal(t, test.want, tail[len("2: "):])
		})
	}
}
