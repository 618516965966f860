package record

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

var packedFile = flag.String("file", "", "`file` of games that TestPackFile packs and unpacks")

// oddGames returns games with all that a game can have: any start with any counter,
// the largest scores and none, no ply at all, moves that only random play makes.
func oddGames(seed uint64, n int) (games []Game) {
	random := rand.New(rand.NewPCG(seed, 0))
	positions := []func() board.Position{testpos.Games(random), testpos.Strewn(random)}
	extremes := []int16{-32768, -32767, -31000, -1, 0, 1, 30999, 32766, NoScore}
	for range n {
		start := positions[random.IntN(2)]()
		setup := start.Setup()
		setup.Fullmove = 1
		setup.Halfmove = uint16(random.IntN(board.MaxCounter + 1))
		p, err := setup.Position()
		if err != nil {
			continue
		}
		g := Game{Start: p, Result: results[random.IntN(3)]}
		kind := random.IntN(4)
		for m := range testpos.Playout(random, &p, random.IntN(80)) {
			score := int16(random.IntN(100))
			if kind == 0 || random.IntN(50) == 0 {
				score = extremes[random.IntN(len(extremes))]
			} else if kind == 1 {
				score = int16(random.Uint32())
			}
			g.Plies = append(g.Plies, Ply{m, score})
		}
		games = append(games, g)
	}
	return games
}

func TestPackedRoundTrip(t *testing.T) {
	for seed := range testpos.Rounds[uint64](3, 20, 2000) {
		games := oddGames(seed, 60)
		data, starts := file(t, NewPackedWriter, "how made\n", games[:1], nil, games[1:30], games[30:])
		assert.Equal(t, starts[1], starts[2], "an empty block is not written")
		for name, source := range map[string]io.Reader{
			"at once":   bytes.NewReader(data),
			"byte-wise": iotest.OneByteReader(bytes.NewReader(data)),
		} {
			r, err := NewReader(source)
			require.NoError(t, err, name)
			assert.True(t, r.Packed())
			assert.Equal(t, "how made\n", r.Text(), name)
			got, damages := readAll(t, r)
			require.Empty(t, damages, name)
			assertGames(t, games, got, name)
			assert.Equal(t, 3, r.Blocks(), name)
			assert.EqualValues(t, len(data), r.Offset(), name)
		}
	}
	plainData, _ := file(t, NewWriter, "", someGames(1))
	assert.False(t, open(t, plainData).Packed())
}

// TestPackedIsPure asserts that a block depends on nothing but its games.
func TestPackedIsPure(t *testing.T) {
	games := oddGames(1, 30)
	once, starts := file(t, NewPackedWriter, "", games)
	twice, _ := file(t, NewPackedWriter, "", games, games)
	assert.Equal(t, once, twice[:len(once)])
	assert.Equal(t, once[starts[0]:], twice[len(once):])
}

// TestGolden pins the format for ever: testdata/golden.packed has a block of 64 games
// of self-play and one of 64 odd games and 8 of the others. If it fails, files that people have can no longer be
// read: undo the change, or give the format another version that reads this one too.
func TestGolden(t *testing.T) {
	golden, err := os.ReadFile("testdata/golden.packed")
	require.NoError(t, err)
	r := open(t, golden)
	games, damages := readAll(t, r)
	require.Empty(t, damages)
	unpacked, _ := file(t, NewWriter, r.Text(), games)
	sum := sha256.Sum256(unpacked)
	assert.Equal(t, goldenSum, hex.EncodeToString(sum[:]), "the games are others")

	packed, _ := file(t, NewPackedWriter, r.Text(), games[:64], games[64:])
	assert.True(t, bytes.Equal(golden, packed), "the same games are packed in another way")
}

const goldenSum = "019e9d25c149a6f812e3ae7df686e76056401ec98ae2f485eb2e62c1f5c52164"

// TestFrozenOrder pins the order of the legal moves, and what it is made of, in
// random positions with random statistics. See TestGolden for what a failure means.
func TestFrozenOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("goes through 24,000 positions")
	}
	h := fnv.New64a()
	p := newPacker()
	p.write(nil)
	m := &p.moves
	random := rand.New(rand.NewPCG(1, 0))
	for range 400 {
		position := board.Start()
		m.begin()
		for move := range testpos.Playout(random, &position, 60) {
			before := position
			miss := random.IntN(201) - 100
			places := slices.Clone(m.places[:m.list(&before, miss)])
			slices.SortFunc(places, func(a, b place) int { return int(min(max(b-a, -1), 1)) })
			for i, at := range places {
				require.True(t, i == 0 || at < places[i-1], "no two have the same place")
				o := &m.choices[at.index()]
				fmt.Fprintln(h, at.sum(), o.move, o.contexts)
			}
			got, err := m.code(&p.coder, move, &before, miss)
			require.NoError(t, err)
			require.Equal(t, move, got)
		}
	}
	assert.Equal(t, "76b61dd22df36c9d", fmt.Sprintf("%016x", h.Sum64()))
}

