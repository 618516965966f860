package record

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// randomGame returns a game of random moves from a start position reached by random
// moves.
func randomGame(random *rand.Rand, plies int) Game {
	p := board.Start()
	for range testpos.Playout(random, &p, random.IntN(60)) {
	}
	setup := p.Setup()
	setup.Fullmove = 1 // not stored
	p, _ = setup.Position()
	g := Game{Start: p, Result: results[random.IntN(3)]}
	for m := range testpos.Playout(random, &p, plies) {
		g.Plies = append(g.Plies, Ply{m, int16(random.Uint32())})
	}
	return g
}

// someGames returns games of different lengths.
func someGames(n int) (games []Game) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		games = append(games, randomGame(random, i*3%50))
	}
	return games
}

// file returns the bytes of a file in the format of newWriter with a block for each
// group of games, the starts of the blocks and the end of the last.
func file(t testing.TB, newWriter func(io.Writer, string) (*Writer, error), text string, groups ...[]Game) (data []byte, starts []int) {
	t.Helper()
	var b bytes.Buffer
	w, err := newWriter(&b, text)
	require.NoError(t, err)
	for _, games := range groups {
		starts = append(starts, b.Len())
		for i := range games {
			require.NoError(t, w.Write(&games[i]))
		}
		require.Equal(t, len(games), w.Games())
		require.NoError(t, w.Flush())
	}
	return b.Bytes(), append(starts, b.Len())
}

// readAll returns the readable games and the errors about the others.
func readAll(t testing.TB, r *Reader) (games []Game, damages []*BlockError) {
	t.Helper()
	for {
		var g Game
		err := r.Next(&g)
		var damage *BlockError
		switch {
		case err == io.EOF:
			require.Equal(t, io.EOF, r.Next(&g), "read after the end")
			return games, damages
		case errors.As(err, &damage):
			damages = append(damages, damage)
		default:
			require.NoError(t, err)
			games = append(games, g)
		}
	}
}

// assertGames compares games as text, so that a failure is readable.
func assertGames(t testing.TB, want, got []Game, message ...any) {
	t.Helper()
	require.Equal(t, lines(want), lines(got), message...)
}

func lines(games []Game) (all []string) {
	for _, g := range games {
		all = append(all, fmt.Sprint(g.Start, g.Plies, g.Result))
	}
	return all
}

func open(t testing.TB, data []byte) *Reader {
	t.Helper()
	r, err := NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	return r
}

func TestRoundTrip(t *testing.T) {
	games := someGames(60)
	data, starts := file(t, NewWriter, "how made\n", games[:1], nil, games[1:40], games[40:])
	assert.Equal(t, starts[1], starts[2], "an empty block is not written")
	for name, source := range map[string]io.Reader{
		"at once":    bytes.NewReader(data),
		"byte-wise":  iotest.OneByteReader(bytes.NewReader(data)),
		"with error": iotest.DataErrReader(bytes.NewReader(data)),
	} {
		r, err := NewReader(source)
		require.NoError(t, err, name)
		assert.Equal(t, "how made\n", r.Text(), name)
		assert.EqualValues(t, starts[0], r.Offset(), name)
		got, damages := readAll(t, r)
		assert.Empty(t, damages, name)
		assertGames(t, games, got, name)
		assert.Equal(t, 3, r.Blocks(), name)
		assert.EqualValues(t, len(data), r.Offset(), name)
	}
	for i := range games {
		assert.NoError(t, games[i].Check(), "game %d", i)
	}
}

// TestBytes pins the format: a change needs a new version number.
func TestBytes(t *testing.T) {
	start := testpos.FEN(t, "3ak4/9/9/9/9/9/P8/9/9/3K4R b - - 7 1")
	games := []Game{{
		Start:  start,
		Plies:  []Ply{{board.MustParseMove("e9e8"), -300}, {board.MustParseMove("i0i8"), NoScore}},
		Result: board.RedWins,
	}}
	data, _ := file(t, NewWriter, "seed 1\n", games)
	assert.Equal(t, ""+
		"4348554845474d0a"+"01000000"+"07000000"+hex.EncodeToString([]byte("seed 1\n"))+"4d913eeb"+
		"424c4b31"+"2c000000"+"01000000"+"482dcac9"+
		"080100080000000000003000"+"67a10f00000000000000000000000000"+"05"+"00"+"0700"+
		"cc2ad4fe"+"5004ff7f"+"00000000", hex.EncodeToString(data))
}

