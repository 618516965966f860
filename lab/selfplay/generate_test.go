package selfplay

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/filelock"
	"chuhe/internal/journal"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
)

// quick returns settings for games that take a few milliseconds.
func quick() Settings {
	s := DefaultSettings()
	s.Nodes, s.Hash, s.MaxPlies, s.Balance = 20, 1, testpos.Rounds(4, 12, 12), 2000
	return s
}

// signature belongs to no search; only the headers depend on it.
const signature = "900dcafe"

// ask returns a request for a file of a number of games, 0 for no goal.
func ask(name string, s Settings, games uint64) *request {
	return &request{name: name, settings: s, evaluation: eval.Classical{}, search: signature, goal: goal{Games: games}}
}

// made returns the bytes of a file of a number of games.
func made(t *testing.T, name string, s Settings, games uint64) []byte {
	t.Helper()
	require.NoError(t, ask(name, s, games).generate(t.Context(), func(progress) {}))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	return data
}

// readGames returns the games of a file, which must be complete.
func readGames(t *testing.T, data []byte) (games []record.Game) {
	t.Helper()
	r, err := record.NewReader(bytes.NewReader(data))
	require.NoError(t, err)
	for {
		var g record.Game
		err := r.Next(&g)
		if err != nil {
			require.EqualError(t, err, "EOF")
			return games
		}
		games = append(games, g)
	}
}

// sameBytes compares files without printing them.
func sameBytes(t *testing.T, want, got []byte, message string) {
	t.Helper()
	if !bytes.Equal(want, got) {
		require.Failf(t, "files differ", "%s: %d and %d bytes", message, len(want), len(got))
	}
}

func TestThreads(t *testing.T) {
	dir := t.TempDir()
	one, n := quick(), testpos.Rounds[uint64](1, 2, 2)*record.BlockGames
	want := made(t, filepath.Join(dir, "one"), one, n)
	games := readGames(t, want)
	assert.Len(t, games, int(n))
	for i := range games {
		require.NoError(t, games[i].Check())
	}
	many := quick()
	many.Threads = 5
	sameBytes(t, want, made(t, filepath.Join(dir, "many"), many, n), "threads")
	other := quick()
	other.Seed++
	assert.NotEqual(t, games[0], readGames(t, made(t, filepath.Join(dir, "other"), other, 1))[0])
}

// TestResume stops runs in every way and continues them.
func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("makes the same games many times")
	}
	name := filepath.Join(t.TempDir(), "games")
	s := quick()
	s.Threads = 2
	want := made(t, name, s, 3*record.BlockGames)
	var ends []int // of the header and the blocks
	{
		r, err := record.NewReader(bytes.NewReader(want))
		require.NoError(t, err)
		var g record.Game
		for ends = []int{int(r.Offset())}; r.Next(&g) == nil; {
			if end := int(r.Offset()); end != ends[len(ends)-1] {
				ends = append(ends, end)
			}
		}
		require.Len(t, ends, 4)
	}

	sameBytes(t, want, made(t, name, s, 3*record.BlockGames), "nothing more to do")
	sameBytes(t, want, made(t, name, s, 2*record.BlockGames), "more than enough")

	for _, n := range []int{0, 3, ends[0] - 1, ends[0], ends[0] + 1, ends[1] - 1, ends[1], ends[1] + 15, ends[2] + 100, ends[3] - 1} {
		require.NoError(t, os.WriteFile(name, want[:n], 0o666))
		sameBytes(t, want, made(t, name, s, 3*record.BlockGames), "cut")
	}
	zeros := bytes.Clone(want)
	clear(zeros[ends[2]+50:])
	require.NoError(t, os.WriteFile(name, append(zeros, make([]byte, 5000)...), 0o666))
	var first *progress
	require.NoError(t, ask(name, s, 3*record.BlockGames).generate(t.Context(), func(p progress) {
		if first == nil {
			first = &p
		}
	}))
	assert.EqualValues(t, len(want)-ends[2]+5000, first.Cut)
	assert.EqualValues(t, 2*record.BlockGames, first.Begin.Games)
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	sameBytes(t, want, got, "power failure")

	require.NoError(t, os.Remove(name))
	stop := errors.New("stopped by hand")
	for _, after := range []uint64{0, 10, record.BlockGames + 30, 2*record.BlockGames + 1} {
		ctx, cancel := context.WithCancelCause(t.Context())
		var last progress
		err := ask(name, s, 0).generate(ctx, func(p progress) {
			last = p
			if p.Made.Games >= after {
				cancel(stop)
			}
		})
		require.Equal(t, stop, err, "the reason is reported without a goal")
		assert.GreaterOrEqual(t, last.Made.Games, after)
		assert.Equal(t, last.Made.Games, last.Written.Games, "finished games are kept")
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Len(t, readGames(t, got), int(last.Written.Games), "what is left is whole")
	}
	sameBytes(t, want, made(t, name, s, 3*record.BlockGames), "interrupted")
}

