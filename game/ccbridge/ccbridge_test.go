package ccbridge

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/gametest"
	"chuhe/internal/testpos"
	"chuhe/rules"
)

// holds lists what a CBR can store.
var holds = gametest.Holds{Variations: true, Comments: true, Lines: true, Setups: true, Unfinished: true, Tags: tags()}

func tags() (names []string) {
	for _, f := range fields {
		if f.size > 0 {
			names = append(names, f.tag)
		}
	}
	return
}

// read returns the games of a file with what was wrong with them.
func read(data []byte, reader func(io.Reader) iter.Seq2[*game.Game, error]) (games []*game.Game, errs []error) {
	for g, err := range reader(bytes.NewReader(data)) {
		games, errs = append(games, g), append(errs, err)
	}
	return
}

// readOne reads a file of one game.
func readOne(t testing.TB, data []byte, reader func(io.Reader) iter.Seq2[*game.Game, error]) (*game.Game, error) {
	t.Helper()
	games, errs := read(data, reader)
	require.Len(t, games, 1)
	return games[0], errs[0]
}

// write writes a game that the format holds whole.
func write(t testing.TB, g *game.Game) []byte {
	t.Helper()
	var out bytes.Buffer
	lost, err := writeCBR(&out, g)
	require.NoError(t, err)
	require.Empty(t, lost)
	return out.Bytes()
}

// makeLibrary makes a library of games, with an empty slot after each third one.
func makeLibrary(games ...[]byte) []byte {
	const slots = 128
	lib := make([]byte, 66624+276*slots)
	copy(lib, libraryMagic)
	lib[60] = slots
	putText(lib[atName:][:nameSize], "大赛集")
	for i, g := range games {
		lib = append(lib, g...)
		lib = append(lib, make([]byte, (slotSize-len(g)%slotSize)%slotSize)...)
		if i%3 == 2 {
			lib = append(lib, make([]byte, slotSize)...)
		}
	}
	return lib
}

func TestRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 2))
	for range testpos.Rounds(1, 5, 100) { // of 100 games
		var games []*game.Game
		var files [][]byte
		for range 100 {
			g := gametest.Random(rng, holds)
			files = append(files, write(t, g))
			got, err := readOne(t, files[len(files)-1], readCBR)
			require.NoError(t, err)
			require.Equal(t, g, got)
			games = append(games, g)
		}
		got, errs := read(makeLibrary(files...), readCBL)
		require.Len(t, got, len(games))
		for i, g := range got {
			require.NoError(t, errs[i])
			assert.Equal(t, "大赛集", g.Tag(TagLibrary))
			g.SetTag(TagLibrary, "")
			g.Offset = 0
			if len(g.Tags) == 0 {
				g.Tags = games[i].Tags
			}
			require.Equal(t, games[i], g)
		}
	}
}

func TestGolden(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "short.cbf"))
	require.NoError(t, err)
	assert.True(t, CBF.Recognise(data))
	g, err := readOne(t, data, readCBF)
	require.NoError(t, err)
	assert.Equal(t, []game.Tag{
		{Name: "Title", Value: "第一局"}, {Name: "Event", Value: "名手赛"}, {Name: "Red", Value: "甲"},
		{Name: "Black", Value: "乙"}, {Name: "ECCO", Value: "C00"},
	}, g.Tags)
	assert.Equal(t, board.Draw, g.Result)
	assert.Equal(t, "中炮 <屏风马>", g.Root.Comment)
	assert.Equal(t, testpos.Moves(t, "h2e2 h9g7 h0g2"), g.Moves())
	assert.Equal(t, "正着", g.Root.Main().Main().Comment)

	var out bytes.Buffer
	lost, err := writeCBR(&out, g)
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{{What: game.LostTags, Detail: "ECCO", Count: 1}}, lost)
	g.SetTag(game.TagECCO, "")
	got, err := readOne(t, out.Bytes(), readCBR)
	require.NoError(t, err)
	assert.Equal(t, g, got)
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]string{
		recordMagic: "cbr", libraryMagic: "cbl", "CCBridge\x15\x00": "cbl", "<?xml?>\n<ChineseChessRecord>": "cbf",
		"CCBridg": "", "": "", "<xml>": "",
	} {
		got := ""
		for _, f := range []*game.Format{CBR, CBL, CBF} {
			if f.Recognise([]byte(text)) {
				got += f.Name
			}
		}
		assert.Equal(t, want, got, "%q", text)
	}
}