// TestContextsFit asserts that contexts index their tables, also in crowded and odd
// positions, and that the list has each legal move once.
func TestContextsFit(t *testing.T) {
	m := new(moveModel)
	m.forget()
	random := rand.New(rand.NewPCG(1, 0))
	strewn := testpos.Strewn(random)
	for range testpos.Rounds(300, 3000, 1_000_000) {
		p := strewn()
		m.begin()
		var got []board.Move
		n := m.list(&p, random.IntN(4000)-2000)
		for _, at := range m.places[:n] {
			o := &m.choices[at.index()]
			got = append(got, o.move)
			for i, context := range o.contexts {
				require.Less(t, int(context), moveContexts[i])
			}
		}
		require.ElementsMatch(t, movegen.Legal(&p, nil), got)
	}
}

// TestAttackMap compares with the definition, square by square.
func TestAttackMap(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	strewn := testpos.Strewn(random)
	value := [board.PieceTypes]int{board.Pawn: 1, board.Advisor: 2, board.Bishop: 2, board.Knight: 4, board.Cannon: 4, board.Rook: 9}
	for range testpos.Rounds(50, 500, 100_000) {
		p := strewn()
		side := board.Side(random.IntN(2))
		a := attacksOf(&p, side)
		for s := range board.Square(board.Squares) {
			attackers := 0
			var lesser [board.PieceTypes]bool
			for from := range board.Square(board.Squares) {
				piece := p.At(from)
				if piece == board.NoPiece || piece.Side() != side || !attacksFrom(piece.Type(), side, from, p.Occupied()).Has(s) {
					continue
				}
				attackers++
				for of := board.Pawn; of <= board.Rook; of++ {
					lesser[of] = lesser[of] || piece.Type() != board.King && value[piece.Type()] < value[of]
				}
			}
			require.Equal(t, attackers > 0, a.once.Has(s))
			require.Equal(t, attackers > 1, a.twice.Has(s))
			for of := board.Pawn; of <= board.Rook; of++ {
				require.Equal(t, lesser[of], a.lesser[of].Has(s), "%v of a %v in %s", s, of, p.FEN())
			}
		}
	}
}

// TestPackedDamage flips bits of a block, in its head and in its games. No other
// block may suffer.
func TestPackedDamage(t *testing.T) {
	games := someGames(9)
	data, starts := file(t, NewPackedWriter, "", games[:3], games[3:6], games[6:])
	rest := slices.Concat(games[:3], games[6:])
	step := 1
	if testing.Short() {
		step = 7
	}
	for at := starts[1]; at < starts[2]; at += step {
		data[at] ^= 1 << (at % 8)
		got, damages := readAll(t, open(t, data))
		data[at] ^= 1 << (at % 8)
		require.Len(t, damages, 1, "byte %d", at)
		assertGames(t, rest, got, "byte %d", at)
		require.EqualValues(t, starts[1], damages[0].Offset)
		require.False(t, damages[0].Cut)
	}
	for n := starts[2] + 1; n < starts[3]; n += step {
		got, damages := readAll(t, open(t, data[:n]))
		assertGames(t, games[:6], got, "cut at %d", n)
		require.Len(t, damages, 1)
		require.True(t, damages[0].Cut)
		require.ErrorContains(t, damages[0], "the file ends within it")
	}
	data[magicSize+1] ^= 1
	_, err := NewReader(bytes.NewReader(data))
	require.ErrorIs(t, err, ErrHeader)
	r, err := Salvage(bytes.NewReader(data))
	require.NoError(t, err)
	got, damages := readAll(t, r)
	assert.Empty(t, damages)
	assertGames(t, games, got)
}

// TestMixedBlocks asserts that a block of one format in a file of the other is
// damage.
func TestMixedBlocks(t *testing.T) {
	games := someGames(3)
	data, starts := file(t, NewPackedWriter, "", games, games)
	other, others := file(t, NewWriter, "", games)
	copy(data[starts[0]:], other[others[0]:others[0]+blockHeadSize])
	got, damages := readAll(t, open(t, data))
	assertGames(t, games, got)
	require.Len(t, damages, 1)
	assert.ErrorContains(t, damages[0], `it begins with "BLK1"`)
}

