package book

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/keyed"
)

// TestDocument compares with docs/book.md, in two languages, up to which size books are
// kept in memory.
func TestDocument(t *testing.T) {
	for name, sentence := range map[string]string{
		"book.md": "Books of up to %d MiB are kept in memory", "book.zh-CN.md": "%d MiB 以内的开局库放在内存里",
	} {
		text, err := os.ReadFile("../docs/" + name)
		require.NoError(t, err)
		assert.Contains(t, string(text), fmt.Sprintf(sentence, inMemory>>20), name)
	}
}

func TestPick(t *testing.T) {
	moves := []Move{{Move: 1, Weight: 6}, {Move: 2, Weight: 6}, {Move: 3, Weight: 3}, {Move: 4}}
	for choice, want := range map[Choice][]float64{
		Weighted: {0, 0.4, 0.4, 0.2, 0},
		Best:     {0, 0.5, 0.5, 0, 0},
		Any:      {0, 1. / 3, 1. / 3, 1. / 3, 0},
	} {
		const draws = 20_000
		random, got := rand.New(rand.NewPCG(1, 2)), make([]float64, 5)
		for range draws {
			m, ok := choice.Pick(moves, random)
			require.True(t, ok)
			got[m.Move] += 1. / draws
		}
		assert.InDeltaSlice(t, want, got, 0.015, ChoiceNames()[choice])

		_, ok := choice.Pick(moves[3:], random)
		assert.False(t, ok, "only a move that is never to be played")
		_, ok = choice.Pick(nil, random)
		assert.False(t, ok)
	}
	draw := func(seed uint64) (drawn []board.Move) {
		random := rand.New(rand.NewPCG(seed, 0))
		for range 50 {
			m, _ := Weighted.Pick(moves, random)
			drawn = append(drawn, m.Move)
		}
		return
	}
	assert.Equal(t, draw(1), draw(1))
	assert.NotEqual(t, draw(1), draw(2))
	heavy := []Move{{Move: 1, Weight: 1<<32 - 1}, {Move: 2, Weight: 1<<32 - 1}}
	_, ok := Weighted.Pick(heavy, rand.New(rand.NewPCG(0, 0)))
	assert.True(t, ok, "the sum of the weights takes more than 32 bits")
}

// bookOf writes a book with moves of the start position and returns its name.
func bookOf(t *testing.T, name string, moves ...Move) string {
	t.Helper()
	var b Builder
	start := board.Start()
	for _, m := range moves {
		b.Add(&start, m)
	}
	name = filepath.Join(t.TempDir(), name)
	file, err := os.Create(name)
	require.NoError(t, err)
	require.NoError(t, b.Write(file, "made for a test\n"))
	require.NoError(t, file.Close())
	return name
}

func TestList(t *testing.T) {
	h2e2, c3c4 := board.MustParseMove("h2e2"), board.MustParseMove("c3c4")
	first := bookOf(t, "第一 book", Move{Move: h2e2, Weight: 5}, Move{Move: c3c4})
	second := bookOf(t, "second", Move{Move: c3c4, Weight: 1}, Move{Move: h2e2, Weight: 1})
	start := board.Start()
	all := func(board.Move) bool { return true }
	for _, separator := range []string{";", "|", " ; ", ";;<empty>;"} {
		l, err := OpenList(first + separator + second)
		require.NoError(t, err, separator)
		require.Len(t, l, 2)

		moves, b, err := l.Find(&start, all)
		require.NoError(t, err)
		assert.Equal(t, first, b.Name())
		assert.Equal(t, []Move{{Move: h2e2, Weight: 5}}, moves, "weight 0 is not for playing")
		moves, b, err = l.Find(&start, func(m board.Move) bool { return m != h2e2 })
		require.NoError(t, err)
		assert.Equal(t, second, b.Name(), "the first book has no move left")
		assert.Equal(t, []Move{{Move: c3c4, Weight: 1}}, moves)
		_, b, err = l.Find(&start, func(board.Move) bool { return false })
		assert.NoError(t, err)
		assert.Nil(t, b)
		assert.NoError(t, l.Close())
	}
	for _, none := range []string{"", " ", "<empty>", ";", "<None>|"} {
		l, err := OpenList(none)
		assert.NoError(t, err, none)
		assert.Empty(t, l, none)
	}
	_, err := OpenList(first + ";missing.book")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = OpenList(first + ";" + t.TempDir())
	assert.ErrorContains(t, err, "not a regular file")
}