// TestEarlyInterrupt stops a run before its first block is full, twice.
func TestEarlyInterrupt(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	for _, after := range []uint64{5, 9} {
		ctx, cancel := context.WithCancel(t.Context())
		var last progress
		err := ask(name, quick(), 0).generate(ctx, func(p progress) {
			if last = p; p.Made.Games >= after {
				cancel()
			}
		})
		require.ErrorIs(t, err, context.Canceled)
		got, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(readGames(t, got)), int(after), "whole games are kept")
		assert.Equal(t, last.Made, last.Written)
	}
	want := made(t, filepath.Join(t.TempDir(), "other"), quick(), record.BlockGames)
	sameBytes(t, want, made(t, name, quick(), record.BlockGames), "as if never interrupted")
}

// TestShortBlockStays continues a file that ends in a short block: the block stays in the
// file until a longer one takes its place.
func TestShortBlockStays(t *testing.T) {
	if testing.Short() {
		t.Skip("makes the same games again")
	}
	dir := t.TempDir()
	s, name := quick(), filepath.Join(dir, "games")
	ctx, cancel := context.WithCancel(t.Context())
	require.ErrorIs(t, ask(name, s, 0).generate(ctx, func(p progress) {
		if p.Made.Games >= record.BlockGames+5 {
			cancel()
		}
	}), context.Canceled)
	short, err := os.ReadFile(name)
	require.NoError(t, err)
	n := uint64(len(readGames(t, short)))
	require.Positive(t, n%record.BlockGames)

	sameBytes(t, short, made(t, name, s, record.BlockGames), "the goal is reached without the short block")
	require.NoError(t, ask(name, s, 2*record.BlockGames).generate(t.Context(), func(p progress) {
		now, err := os.ReadFile(name)
		require.NoError(t, err)
		if p.Made.Games < 2*record.BlockGames {
			assert.Equal(t, n, p.Written.Games)
			sameBytes(t, short, now, "what a kill would leave")
		}
	}))
	want := made(t, filepath.Join(dir, "whole"), s, 2*record.BlockGames)
	sameBytes(t, want, made(t, name, s, 2*record.BlockGames), "as if never interrupted")
}

func TestGoalOfPositions(t *testing.T) {
	testpos.SkipRace(t)
	name := filepath.Join(t.TempDir(), "games")
	s := quick()
	r := ask(name, s, 1<<40)
	r.goal.Positions = uint64(s.MaxPlies * record.BlockGames * 11 / 10)
	var last progress
	require.NoError(t, r.generate(t.Context(), func(p progress) { last = p }))
	assert.EqualValues(t, 2*record.BlockGames, last.Written.Games, "at most MaxPlies a game, so the second block reaches it")
	assert.Equal(t, last.Made, last.Written)
	assert.Positive(t, last.rate())
}

