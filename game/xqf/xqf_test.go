package xqf

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding/traditionalchinese"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/testpos"
	"chuhe/rules"
)

// holds lists what the format can store.
var holds = gametest.Holds{
	Variations: true, Comments: true, Lines: true, Setups: true, Unfinished: true,
	Tags: []string{
		game.TagTitle, game.TagEvent, game.TagDate, game.TagSite, game.TagRed, game.TagBlack, game.TagTimeControl,
		game.TagRedTime, game.TagBlackTime, game.TagAnnotator, game.TagAuthor,
	},
}

// read reads the one game of a file.
func read(t testing.TB, data []byte) (g *game.Game, err error) {
	t.Helper()
	n := 0
	for g, err = range Read(bytes.NewReader(data)) {
		n++
	}
	require.Equal(t, 1, n)
	return
}

// write writes a game that the format holds whole.
func write(t testing.TB, g *game.Game) []byte {
	t.Helper()
	var out bytes.Buffer
	lost, err := Write(&out, g)
	require.NoError(t, err)
	require.Empty(t, lost)
	return out.Bytes()
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 1))
	for range testpos.Rounds(100, 500, 10_000) {
		g := gametest.Random(rng, holds)
		data := write(t, g)
		got, err := read(t, data)
		require.NoError(t, err)
		require.Equal(t, g, got)

		version := byte(11 + rng.IntN(8))
		got, err = read(t, scramble(data, version, rng))
		require.NoError(t, err, "version %d", version)
		require.Equal(t, g, got, "version %d", version)
	}
}

// scramble turns a file of version 1.0 into one of a later version, with random keys.
// It follows the description of the format, not the code of the reader.
func scramble(plain []byte, version byte, rng *rand.Rand) []byte {
	head := bytes.Clone(plain[:1024])
	head[2], head[3] = version, byte(rng.IntN(256))
	for i := 8; i < 16; i++ {
		head[i] = byte(rng.IntN(256))
	}
	f := func(x byte) int { return (((int(x)*int(x)*3+9)*3+8)*2+1)*3 + 8 }
	p := f(head[13]) * int(head[13]) & 255
	s := f(head[14]) * p & 255
	d := f(head[15]) * s & 255
	c := uint32((256*int(head[12])+int(head[13]))%32000 + 767)
	for i := range 32 {
		slot := i
		if version >= 12 {
			for slot = 0; (p+1+slot)%32 != i; slot++ {
			}
		}
		head[16+slot] = byte(int(plain[16+i]) + p)
	}

	var moves []byte
	for rest := plain[1024:]; len(rest) > 0; {
		n := int(binary.LittleEndian.Uint32(rest[4:]))
		flags := rest[2]&0x80 | byte(rng.IntN(8))
		if rest[2]&0x0F != 0 {
			flags |= 0x40
		}
		if n > 0 {
			flags |= 0x20
		}
		moves = append(moves, byte(int(rest[0])+s), byte(int(rest[1])+d), flags, byte(rng.IntN(256)))
		if n > 0 {
			moves = binary.LittleEndian.AppendUint32(moves, uint32(n)+c)
			moves = append(moves, rest[8:8+n]...)
		}
		rest = rest[8+n:]
	}
	for i := range moves {
		key := (head[8+i%4] | head[12+i%4]&head[3]) & "[(C) Copyright Mr. Dong Shiwei.]"[i%32]
		moves[i] += key
	}
	return append(head, moves...)
}

// TestGolden reads a file made by the writer and looked at byte by byte.
func TestGolden(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "ending.xqf"))
	require.NoError(t, err)
	g, err := read(t, data)
	require.NoError(t, err)
	assert.Equal(t, "海底捞月", g.Tag(game.TagTitle))
	assert.Equal(t, "红先胜", g.Root.Comment)
	assert.Equal(t, board.RedWins, g.Result)
	assert.Equal(t, "3k5/9/9/9/9/9/9/4C4/2p6/R3K4 w - - 0 1", g.Start.FEN())
	require.Len(t, g.Root.Next, 2)
	assert.Equal(t, board.MustParseMove("a0a9"), g.Root.Next[0].Move)
	assert.Equal(t, "也可\n先退车", g.Root.Next[1].Comment)
	assert.Equal(t, data, write(t, g))
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]bool{
		"XQ\x0a": true, "XQ\x12\x00": true, "XQ": false, "XQ 1.0": false, "": false, "[Event": false, "XQ\x01": false,
	} {
		assert.Equal(t, want, Recognise([]byte(text)), "%q", text)
	}
}

