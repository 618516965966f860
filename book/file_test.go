package book

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"flag"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

var update = flag.Bool("update", false, "rewrite testdata")

// mirrored returns a position reflected left to right.
func mirrored(t *testing.T, p *board.Position) board.Position {
	t.Helper()
	setup := p.Setup().Mirror()
	m, err := setup.Position()
	require.NoError(t, err)
	return m
}

// TestKey asserts that the key is the one that the package comment describes.
func TestKey(t *testing.T) {
	start := board.Start()
	sum := sha256.Sum256([]byte("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"))
	assert.Equal(t, binary.LittleEndian.Uint64(sum[:]), Key(&start))
	assert.Equal(t, uint64(0x4b0c1023f2da2b13), Key(&start), "as docs/book.md says")

	next := testpos.Games(rand.New(rand.NewPCG(3, 0)))
	for range 2000 {
		p := next()
		there := mirrored(t, &p)
		assert.Equal(t, Key(&p), Key(&there), p.FEN())
		passed := p.Pass()
		assert.NotEqual(t, Key(&p), Key(&passed), p.FEN())
		a, b := placeOf(&p), placeOf(&there)
		if there != p {
			for _, m := range movegen.Legal(&p, nil) {
				assert.Equal(t, a.move(m), b.move(m.Mirror()), p.FEN())
			}
		}
	}
}

// reopen writes a book and opens it.
func reopen(t *testing.T, b *Builder, text string) (*File, []byte) {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, b.Write(&out, text))
	f, err := newFile("a.book", bytes.NewReader(out.Bytes()), int64(out.Len()), nothing)
	require.NoError(t, err)
	return f, out.Bytes()
}

// TestGames compares a book of random games with plain maps that know nothing of
// mirror images.
func TestGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	type slow map[string]map[board.Move]Move // by FEN without counters
	want := slow{}
	text := func(p *board.Position) string {
		fields := strings.Fields(p.FEN())
		return fields[0] + " " + fields[1]
	}
	note := func(p *board.Position, m board.Move, result board.Result) {
		moves := want[text(p)]
		if moves == nil {
			moves = map[board.Move]Move{}
			want[text(p)] = moves
		}
		have := moves[m]
		have.Move = m
		switch result.Points(p.Side()) {
		case 1:
			have.Wins++
			have.Weight += 2
		case 0.5:
			have.Draws++
			have.Weight++
		default:
			if result == board.Unfinished {
				have.Open++
				have.Weight++
			} else {
				have.Losses++
			}
		}
		moves[m] = have
	}
	var b Builder
	starts := []string{board.StartFEN, "2bakab2/9/4R4/4R4/9/2B6/9/2p1p4/2p1p1p2/5K3 b - - 3 17"}
	for n := range 400 {
		start := testpos.FEN(t, starts[n%len(starts)])
		plies, result := 1+rng.IntN(12), board.Result(rng.IntN(4))
		p := start
		var moves []board.Move
		for m := range testpos.Playout(rng, &p, 16) {
			moves = append(moves, m)
		}
		require.NoError(t, b.AddGame(start, moves, result, plies))
		p = start
		for _, m := range moves[:min(plies, len(moves))] {
			note(&p, m, result)
			there := mirrored(t, &p)
			if text(&there) != text(&p) {
				note(&there, m.Mirror(), result)
			}
			p = p.Make(m)
		}
	}
	f, _ := reopen(t, &b, "")
	for fen, moves := range want {
		p := testpos.FEN(t, fen)
		got, err := f.Moves(&p)
		require.NoError(t, err)
		assert.Len(t, got, len(moves), fen)
		for _, m := range got {
			assert.Equal(t, moves[m.Move], m, fen)
		}
		assert.True(t, slices.IsSortedFunc(got, func(a, b Move) int { return int(b.Weight) - int(a.Weight) }))
	}
	unknown := testpos.FEN(t, "4k4/9/9/9/9/9/9/9/9/3K5 w")
	got, err := f.Moves(&unknown)
	assert.NoError(t, err)
	assert.Empty(t, got)

	var twice Builder
	require.NoError(t, twice.AddFile(f))
	require.NoError(t, twice.AddFile(f))
	doubled, _ := reopen(t, &twice, "")
	start := board.Start()
	once, err := f.Moves(&start)
	require.NoError(t, err)
	sum, err := doubled.Moves(&start)
	require.NoError(t, err)
	require.Len(t, sum, len(once))
	for i := range once {
		assert.Equal(t, 2*once[i].Weight, sum[i].Weight)
		assert.Equal(t, 2*once[i].Games(), sum[i].Games())
	}
}