var moves = []board.Move{board.MustParseMove("h2e2"), board.MustParseMove("h9g7"), board.MustParseMove("h0g2")}

// TestCutOff reads every beginning of a record: the moves that are whole, and an
// error at its end.
func TestCutOff(t *testing.T) {
	g := game.New(board.Start(), moves...)
	g.Root.Main().Comment = "中炮"
	data := write(t, g)
	for size := range data {
		got, err := readOne(t, data[:size], readCBR)
		var where *game.Error
		require.ErrorAs(t, err, &where, "%d bytes", size)
		assert.ErrorIs(t, err, ErrSyntax)
		if size >= headSize {
			require.NotNil(t, got, "%d bytes", size)
			assert.ElementsMatch(t, moves[:len(got.Moves())], got.Moves())
		}
	}
	last, _ := readOne(t, data[:len(data)-1], readCBR)
	assert.Len(t, last.Moves(), 2)
}

// TestRest reads a record in which a damaged flag ends the moves early: what stands behind them is not
// passed over in silence.
func TestRest(t *testing.T) {
	data := write(t, game.New(board.Start(), moves...))
	whole, err := readOne(t, append(slices.Clone(data), make([]byte, 512)...), readCBR)
	require.NoError(t, err)
	assert.Empty(t, whole.Warnings, "zeros")

	const second = headSize + 2*4 // behind the root and the first move
	data[second] |= lineEnds
	short, err := readOne(t, data, readCBR)
	require.NoError(t, err)
	assert.Len(t, short.Moves(), 2)
	require.Len(t, short.Warnings, 1)
	assert.EqualError(t, short.Warnings[0], "offset 2226: bytes behind the last move are not read; moves may be missing: 4 bytes")
	assert.ErrorIs(t, short.Warnings[0], game.ErrRest)
}

