package notation

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

func TestKnownMoves(t *testing.T) {
	const (
		cannons = "5k3/9/4b4/9/9/4C4/9/4C4/9/3K5 w"
		pawns2  = "5k3/4P4/9/4P4/9/9/9/9/9/3K5 w"
		pawns3  = "5k3/4P4/4P4/4P4/9/9/9/9/9/3K5 w"
		pawns4  = "4k4/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w"
		pawns5  = "3k5/9/4P4/4P1P2/4P1P2/9/9/9/9/4K4 w"
		black4  = "4k4/9/9/9/9/9/2p1p4/2p1p4/9/3K5 b"
	)
	for _, c := range []struct{ fen, move, chinese, wxf, iccs string }{
		{board.StartFEN, "h2e2", "炮二平五", "C2.5", "H2-E2"},
		{board.StartFEN, "b0c2", "马八进七", "H8+7", "B0-C2"},
		{board.StartFEN, "g0e2", "相三进五", "E3+5", "G0-E2"},
		{board.StartFEN, "e0e1", "帅五进一", "K5+1", "E0-E1"},
		{board.StartFEN, "d0e1", "仕六进五", "A6+5", "D0-E1"},
		{board.StartFEN, "c3c4", "兵七进一", "P7+1", "C3-C4"},
		{board.StartFEN, "a0a2", "车九进二", "R9+2", "A0-A2"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "h7e7", "炮８平５", "c8.5", "H7-E7"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "h9g7", "马８进７", "h8+7", "H9-G7"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "g6g5", "卒７进１", "p7+1", "G6-G5"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "e9e8", "将５进１", "k5+1", "E9-E8"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "c9e7", "象３进５", "e3+5", "C9-E7"},
		{strings.Replace(board.StartFEN, " w ", " b ", 1), "f9e8", "士６进５", "a6+5", "F9-E8"},
		{cannons, "e2e3", "后炮进一", "C-+1", "E2-E3"},
		{cannons, "e4e3", "前炮退一", "C+-1", "E4-E3"},
		{pawns2, "e8d8", "前兵平六", "P+.6", "E8-D8"},
		{pawns3, "e7f7", "中兵平四", "P..4", "E7-F7"},
		{pawns4, "g7h7", "一兵平二", "Pa.2", "G7-H7"},
		{pawns4, "g6f6", "二兵平四", "Pb.4", "G6-F6"},
		{pawns4, "e6d6", "四兵平六", "Pd.6", "E6-D6"},
		{pawns5, "e5f5", "五兵平四", "Pe.4", "E5-F5"},
		{black4, "c2d2", "一卒平４", "pa.4", "C2-D2"},
		{black4, "e3f3", "四卒平６", "pd.6", "E3-F3"},
		{"4k4/9/9/9/9/9/9/5A3/9/3K1A3 w", "f2e1", "仕四退五", "A4-5", "F2-E1"},
	} {
		p, m := new(testpos.FEN(t, c.fen)), board.MustParseMove(c.move)
		require.True(t, movegen.IsLegal(p, m), "%s %s", c.fen, c.move)
		assert.Equal(t, c.chinese, Chinese.Format(p, m))
		assert.Equal(t, c.wxf, WXF.Format(p, m))
		assert.Equal(t, c.iccs, ICCS.Format(p, m))
		old := strings.NewReplacer("马", "馬", "车", "車", "帅", "帥", "将", "將", "进", "進", "后", "後").Replace(c.chinese)
		assert.Equal(t, old, Traditional.Format(p, m))
		for _, text := range []string{c.chinese, c.wxf, c.iccs} {
			got, err := Parse(p, text)
			require.NoError(t, err)
			assert.Equal(t, m, got, text)
		}
	}
}

func TestParseVariants(t *testing.T) {
	two := "4k4/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w"
	black := strings.Replace(board.StartFEN, " w ", " b ", 1)
	for _, c := range []struct{ fen, text, move string }{
		{board.StartFEN, "砲二平五", "h2e2"},
		{board.StartFEN, "包2平5", "h2e2"},
		{board.StartFEN, "傌八進七", "b0c2"},
		{board.StartFEN, "炮贰平伍", "h2e2"},
		{board.StartFEN, "砲貳平伍", "h2e2"},
		{board.StartFEN, "c2=5", "h2e2"},
		{board.StartFEN, "N8+7", "b0c2"},
		{board.StartFEN, "B3+5", "g0e2"},
		{board.StartFEN, "士六进五", "d0e1"},
		{board.StartFEN, "h2-e2", "h2e2"},
		{black, "砲8平5", "h7e7"},
		{black, "C8.5", "h7e7"},
		{black, "兵7进1", "g6g5"},
		{two, "前兵三平二", "g7h7"},
		{two, "后兵三平四", "g6f6"},
		{"5k3/9/9/9/9/4C4/9/4C4/9/3K5 w", "+C-1", "e4e3"},
		{"5k3/9/9/9/9/4C4/9/4C4/9/3K5 w", "後砲進一", "e2e3"},
	} {
		m, err := Parse(new(testpos.FEN(t, c.fen)), c.text)
		if assert.NoError(t, err, c.text) {
			assert.Equal(t, c.move, m.String(), c.text)
		}
	}
}

