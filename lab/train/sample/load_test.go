package sample

import (
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/testpos"
	"chuhe/lab/record"
)

// write writes games to a file in a temporary folder.
func write(t *testing.T, games []record.Game) string {
	t.Helper()
	return writeWith(t, "from a test", games)
}

// writeWith is write with the text of the header.
func writeWith(t *testing.T, text string, games []record.Game) string {
	t.Helper()
	return writeBy(t, record.NewWriter, text, games)
}

// writeBy is writeWith for a format.
func writeBy(t *testing.T, newWriter func(io.Writer, string) (*record.Writer, error), text string, games []record.Game) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "test.games")
	f, err := os.Create(name)
	require.NoError(t, err)
	w, err := newWriter(f, text)
	require.NoError(t, err)
	for i := range games {
		require.NoError(t, w.Write(&games[i]))
		if i%100 == 99 {
			require.NoError(t, w.Flush())
		}
	}
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
	return name
}

// randomGames returns games of random moves and scores.
func randomGames(n int) []record.Game {
	rng := rand.New(rand.NewPCG(5, 6))
	all := make([]record.Game, n)
	for i := range all {
		all[i] = record.Game{Start: board.Start(), Result: [...]board.Result{board.BlackWins, board.Draw, board.RedWins}[rng.IntN(3)]}
		p := board.Start()
		for m := range testpos.Playout(rng, &p, 60) {
			all[i].Plies = append(all[i].Plies, record.Ply{Move: m, Score: int16(rng.NormFloat64() * 1000)})
		}
	}
	return all
}

func load(t *testing.T, change func(*Settings), names ...string) *Set {
	t.Helper()
	s := DefaultSettings()
	s.Files = names
	change(&s)
	set, err := Load(context.Background(), &s)
	require.NoError(t, err)
	return set
}

// TestFilters loads a game in which every filter leaves out a position.
func TestFilters(t *testing.T) {
	start := testpos.FEN(t, "3ak4/9/9/p8/9/9/9/R8/9/3K5 w - - 0 1")
	g := record.Game{Start: start, Result: board.RedWins}
	for _, ply := range []struct {
		move  string
		score int16
	}{
		{"a2b2", 10}, {"a6a5", 20}, // early
		{"d0d1", 30},
		{"a5a4", record.NoScore},
		{"b2e2", 40}, // gives check
		{"d9e8", 50}, // in check
		{"e2e8", 60}, // a capture
		{"e9e8", 70}, // a capture in check
		{"d1d0", 2001},
		{"a4a3", -2001},
		{"d0d1", 80},
		{"a3a2", 90},
	} {
		g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(ply.move), Score: ply.score})
	}
	require.NoError(t, g.Check())
	name := write(t, []record.Game{g})
	scores := func(set *Set) (all []int16) {
		for i := range set.Training.Len() {
			all = append(all, set.Training.At(i).Score())
		}
		return all
	}
	two := func(s *Settings) { s.Validation, s.MinPly = 0, 2 }

	set := load(t, two, name)
	assert.Equal(t, []int16{30, 40, 80, 90}, scores(set))
	assert.Equal(t, Counts{Games: 1, Plies: 12, Early: 2, NoScore: 1, Captures: 2, InCheck: 1, Decided: 2, Training: 4}, set.Counts)
	assert.InDelta(t, 1, set.Training.At(0).Points(), 0, "Red to move")
	assert.InDelta(t, 0, set.Training.At(3).Points(), 0, "Black to move")
	require.Len(t, set.Files, 1)
	assert.Equal(t, 4, set.Files[0].Used)
	assert.Equal(t, 12, set.Files[0].Plies)
	assert.Equal(t, "from a test", set.Files[0].Text)

	for _, c := range []struct {
		change func(*Settings)
		want   []int16
	}{
		{func(s *Settings) { s.Captures = true }, []int16{30, 40, 60, 80, 90}},
		{func(s *Settings) { s.Checks = true }, []int16{30, 40, 50, 80, 90}},
		{func(s *Settings) { s.Captures, s.Checks = true, true }, []int16{30, 40, 50, 60, 70, 80, 90}},
		{func(s *Settings) { s.MaxScore = 2001 }, []int16{30, 40, 2001, -2001, 80, 90}},
		{func(s *Settings) { s.MaxQuiet = 3 }, []int16{30, 80, 90}},
		{func(s *Settings) { s.MinPly = 0 }, []int16{10, 20, 30, 40, 80, 90}},
	} {
		assert.Equal(t, c.want, scores(load(t, func(s *Settings) { two(s); c.change(s) }, name)))
	}

	// Mates may be used; wins by the rules of repetition never are.
	g.Plies[2].Score, g.Plies[4].Score = int16(eval.Mate-3), int16(eval.RuleWin-3)
	name = write(t, []record.Game{g})
	set = load(t, func(s *Settings) { two(s); s.MaxScore = int(eval.Mate) }, name)
	assert.Equal(t, []int16{int16(eval.Mate - 3), 2001, -2001, 80, 90}, scores(set))
	assert.Equal(t, 1, set.Counts.Decided)
}

