package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	gamedata "chuhe/lab/data"
	"chuhe/lab/record"
	"chuhe/lab/selfplay"
	"chuhe/lab/train/sample"
	"chuhe/search"
)

// smallLabelling returns one of 150 positions, 60 of them off the games of a file.
func smallLabelling(t *testing.T, data, out string) *labelling {
	t.Helper()
	l := &labelling{data: sample.DefaultSettings(), out: out, positions: 150, off: 0.4, search: selfplay.DefaultSettings()}
	l.data.Files, l.data.MinPly, l.search.Nodes, l.search.Threads = []string{data}, 2, 50, 1
	var err error
	l.evaluation, err = evals.Open("classical")
	require.NoError(t, err)
	return l
}

// TestResumeLabels begins labelling runs and leaves them at some place: all that continue
// give the same file.
func TestResumeLabels(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	whole := smallLabelling(t, data, filepath.Join(dir, "whole"))
	quiet := command.Streams{Out: io.Discard, Err: io.Discard}
	require.NoError(t, whole.run(t.Context(), quiet))
	want, err := os.ReadFile(whole.out)
	require.NoError(t, err)
	set, err := sample.Load(t.Context(), &whole.data)
	require.NoError(t, err)
	signature, err := search.Signature()
	require.NoError(t, err)
	text := whole.text(signature, 150, 60, set.Files)

	// A file that appeared during the work is not lost, nor is the work.
	assert.ErrorIs(t, whole.run(t.Context(), quiet), fs.ErrExist)
	assert.FileExists(t, whole.journal())

	l := smallLabelling(t, data, filepath.Join(dir, "resumed"))
	for _, c := range []struct {
		name  string
		first int // positions labelled before
		cut   int // bytes missing at the end
	}{
		{"nothing", 0, 0}, {"some", 30, 0}, {"a block cut", 60, 7}, {"the last position on the games", 90, 0},
	} {
		j, err := l.openJournal(text)
		require.NoError(t, err, c.name)
		if c.first > 0 {
			require.NoError(t, l.label(t.Context(), &set.Training, c.first, newLabelSet(), j, io.Discard), c.name)
		}
		_, err = l.openJournal(text)
		assert.ErrorIs(t, err, command.ErrInput, "%s: another process has it", c.name)
		require.NoError(t, j.Close())
		before, err := os.Stat(l.journal())
		require.NoError(t, err)
		require.NoError(t, os.Truncate(l.journal(), before.Size()-int64(c.cut)))

		j, err = l.openJournal(text)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.first > 0, len(j.saved) > 0, "%s: chunks are taken over", c.name)
		require.NoError(t, j.Close())
		require.NoError(t, l.run(t.Context(), quiet), c.name)
		got, err := os.ReadFile(l.out)
		require.NoError(t, err)
		assert.Equal(t, want, got, c.name)
		assert.NoFileExists(t, l.journal())
		require.NoError(t, os.Remove(l.out))
	}
}

// TestScarceLabels asks for more positions than there are: it writes those that there
// are, each once, in blocks that packing does not change.
func TestScarceLabels(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	file := func(name string) string { return filepath.Join(dir, name) }
	set, err := sample.Load(t.Context(), &smallLabelling(t, data, "").data)
	require.NoError(t, err)
	l := smallLabelling(t, data, file("out"))
	l.positions, l.off, l.search.Nodes = 2*set.Training.Len(), 0.5, 1
	var out, errs bytes.Buffer
	streams := command.Streams{Out: &out, Err: &errs}
	require.NoError(t, l.run(t.Context(), streams))
	found := regexp.MustCompile(`: (\d+) positions, (\d+) of them off the games\n$`).FindStringSubmatch(out.String())
	require.NotNil(t, found, &out)
	assert.Contains(t, errs.String(), "WARNING: only "+found[1]+" different positions pass the filters, ")
	want, err := os.ReadFile(l.out)
	require.NoError(t, err)
	seen := map[uint64]bool{}
	for g := range gamesOf(t, want, fmt.Sprintf("positions %s\noff %s\n", found[1], found[2])) {
		assert.False(t, seen[g.Start.Key()], "each once")
		seen[g.Start.Key()] = true
	}
	assert.Equal(t, found[1], strconv.Itoa(len(seen)))

	for _, args := range [][]string{{"pack", "-out", file("packed"), l.out}, {"unpack", "-out", file("again"), file("packed")}} {
		require.NoError(t, gamedata.Command().Execute(t.Context(), args, streams))
	}
	again, err := os.ReadFile(file("again"))
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, again), "packing and unpacking restores the file")

	// The journal has the positions off the games behind all of the others.
	assert.ErrorIs(t, l.run(t.Context(), streams), fs.ErrExist)
	require.NoError(t, os.Remove(l.out))
	out.Reset()
	require.NoError(t, l.run(t.Context(), streams))
	assert.Contains(t, out.String(), "out.part: continuing with "+found[1]+" labelled positions\n")
	again, err = os.ReadFile(l.out)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(want, again), "uninterrupted and continued")

	l = smallLabelling(t, data, file("none"))
	l.data.MinPly, l.data.Captures, l.data.MaxScore, l.search.Nodes, l.positions = 0, true, 1, 1, 1
	l.data.MaxQuiet = 0
	assert.ErrorContains(t, l.run(t.Context(), streams), "no position passes the filters")
}