// TestRefused has files that generate must refuse and leave unchanged.
func TestRefused(t *testing.T) {
	testpos.SkipRace(t)
	dir := t.TempDir()
	good := made(t, filepath.Join(dir, "good"), quick(), 2*record.BlockGames)
	patched := func(data []byte, at int) []byte {
		data = bytes.Clone(data)
		data[at] ^= 1
		return data
	}
	damaged := patched(good, 400)
	foreign := func(text string, games ...record.Game) []byte {
		var b bytes.Buffer
		w, err := record.NewWriter(&b, text)
		require.NoError(t, err)
		for i := range games {
			require.NoError(t, w.Write(&games[i]))
		}
		require.NoError(t, w.Flush())
		return b.Bytes()
	}
	s := quick()
	text := s.text("classical", signature)
	var packing bytes.Buffer
	_, err := record.NewPackedWriter(&packing, text)
	require.NoError(t, err)
	packed := packing.Bytes()
	for _, c := range []struct {
		name string
		data []byte
		is   error
		want string
	}{
		{"foreign", []byte("hello"), record.ErrFormat, `it begins with "hello"`},
		{"long and foreign", bytes.Repeat([]byte("hello "), 100), record.ErrFormat, `it begins with "hello he"`},
		{"header cut from another", foreign("other")[:20], record.ErrHeader, "the file ends within it"},
		{"damaged header", patched(good, 30), journal.ErrDamaged, "damaged header: checksum computed "},
		{"merged", foreign("made by merge\npart 1\n" + text), journal.ErrSettings, "it was made by merge; games cannot be added"},
		{"packed", packed, command.ErrInput, `it is packed; "chuhe data unpack" makes a file`},
		{"other text", foreign("nodes 7\n"), journal.ErrSettings, `begun with other settings: balance is unset, want "`},
		{"other seed", foreign(strings.Replace(text, "seed 1", "seed 2", 1)), journal.ErrSettings, `begun with other settings: seed is "2", want "1"; give the same as before, or another file`},
		{
			"other search", foreign(s.text("classical", "1a2b3c4d")), journal.ErrSettings,
			`search is "1a2b3c4d", want "` + signature + `"; the search of this program differs`,
		},
		{
			"unnamed search", foreign(strings.Replace(text, "search "+signature+"\n", "", 1)), journal.ErrSettings,
			`search is unset, want "` + signature + `"; the file does not say which search made it: continue`,
		},
		{"damaged within", damaged, journal.ErrDamaged, "block 1 at byte "},
		{"damaged throughout", append(foreign(text), make([]byte, 2*record.MaxBlock+1)...), journal.ErrDamaged, "no complete block in the 8388609 bytes"},
		{"odd block", append(foreign(text, readGames(t, good)[:5]...), good[len(foreign(text)):]...), journal.ErrDamaged, "games, want blocks of 64 before the last"},
	} {
		name := filepath.Join(dir, "bad")
		require.NoError(t, os.WriteFile(name, c.data, 0o666))
		err := ask(name, s, 3*record.BlockGames).generate(t.Context(), func(progress) { t.Error("goes on") })
		assert.ErrorIs(t, err, c.is, c.name)
		assert.ErrorIs(t, err, command.ErrInput, c.name)
		assert.ErrorContains(t, err, c.want, c.name)
		assert.Equal(t, strings.HasPrefix(c.name, "damaged header") || c.name == "damaged within",
			strings.Contains(err.Error(), "-repair"), "%s: %v", c.name, err)
		left, err := os.ReadFile(name)
		require.NoError(t, err)
		sameBytes(t, c.data, left, c.name)
	}

	err = ask(dir, s, 1).generate(t.Context(), func(progress) {})
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "not a regular file")
}

// TestOtherSettings changes each setting in turn: all but Threads change the games.
func TestOtherSettings(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	want := made(t, name, quick(), record.BlockGames)
	for i, change := range []func(s *Settings){
		func(s *Settings) { s.Seed++ }, func(s *Settings) { s.Nodes++ }, func(s *Settings) { s.Hash++ },
		func(s *Settings) { s.MinRandom++ }, func(s *Settings) { s.MaxRandom++ }, func(s *Settings) { s.Balance++ },
		func(s *Settings) { s.WinScore++ }, func(s *Settings) { s.WinPlies++ }, func(s *Settings) { s.PlayOut++ },
		func(s *Settings) { s.DrawScore++ }, func(s *Settings) { s.DrawPlies++ }, func(s *Settings) { s.MinDraw++ },
		func(s *Settings) { s.MaxPlies++ }, func(s *Settings) { s.Rules.Set++ }, func(s *Settings) { s.Rules.MoveLimit = 7 },
	} {
		s := quick()
		change(&s)
		err := ask(name, s, 1).generate(t.Context(), func(progress) {})
		assert.ErrorIs(t, err, journal.ErrSettings, "setting %d", i)
	}
	got, err := os.ReadFile(name)
	require.NoError(t, err)
	sameBytes(t, want, got, "refused")
}