// TestWrongPackedGames has blocks with a correct checksum and invalid games.
func TestWrongPackedGames(t *testing.T) {
	games := someGames(6)
	assertWrongBlocks(t, NewPackedWriter, games, []wrongBlock{
		{"a game less", func(w *Writer) { w.games-- }, 4, "more bytes after the last game"},
		{"a game more", func(w *Writer) { w.games += 2 }, 6, "packed games"},
		{"a number of plies", func(w *Writer) {
			w.packed.starts.code(&w.packed.coder, &games[0].Start)
			w.packed.length.code(&w.packed.coder, 1<<20)
			w.games++
		}, 6, "games of more than 4194304 bytes"},
		{"a number beyond all", func(w *Writer) {
			w.packed.starts.code(&w.packed.coder, &games[0].Start)
			w.packed.length.code(&w.packed.coder, 1<<31-1)
			w.games++
		}, 6, "a game of 2147483647 plies"},
		{"counter", func(w *Writer) {
			p := &w.packed.starts
			for s := range board.Squares {
				p.same[s*strayClasses].Code(&w.packed.coder, 1)
			}
			p.black.Code(&w.packed.coder, 0)
			p.quiet.code(&w.packed.coder, board.MaxCounter+1)
			w.games++
		}, 6, "start is 10000 plies from the last capture"},
		{"no kings", func(w *Writer) {
			p := &w.packed.starts
			for s := range board.Squares {
				p.same[s*strayClasses+min(s, strayClasses-1)].Code(&w.packed.coder, 0)
				for node := 1; node < 16; node *= 2 {
					p.piece[s*16+node].Code(&w.packed.coder, 0)
				}
			}
			p.black.Code(&w.packed.coder, 0)
			p.quiet.code(&w.packed.coder, 0)
			w.games++
		}, 6, "start: each side needs"},
	})
}

func TestPackedWriterLimits(t *testing.T) {
	var b bytes.Buffer
	w, err := NewPackedWriter(&b, "")
	require.NoError(t, err)
	illegal := Game{Start: board.Start(), Result: board.Draw, Plies: []Ply{{Move: board.MustParseMove("a0i9")}}}
	assert.ErrorContains(t, w.Write(&illegal), "ply 1: a0i9 is not legal in ")
	assert.ErrorContains(t, w.Write(&Game{Start: board.Start()}), "result *")
	_, err = NewPackedWriter(&failing{10}, "")
	assert.ErrorIs(t, err, errFull)

	if testing.Short() {
		return
	}
	// A rook goes to and fro, in games that fill more than two blocks.
	long := Game{Start: testpos.FEN(t, "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1"), Result: board.Draw}
	for len(long.Plies) < 300_000 {
		for _, m := range []string{"a0b0", "d9d8", "b0a0", "d8d9"} {
			long.Plies = append(long.Plies, Ply{Move: board.MustParseMove(m), Score: int16(len(long.Plies) % 100)})
		}
	}
	for range 3 {
		require.NoError(t, w.Write(&long))
	}
	require.NoError(t, w.Flush())
	r := open(t, b.Bytes())
	var g Game
	for range 3 {
		require.NoError(t, r.Next(&g))
		require.True(t, slices.Equal(long.Plies, g.Plies))
	}
	assert.Equal(t, io.EOF, r.Next(&g))
	assert.Equal(t, 3, r.Blocks(), "one game of 1.2 MB fits into a block")
}

// FuzzUnpack unpacks arbitrary bytes: it never panics, always ends, and a game that it
// accepts is one that a file can hold.
func FuzzUnpack(f *testing.F) {
	for _, games := range [][]Game{someGames(3), oddGames(1, 3)} {
		data, starts := file(f, NewPackedWriter, "", games)
		f.Add(data[starts[0]+blockHeadSize:])
	}
	f.Add([]byte(nil))
	f.Add(bytes.Repeat([]byte{255}, 100))
	p := newPacker()
	f.Fuzz(func(t *testing.T, data []byte) {
		p.read(data)
		var g Game
		for {
			if err := p.unpack(&g); err != nil {
				require.ErrorIs(t, err, errPacked)
				return
			}
			require.NoError(t, g.validate())
			require.NoError(t, g.Check())
			require.LessOrEqual(t, g.Size(), MaxBlock)
		}
	})
}

// TestPackFile packs and unpacks the file of -file and says how small and how fast.
func TestPackFile(t *testing.T) {
	if *packedFile == "" {
		t.Skip("no -file")
	}
	in, err := os.Open(*packedFile)
	require.NoError(t, err)
	defer in.Close()
	r, err := NewReader(bufio.NewReaderSize(in, 1<<20))
	require.NoError(t, err)
	var small bytes.Buffer
	w, err := NewPackedWriter(&small, r.Text())
	require.NoError(t, err)
	var games []Game
	plies := 0
	var packing, unpacking time.Duration
	for {
		var g Game
		err := r.Next(&g)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		games = append(games, g)
		plies += len(g.Plies)
		begin := time.Now()
		require.NoError(t, w.Write(&g))
		packing += time.Since(begin)
	}
	require.NoError(t, w.Flush())
	again := open(t, small.Bytes())
	var g Game
	for i := range games {
		begin := time.Now()
		require.NoError(t, again.Next(&g))
		unpacking += time.Since(begin)
		require.Equal(t, games[i].Start, g.Start, "game %d", i)
		require.Equal(t, games[i].Result, g.Result, "game %d", i)
		require.True(t, slices.Equal(games[i].Plies, g.Plies), "game %d", i)
	}
	require.Equal(t, io.EOF, again.Next(&g))
	t.Logf("%d plies, %.4f bytes a ply; %.0f plies/s packed, %.0f unpacked", plies,
		float64(small.Len())/float64(plies), float64(plies)/packing.Seconds(), float64(plies)/unpacking.Seconds())
}