// TestRepeats loads a game in which rooks go back and forth.
func TestRepeats(t *testing.T) {
	g := record.Game{Start: testpos.FEN(t, "3ak4/9/9/8r/9/9/9/R8/9/3K5 w - - 0 1"), Result: board.RedWins}
	for i, move := range []string{"a2b2", "i6h6", "b2a2", "h6i6", "a2b2", "i6h6", "b2c2"} {
		g.Plies = append(g.Plies, record.Ply{Move: board.MustParseMove(move), Score: int16(10 * i)})
	}
	require.NoError(t, g.Check())
	name := write(t, []record.Game{g, g})
	every := func(s *Settings) { s.Validation, s.MinPly = 0, 0 }
	set := load(t, every, name)
	assert.Equal(t, Counts{Games: 2, Plies: 14, Repeats: 6, Training: 8}, set.Counts)
	for i, want := range []int16{0, 10, 20, 30, 0, 10, 20, 30} {
		assert.Equal(t, want, set.Training.At(i).Score(), "only repeats within a game count")
	}
	set = load(t, func(s *Settings) { every(s); s.Repeats = true }, name)
	assert.Equal(t, Counts{Games: 2, Plies: 14, Training: 14}, set.Counts)
}

// TestLabelled loads labelled positions: they have no result, and no filter takes
// them for an opening. Merged with games they are refused, because nothing would tell
// the two apart.
func TestLabelled(t *testing.T) {
	label := record.Game{Start: testpos.FEN(t, "3ak4/9/9/8r/9/9/9/R8/9/3K5 w - - 0 1"), Result: board.Draw,
		Plies: []record.Ply{{Move: board.MustParseMove("a2b2"), Score: 77}}}
	name := writeWith(t, record.LabelledBy+"\nnodes 100\n", []record.Game{label})
	games := write(t, []record.Game{{Start: label.Start, Result: board.Draw, Plies: label.Plies}})
	set := load(t, func(s *Settings) { s.Validation = 0 }, name)
	require.Equal(t, 1, set.Training.Len())
	assert.False(t, set.Training.At(0).HasResult())
	assert.Equal(t, int16(77), set.Training.At(0).Score())
	set = load(t, func(s *Settings) { s.Validation, s.Offshoots = 0, 3 }, name)
	require.Positive(t, set.Training.Len())
	for i := range set.Training.Len() {
		assert.False(t, set.Training.At(i).HasResult(), "an offshoot of a label has no result either")
	}
	set = load(t, func(s *Settings) { s.Validation, s.MinPly = 0, 0 }, games)
	assert.True(t, set.Training.At(0).HasResult())
	assert.InDelta(t, 0.5, set.Training.At(0).Points(), 0)

	s := DefaultSettings()
	s.Files = []string{writeWith(t, "made by data merge\n"+record.LabelledBy+"\n", []record.Game{label})}
	_, err := Load(context.Background(), &s)
	require.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "labelled positions merged with other games")
}

// all returns the samples of a pool.
func all(p *Pool) (list []Sample) {
	for i := range p.Len() {
		list = append(list, *p.At(i))
	}
	return list
}