func TestTwoAtATime(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	s := quick()
	file, err := os.Create(name)
	require.NoError(t, err)
	defer file.Close()
	require.NoError(t, filelock.Lock(file))
	if err := lockAgain(t, name); err == nil {
		t.Skip("no locks here")
	}
	err = ask(name, s, 1).generate(t.Context(), func(progress) {})
	assert.ErrorIs(t, err, journal.ErrBusy)
	require.NoError(t, file.Close())
	made(t, name, s, 1)
}

func lockAgain(t *testing.T, name string) error {
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	return filelock.Lock(file)
}

// TestGone deletes, replaces or changes the file while games are being added.
func TestGone(t *testing.T) {
	if testing.Short() {
		t.Skip("makes the same games again")
	}
	changes := map[string]func(name string) error{
		"deleted": os.Remove,
		"replaced": func(name string) error {
			if err := os.WriteFile(name+".new", nil, 0o666); err != nil {
				return err
			}
			return os.Rename(name+".new", name)
		},
		"emptied":     func(name string) error { return os.Truncate(name, 0) },
		"overwritten": func(name string) error { return os.WriteFile(name, []byte("not games"), 0o666) },
		"longer": func(name string) error {
			games, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return os.WriteFile(name, append(games, games...), 0o666)
		},
	}
	if runtime.GOOS == "windows" { // where open files keep their names
		delete(changes, "deleted")
		delete(changes, "replaced")
	}
	for what, change := range changes {
		name := filepath.Join(t.TempDir(), "games")
		s, changed := quick(), false
		var left []byte
		err := ask(name, s, 3*record.BlockGames).generate(t.Context(), func(p progress) {
			if !changed && p.Made.Games == record.BlockGames+1 {
				changed = true
				require.NoError(t, change(name))
				left, _ = os.ReadFile(name) // nothing where it was deleted
			}
			assert.LessOrEqual(t, p.Made.Games, uint64(2*record.BlockGames), "it goes on")
		})
		assert.True(t, changed, what)
		assert.ErrorIs(t, err, journal.ErrGone, what)
		assert.NotErrorIs(t, err, command.ErrInput, what)
		now, _ := os.ReadFile(name)
		sameBytes(t, left, now, what)
	}
}

// TestGoneAtInterrupt deletes the file and interrupts the run before the block is full. The
// error must be about the file: package command prints nothing for an interrupt.
func TestGoneAtInterrupt(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows keeps open files")
	}
	name := filepath.Join(t.TempDir(), "games")
	ctx, cancel := context.WithCancel(t.Context())
	err := ask(name, quick(), 0).generate(ctx, func(p progress) {
		if p.Made.Games == 5 {
			require.NoError(t, os.Remove(name))
			cancel()
		}
	})
	assert.ErrorIs(t, err, journal.ErrGone)
	assert.Equal(t, 1, command.Status(err))
}

// TestNothingLeft checks that a run that cannot start leaves no file.
func TestNothingLeft(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	s := quick()
	s.Threads = 3
	r := ask(name, s, 0)
	r.evaluation = nil
	err := r.generate(t.Context(), func(progress) {})
	assert.ErrorContains(t, err, "no evaluation")
	assert.NoFileExists(t, name)

	s = quick()
	err = ask(filepath.Join(name, "games"), s, 0).generate(t.Context(), func(progress) {})
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.ErrorIs(t, err, command.ErrInput)
}

// faultyDisk is a disk on which one call fails; a write does half of its work before.
type faultyDisk struct {
	disk
	calls int // before the one that fails
}

var errFull = errors.New("disk full")

func (d *faultyDisk) fails() bool {
	d.calls--
	return d.calls == -1
}

func (d *faultyDisk) WriteAt(b []byte, at int64) (int, error) {
	if d.fails() {
		n, _ := d.disk.WriteAt(b[:len(b)/2], at)
		return n, errFull
	}
	return d.disk.WriteAt(b, at)
}

func (d *faultyDisk) Sync() error {
	if d.fails() {
		return errFull
	}
	return d.disk.Sync()
}

// shortened returns a file of two blocks with only some of the games of the second.
func shortened(t *testing.T, whole []byte, games []record.Game) []byte {
	t.Helper()
	r, err := record.NewReader(bytes.NewReader(whole))
	require.NoError(t, err)
	var g record.Game
	require.NoError(t, r.Next(&g))
	b := bytes.NewBuffer(bytes.Clone(whole[:r.Offset()]))
	w := record.AppendWriter(b)
	for i := record.BlockGames; i < len(games); i++ {
		require.NoError(t, w.Write(&games[i]))
	}
	require.NoError(t, w.Flush())
	return b.Bytes()
}