func TestNextReusesMemory(t *testing.T) {
	games := someGames(200)
	for name, newWriter := range map[string]func(io.Writer, string) (*Writer, error){"plain": NewWriter, "packed": NewPackedWriter} {
		data, _ := file(t, newWriter, "", games)
		r := open(t, data)
		g := Game{Plies: make([]Ply, 0, 100)}
		require.NoError(t, r.Next(&g))
		assert.Zero(t, testing.AllocsPerRun(100, func() {
			if err := r.Next(&g); err != nil {
				t.Fatal(err)
			}
		}), name)
	}
}

// TestManyBlocks fills blocks to their limit, so that Write has to start new ones,
// and reads blocks larger than the first buffer of the reader.
func TestManyBlocks(t *testing.T) {
	g := Game{Start: board.Start(), Result: board.Draw, Plies: slices.Repeat([]Ply{{board.MustParseMove("h2e2"), 1}}, 300_000)}
	var b bytes.Buffer
	w, err := NewWriter(&b, "")
	require.NoError(t, err)
	const games = 7
	for i := range games {
		g.Plies[0].Score = int16(i)
		require.NoError(t, w.Write(&g))
	}
	require.NoError(t, w.Flush())
	r := open(t, b.Bytes())
	got, damages := readAll(t, r)
	assert.Empty(t, damages)
	require.Len(t, got, games)
	for i := range got {
		assert.EqualValues(t, i, got[i].Plies[0].Score)
	}
	assert.Equal(t, 3, r.Blocks(), "three games of 1.2 MB fit into a block")
}

func TestWriterLimits(t *testing.T) {
	_, err := NewWriter(io.Discard, strings.Repeat("x", MaxText+1))
	assert.ErrorContains(t, err, "header text of 1048577 bytes, want at most 1048576")

	var b bytes.Buffer
	w, err := NewWriter(&b, strings.Repeat("x", MaxText))
	require.NoError(t, err)
	move := Ply{Move: board.MustParseMove("h2e2")}
	for want, g := range map[string]Game{
		"result *, want one of [0-1 1/2-1/2 1-0]": {Start: board.Start()},
		"result Result(4), want":                  {Start: board.Start(), Result: 4},
		"start: each side needs":                  {Result: board.Draw},
		"move 0x0000 at ply 2":                    {Start: board.Start(), Result: board.Draw, Plies: []Ply{move, {}}},
		"move 0x8000 at ply 1":                    {Start: board.Start(), Result: board.Draw, Plies: []Ply{{Move: 0x8000}}},
		"move 0x005a at ply 1, want":              {Start: board.Start(), Result: board.Draw, Plies: []Ply{{Move: 90}}},
		"1048567 plies take 4194304":              {Start: board.Start(), Result: board.Draw, Plies: slices.Repeat([]Ply{move}, (MaxBlock-startSize-plySize)/plySize)},
		"1048568 plies take 4194308":              {Start: board.Start(), Result: board.Draw, Plies: slices.Repeat([]Ply{move}, (MaxBlock-startSize)/plySize)},
	} {
		err := w.Write(&g)
		if strings.Contains(want, "4194304") {
			assert.NoError(t, err, "a game of the largest size")
			continue
		}
		assert.ErrorContains(t, err, want)
	}
	good := Game{Start: board.Start(), Result: board.Draw, Plies: []Ply{move}}
	require.NoError(t, w.Write(&good), "errors about games do not stay")
	require.NoError(t, w.Flush())
	got, damages := readAll(t, open(t, b.Bytes()))
	assert.Empty(t, damages)
	assert.Len(t, got, 2)
}

// failing is a writer that fails after a number of bytes.
type failing struct{ left int }

var errFull = errors.New("disk full")

func (f *failing) Write(b []byte) (int, error) {
	n := min(len(b), f.left)
	f.left -= n
	if n < len(b) {
		return n, errFull
	}
	return n, nil
}