// TestLoadThreads loads several files with any number of threads.
func TestLoadThreads(t *testing.T) {
	games := randomGames(700)
	names := []string{write(t, games[:300]), write(t, games[300:])}
	want := load(t, func(*Settings) {}, names...)
	assert.Greater(t, want.Training.Len(), 10000)
	assert.Positive(t, want.Counts.Validation)
	assert.Equal(t, want.Counts.Validation, want.Validation.Len())
	c := want.Counts
	assert.Equal(t, c.Plies, c.Early+c.NoScore+c.Decided+c.InCheck+c.Captures+c.Drawish+c.Repeats+c.Training+c.Validation)
	for threads := 2; threads <= 3; threads++ {
		got := load(t, func(s *Settings) { s.Threads = threads }, names...)
		assert.Equal(t, want.Files, got.Files, "%d threads", threads)
		assert.Equal(t, want.Counts, got.Counts, "%d threads", threads)
		assert.True(t, slices.Equal(all(&want.Training), all(&got.Training)), "%d threads", threads)
		assert.True(t, slices.Equal(all(&want.Validation), all(&got.Validation)), "%d threads", threads)
	}
}

// TestLoadPacked asserts that packed games are the same games.
func TestLoadPacked(t *testing.T) {
	testpos.SkipRace(t)
	games := randomGames(300)
	want := load(t, func(*Settings) {}, write(t, games))
	got := load(t, func(*Settings) {}, writeBy(t, record.NewPackedWriter, "from a test", games))
	assert.Equal(t, want.Counts, got.Counts)
	assert.Equal(t, want.Files[0].Text, got.Files[0].Text)
	assert.NotEqual(t, want.Files[0].SHA256, got.Files[0].SHA256)
	assert.True(t, slices.Equal(all(&want.Training), all(&got.Training)))
	assert.True(t, slices.Equal(all(&want.Validation), all(&got.Validation)))
}

// TestSplit sets the same games aside whatever the order of the files, the other
// files and the seed, and makes the same offshoots of a game in any order.
func TestSplit(t *testing.T) {
	testpos.SkipRace(t)
	n := testpos.Rounds(60, 200, 200)
	games := randomGames(3 * n)
	one, two, three := write(t, games[:n]), write(t, games[n:2*n]), write(t, games[2*n:])
	sides := func(set *Set) (training, validation map[Sample]int) {
		count := func(p *Pool) map[Sample]int {
			n := make(map[Sample]int)
			for _, s := range all(p) {
				n[s]++
			}
			return n
		}
		return count(&set.Training), count(&set.Validation)
	}
	for _, offshoots := range []int{0, 2} {
		ten := func(s *Settings) { s.Validation, s.Offshoots = 10, offshoots }
		set := load(t, ten, one, two)
		training, validation := sides(set)
		assert.InDelta(t, 0.1, float64(set.Validation.Len())/float64(set.Validation.Len()+set.Training.Len()), 0.05)
		turnedTraining, turnedValidation := sides(load(t, ten, two, one))
		assert.Equal(t, training, turnedTraining, "in another order")
		assert.Equal(t, validation, turnedValidation, "in another order")

		more, moreAside := sides(load(t, ten, three, one, two))
		for s, n := range training {
			require.GreaterOrEqual(t, more[s], n, "with a file more")
		}
		for s, n := range validation {
			require.GreaterOrEqual(t, moreAside[s], n, "with a file more")
		}
	}
	want := load(t, func(s *Settings) { s.Validation = 10 }, one, two)
	for seed := range uint64(5) {
		got := load(t, func(s *Settings) { s.Validation, s.Seed = 10, seed }, one, two)
		assert.Equal(t, all(&want.Training), all(&got.Training), "seed %d", seed)
		assert.Equal(t, all(&want.Validation), all(&got.Validation), "seed %d", seed)
	}
}

