package collection

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/formats"
	"chuhe/game/gametest"
)

// reading holds the games and the faults that a Folder has reported.
type reading struct {
	games  int
	faults []string // file: what
}

// read reads a folder, which is closed with the test.
func read(t *testing.T, name string, most int64) (*Folder, *Index, Summary, reading) {
	t.Helper()
	f, err := OpenFolder(name)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, f.Close()) })
	var said reading
	x, sum, err := f.Read(t.Context(), most, Progress{
		Game:  func(n int) { said.games = n },
		Fault: func(file string, err error) { said.faults = append(said.faults, file+": "+err.Error()) },
	})
	require.NoError(t, err)
	assert.Equal(t, sum.Faults, len(said.faults))
	assert.Equal(t, x.Len(), said.games)
	return f, x, sum, said
}

func write(t *testing.T, name, text string) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
	require.NoError(t, os.WriteFile(name, []byte(text), 0o666))
}

const two = "[Red \"甲\"]\n[Date \"1990\"]\n\n1. C2.5 {why} H8+7 (1... h2+3 {or}) 1-0\n\n[Red \"乙\"]\n[Date \"1980\"]\n\n1. h2e2 {other} h7e7 *\n"

// TestFolder reads a folder with games, with files that are damaged or no games, and with
// links that lead elsewhere.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "games")
	write(t, filepath.Join(in, "a.pgn"), two)
	write(t, filepath.Join(in, "sub", "b.txt"), "1. 炮二平五 马8进7\n")
	write(t, filepath.Join(in, "damaged.pgn"), "[Red \"丙\"]\n\n1. C2.5 C2.9 *\n\n[Red \"丁\"]\n\n1. P7+1 *\n")
	write(t, filepath.Join(in, "picture.png"), "\x89PNG\x00\x00")
	write(t, filepath.Join(in, "cut.xqf"), "XQ\x12")
	write(t, filepath.Join(in, "empty.pgn"), "")
	write(t, filepath.Join(in, ".hidden.pgn"), two)
	write(t, filepath.Join(in, ".git", "c.pgn"), two)
	write(t, filepath.Join(dir, "outside.pgn"), two)
	links := os.Symlink(filepath.Join(dir, "outside.pgn"), filepath.Join(in, "link.pgn")) == nil

	f, x, sum, said := read(t, in, 1<<30)
	assert.Equal(t, 5, x.Len())
	assert.Equal(t, Summary{Files: 5, Others: 1, Faults: 2}, sum)
	assert.Contains(t, said.faults[0], "cut.xqf: ")
	assert.Contains(t, said.faults[1], "damaged.pgn: line 3 (offset 21): game 1: ply 2, move 1...: bad move")
	p := board.Start()
	assert.Equal(t, Counts{Red: 1, Open: 4}, x.Find(&p, 0, 9).Counts)

	// The games have all that the files have.
	first := f.Game(x, 0)
	assert.Equal(t, "甲", first.Tag(game.TagRed))
	assert.Equal(t, "why", first.Root.Main().Comment)
	assert.Len(t, first.Root.Main().Next, 2)
	assert.Equal(t, "other", f.Game(x, 1).Root.Main().Comment)
	seen := map[string]int{}
	for n := range x.Len() {
		seen[f.Game(x, n).Tag(game.TagRed)] = len(f.Game(x, n).Moves())
	}
	assert.Equal(t, map[string]int{"甲": 2, "乙": 2, "丙": 1, "丁": 1, "": 2}, seen)

	// A file that has changed, or has gone, or leads elsewhere now, does not.
	write(t, filepath.Join(in, "a.pgn"), strings.Replace(two, "C2.5", "C8.5", 1))
	changed := f.Game(x, 0)
	assert.Equal(t, "甲", changed.Tag(game.TagRed))
	assert.Equal(t, first.Moves(), changed.Moves())
	assert.Empty(t, changed.Root.Main().Comment)
	assert.Equal(t, "other", f.Game(x, 1).Root.Main().Comment, "this one has not changed")
	require.NoError(t, os.Remove(filepath.Join(in, "a.pgn")))
	assert.Empty(t, f.Game(x, 1).Root.Main().Comment)
	assert.Equal(t, "乙", f.Game(x, 1).Tag(game.TagRed))
	if links {
		require.NoError(t, os.Symlink(filepath.Join(dir, "outside.pgn"), filepath.Join(in, "a.pgn")))
		assert.Empty(t, f.Game(x, 1).Root.Main().Comment, "the link leads out of the folder")
	}

	_, x, _, _ = read(t, filepath.Join(in, "sub", "b.txt"), 1<<30)
	assert.Equal(t, 1, x.Len(), "a file alone")
	_, err := OpenFolder(filepath.Join(dir, "missing"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// TestFolderNames reads what an old archive leaves on Linux: names in GBK.
func TestFolderNames(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "\xcf\xf3\xc6\xe5", "\xc6\xd7.pgn")
	if err := os.Mkdir(filepath.Dir(name), 0o777); err != nil {
		t.Skip(err)
	}
	write(t, name, two)
	f, x, sum, said := read(t, dir, 1<<30)
	assert.Empty(t, said.faults)
	assert.Equal(t, Summary{Files: 1}, sum)
	require.Equal(t, 2, x.Len())
	assert.Equal(t, "why", f.Game(x, 0).Root.Main().Comment)
}

// TestFolderFormats asserts that a game is found again in each format.
func TestFolderFormats(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	for _, format := range formats.All() {
		if format.Write == nil || format.Name == "fen" {
			continue
		}
		dir := t.TempDir()
		var file bytes.Buffer
		want := map[string]bool{}
		for range 4 {
			g := gametest.Random(rng, gametest.Holds{Comments: true})
			if len(g.Moves()) == 0 {
				continue
			}
			g.Root.Main().Comment = "noted"
			_, err := format.Write(&file, g, game.WriteOptions{})
			require.NoError(t, err)
			want[board.FormatMoves(g.Moves())] = true
			if !format.Several {
				break
			}
		}
		write(t, filepath.Join(dir, "games."+format.Extensions[0]), file.String())
		f, x, sum, _ := read(t, dir, 1<<30)
		require.Equal(t, len(want), x.Len(), format.Name)
		assert.Equal(t, Summary{Files: 1}, sum, format.Name)
		for n := range x.Len() {
			start, moves := x.line(n)
			at := x.Source(n)
			assert.NotNil(t, f.again(f.files[at.File], at.Offset, start, moves), "%s: game %d", format.Name, n)
			assert.True(t, want[board.FormatMoves(f.Game(x, n).Moves())], format.Name)
		}
	}
}

// TestFolderSheet asserts that a game of a score sheet is found again with the lines above its moves.
func TestFolderSheet(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "sheets.txt"), "标题：第一局\n\n1. 炮二平五 马8进7\n\n标题：第二局\n\n1. 炮八平五 {x} 马2进3\n")
	f, x, _, _ := read(t, dir, 1<<30)
	require.Equal(t, 2, x.Len())
	assert.Equal(t, "第一局", f.Game(x, 0).Tag(game.TagTitle))
	assert.Equal(t, "第二局", f.Game(x, 1).Tag(game.TagTitle))
	assert.Equal(t, "x", f.Game(x, 1).Root.Main().Comment)
}