// TestCutOff reads every beginning of a file: each gives an error at its end, and the
// moves that are whole.
func TestCutOff(t *testing.T) {
	start := board.Start()
	g := game.New(start)
	p := start
	n := &g.Root
	for m := range testpos.Playout(rand.New(rand.NewPCG(1, 2)), &p, 30) {
		n = n.Append(m)
		n.Comment = "着法"
	}
	data := write(t, g)
	last := 0
	for size := range data {
		got, err := read(t, data[:size])
		var where *game.Error
		require.ErrorAs(t, err, &where, "%d bytes", size)
		assert.ErrorIs(t, err, ErrSyntax)
		if size > 1024+8 {
			assert.GreaterOrEqual(t, where.Offset, int64(1024))
			require.NotNil(t, got)
			moves := got.Moves()
			assert.GreaterOrEqual(t, len(moves), last)
			assert.ElementsMatch(t, g.Moves()[:len(moves)], moves)
			last = len(moves)
		}
	}
	assert.Equal(t, 29, last)
}

// TestRest reads a file in which a damaged flag ends the moves early: what stands behind them is not
// passed over in silence.
func TestRest(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"), board.MustParseMove("h9g7"), board.MustParseMove("h0g2"))
	data := write(t, g)
	whole, err := read(t, append(slices.Clone(data), make([]byte, 512)...))
	require.NoError(t, err)
	assert.Empty(t, whole.Warnings, "zeros")

	const second = headSize + 2*8 // behind the root and the first move
	data[second+2] = 0
	short, err := read(t, data)
	require.NoError(t, err)
	assert.Len(t, short.Moves(), 2)
	require.Len(t, short.Warnings, 1)
	assert.EqualError(t, short.Warnings[0], "offset 1048: bytes behind the last move are not read; moves may be missing: 8 bytes")
	assert.ErrorIs(t, short.Warnings[0], game.ErrRest)
}

func TestFaults(t *testing.T) {
	moves := testpos.Moves(t, "h2e2 h9g7 h0g2")
	good := write(t, game.New(board.Start(), moves...))
	for _, c := range []struct {
		name   string
		change func(data []byte)
		offset int64
		moves  int // left, -1 for no game
		reason error
		text   string
	}{
		{"illegal move", func(d []byte) { d[1024+16] += 10 }, 1024 + 16, 1, rules.ErrUnreached, "ply 2, i9g7"},
		{"first move illegal", func(d []byte) { d[1024+9]++ }, 1024 + 8, 0, rules.ErrOwnTarget, "ply 1, h2e3"},
		{"wrong side", func(d []byte) { copy(d[1024+16:], d[1024+24:1024+26]) }, 1024 + 16, 1, rules.ErrNotOwn, "ply 2, h0g2"},
		{"no square", func(d []byte) { d[1024+24] = 24 + 90 }, 1024 + 24, 2, ErrSyntax, "from 90 to 62, want squares 0-89"},
		{"long comment", func(d []byte) { d[1024+12+3] = 0x7F }, 1024 + 12, 0, ErrSyntax, "2130706432 bytes, want at most 16"},
		{"negative comment", func(d []byte) { copy(d[1024+12:], "\xff\xff\xff\xff") }, 1024 + 12, 0, ErrSyntax, "-1 bytes"},
		{"no king", func(d []byte) { d[16+4] = 0xFF }, 16, -1, board.ErrKings, "no red king"},
		{"advisor outside", func(d []byte) { d[16+3] = 55 }, 16, -1, board.ErrAdvisorPoint, "red advisor on f5"},
		{"two on a point", func(d []byte) { d[16+20] = 40 }, 16 + 20, -1, ErrSyntax, "black king on e0, where there is a red king"},
		{"version", func(d []byte) { d[2] = 9 }, 0, -1, ErrSyntax, `begins with "XQ\t"`},
	} {
		data := bytes.Clone(good)
		c.change(data)
		g, err := read(t, data)
		var where *game.Error
		require.ErrorAs(t, err, &where, c.name)
		assert.Equal(t, c.offset, where.Offset, c.name)
		assert.ErrorIs(t, err, c.reason, c.name)
		assert.ErrorContains(t, err, c.text, c.name)
		if c.moves < 0 {
			assert.Nil(t, g, c.name)
			continue
		}
		require.NotNil(t, g, c.name)
		assert.ElementsMatch(t, moves[:c.moves], g.Moves(), c.name)
	}
}