func TestWriteErrors(t *testing.T) {
	games := someGames(2)
	_, err := NewWriter(&failing{10}, "")
	assert.ErrorIs(t, err, errFull)
	w, err := NewWriter(&failing{40}, "")
	require.NoError(t, err)
	require.NoError(t, w.Write(&games[0]))
	require.ErrorIs(t, w.Flush(), errFull)
	assert.ErrorIs(t, w.Flush(), errFull, "the error stays")
	assert.ErrorIs(t, w.Write(&games[1]), errFull, "the error stays")
}

func TestForeignFiles(t *testing.T) {
	data, starts := file(t, NewWriter, "how made\n", someGames(3))
	patched := func(at int, b byte) []byte {
		p := slices.Clone(data)
		p[at] = b
		return p
	}
	for _, c := range []struct {
		name string
		data []byte
		kind error
		want string
	}{
		{"empty", nil, ErrFormat, "it ends within the header"},
		{"cut magic", data[:5], ErrFormat, "it ends within the header"},
		{"cut prefix", data[:12], ErrFormat, "it ends within the header"},
		{"cut text", data[:starts[0]-6], ErrHeader, "the file ends within it"},
		{"cut checksum", data[:starts[0]-1], ErrHeader, "the file ends within it"},
		{"short text", []byte("PGN"), ErrFormat, `it begins with "PGN", want "CHUHEGM\n" or "CHUHEPK\n"`},
		{"text", []byte("[Event \"a match\"]\n[Site \"?\"]\n"), ErrFormat, `it begins with "[Event \"", want "CHUHEGM\n" or "CHUHEPK\n"`},
		{"later version", laterVersion("how made\n"), ErrFormat, "version 2, want 1"},
		{"version", patched(8, 2), ErrHeader, "version 2, want 1"},
		{"length of text", patched(15, 1), ErrHeader, "text of 16777225 bytes, want at most 1048576"},
		{"flipped bit", patched(20, data[20]^4), ErrHeader, "damaged header: checksum computed "},
	} {
		_, err := NewReader(bytes.NewReader(c.data))
		assert.ErrorIs(t, err, c.kind, c.name)
		assert.ErrorContains(t, err, c.want, c.name)
	}
	stored := binary.LittleEndian.Uint32(data[starts[0]-4:])
	_, err := NewReader(bytes.NewReader(patched(20, data[20]^4)))
	assert.ErrorContains(t, err, fmt.Sprintf(", want stored %08x", stored))
}

// laterVersion returns a valid header of another version.
func laterVersion(text string) []byte {
	head := plain.header(text)
	head = head[:len(head)-4]
	head[8] = version + 1
	return binary.LittleEndian.AppendUint32(head, crc32.Checksum(head, castagnoli))
}

// TestSalvage flips each bit of a header after the magic: no game is lost.
func TestSalvage(t *testing.T) {
	games := someGames(6)
	data, starts := file(t, NewWriter, "how made\n", games[:3], games[3:])
	r, err := Salvage(bytes.NewReader(data))
	require.NoError(t, err)
	require.NoError(t, r.Damage())
	assert.Equal(t, "how made\n", r.Text())
	for at := magicSize; at < starts[0]; at++ {
		for bit := range 8 {
			data[at] ^= 1 << bit
			_, err := NewReader(bytes.NewReader(data))
			require.ErrorIs(t, err, ErrHeader, "byte %d bit %d", at, bit)
			r, err := Salvage(bytes.NewReader(data))
			require.NoError(t, err)
			require.Equal(t, starts[0], int(r.Offset()))
			require.ErrorIs(t, r.Damage(), ErrHeader)
			require.Empty(t, r.Text())
			got, damages := readAll(t, r)
			require.Empty(t, damages)
			assertGames(t, games, got, "byte %d bit %d", at, bit)
			data[at] ^= 1 << bit
		}
	}

	_, err = Salvage(bytes.NewReader(data[:starts[0]-1]))
	assert.ErrorIs(t, err, ErrHeader, "there is nothing to save")
	_, err = Salvage(bytes.NewReader([]byte("PGN")))
	assert.ErrorIs(t, err, ErrFormat)
	bad := errors.New("bad disk")
	data[20] ^= 1
	_, err = Salvage(io.MultiReader(bytes.NewReader(data[:starts[0]]), iotest.ErrReader(bad)))
	assert.Equal(t, bad, err)
}