// gamesOf yields the games of a file whose header contains a text.
func gamesOf(t *testing.T, file []byte, text string) iter.Seq[*record.Game] {
	r, err := record.NewReader(bytes.NewReader(file))
	require.NoError(t, err)
	assert.Contains(t, r.Text(), text)
	return func(yield func(*record.Game) bool) {
		for {
			g := new(record.Game)
			err := r.Next(g)
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			if !yield(g) {
				return
			}
		}
	}
}

// TestDamagedJournal asserts that finished work behind damage is not lost in silence, and
// that what a kill has cut off is.
func TestDamagedJournal(t *testing.T) {
	skipShort(t)
	dir, data := t.TempDir(), games(t, 40)
	l := smallLabelling(t, data, filepath.Join(dir, "out"))
	var out, errs bytes.Buffer
	streams := command.Streams{Out: &out, Err: &errs}
	require.NoError(t, l.run(t.Context(), streams))
	want, err := os.ReadFile(l.out)
	require.NoError(t, err)
	assert.ErrorIs(t, l.run(t.Context(), streams), fs.ErrExist)
	part, err := os.ReadFile(l.journal())
	require.NoError(t, err)
	require.NoError(t, os.Remove(l.out))

	for _, at := range []int{len(part) / 2, len(part) - 10} {
		damaged := bytes.Clone(part)
		damaged[at] ^= 1
		require.NoError(t, os.WriteFile(l.journal(), damaged, 0o666))
		err = l.run(t.Context(), streams)
		require.ErrorIs(t, err, command.ErrInput)
		assert.ErrorContains(t, err, fmt.Sprintf("out.part: line %d: damaged: ", 1+bytes.Count(part[:at], []byte("\n"))))
		left, err := os.ReadFile(l.journal())
		require.NoError(t, err)
		assert.True(t, bytes.Equal(damaged, left), "it is left unchanged")
	}
	for _, size := range []int{0, 5, 14, 100, len(part) - 7} { // killed while a line was being written
		require.NoError(t, os.WriteFile(l.journal(), part[:size], 0o666))
		require.NoError(t, l.run(t.Context(), streams), "%d bytes", size)
		got, err := os.ReadFile(l.out)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(want, got), "%d bytes", size)
		require.NoError(t, os.Remove(l.out))
	}
}

func TestForeignJournal(t *testing.T) {
	l := smallLabelling(t, "", filepath.Join(t.TempDir(), "out"))
	j, err := l.openJournal("nodes 1\nfrom a\n")
	require.NoError(t, err)
	require.NoError(t, j.Close())
	_, err = l.openJournal("nodes 2\nfrom b\n")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, `out.part: begun with other settings: from is "a", want "b"; nodes is "1", want "2"; give the same as before`)
	l.data.MinPly++
	_, err = l.openJournal("nodes 1\nfrom a\n")
	assert.ErrorContains(t, err, "begun with other settings: filter is ")
	require.NoError(t, os.WriteFile(l.journal(), []byte("what is this?"), 0o666))
	_, err = l.openJournal("nodes 1\nfrom a\n")
	assert.ErrorContains(t, err, `out.part: line 1: no journal of "train label"; name another file`)
}
