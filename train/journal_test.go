package main

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/search"
	"chuhe/selfplay"
	"chuhe/train/sample"
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
	text := whole.text(signature, 60, set.Files)

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
			_, err = l.label(t.Context(), &set.Training, c.first, j, io.Discard)
			require.NoError(t, err, c.name)
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

func TestForeignJournal(t *testing.T) {
	l := smallLabelling(t, "", filepath.Join(t.TempDir(), "out"))
	j, err := l.openJournal("one")
	require.NoError(t, err)
	require.NoError(t, j.Close())
	_, err = l.openJournal("two")
	assert.ErrorIs(t, err, command.ErrInput)
	assert.ErrorContains(t, err, "out.part: it belongs to a labelling run with other settings or data; remove it")
	l.data.MinPly++
	_, err = l.openJournal("one")
	assert.ErrorContains(t, err, "other settings")
	require.NoError(t, os.WriteFile(l.journal(), []byte("what is this?"), 0o666))
	_, err = l.openJournal("one")
	assert.ErrorContains(t, err, "not a file of recorded games")
}