// TestReadErrors checks that errors of the system are not mistaken for damage.
func TestReadErrors(t *testing.T) {
	data, starts := file(t, NewWriter, "", someGames(4))
	for _, n := range []int{0, 5, starts[0], starts[0] + 5, starts[1] - 1, starts[1]} {
		bad := errors.New("bad disk")
		r, err := NewReader(io.MultiReader(bytes.NewReader(data[:n]), iotest.ErrReader(bad)))
		var g Game
		for i := 0; err == nil && i < 5; i++ {
			err = r.Next(&g)
		}
		assert.Equal(t, bad, err, "after %d bytes", n)
		if r != nil {
			assert.Equal(t, bad, r.Next(&g), "the error stays")
		}
	}
}

// TestDamage flips each bit of a block, in its head and in its games. No other block
// may suffer.
func TestDamage(t *testing.T) {
	games := someGames(9)
	data, starts := file(t, NewWriter, "", games[:3], games[3:6], games[6:])
	rest := slices.Concat(games[:3], games[6:])
	for at := starts[1]; at < starts[2]; at++ {
		for bit := range 8 {
			data[at] ^= 1 << bit
			got, damages := readAll(t, open(t, data))
			data[at] ^= 1 << bit
			require.Len(t, damages, 1, "byte %d bit %d", at, bit)
			assertGames(t, rest, got, "byte %d bit %d", at, bit)
			require.EqualValues(t, starts[1], damages[0].Offset)
			require.Equal(t, 2, damages[0].Block)
			require.False(t, damages[0].Cut)
			require.ErrorContains(t, damages[0], "block 2 at byte ")
		}
	}
}

// TestLastBlock damages the last block, as a kill or a power failure might.
func TestLastBlock(t *testing.T) {
	games := someGames(9)
	data, starts := file(t, NewWriter, "", games[:6], games[6:])
	cut := func(name string, data []byte, want string) {
		got, damages := readAll(t, open(t, data))
		assertGames(t, games[:6], got, name)
		require.Len(t, damages, 1, name)
		require.True(t, damages[0].Cut, name)
		require.EqualValues(t, starts[1], damages[0].Offset, name)
		require.ErrorContains(t, damages[0], want, name)
	}
	for n := starts[1] + 1; n < starts[2]; n++ {
		cut("cut", data[:n], "the file ends within it")
	}
	zeros := slices.Clone(data)
	clear(zeros[starts[1]:])
	cut("zeros", zeros, `it begins with "\x00\x00\x00\x00"`)
	zeros = slices.Clone(data)
	clear(zeros[starts[1]+100:])
	cut("half zeros", zeros, "checksum")
	cut("much rubbish", append(slices.Clone(data[:starts[1]]), bytes.Repeat([]byte("BLK1\x03\x01\x00\x00"), 1<<16)...), "checksum")

	got, damages := readAll(t, open(t, data[:starts[1]]))
	assertGames(t, games[:6], got)
	assert.Empty(t, damages, "a file that ends with a block is whole")
}

// TestLost removes and inserts bytes between and within blocks.
func TestLost(t *testing.T) {
	games := someGames(9)
	data, starts := file(t, NewWriter, "", games[:3], games[3:6], games[6:])
	all := slices.Concat(data[:starts[1]], make([]byte, 200_000), data[starts[1]:])
	got, damages := readAll(t, open(t, all))
	assertGames(t, games, got, "zeros between blocks cost no game")
	require.Len(t, damages, 1)
	assert.False(t, damages[0].Cut)

	got, damages = readAll(t, open(t, slices.Concat(data[:starts[1]-7], data[starts[1]:])))
	assertGames(t, games[3:], got, "bytes missing at the end of a block")
	require.Len(t, damages, 1)
	assert.EqualValues(t, starts[0], damages[0].Offset)

	copied := slices.Concat(data, data[starts[0]:])
	got, damages = readAll(t, open(t, copied))
	assert.Empty(t, damages)
	assertGames(t, slices.Concat(games, games), got, "blocks may be put together")
}