// TestListInBig5 opens books whose names are in Big5, where the second byte of a character may
// be that of "|".
func TestListInBig5(t *testing.T) {
	move := Move{Move: board.MustParseMove("h2e2"), Weight: 1}
	ascii := bookOf(t, "a.book", move)
	big5 := filepath.Join(t.TempDir(), "\xb1\xd0\xa8\x7c.book")
	if err := os.Rename(ascii, big5); err != nil || runtime.GOOS == "windows" {
		t.Skip("names here are not bytes: ", err)
	}
	l, err := OpenList(big5 + ";" + big5)
	require.NoError(t, err)
	require.Len(t, l, 2)
	assert.Equal(t, big5, l[1].Name())
	assert.NoError(t, l.Close())

	l, err = OpenList(Embedded + "|" + big5 + "|" + Embedded)
	require.NoError(t, err)
	require.Len(t, l, 3)
	assert.Equal(t, big5, l[1].Name())
	assert.NoError(t, l.Close())
}

// TestListInLatin opens books whose names end with a letter of another code page, which before "|"
// looks like half of a Chinese character.
func TestListInLatin(t *testing.T) {
	move := Move{Move: board.MustParseMove("h2e2"), Weight: 1}
	ascii := bookOf(t, "a.book", move)
	latin := filepath.Join(t.TempDir(), "caf\xe9")
	if err := os.Rename(ascii, latin); err != nil || runtime.GOOS == "windows" {
		t.Skip("names here are not bytes: ", err)
	}
	l, err := OpenList(latin + "|" + latin + " | " + Embedded + "|" + latin + "|<empty>")
	require.NoError(t, err)
	require.Len(t, l, 4)
	for i, want := range []string{latin, latin, Embedded, latin} {
		assert.Equal(t, want, l[i].Name())
	}
	assert.NoError(t, l.Close())
	_, err = OpenList(latin + "|" + latin + "|missing.book|" + Embedded)
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorContains(t, err, "missing.book")
	_, err = OpenList("missing\xe9|" + latin)
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestSplit splits lists of names in UTF-8, GBK and Big5.
func TestSplit(t *testing.T) {
	for list, want := range map[string][]string{
		"":                                       {""},
		"a|b;c":                                  {"a", "b", "c"},
		"象|棋;|":                                  {"象", "棋", "", ""},
		"a|\xcf\xf3\xc6\xe5.book|b":              {"a", "\xcf\xf3\xc6\xe5.book", "b"},
		"\xcf\xf3|\xc6\xe5;a":                    {"\xcf\xf3", "\xc6\xe5", "a"},
		"\x81\x7c|\xb1\xd0\xa8\x7c|\xa8\x7c\x7c": {"\x81\x7c", "\xb1\xd0\xa8\x7c", "\xa8\x7c", ""},
		"象|a;\xa8\x7c":                           {"象", "a", "\xa8\x7c"},
		"a|\xa8;b":                               {"a", "\xa8", "b"},
		"a|\xa8":                                 {"a", "\xa8"},
	} {
		assert.Equal(t, want, slices.Collect(split(list)), "%q", list)
	}
}

// TestOpen tells the formats apart by their content.
func TestOpen(t *testing.T) {
	write := func(text string) string {
		name := filepath.Join(t.TempDir(), "a.book")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	for text, want := range map[string]string{
		"":                            "neither a Chuhe book nor one of ElephantEye: bad book: byte 0: the file has 0 bytes, want records of 8",
		"1. C2.5 h8+7 is no book":     "neither a Chuhe book nor one of ElephantEye: bad book: byte 16: the file has 23 bytes",
		"CHUHEBK\n":                   "bad book: byte 8: the file ends, want 16 bytes more",
		"SQLite format 3\x00 .......": "SQLite file, probably an .obk book",
	} {
		_, err := Open(write(text))
		assert.ErrorIs(t, err, ErrFormat, text)
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "a.book: ")
	}
	_, err := Open("")
	assert.EqualError(t, err, "no name, want a file or embedded")
	assert.ErrorAs(t, err, new(*keyed.Error), "the catalogues have its text")
}

// TestEmbedded asserts what users may rely on of the book that comes with the engine.
func TestEmbedded(t *testing.T) {
	assert.Less(t, len(embedded), 150_000)
	b, err := Open(Embedded)
	require.NoError(t, err)
	assert.Contains(t, b.Text(), "made by search\n")
	start := board.Start()
	moves, err := b.Moves(&start)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(moves), 4)
	for _, m := range moves {
		child := start.Make(m.Move)
		answers, err := b.Moves(&child)
		require.NoError(t, err)
		assert.NotEmpty(t, answers, "after %v", m.Move)
	}
	// The start position is its own mirror image, and so are its moves.
	for _, m := range moves {
		assert.True(t, slices.ContainsFunc(moves, func(n Move) bool {
			return n.Move == m.Move.Mirror() && max(n.Weight, m.Weight) <= 2*min(n.Weight, m.Weight)
		}), "%v is about as good as its mirror image", m.Move)
	}
	for _, name := range []string{"Embedded", "<embedded>"} {
		again, err := Open(name)
		require.NoError(t, err)
		assert.Equal(t, b.Summary(), again.Summary())
	}
}