func TestFaults(t *testing.T) {
	g := game.New(board.Start(), moves...)
	g.Root.Main().Comment = "中炮"
	good := write(t, g)
	const first = headSize + 4
	for _, c := range []struct {
		name   string
		change func(data []byte)
		offset int64
		moves  int // left, -1 for no game
		reason error
		text   string
	}{
		{"illegal move", func(d []byte) { d[first+3] = 0 }, first, 0, rules.ErrUnreached, "ply 1, h2a9"},
		{"no square", func(d []byte) { d[first+2] = 90 }, first, 0, ErrSyntax, "from 90 to 67, want squares 0-89"},
		{"long comment", func(d []byte) { d[first+7] = 0x7F }, first + 4, 0, ErrSyntax, "want at most 12, which are left"},
		{"piece", func(d []byte) { d[atBoard+2] = 0x38 }, atBoard + 2, -1, ErrSyntax, "piece 0x38"},
		{"no king", func(d []byte) { d[atBoard+4] = 0 }, atBoard, -1, board.ErrKings, "no black king"},
		{"version", func(d []byte) { d[atVersion] = 3 }, atVersion, -1, ErrSyntax, "version 3 of CBR, want 2"},
		{"magic", func(d []byte) { d[0] = 'c' }, 0, -1, ErrSyntax, "a game begins with"},
	} {
		data := bytes.Clone(good)
		c.change(data)
		g, err := readOne(t, data, readCBR)
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

// TestLibraryFaults damages a game in the middle of a library and keeps the others.
func TestLibraryFaults(t *testing.T) {
	data := write(t, game.New(board.Start(), moves...))
	lib := makeLibrary(data, data, data)
	start := int64(66624 + 276*128)
	bad := bytes.Clone(lib)
	bad[start+slotSize+headSize+4+3] = 0
	games, errs := read(bad, readCBL)
	require.Len(t, games, 3)
	assert.NoError(t, errs[0])
	assert.EqualError(t, errs[1], fmt.Sprintf("offset %d: game 2: ply 1, h2a9: the piece cannot go there", start+slotSize+headSize+4))
	assert.NoError(t, errs[2])
	assert.Equal(t, start+2*slotSize, games[2].Offset)

	shifted := append(bytes.Clone(lib[:start+slotSize+3000]), lib[start+slotSize+3100:]...) // bytes are missing
	games, errs = read(shifted, readCBL)
	require.Len(t, games, 3)
	assert.NoError(t, errs[2])
	assert.Equal(t, moves, games[2].Moves())

	games, errs = read(lib[:start+slotSize+headSize+6], readCBL) // cut off
	require.Len(t, games, 2)
	assert.NoError(t, errs[0])
	assert.ErrorContains(t, errs[1], "game 2: bad CCBridge file: the game ends")

	games, _ = read(lib[:start], readCBL)
	assert.Empty(t, games)
	_, errs = read(lib[:start-1], readCBL)
	assert.ErrorContains(t, errs[0], "offset 101951: bad CCBridge file: the file ends within its index, which goes on to 101952 at least")
	_, errs = read(lib[:100], readCBL)
	assert.ErrorContains(t, errs[0], "offset 100: bad CCBridge file: the file ends within the head")
	_, errs = read([]byte("CCBridge\x15\x00\x00\x00\x03"), readCBL)
	assert.ErrorContains(t, errs[0], "a library of the first CCBridge")
}

// TestLostRecord damages the first bytes of one of three games: the others are read, and a
// warning says that there was something.
func TestLostRecord(t *testing.T) {
	data := write(t, game.New(board.Start(), moves...))
	lib := makeLibrary(data, data, data)
	start := int64(leastIndexEnd)
	for damaged := range int64(3) {
		bad := bytes.Clone(lib)
		at := start + damaged*slotSize
		bad[at+3] ^= 1
		games, errs := read(bad, readCBL)
		require.Len(t, games, 2)
		assert.Equal(t, []error{nil, nil}, errs)
		warned := min(max(damaged-1, 0), 1) // the game before it, or the first
		assert.Empty(t, games[1-warned].Warnings)
		require.Len(t, games[warned].Warnings, 1)
		assert.Equal(t, &game.Error{Offset: at, Game: int(warned) + 1, Err: ErrStray}, games[warned].Warnings[0])
	}
	one := makeLibrary(data)
	one[start] = 'x'
	_, errs := read(one, readCBL)
	require.Len(t, errs, 1)
	assert.EqualError(t, errs[0], fmt.Sprintf("offset %d: bytes that belong to no game; one may be missing", start))

	index := bytes.Clone(lib)
	for i := atName + nameSize; i < leastIndexEnd; i++ {
		index[i] = 1
	}
	games, _ := read(index, readCBL)
	require.Len(t, games, 3)
	assert.Empty(t, games[0].Warnings, "the index is no game")
	const edge = atName + nameSize + 2<<16 - leastIndexEnd // of the reader's buffer, or nearly
	for gap := edge - 40; gap < edge+10; gap++ {
		late := append(append(bytes.Clone(lib[:leastIndexEnd]), make([]byte, gap)...), lib[leastIndexEnd:]...)
		games, _ := read(late, readCBL)
		require.Len(t, games, 3)
		assert.Empty(t, games[0].Warnings, gap)
	}
	for _, slots := range []struct{ n, end int64 }{{1, 101952}, {128, 101952}, {256, 137280}, {512, 207936}, {513, 349248}, {1024, 349248}} {
		assert.Equal(t, slots.end, indexEnd(uint32(slots.n)), slots.n)
	}
}

// TestCutMagic calls a file that ends within its first bytes what it was.
func TestCutMagic(t *testing.T) {
	for n := len(oldMagic) + 1; n < 16; n++ {
		cut := []byte(recordMagic[:n])
		assert.True(t, CBR.Recognise(cut) && !CBL.Recognise(cut), n)
		_, errs := read(cut, readCBR)
		assert.ErrorContains(t, errs[0], "the file ends within the head of a game")
		cut = []byte(libraryMagic[:n])
		assert.True(t, CBL.Recognise(cut) && !CBR.Recognise(cut), n)
		_, errs = read(cut, readCBL)
		assert.ErrorContains(t, errs[0], "the file ends within the head of")
	}
}

// TestDamaged says once that characters are damaged, with the place of the first text.
func TestDamaged(t *testing.T) {
	g := game.New(board.Start(), board.MustParseMove("h2e2"))
	g.SetTag(game.TagEvent, "赛事")
	g.Root.Main().Comment = "好着"
	whole := write(t, g)
	for name, c := range map[string]struct{ at, offset int }{
		"event":   {692, 692},
		"comment": {bytes.Index(whole, []byte{0x7D, 0x59}), headSize + 8}, // 好
	} {
		data := bytes.Clone(whole)
		data[c.at], data[c.at+1] = 0x00, 0xDC // the second half of a character
		got, err := readOne(t, data, readCBR)
		require.NoError(t, err, name)
		require.Len(t, got.Warnings, 1, name)
		assert.ErrorIs(t, got.Warnings[0], game.ErrDamaged, name)
		assert.EqualValues(t, c.offset, got.Warnings[0].Offset, name)
	}
	cut := bytes.Clone(whole)
	cut[694], cut[695] = 0x3D, 0xD8 // the first half of a character, where a program cut the text
	short, err := readOne(t, cut, readCBR)
	require.NoError(t, err)
	assert.Equal(t, "赛", short.Tag(game.TagEvent))
	assert.Empty(t, short.Warnings)
	const file = "<?xml version=\"1.0\" encoding=\"GB2312\"?>\n<ChineseChessRecord><Head><FEN>%s</FEN><From>\xff</From></Head></ChineseChessRecord>"
	start := board.Start()
	got, err := readOne(t, fmt.Appendf(nil, file, start.FEN()), readCBF)
	require.NoError(t, err)
	require.Len(t, got.Warnings, 1)
	assert.ErrorIs(t, got.Warnings[0], game.ErrDamaged)
}

// TestTwice keeps the first of two elements of a name, and says so where they differ.
func TestTwice(t *testing.T) {
	const head = "<ChineseChessRecord><Head><FEN>%s</FEN><Red>a</Red><Red></Red><Red>a</Red>"
	const file = head + "<Red>b</Red></Head></ChineseChessRecord>"
	start := board.Start()
	got, err := readOne(t, fmt.Appendf(nil, file, start.FEN()), readCBF)
	require.NoError(t, err)
	assert.Equal(t, "a", got.Tag(game.TagRed))
	require.Len(t, got.Warnings, 1)
	at := strings.Index(fmt.Sprintf(file, start.FEN()), "b</Red>") + len("b")
	assert.EqualError(t, got.Warnings[0], fmt.Sprintf(`offset %d: a tag is given again with another value; the first holds: Red "b"`, at))
	often := strings.Replace(fmt.Sprintf(file, start.FEN()), "<Red>b</Red>", strings.Repeat("<Red>b</Red>", 2*game.MaxTags), 1)
	got, err = readOne(t, []byte(often), readCBF)
	require.NoError(t, err)
	assert.Len(t, got.Warnings, game.MaxTags)
}

// TestXMLEncodings reads XML in the encodings of Windows, also where it names another one.
func TestXMLEncodings(t *testing.T) {
	wide := func(order unicode.Endianness, mark unicode.BOMPolicy) encoding.Encoding {
		return unicode.UTF16(order, mark)
	}
	for _, c := range []struct {
		name     string
		encoding encoding.Encoding
	}{
		{"utf-8", encoding.Nop}, {"utf-8", unicode.UTF8BOM}, {"gb2312", simplifiedchinese.GBK}, {"utf-16", encoding.Nop},
		{"utf-16", wide(unicode.LittleEndian, unicode.UseBOM)}, {"UTF-16", wide(unicode.BigEndian, unicode.UseBOM)}, {"utf-16", wide(unicode.LittleEndian, unicode.IgnoreBOM)},
	} {
		file, err := c.encoding.NewEncoder().String(`<?xml version="1.0" encoding="` + c.name + `"?><ChineseChessRecord><Head><FEN>` + board.StartFEN + `</FEN><Red>胡荣华</Red></Head>` +
			`<MoveList><Move value="00-00">中炮</Move><Move value="77-47" end="1"/></MoveList></ChineseChessRecord>`)
		require.NoError(t, err)
		assert.True(t, CBF.Recognise([]byte(file)), c)
		got, err := readOne(t, []byte(file), readCBF)
		require.NoError(t, err, c)
		assert.Equal(t, "胡荣华", got.Tag(game.TagRed), c)
		assert.Equal(t, "中炮", got.Root.Comment, c)
		assert.Len(t, got.Moves(), 1, c)
	}
}

// TestNumbersTwice keeps the first of two positions, results and types of a game, and says so where
// they differ.
func TestNumbersTwice(t *testing.T) {
	const first, second = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1"
	const file = "<ChineseChessRecord><Head><FEN>" + first + "</FEN><RecordType>2</RecordType><RecordResult>0</RecordResult>" +
		"<RecordResult>1</RecordResult>%s</Head></ChineseChessRecord>"
	for more, want := range map[string]string{
		"<FEN>" + first + "</FEN><FEN></FEN><RecordType>2</RecordType><RecordResult>0</RecordResult><RecordResult></RecordResult>": "",
		"<FEN>" + second + "</FEN>":       `FEN "` + second + `"`,
		"<FEN>x</FEN>":                    `FEN "x"`,
		"<RecordType>3</RecordType>":      `RecordType "3"`,
		"<RecordResult>2</RecordResult>":  `RecordResult "2"`,
		"<RecordType></RecordType><Red/>": "",
		"<RecordResult>4</RecordResult>":  "",
	} {
		got, err := readOne(t, fmt.Appendf(nil, file, more), readCBF)
		require.NoError(t, err, more)
		assert.Equal(t, first, got.Start.FEN(), more)
		assert.Equal(t, board.RedWins, got.Result, more)
		assert.Equal(t, "2", got.Tag(TagRecordType), more)
		if want == "" {
			assert.Empty(t, got.Warnings, more)
			continue
		}
		require.Len(t, got.Warnings, 1, more)
		assert.ErrorIs(t, got.Warnings[0], game.ErrTwice)
		assert.ErrorContains(t, got.Warnings[0], want)
	}
}

// TestHeadings takes an empty board without moves for the heading of the games below it.
func TestHeadings(t *testing.T) {
	one := write(t, game.New(board.Start(), moves...))
	heading := bytes.Clone(one[:headSize])
	clear(heading[atBoard:][:board.Squares])
	putText(heading[180:][:128], "第一章")
	const text = "\x02\x00\x00\x00\x09\x67" // of two bytes: 有
	for name, rest := range map[string][]byte{"end": append([]byte{lineEnds | commented, 0, 0, 0}, text...), "zero": make([]byte, 8)} {
		first := append(bytes.Clone(heading), rest...)
		games, errs := read(makeLibrary(one, first, one, one), readCBL)
		require.Len(t, games, 3, name)
		for i, want := range []string{"", "第一章", "第一章"} {
			require.NoError(t, errs[i], name)
			assert.Equal(t, want, games[i].Tag(TagChapter), name)
			assert.Equal(t, moves, games[i].Moves(), name)
			assert.Equal(t, want != "" && name == "end", games[i].Tag(TagChapterText) == "有", name)
		}
		games, _ = read(first, readCBR)
		assert.Empty(t, games, name)
	}
	// With moves it is a game with a bad position.
	bad := append(bytes.Clone(heading), one[headSize:]...)
	_, errs := read(makeLibrary(append(bytes.Clone(heading), lineEnds, 0, 0, 0), bad), readCBL)
	assert.ErrorIs(t, errs[0], board.ErrKings)
	assert.ErrorContains(t, errs[0], ": game 1: ", "a heading is no game")
}

func TestLosses(t *testing.T) {
	g := game.New(testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/4K4 b - - 7 30"), board.MustParseMove("d9d8"))
	g.SetTag(game.TagRed, strings.Repeat("红", 33))
	g.SetTag(game.TagOpening, "中炮局")
	n := g.Root.Main()
	n.Before, n.Comment = "在前", "在后"
	n.NAGs = []game.NAG{game.GoodMove}
	var out bytes.Buffer
	lost, err := writeCBR(&out, g)
	require.NoError(t, err)
	assert.Equal(t, []game.Loss{
		{What: game.LostTags, Detail: "Opening", Count: 1},
		{What: game.LostCharacters, Detail: "Red", Count: 2},
		{What: game.LostGlyphs, Count: 1},
		{What: game.LostCounters, Count: 1},
	}, lost)
	got, err := readOne(t, out.Bytes(), readCBR)
	require.NoError(t, err)
	assert.Equal(t, strings.Repeat("红", 31), got.Tag(game.TagRed))
	assert.Equal(t, "在前\n在后", got.Root.Main().Comment)
	assert.Equal(t, 30, got.Start.Fullmove())

	for kind, lost := range map[string][]game.Loss{"7": nil, "256": {{What: game.LostTags, Detail: TagRecordType, Count: 1}}} {
		g := game.New(board.Start())
		g.SetTag(TagRecordType, kind)
		got, err := writeCBR(io.Discard, g)
		require.NoError(t, err)
		assert.Equal(t, lost, got, kind)
	}
}

func TestXMLFaults(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("testdata", "short.cbf"))
	require.NoError(t, err)
	for _, c := range []struct {
		old, new string
		moves    int // -1 for no game
		text     string
	}{
		{"79-67", "79-77", 2, "ply 3, h0h2: the piece cannot go there"},
		{"79-67", "7967", 2, `move "7967", want one such as 77-47`},
		{`value="70-62"`, `value="70-62" branch="1"`, 1, `attribute "branch" of a move`},
		{`value="77-47" />`, `value="77-47" end="1" />`, 1, "a move after the end of the game"},
		{"</MoveList>", "</Movelist>", 3, "XML syntax error"},
		{"RNBAKABNR w", "RNBAKABN w", -1, "offset 346: bad CCBridge file: bad FEN"},
		{"<FEN>", "<FE>", -1, "XML syntax error"},
		{"<ChineseChessRecord", "<Record", -1, `element "Record", want ChineseChessRecord`},
		{">3<", ">x<", -1, `result "x", want a number`},
		{`encoding="UTF-8"`, `encoding="none"`, -1, "none"},
	} {
		require.Contains(t, string(data), c.old)
		g, err := readOne(t, []byte(strings.Replace(string(data), c.old, c.new, 1)), readCBF)
		var where *game.Error
		require.ErrorAs(t, err, &where, c.new)
		assert.ErrorContains(t, err, c.text, c.new)
		if c.moves < 0 {
			assert.Nil(t, g, c.new)
			continue
		}
		require.NotNil(t, g, c.new)
		assert.Len(t, g.Moves(), c.moves, c.new)
	}
}

// TestXMLOffsets says where in a file in UTF-16 something is wrong.
func TestXMLOffsets(t *testing.T) {
	const text = "<ChineseChessRecord><Head><FEN>" + board.StartFEN + "</FEN><Red>胡荣华𠮷</Red><Red>乙</Red></Head>" +
		`<MoveList><Move value="00-00"/><Move value="77-77x"/></MoveList></ChineseChessRecord>`
	for _, c := range []encoding.Encoding{
		encoding.Nop, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	} {
		offset := func(part string) int {
			before, err := c.NewEncoder().String(text[:strings.Index(text, part)])
			require.NoError(t, err)
			return len(before)
		}
		file, err := c.NewEncoder().String(text)
		require.NoError(t, err)
		g, err := readOne(t, []byte(file), readCBF)
		var where *game.Error
		require.ErrorAs(t, err, &where)
		assert.EqualValues(t, offset(`<Move value="77`), where.Offset, c)
		require.NotNil(t, g)
		require.Len(t, g.Warnings, 1)
		assert.EqualValues(t, offset("</Red></Head>"), g.Warnings[0].Offset, c)
	}
}

// TestXMLEmptyFEN takes the first position that says something.
func TestXMLEmptyFEN(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"
	const file = "<ChineseChessRecord><Head><FEN></FEN>%s</Head></ChineseChessRecord>"
	got, err := readOne(t, fmt.Appendf(nil, file, "<FEN> </FEN><FEN>"+fen+"</FEN>"), readCBF)
	require.NoError(t, err)
	assert.Equal(t, fen, got.Start.FEN())
	assert.Empty(t, got.Warnings)
	_, err = readOne(t, fmt.Appendf(nil, file, ""), readCBF)
	assert.ErrorContains(t, err, "no element FEN")
}

func TestDeepXML(t *testing.T) {
	_, err := readOne(t, []byte(strings.Repeat("<ChineseChessRecord>", 100_000)), readCBF)
	assert.ErrorContains(t, err, `element "ChineseChessRecord" within 16 others, want fewer`)
}

// check asserts that what is read of a file is legal, has nothing for a terminal, and can
// be written and read again.
func check(t *testing.T, data []byte, reader func(io.Reader) iter.Seq2[*game.Game, error]) {
	games, errs := read(data, reader)
	for i, g := range games {
		if g == nil {
			require.Error(t, errs[i])
			continue
		}
		gametest.RequireSound(t, g)
		var out bytes.Buffer
		_, err := writeCBR(&out, g)
		require.NoError(t, err)
		again, err := readOne(t, out.Bytes(), readCBR)
		require.NoError(t, err)
		require.Equal(t, moveText(g), moveText(again))
	}
}

// small is a game with a variation and a comment, as its head and its moves.
func small(t testing.TB) (head, rest []byte) {
	g := game.New(board.Start(), moves...)
	g.Root.Line(board.MustParseMove("c3c4")).Comment = "兵"
	data := write(t, g)
	return data[:headSize], data[headSize:]
}

// moveText is the tree of a game as text, with its comments.
func moveText(g *game.Game) string {
	var b strings.Builder
	for v := range g.Walk() {
		fmt.Fprintln(&b, v.Depth, v.Move, v.Comment)
	}
	return b.String()
}

func FuzzCBR(f *testing.F) {
	head, rest := small(f)
	f.Add([]byte{}, rest)
	f.Add([]byte{atResult >> 8, atResult & 255, 1, 0, 180, 'a', atSide >> 8, atSide & 255, 2}, rest[:8])
	f.Add([]byte{atBoard >> 8, atBoard & 255, 0}, rest)
	f.Fuzz(func(t *testing.T, changes, rest []byte) { check(t, gametest.Damaged(head, changes, rest), readCBR) })
}

// FuzzCBL damages a library of a game, a heading and that game.
func FuzzCBL(f *testing.F) {
	head, rest := small(f)
	heading := bytes.Clone(head)
	clear(heading[atBoard:][:board.Squares])
	lib := makeLibrary(append(bytes.Clone(head), rest...), append(heading, lineEnds, 0, 0, 0), head)
	lib = append(bytes.Clone(lib[:atName+nameSize]), lib[leastIndexEnd:]...) // without the index
	lib = bytes.TrimRight(lib, "\x00")
	f.Add([]byte{}, rest)
	f.Add([]byte{(atName + nameSize) >> 8, (atName + nameSize) & 255, 'x'}, rest[:6])
	f.Add([]byte{0, atName, 'x', slotSize >> 8, 0, 1}, []byte(recordMagic))
	f.Fuzz(func(t *testing.T, changes, rest []byte) { check(t, gametest.Damaged(lib, changes, rest), readCBL) })
}

func FuzzCBF(f *testing.F) {
	data, err := os.ReadFile(filepath.Join("testdata", "short.cbf"))
	require.NoError(f, err)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) { check(t, data, readCBF) })
}