// TestNeighbours damages adjacent blocks: each is reported.
func TestNeighbours(t *testing.T) {
	games := someGames(15)
	data, starts := file(t, NewWriter, "", games[:3], games[3:6], games[6:9], games[9:12], games[12:])
	data[starts[1]+30] ^= 1
	data[starts[2]+30] ^= 1
	data[starts[3]+2] ^= 1 // its head
	got, damages := readAll(t, open(t, data))
	assertGames(t, slices.Concat(games[:3], games[12:]), got)
	require.Len(t, damages, 2, "where the third of them ends is not known")
	assert.EqualValues(t, starts[1], damages[0].Offset)
	assert.EqualValues(t, starts[2], damages[1].Offset)

	data[starts[3]+2] ^= 1
	_, damages = readAll(t, open(t, data[:len(data)-1]))
	require.Len(t, damages, 3)
	for i, start := range []int{starts[1], starts[2], starts[4]} {
		assert.EqualValues(t, start, damages[i].Offset)
		assert.Equal(t, i == 2, damages[i].Cut)
	}
}

// TestFalseBlocks puts heads of large blocks in front of a block: it is found behind a few, and behind
// very many the reader gives up.
func TestFalseBlocks(t *testing.T) {
	games := someGames(2)
	data, starts := file(t, NewWriter, "", games[:1], games[1:])
	head := append(binary.LittleEndian.AppendUint32([]byte("BLK1"), MaxBlock), make([]byte, 8)...)
	for heads, found := range map[int]int{20: 2, 1000: 1} {
		for _, behind := range []int{0, MaxBlock} { // whether the file ends within the false blocks
			crafted := slices.Concat(data[:starts[1]], bytes.Repeat(head, heads), data[starts[1]:], make([]byte, behind))
			got, damages := readAll(t, open(t, crafted))
			assertGames(t, games[:found], got, "%d heads", heads)
			require.NotEmpty(t, damages)
			assert.False(t, damages[0].Cut, "a reader that gave up lets no file be cut off")
		}
	}
}

// wrongBlock is a block of games that is changed before it gets its checksum.
type wrongBlock struct {
	name   string
	change func(w *Writer)
	read   int // games that are read before the fault
	want   string
}

// assertWrongBlocks asserts that the games in front of a fault are read, and those of the next block.
func assertWrongBlocks(t *testing.T, newWriter func(io.Writer, string) (*Writer, error), games []Game, blocks []wrongBlock) {
	t.Helper()
	for _, c := range blocks {
		var b bytes.Buffer
		w, err := newWriter(&b, "")
		require.NoError(t, err)
		for i := range games {
			require.NoError(t, w.Write(&games[i]))
		}
		c.change(w)
		require.NoError(t, w.Flush())
		require.NoError(t, w.Write(&games[0]))
		require.NoError(t, w.Flush())

		got, damages := readAll(t, open(t, b.Bytes()))
		require.Len(t, damages, 1, c.name)
		assert.ErrorContains(t, damages[0], c.want, c.name)
		assert.False(t, damages[0].Cut, c.name)
		require.Len(t, got, c.read+1, c.name)
		assertGames(t, games[:1], got[c.read:], "%s: the next block is read", c.name)
	}
}

// TestWrongGames has blocks with a correct checksum and invalid games.
func TestWrongGames(t *testing.T) {
	games := someGames(6)
	assertWrongBlocks(t, NewWriter, games, []wrongBlock{
		{"a byte more", func(w *Writer) { w.block = append(w.block, 0) }, 5, "more bytes after the last game"},
		{"a byte less", func(w *Writer) { w.block = w.block[:len(w.block)-1] }, 5, "no end after"},
		{"a game less", func(w *Writer) { w.games-- }, 4, "more bytes after the last game"},
		{"a game more", func(w *Writer) { w.games++ }, 6, "0 bytes left, want at least 36"},
		{"no games", func(w *Writer) { w.block = w.block[:blockHeadSize] }, 0, "0 bytes left, want at least 36"},
		{"result", func(w *Writer) { w.block[blockHeadSize+28] |= 6 }, 0, "flags 0"},
		{"flags", func(w *Writer) { w.block[blockHeadSize+29] = 1 }, 0, "want a result of 0-2 and zeros above it"},
		{"counter", func(w *Writer) { w.block[blockHeadSize+31] = 255 }, 0, "plies from the last capture, want at most 9999"},
		{"square 90", func(w *Writer) { w.block[blockHeadSize+11] |= 4 }, 0, "start has a piece on square 90"},
		{"no king", func(w *Writer) { w.block[blockHeadSize+12] = 0x11 }, 0, "start: "},
		{"piece code", func(w *Writer) { w.block[blockHeadSize+12] = 0x88 }, 0, "start has piece code 8 on "},
	})

	var b bytes.Buffer
	w, err := NewWriter(&b, "")
	require.NoError(t, err)
	w.block, w.games = append(w.block, 1, 2, 3), 1
	head := b.Len()
	require.NoError(t, w.Flush())
	data := b.Bytes()
	data[head+8] = 0 // bytes, but no game
	sum := blockSum(data[head:], data[head+blockHeadSize:])
	data[head+12], data[head+13], data[head+14], data[head+15] = byte(sum), byte(sum>>8), byte(sum>>16), byte(sum>>24)
	_, damages := readAll(t, open(t, data))
	require.Len(t, damages, 1)
	assert.ErrorContains(t, damages[0], "3 bytes, but no game")
}