func TestAddGameIllegal(t *testing.T) {
	var b Builder
	err := b.AddGame(board.Start(), testpos.Moves(t, "h2e2 a0a9"), board.Draw, 9)
	assert.ErrorContains(t, err, "ply 2: a0a9 is illegal in rnbakabnr/")
	positions, moves := b.Size()
	assert.Equal(t, []int{1, 1}, []int{positions, moves})
}

func TestPrune(t *testing.T) {
	var b Builder
	for _, line := range []string{"h2e2 h9g7", "h2e2 b9c7", "c3c4 h9g7"} {
		require.NoError(t, b.AddGame(board.Start(), testpos.Moves(t, line), board.RedWins, 2))
	}
	b.Prune(2)
	f, _ := reopen(t, &b, "")
	start := board.Start()
	got, err := f.Moves(&start)
	require.NoError(t, err)
	assert.Equal(t, []Move{{Move: board.MustParseMove("h2e2"), Weight: 4, Counts: Counts{Wins: 2}}}, got)
	assert.Equal(t, 1, f.Positions())
}

// goldenBuilder has a little of everything.
func goldenBuilder(t *testing.T) *Builder {
	b := new(Builder)
	for _, g := range []struct {
		moves  string
		result board.Result
	}{
		{"h2e2 h9g7 h0g2 i9h9", board.RedWins}, {"b2e2 b9c7 b0c2 a9b9", board.Draw},
		{"c3c4 g6g5", board.BlackWins}, {"h2e2 h7e7", board.Unfinished},
	} {
		require.NoError(t, b.AddGame(board.Start(), testpos.Moves(t, g.moves), g.result, 20))
	}
	p := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/4R4/4K4 w")
	b.Add(&p, Move{Move: board.MustParseMove("e1e8"), Weight: 1 << 31})
	return b
}

const goldenName = "testdata/golden.book"

// TestGolden asserts that the format stays as it is.
func TestGolden(t *testing.T) {
	_, got := reopen(t, goldenBuilder(t), "made for a test\n")
	if *update {
		require.NoError(t, os.WriteFile(goldenName, got, 0o644))
	}
	want, err := os.ReadFile(goldenName)
	require.NoError(t, err)
	assert.Equal(t, want, got)

	b, err := Open(goldenName)
	require.NoError(t, err)
	assert.Equal(t, "6 positions", b.Summary())
	assert.Equal(t, "made for a test\n", b.Text())
	start := board.Start()
	moves, err := b.Moves(&start)
	require.NoError(t, err)
	assert.Equal(t, []Move{
		{board.MustParseMove("h2e2"), 3, Counts{Wins: 1, Open: 1}},
		{board.MustParseMove("b2e2"), 1, Counts{Draws: 1}},
		{board.MustParseMove("c3c4"), 0, Counts{Losses: 1}},
	}, moves)
	require.NoError(t, b.Close())
}

// TestDamage shows that no change of a byte and no cut goes unnoticed, and that the
// error says where.
func TestDamage(t *testing.T) {
	whole, err := os.ReadFile(goldenName)
	require.NoError(t, err)
	check := func(content []byte, what string, at int) {
		_, err := open("a.book", bytes.NewReader(content), int64(len(content)), nothing)
		var where *Error
		require.ErrorAs(t, err, &where, "%s %d", what, at)
		assert.LessOrEqual(t, where.Offset, int64(len(content)))
		assert.ErrorIs(t, err, ErrFormat)
	}
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x10
		check(bad, "byte", i)
		check(whole[:i], "cut", i)
	}
	check(append(bytes.Clone(whole), 0), "one byte more", 0)
}

// resum gives a book the checksums of what it has, as far as it has the parts.
func resum(content []byte) []byte {
	content = bytes.Clone(content)
	if len(content) < headSize {
		return content
	}
	body := headSize + int(min(binary.LittleEndian.Uint32(content[12:]), MaxText)) + sumSize
	if body+sumSize > len(content) {
		return content
	}
	binary.LittleEndian.PutUint32(content[body-sumSize:], crc32.Checksum(content[:body-sumSize], castagnoli))
	end := len(content) - sumSize
	binary.LittleEndian.PutUint32(content[end:], crc32.Checksum(content[body:end], castagnoli))
	return content
}