func TestBadFiles(t *testing.T) {
	testpos.SkipRace(t)
	games := randomGames(300)
	fails := func(name string, words ...string) {
		s := DefaultSettings()
		s.Files = []string{name}
		_, err := Load(context.Background(), &s)
		require.ErrorIs(t, err, command.ErrInput)
		for _, word := range append(words, filepath.Base(name)) {
			assert.ErrorContains(t, err, word)
		}
	}
	fails(filepath.Join(t.TempDir(), "missing.games"), syscall.ENOENT.Error())
	fails(t.TempDir(), "not a regular file")

	name := write(t, games)
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	data[len(data)/2] ^= 1
	require.NoError(t, os.WriteFile(name, data, 0o644))
	fails(name, "block 2", "checksum")
	set := load(t, func(s *Settings) { s.SkipDamaged = true }, name)
	assert.Equal(t, 200, set.Counts.Games)
	assert.Len(t, set.Files[0].Faults, 1)

	data[len(data)/2] ^= 1
	require.NoError(t, os.WriteFile(name, data[:len(data)-10], 0o644))
	set = load(t, func(*Settings) {}, name) // it is still written to
	assert.Equal(t, 200, set.Counts.Games)
	assert.Len(t, set.Files[0].Faults, 1)

	// Other damage at the end is damage, and nothing adds to packed or labelled files.
	data[len(data)-100] ^= 1
	require.NoError(t, os.WriteFile(name, data, 0o644))
	fails(name, "block 3", "checksum")
	labels := slices.Clone(games)
	for i := range labels {
		labels[i].Plies = labels[i].Plies[:1]
	}
	for _, whole := range []string{writeBy(t, record.NewPackedWriter, "from a test", games), writeWith(t, record.LabelledBy+"\n", labels)} {
		info, err := os.Stat(whole)
		require.NoError(t, err)
		require.NoError(t, os.Truncate(whole, info.Size()-10))
		fails(whole, "block 3", "the file ends within it")
		set = load(t, func(s *Settings) { s.SkipDamaged = true }, whole)
		assert.Equal(t, 200, set.Counts.Games)
	}

	require.NoError(t, os.WriteFile(name, []byte("something else altogether"), 0o644))
	fails(name, "not a file of recorded games")

	games[270].Plies[20].Move = board.MustParseMove("e0e5")
	fails(write(t, games), "game 271, ply 21: e0e5 is not legal")

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := DefaultSettings()
	s.Files = []string{write(t, games[:200])}
	_, err = Load(ctx, &s)
	assert.ErrorIs(t, err, context.Canceled)

	// A file can also go bad after the check of all.
	for _, name := range []string{filepath.Join(t.TempDir(), "missing.games"), name} {
		_, err = s.readFile(name, nil)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, name)
	}
}

// TestLongGames asserts that chunks of long games are small, so that an interrupt need not
// wait long.
func TestLongGames(t *testing.T) {
	long := record.Game{Start: board.Start(), Result: board.Draw}
	for m := range strings.FieldsSeq(strings.Repeat("a0a1 a9a8 a1a0 a8a9 ", 5000)) {
		long.Plies = append(long.Plies, record.Ply{Move: board.MustParseMove(m)})
	}
	s := DefaultSettings()
	var sizes []int
	file, err := s.readFile(write(t, slices.Repeat([]record.Game{long}, 10)), func(c *chunk) bool {
		sizes = append(sizes, len(c.games))
		return true
	})
	require.NoError(t, err)
	assert.Equal(t, 10, file.Games)
	assert.Equal(t, []int{4, 4, 2}, sizes)
}

// TestRepeated loads games that occur again in another file.
func TestRepeated(t *testing.T) {
	games := randomGames(20)
	first, second := write(t, games[:15]), write(t, games[10:])
	assert.Zero(t, load(t, func(*Settings) {}, first).Repeated)
	set := load(t, func(*Settings) {}, first, second)
	assert.Equal(t, 5, set.Repeated)
	assert.Equal(t, 25, set.Counts.Games)
}

// TestSameGames gives the same games under two names.
func TestSameGames(t *testing.T) {
	name := write(t, randomGames(10))
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	dir := t.TempDir()
	link, same := filepath.Join(dir, "link.games"), filepath.Join(dir, "same.games")
	require.NoError(t, os.WriteFile(same, data, 0o644))
	names := map[string]string{
		filepath.Dir(name) + "/./" + filepath.Base(name): "are the same file",
		same: "hold the same bytes",
	}
	if os.Symlink(name, link) == nil { // Windows may forbid it
		names[link] = "are the same file"
	}
	for twin, want := range names {
		s := DefaultSettings()
		s.Files = []string{name, twin}
		_, err := Load(context.Background(), &s)
		require.ErrorIs(t, err, command.ErrInput, twin)
		assert.ErrorContains(t, err, name+" and "+twin+" "+want)
	}
}