// TestLayout asserts that the texts of a CBR lie one behind another, as the programs that
// write it have them.
func TestLayout(t *testing.T) {
	end := 180
	for _, f := range fields {
		switch {
		case f.size == 0:
			continue
		case f.tag == TagRecordKind:
			assert.Equal(t, atType, end+4)
			end = atType + 4 // a number
		case f.tag == game.TagTermination:
			assert.Equal(t, atResult, end)
			end += 4 // a number
		}
		assert.Equal(t, end, f.at, f.tag)
		assert.Contains(t, []int{32, 64, 128, 256}, f.size, f.tag)
		end = f.at + f.size
	}
	assert.Equal(t, atSide, end)
}

// TestSideWithoutMoves reads whose move it is where no move says it, and takes the number 0 of a move for 1.
func TestSideWithoutMoves(t *testing.T) {
	for _, fen := range []string{"3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "3k5/9/9/9/9/9/9/9/R8/4K4 b - - 0 1"} {
		data := write(t, game.New(testpos.FEN(t, fen)))
		clear(data[atNumber:][:2]) // as programs that do not count write it
		g, err := readOne(t, data, CBR.Read)
		require.NoError(t, err)
		assert.Equal(t, fen, g.Start.FEN())
	}
}

func TestParseXMLMove(t *testing.T) {
	m, err := parseXMLMove("77-47")
	require.NoError(t, err)
	assert.Equal(t, "h2e2", m.String())
	m, err = parseXMLMove("00-00")
	require.NoError(t, err)
	assert.Equal(t, board.NoMove, m)
	for _, text := range []string{"", "-", "77-4", "77 47", "77-477", "97-47", "/7-47", "7:-47", "77-4/", "77-a7"} {
		_, err := parseXMLMove(text)
		assert.ErrorIs(t, err, ErrSyntax, text)
	}
}