func TestParseErrors(t *testing.T) {
	start := new(testpos.FEN(t, board.StartFEN))
	for text, want := range map[string]string{
		"":              "want one such as",
		"炮二平":           "want one such as",
		"炮二平零":          "want one such as",
		"炮炮炮炮":          "want one such as",
		"炮二进八":          "not legal",
		"h2h9x":         "want one such as",
		"H2-I4":         "not legal",
		"R9+5":          "not legal",
		"前炮退二":          "not legal",
		"e5":            "not legal",
		"z4":            "want one such as",
		"前前炮平五":         "want one such as",
		"\xff\xfe\x00a": "want one such as",
	} {
		_, err := Parse(start, text)
		assert.ErrorIs(t, err, ErrMove, text)
		assert.ErrorContains(t, err, want, text)
	}
	// Why a move is not legal is said in every style.
	pinned := new(testpos.FEN(t, "4k4/9/9/9/9/4N4/9/9/9/4K4 w"))
	for _, text := range []string{"e4c5", "N5+7", "马五进七"} {
		_, err := Parse(pinned, text)
		assert.ErrorContains(t, err, "kings would face", text)
	}
	_, err := Parse(start, "炮二进八")
	assert.ErrorContains(t, err, "no such piece can go there")
	// A file alone does not tell two cannons apart.
	_, err = Parse(new(testpos.FEN(t, "5k3/9/4b4/9/9/4C4/9/4C4/9/3K5 w")), "炮五平四")
	assert.ErrorContains(t, err, "could be")
}

// TestRoundTrip reads back every legal move along random games in every style.
func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 0))
	starts := []string{
		board.StartFEN,
		"3k5/9/2P1P4/2P1P4/4P4/9/9/9/9/4K4 w",
		"2bakab2/9/4R4/4R4/9/2B6/9/2p1p4/2p1p1p2/5K3 b",
	}
	for i := range 9 {
		p := testpos.FEN(t, starts[i%len(starts)])
		for range 100 {
			moves := movegen.Legal(&p, nil)
			if len(moves) == 0 {
				break
			}
			for _, style := range []Style{ICCS, WXF, Chinese, Vietnamese} {
				for _, m := range moves {
					text := style.Format(&p, m)
					got, err := readingOf(style).Parse(&p, text)
					require.NoError(t, err, "%s %v", p.FEN(), m)
					require.Equal(t, m, got, "%s: %s", p.FEN(), text)
				}
			}
			p = p.Make(moves[rng.IntN(len(moves))])
		}
	}
}

func TestParseStyle(t *testing.T) {
	s, err := ParseStyle("chinese")
	assert.NoError(t, err)
	assert.Equal(t, Chinese, s)
	_, err = ParseStyle("morse")
	assert.EqualError(t, err, `unknown notation "morse": want iccs, wxf, chinese, traditional, vietnamese, ucci, uci, san`)
}

// TestNamesSquares asserts that no move named by its squares is passed over quickly.
func TestNamesSquares(t *testing.T) {
	const letters, longest = "a10-.", 7
	var grow func(text string)
	grow = func(text string) {
		_, fromZero := board.ParseMove(text)
		_, fromOne := board.ParseMoveFromOne(text)
		if (fromZero == nil || fromOne == nil) && !namesSquares(text) {
			t.Error(text)
		}
		for i := 0; i < len(letters) && len(text) < longest; i++ {
			grow(text + letters[i:i+1])
		}
	}
	grow("")
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"炮二平五", "C2.5", "h2e2", "前兵四平五", "P..4", "+C-1", "Bt7.1", "Tg.1"} {
		f.Add(s)
	}
	p := board.Start()
	f.Fuzz(func(t *testing.T, s string) {
		if m, err := Parse(&p, s); err == nil && !movegen.IsLegal(&p, m) {
			t.Fatalf("%q read as %v", s, m)
		}
	})
}

func Example() {
	p := board.Start()
	m, _ := Parse(&p, "炮二平五")
	fmt.Println(m, WXF.Format(&p, m), ICCS.Format(&p, m))
	// Output: h2e2 C2.5 H2-E2
}