func TestCheckNamesMove(t *testing.T) {
	g := Game{Start: board.Start(), Plies: []Ply{{Move: board.MustParseMove("h2e2")}, {Move: board.MustParseMove("h2e2")}}}
	assert.ErrorContains(t, g.Check(), "ply 2: h2e2 is not legal in ")
}

// FuzzDecode decodes arbitrary bytes as a game: it never panics, and a game that it
// accepts encodes to the same bytes.
func FuzzDecode(f *testing.F) {
	for _, g := range someGames(8) {
		f.Add(g.AppendTo(nil))
	}
	f.Add([]byte("BLK1"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var g Game
		rest, err := g.Decode(data)
		if err != nil {
			require.ErrorIs(t, err, errGame)
			return
		}
		require.NoError(t, g.validate())
		require.Equal(t, g.Size(), len(data)-len(rest))
		require.Equal(t, data[:g.Size()], g.AppendTo(nil))
		_ = g.Check()
	})
}

// FuzzReader reads arbitrary bytes as a file: it never panics, always ends, and
// returns only the documented errors, with increasing offsets.
func FuzzReader(f *testing.F) {
	games := someGames(9)
	data, starts := file(f, NewWriter, "how made\n", games[:3], games[3:6], games[6:])
	f.Add(data, 0, byte(0))
	f.Add(data[:starts[2]+9], starts[1]+5, byte(1))
	f.Add(data, starts[1], byte(255))
	f.Fuzz(func(t *testing.T, data []byte, at int, flip byte) {
		if len(data) > 0 { // so that the fuzzer can damage its own input
			data[uint(at)%uint(len(data))] ^= flip
		}
		r, err := NewReader(bytes.NewReader(data))
		if errors.Is(err, ErrHeader) {
			r, err = Salvage(bytes.NewReader(data))
		}
		if err != nil {
			require.True(t, errors.Is(err, ErrFormat) || errors.Is(err, ErrHeader), "%v", err)
			return
		}
		var g Game
		last := int64(-1)
		for blocks := 0; ; {
			err := r.Next(&g)
			var damage *BlockError
			switch {
			case err == io.EOF:
				require.EqualValues(t, len(data), r.Offset())
				return
			case errors.As(err, &damage):
				require.Greater(t, damage.Offset, last)
				require.Greater(t, damage.Block, blocks)
				last, blocks = damage.Offset, damage.Block
			default:
				require.NoError(t, err)
				require.NoError(t, g.validate())
			}
		}
	})
}

// TestUnbegun cuts a file within its header, and after it.
func TestUnbegun(t *testing.T) {
	const text = "how\n"
	var whole bytes.Buffer
	_, err := NewWriter(&whole, text)
	require.NoError(t, err)
	for n := range whole.Len() + 1 {
		file := bytes.NewReader(whole.Bytes()[:n])
		header, unbegun, err := Unbegun(file, text)
		require.NoError(t, err)
		assert.Equal(t, whole.Bytes(), header)
		assert.Equal(t, n < whole.Len(), unbegun, "%d bytes", n)
		assert.Equal(t, n, file.Len(), "left at its start")
	}
	_, unbegun, err := Unbegun(bytes.NewReader(whole.Bytes()[:whole.Len()-1]), "who\n")
	require.NoError(t, err)
	assert.False(t, unbegun, "within another header")
	_, _, err = Unbegun(bytes.NewReader(nil), strings.Repeat("x", MaxText+1))
	assert.ErrorContains(t, err, "header text of")
}