// TestVariationKept leaves out an illegal move with what follows it and keeps the
// variation in its place.
func TestVariationKept(t *testing.T) {
	g := game.New(board.Start())
	g.Root.Line(board.MustParseMove("h2e2"), board.MustParseMove("h9g7"))
	g.Root.Line(board.MustParseMove("h2e2"), board.MustParseMove("b9c7"))
	g.Root.Line(board.MustParseMove("c3c4"))
	data := write(t, g)
	data[1024+8] = 24 // from a0
	got, err := read(t, data)
	require.ErrorContains(t, err, "ply 1, a0e2")
	require.Len(t, got.Root.Next, 1)
	assert.Equal(t, board.MustParseMove("c3c4"), got.Root.Next[0].Move)
	_, err = read(t, data[:len(data)-1])
	require.ErrorContains(t, err, "ply 1, a0e2", "the first fault of a file that ends too early as well")
}

func TestSide(t *testing.T) {
	for _, fen := range []string{
		"3k5/9/9/9/9/9/9/9/9/4K4 b - - 0 1",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1",
		"3k5/3R5/9/9/9/9/9/9/9/4K4 b - - 0 1",
	} {
		data := write(t, game.New(testpos.FEN(t, fen)))
		g, err := read(t, data)
		require.NoError(t, err)
		assert.Equal(t, fen, g.Start.FEN())
	}
	data := write(t, game.New(testpos.FEN(t, "3k5/3R5/9/9/9/9/9/9/9/4K4 b - - 0 1")))
	data[50] = 0 // Red could take the king
	g, err := read(t, data)
	require.NoError(t, err)
	assert.Equal(t, board.Black, g.Start.Side())
}

func TestLosses(t *testing.T) {
	g := game.New(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 30"), board.MustParseMove("d9d8"))
	g.SetTag(game.TagRed, "一二三四五六七八九")
	g.SetTag(game.TagOpening, "中炮局")
	n := g.Root.Main()
	n.Before, n.Comment = "在前", "在后"
	n.NAGs = []game.NAG{game.GoodMove, game.Mistake}
	n.Eval = &game.Eval{Centipawns: 7}
	var out bytes.Buffer
	lost, err := Write(&out, g)
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{
		{What: game.LostTags, Detail: "Opening", Count: 1},
		{What: game.LostCharacters, Detail: "Red", Count: 2},
		{What: game.LostGlyphs, Count: 2},
		{What: game.LostEvals, Count: 1},
		{What: game.LostCounters, Count: 1},
	}, lost)
	got, err := read(t, out.Bytes())
	require.NoError(t, err)
	assert.Equal(t, "一二三四五六七", got.Tag(game.TagRed))
	assert.Equal(t, "在前\n在后", got.Root.Main().Comment)
}

func TestBig5(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	data := write(t, g)
	const text = "紅方先走中炮，黑方應以屏風馬"
	big5, err := traditionalchinese.Big5.NewEncoder().String(text)
	require.NoError(t, err)
	binary.LittleEndian.PutUint32(data[len(data)-4:], uint32(len(big5)))
	got, err := read(t, append(data, big5...))
	require.NoError(t, err)
	assert.Equal(t, text, got.Root.Main().Comment)

	g.Root.Main().Comment = "紅方先走中炮，黑方應以屏風馬，炮二平五馬８進７獲勝"
	got, err = read(t, write(t, g))
	require.NoError(t, err)
	assert.Equal(t, g.Root.Main().Comment, got.Root.Main().Comment, "traditional characters in GB18030")
}

// TestMixedCharacters reads what is written in simplified characters and one or two traditional
// ones.
func TestMixedCharacters(t *testing.T) {
	for _, text := range []string{"第1回合，紅炮", "紅炮二平八，马8进7", "馬后炮，红方得分", "(紅１：　甲)"} {
		g := game.New(board.Start(), board.MustParseMove("h2e2"))
		g.Root.Main().Comment = text
		got, err := read(t, write(t, g))
		require.NoError(t, err)
		assert.Equal(t, text, got.Root.Main().Comment)
	}
}