// opened writes a file and opens it to add games.
func opened(t *testing.T, data []byte) *store {
	t.Helper()
	name, s := filepath.Join(t.TempDir(), "games"), quick()
	require.NoError(t, os.WriteFile(name, data, 0o666))
	file, err := openStore(name, s.text("classical", signature))
	require.NoError(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

// addAll adds the games that the file does not have yet.
func addAll(file *store, games []record.Game) error {
	for i := file.total().Games; i < uint64(len(games)); i++ {
		if err := file.add(&games[i]); err != nil {
			return err
		}
	}
	return nil
}

// TestDiskFull lets each call fail that writes a block, after a full one and over a short
// one.
func TestDiskFull(t *testing.T) {
	want := made(t, filepath.Join(t.TempDir(), "games"), quick(), 2*record.BlockGames)
	games := readGames(t, want)
	for _, c := range []struct{ there, calls int }{{record.BlockGames, 2}, {record.BlockGames + 40, 4}} {
		before := shortened(t, want, games[:c.there])
		for calls := range c.calls {
			file := opened(t, before)
			file.disk = &faultyDisk{file.disk, calls}
			require.ErrorIs(t, addAll(file, games), errFull)
			assert.EqualValues(t, c.there, file.written.Games, "what was not written does not count")
			got, err := os.ReadFile(file.file.Name())
			require.NoError(t, err)
			if calls < 2 {
				sameBytes(t, before, got, "half a block is taken back")
			}
			again := opened(t, got)
			assert.GreaterOrEqual(t, again.written.Games, uint64(c.there))
			require.NoError(t, addAll(again, games))
			got, err = os.ReadFile(again.file.Name())
			require.NoError(t, err)
			sameBytes(t, want, got, "continued")
		}
		file := opened(t, before)
		file.disk = &faultyDisk{file.disk, c.calls}
		assert.NoError(t, addAll(file, games), "there are no more calls")
	}
}

// loggedDisk keeps what is written.
type loggedDisk struct {
	disk
	writes []write
}

type write struct {
	bytes []byte
	at    int64
}

func (d *loggedDisk) WriteAt(b []byte, at int64) (int, error) {
	d.writes = append(d.writes, write{bytes.Clone(b), at})
	return d.disk.WriteAt(b, at)
}

// TestCrash continues files as a kill or a power failure can leave them while a longer
// block takes the place of a short one.
func TestCrash(t *testing.T) {
	want := made(t, filepath.Join(t.TempDir(), "games"), quick(), 2*record.BlockGames)
	games := readGames(t, want)
	const there = record.BlockGames + 40
	before := shortened(t, want, games[:there])
	file := opened(t, before)
	log := &loggedDisk{disk: file.disk}
	file.disk = log
	require.NoError(t, addAll(file, games))
	require.Equal(t, 2, len(log.writes), "first the rest, then the head")

	// written returns the file after the bytes from one place to another of a write; those
	// before are zeros if they make the file longer.
	written := func(data []byte, w write, from, to int) []byte {
		data = append(bytes.Clone(data), make([]byte, max(0, int(w.at)+to-len(data)))...)
		copy(data[int(w.at)+from:], w.bytes[from:to])
		return data
	}
	rest, head := log.writes[0], log.writes[1]
	longer := written(before, rest, 0, len(rest.bytes))
	left := [][]byte{longer}
	for n := 0; n < len(rest.bytes); n += 97 {
		left = append(left, written(before, rest, 0, n), written(before, rest, n, len(rest.bytes)))
	}
	const headSize = 16
	for n := headSize; n < len(head.bytes); n += 97 {
		left = append(left, written(longer, head, 0, n), written(longer, head, n, len(head.bytes)))
	}
	for i, data := range left {
		file := opened(t, data)
		require.GreaterOrEqual(t, file.written.Games, uint64(there), "state %d", i)
		require.NoError(t, addAll(file, games))
		got, err := os.ReadFile(file.file.Name())
		require.NoError(t, err)
		sameBytes(t, want, got, "continued")
	}
	sameBytes(t, want, written(longer, head, 0, len(head.bytes)), "both writes")
}