// TestWrongContent damages books whose checksums are right.
func TestWrongContent(t *testing.T) {
	whole, err := os.ReadFile(goldenName)
	require.NoError(t, err)
	index := headSize + len("made for a test\n") + sumSize
	moves := index + 6*indexSize
	for _, c := range []struct {
		at      int
		bytes   string
		offset  int
		want    string
		onProbe bool
	}{
		{8, "\x02", 8, "version 2, want 1", false},
		{12, "\xff\xff\xff\x7f", 12, "text of 2147483647 bytes, want at most 65536", false},
		{16, "\x08", 16, "8 positions with ", false},
		// As many positions as -1, with moves that make up for them.
		{16, "\xff\xff\xff\xff" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(whole)-sumSize-index+indexSize))), 16, "4294967295 positions with ", false},
		{index, "\xff\xff\xff\xff\xff\xff\xff\xff", index + indexSize, "after ffffffffffffffff, want a larger one", false},
		{index + 8, "\x01", index + 8, "begin at 1, want 0", false},
		{index + indexSize + 8, "\x00", index + indexSize + 8, "begin at 0, want 1-", false},
		{index + indexSize + 8, "\xff\xff", index + indexSize + 8, "begin at 65535, want 1-", false},
		{moves, "\x7f\x3f", moves, "want squares 0-89", true},
		{moves + 2, "\xff\xff\xff\xff\xff\xff", moves + 2, "no number of at most 32 bits", true},
	} {
		bad := bytes.Clone(whole)
		copy(bad[c.at:], c.bytes)
		bad = resum(bad)
		f, err := newFile("a.book", bytes.NewReader(bad), int64(len(bad)), nothing)
		if c.onProbe {
			require.NoError(t, err, c.want)
			_, _, err = f.position(0)
		}
		var where *Error
		if assert.ErrorAs(t, err, &where, c.want) {
			assert.Equal(t, int64(c.offset), where.Offset, c.want)
			assert.ErrorContains(t, err, c.want)
		}
	}
}

// FuzzOpen opens anything, also with its checksums set right, and asks it about
// positions.
func FuzzOpen(f *testing.F) {
	golden, err := os.ReadFile(goldenName)
	require.NoError(f, err)
	f.Add(golden)
	f.Add(elephantBook())
	f.Add([]byte("CHUHEBK\n\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	var asked []board.Position
	for _, fen := range []string{
		board.StartFEN, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b", "3k5/9/9/9/9/9/9/9/4R4/4K4 w",
	} {
		asked = append(asked, testpos.FEN(f, fen))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, content := range [][]byte{content, resum(content)} {
			b, err := open("a.book", bytes.NewReader(content), int64(len(content)), nothing)
			if err != nil {
				require.ErrorIs(t, err, ErrFormat)
				continue
			}
			for i := range asked {
				moves, err := b.Moves(&asked[i])
				if err != nil {
					require.ErrorIs(t, err, ErrFormat)
					continue
				}
				for _, m := range moves {
					require.True(t, movegen.IsLegal(&asked[i], m.Move))
				}
			}
			file, ok := b.(*File)
			if !ok {
				continue
			}
			var sum Builder
			if sum.AddFile(file) != nil {
				continue
			}
			var out, again bytes.Buffer
			require.NoError(t, sum.Write(&out, file.Text()))
			back, err := newFile("b.book", bytes.NewReader(out.Bytes()), int64(out.Len()), nothing)
			require.NoError(t, err)
			var next Builder
			require.NoError(t, next.AddFile(back))
			require.NoError(t, next.Write(&again, back.Text()))
			require.Equal(t, out.Bytes(), again.Bytes())
		}
	})
}

// TestWriteLimits refuses what the format cannot hold.
func TestWriteLimits(t *testing.T) {
	var b Builder
	assert.ErrorContains(t, b.Write(&bytes.Buffer{}, strings.Repeat("x", MaxText+1)), "want at most 65536")
	f, _ := reopen(t, &b, strings.Repeat("x", MaxText))
	assert.Equal(t, 0, f.Positions())
	start := board.Start()
	moves, err := f.Moves(&start)
	assert.NoError(t, err)
	assert.Empty(t, moves)

	// Two files that can be read, of a position with more moves together than can be legal.
	for half := range 2 {
		var part Builder
		for n := range board.Square(70) {
			m := board.NewMove(board.Square(half), 10+n)
			part.Add(&start, Move{Move: m, Weight: math.MaxUint32, Counts: Counts{math.MaxUint32, math.MaxUint32, math.MaxUint32, math.MaxUint32}})
		}
		f, _ := reopen(t, &part, "")
		_, err := f.Moves(&start)
		require.NoError(t, err)
		require.NoError(t, b.AddFile(f))
	}
	var out bytes.Buffer
	assert.ErrorContains(t, b.Write(&out, ""), "no position has so many legal moves")
	assert.Zero(t, out.Len())
}