// TestDamaged says once that characters are damaged, with the place of the first text.
func TestDamaged(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	g.SetTag(game.TagEvent, "赛")
	g.Root.Main().Comment = "好着"
	whole := write(t, g)
	for name, c := range map[string]struct{ first, last, offset int }{
		"event":   {0xD1, 0xD1, 0xD0},
		"comment": {len(whole) - 2, len(whole) - 2, headSize + 8},
		"both":    {0xD1, len(whole) - 2, 0xD0},
	} {
		data := bytes.Clone(whole)
		data[c.first], data[c.last] = 0xFF, 0xFF
		got, err := read(t, data)
		require.NoError(t, err, name)
		require.Len(t, got.Warnings, 1, name)
		assert.ErrorIs(t, got.Warnings[0], game.ErrDamaged, name)
		assert.EqualValues(t, c.offset, got.Warnings[0].Offset, name)
	}
}

func TestControlCharacters(t *testing.T) {
	g := game.New(board.Start())
	g.Root.Comment = "x"
	data := write(t, g)
	copy(data[len(data)-1:], "\x1b")
	got, err := read(t, data)
	require.NoError(t, err)
	assert.Empty(t, got.Root.Comment)
	copy(data[0x50:], "\x04a\x1b[b")
	got, err = read(t, data)
	require.NoError(t, err)
	assert.Equal(t, "a[b", got.Tag(game.TagTitle))
}

func TestKind(t *testing.T) {
	g := game.New(board.Start())
	g.SetTag(TagKind, "中局")
	got, err := read(t, write(t, g))
	require.NoError(t, err)
	assert.Equal(t, "中局", got.Tag(TagKind))
	own := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 w")
	assert.Equal(t, byte(3), write(t, game.New(own))[0x40])

	// What no kind says is lost, and not without a word.
	for _, c := range []struct {
		start board.Position
		kind  string
		lost  bool
	}{
		{board.Start(), "全局", false}, {board.Start(), "残局", false}, {board.Start(), "杀法", true},
		{own, "残局", false}, {own, "排局", true}, {own, "全局", true}, {own, "开局", true}, {own, "中局", false},
	} {
		g := game.New(c.start)
		g.SetTag(TagKind, c.kind)
		lost, err := Write(io.Discard, g)
		require.NoError(t, err)
		assert.Equal(t, c.lost, lost != nil, "%s", c.kind)
	}
}

func FuzzRead(f *testing.F) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"), board.MustParseMove("h9g7"))
	g.Root.Line(board.MustParseMove("c3c4")).Comment = "兵"
	head, moves := func() ([]byte, []byte) {
		data := write(f, g)
		return data[:headSize], data[headSize:]
	}()
	f.Add([]byte{}, moves)
	f.Add([]byte{0, atResult, 1, 0, 0x50, 4, 0, 0x51, 0xd6, 0, 0x52, 0xd0}, moves[:8])
	f.Add([]byte{0, atSquares, 0xff, 0, atSide, 1, 0, atKind, 3}, moves)
	f.Add([]byte{0, 0x50, 70, 0, 0x90, 0xd6, 0, atVersion, 11}, moves)
	// A scrambled file as programs write it, with its keys and squares.
	scrambled := scramble(write(f, g), 18, rand.New(rand.NewPCG(3, 4)))
	var keys []byte
	for i, c := range scrambled[:headSize] {
		if c != head[i] {
			keys = append(keys, byte(i>>8), byte(i), c)
		}
	}
	f.Add(keys, scrambled[headSize:])
	f.Fuzz(func(t *testing.T, changes, moves []byte) {
		data := gametest.Damaged(head, changes, moves)
		g, err := read(t, data)
		if g == nil {
			require.Error(t, err)
			return
		}
		gametest.RequireSound(t, g)
		var out bytes.Buffer
		_, err = Write(&out, g)
		require.NoError(t, err)
		again, err := read(t, out.Bytes())
		require.NoError(t, err)
		require.Equal(t, shape(g), shape(again))
	})
}

// shape is the tree of a game without its texts.
func shape(g *game.Game) (text string) {
	var b strings.Builder
	b.WriteString(g.Start.FEN() + g.Result.String())
	for v := range g.Walk() {
		b.WriteString(strings.Repeat(" ", v.Depth) + v.Move.String())
	}
	return b.String()
}