// TestFolderLibrary asserts that a game is found again with what its library says of it.
func TestFolderLibrary(t *testing.T) {
	const indexEnd, slot = 101952, 4096
	var lib bytes.Buffer
	lib.WriteString("CCBridgeLibrary\x00")
	lib.Write(make([]byte, 64-lib.Len()))
	lib.WriteString("L\x00i\x00b\x00")
	lib.Write(make([]byte, indexEnd-lib.Len()))
	add := func(g *game.Game, change func(record []byte)) {
		var record bytes.Buffer
		_, err := ccbridge.CBR.Write(&record, g, game.WriteOptions{})
		require.NoError(t, err)
		change(record.Bytes())
		lib.Write(append(record.Bytes(), make([]byte, slot-record.Len())...))
	}
	heading := game.New(board.Start())
	heading.SetTag(game.TagTitle, "Part")
	add(heading, func(record []byte) { clear(record[2120:2210]) }) // its board
	played := game.New(board.Start(), board.MustParseMove("h2e2"))
	const games = mostAgain/slot + 1 // more than is read from the start of other files
	for range games {
		add(played, func([]byte) {})
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.cbl"), lib.String())
	f, x, _, said := read(t, dir, 1<<30)
	assert.Empty(t, said.faults)
	require.Equal(t, games, x.Len())
	for _, n := range []int{0, games - 1} {
		g := f.Game(x, n)
		assert.Equal(t, "Lib", g.Tag(ccbridge.TagLibrary))
		assert.Equal(t, "Part", g.Tag(ccbridge.TagChapter))
	}
}

// TestFolderPage asserts that a game of a web page is found again with its texts as in the page.
func TestFolderPage(t *testing.T) {
	const one = "[DhtmlXQ][DhtmlXQ_title]a &amp; b[/DhtmlXQ_title][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQ]\n"
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.html"), "<html>\n"+one+one)
	f, x, _, _ := read(t, dir, 1<<30)
	require.Equal(t, 2, x.Len())
	assert.Equal(t, "a & b", f.Game(x, 0).Tag(game.TagTitle))
	assert.Equal(t, "a & b", f.Game(x, 1).Tag(game.TagTitle))
}

// TestFolderBounds asserts that reading ends where the index is full, and when it is to end.
func TestFolderBounds(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.pgn"), strings.Repeat(two, 200))
	_, x, sum, _ := read(t, dir, 20_000)
	assert.True(t, sum.Full)
	assert.Greater(t, x.Len(), 20)
	assert.Less(t, x.Len(), 400)

	f, err := OpenFolder(dir)
	require.NoError(t, err)
	defer f.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	stop := errors.New("stop")
	_, _, err = f.Read(ctx, 1<<30, Progress{Game: func(n int) {
		if n == 3 {
			cancel(stop)
		}
	}, Fault: func(string, error) {}})
	assert.ErrorIs(t, err, context.Canceled)
}

// TestDamagedFolder asserts that no file stops the reading, however damaged.
func TestDamagedFolder(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	dir := t.TempDir()
	for _, format := range formats.All() {
		if format.Write == nil {
			continue
		}
		for i := range 20 {
			var file bytes.Buffer
			_, err := format.Write(&file, gametest.Random(rng, gametest.Everything), game.WriteOptions{})
			require.NoError(t, err)
			changes, last := make([]byte, 20), []byte{byte(rng.Uint32()), byte(rng.Uint32())}
			for j := range changes {
				changes[j] = byte(rng.Uint32())
			}
			write(t, filepath.Join(dir, format.Name+string(rune('a'+i))), string(gametest.Damaged(file.Bytes(), changes, last)))
		}
	}
	write(t, filepath.Join(dir, "whole.pgn"), two)
	f, x, sum, _ := read(t, dir, 1<<30)
	assert.Greater(t, sum.Faults, 20)
	assert.Greater(t, x.Len(), 20)
	for n := range x.Len() {
		_, moves := x.line(n)
		own := f.Game(x, n).Moves()
		assert.Equal(t, moves, own[:min(len(own), mostPlies)])
	}
}