// TestLongTitle reads a title that goes on where the second one has its place, and one
// that is longer than both.
func TestLongTitle(t *testing.T) {
	const title = "第04章 当头炮进七兵过河车攻屏风马 第09节 中炮过河车五六炮攻法 例45"
	raw := []byte(encode(title))
	require.Greater(t, len(raw), 64)
	data := write(t, game.New(board.Start()))
	data[0x50] = byte(len(raw))
	copy(data[0x51:], raw)
	g, err := read(t, data)
	require.NoError(t, err)
	assert.Equal(t, title, g.Tag(game.TagTitle))
	assert.Empty(t, g.Warnings)

	data = write(t, game.New(board.Start()))
	for at, part := range map[int]string{0x50: "上册", 0x90: "例45"} {
		data[at] = byte(len(encode(part)))
		copy(data[at+1:], encode(part))
	}
	g, err = read(t, data)
	require.NoError(t, err)
	assert.Equal(t, "上册 例45", g.Tag(game.TagTitle), "two titles")

	just := strings.Repeat("一", 32) // a byte more than its own place takes
	data = write(t, game.New(board.Start()))
	data[0x50] = 64
	copy(data[0x51:], encode(just))
	g, err = read(t, data)
	require.NoError(t, err)
	assert.Equal(t, just, g.Tag(game.TagTitle))

	data[0x50] = 200
	copy(data[0x51:], encode(strings.Repeat("一", 64))[:127])
	g, err = read(t, data)
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("一", 63), g.Tag(game.TagTitle), "without the half of a character")
	require.Len(t, g.Warnings, 1)
	assert.EqualError(t, g.Warnings[0], "offset 80: a text is shortened in the file: Title of 200 bytes, 127 of them are there")
	assert.ErrorIs(t, g.Warnings[0], game.ErrShortened)

	// A player's name, cut within a character.
	data = write(t, game.New(board.Start()))
	data[0x130] = 15
	copy(data[0x131:], encode("一二三四五六七八")[:15])
	g, err = read(t, data)
	require.NoError(t, err)
	assert.Equal(t, "一二三四五六七", g.Tag(game.TagRed))
}

// TestBadVariation keeps a game of which variations have illegal moves, with a warning
// that counts what is cut.
func TestBadVariation(t *testing.T) {
	g := game.New(board.Start())
	parse := board.MustParseMove
	g.Root.Line(parse("h2e2"), parse("h9g7"), parse("h0g2"))
	g.Root.Line(parse("h2e2"), parse("b9c7"), parse("h0g2"), parse("i9i8"))
	g.Root.Line(parse("c3c4"), parse("h9g7"))
	data := write(t, g)
	at := bytes.Index(data[headSize:], []byte{10*1 + 9 + 24, 10*2 + 7 + 32}) // b9c7
	require.Positive(t, at)
	data[headSize+at] = 10*2 + 9 + 24 // c9c7
	got, err := read(t, data)
	require.NoError(t, err)
	assert.Equal(t, g.Moves(), got.Moves())
	assert.Equal(t, 5, got.Count().Moves)
	require.Len(t, got.Warnings, 1)
	var cut *game.CutError
	require.ErrorAs(t, got.Warnings[0], &cut)
	assert.Equal(t, 1, cut.Places)
	assert.Equal(t, 3, cut.Moves)
	assert.EqualValues(t, headSize+at, got.Warnings[0].Offset)
	assert.ErrorContains(t, cut, "variations were cut at 1 place, which leaves out 3 moves; the first: ply 2 of a variation, c9c7: ")
}

// TestBig5Bytes tells the encodings apart by bytes that Big5 does not use.
func TestBig5Bytes(t *testing.T) {
	common := strings.Repeat("\xa4\x40", 20) // a common character, and no pair of GB18030's common ones
	assert.True(t, isBig5([]text{{raw: []byte(common)}}))
	for _, pair := range []string{"\x81\x41", "\xa0\x41", "\xff\x41", "\xa4\x3f", "\xa4\x7f", "\xa4\xa0", "\xa4\xff"} {
		assert.False(t, isBig5([]text{{raw: []byte(common + pair)}}), "%x", pair)
	}
	for _, pair := range []string{"\xa1\x41", "\xa4\x7e", "\xa4\xa1", "\xa4\xfe"} {
		assert.True(t, isBig5([]text{{raw: []byte(common + pair)}}), "%x", pair)
	}
}
