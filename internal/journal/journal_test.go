package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command"
)

type settings struct {
	Nodes int    `json:"nodes"`
	Rules string `json:"rules"`
}

type entry struct {
	Game   int    `json:"game"`
	Result string `json:"result,omitempty"`
}

var format = Format[settings, entry]{Command: "chuhe test"}

// collect returns a function that appends entries.
func collect(to *[]entry) func(entry) error {
	return func(e entry) error {
		*to = append(*to, e)
		return nil
	}
}

// written returns the name of a journal with entries of the games 1 to n.
func written(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "a.jsonl")
	j, err := format.Create(name, settings{5, "asian"})
	require.NoError(t, err)
	for i := range n {
		require.NoError(t, j.Add(entry{i + 1, "1-0"}))
	}
	require.NoError(t, j.Close())
	return name
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return text
}

// games returns what the journal of a name contains, opened to continue it.
func games(t *testing.T, name string) (all []entry) {
	t.Helper()
	j, err := format.Open(name, settings{5, "asian"}, collect(&all))
	require.NoError(t, err)
	require.NoError(t, j.Close())
	return all
}

// TestContinue begins a journal, continues it, and reads it meanwhile.
func TestContinue(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.jsonl")
	for run := range 3 {
		var found, seen []entry
		j, err := format.Open(name, settings{5, "asian"}, collect(&found))
		require.NoError(t, err)
		assert.Len(t, found, run)
		assert.Equal(t, settings{5, "asian"}, j.Settings)
		assert.Equal(t, name, j.Name())
		require.NoError(t, j.Add(entry{Game: run}))
		s, err := format.Read(name, collect(&seen))
		require.NoError(t, err)
		assert.Equal(t, settings{5, "asian"}, s)
		assert.Equal(t, append(found, entry{Game: run}), seen)
		_, err = format.Open(name, settings{5, "asian"}, nil)
		assert.ErrorIs(t, err, ErrBusy)
		assert.ErrorIs(t, err, command.ErrInput)
		assert.EqualError(t, err, name+": another process is writing to it")
		require.NoError(t, j.Close())
	}
	text := string(read(t, name))
	assert.True(t, strings.HasPrefix(text, `{"journal":"chuhe test","settings":{"nodes":5,"rules":"asian"},"sum":"`), text)
	_, err := format.Create(name, settings{})
	assert.ErrorIs(t, err, fs.ErrExist)
	assert.Equal(t, text, string(read(t, name)))

	j, err := format.Open(name, settings{5, "asian"}, collect(new([]entry)))
	require.NoError(t, err)
	require.NoError(t, j.Remove())
	assert.NoFileExists(t, name)
	assert.NoError(t, j.Remove(), "twice")
}

// TestKilled cuts a journal wherever a kill may: the complete lines stay, and the same
// lines follow as without the kill.
func TestKilled(t *testing.T) {
	name := written(t, 3)
	whole := read(t, name)
	for size := range len(whole) {
		require.NoError(t, os.WriteFile(name, whole[:size], 0o600))
		complete := max(0, bytes.Count(whole[:size], []byte("\n"))-1)
		var found []entry
		j, err := format.Open(name, settings{5, "asian"}, collect(&found))
		require.NoError(t, err, size)
		require.Len(t, found, complete, size)
		for i := complete; i < 3; i++ {
			require.NoError(t, j.Add(entry{i + 1, "1-0"}))
		}
		require.NoError(t, j.Close())
		require.Equal(t, string(whole), string(read(t, name)), size)
	}
}

// TestFlippedBits flips every bit of a journal: it is found, with its line.
func TestFlippedBits(t *testing.T) {
	whole := read(t, written(t, 3))
	for i := range 8 * len(whole) {
		text := bytes.Clone(whole)
		text[i/8] ^= 1 << (i % 8)
		_, err := format.parse(bytes.NewReader(text), nil, collect(new([]entry)))
		line := 1 + bytes.Count(whole[:i/8], []byte("\n"))
		require.ErrorContains(t, err, fmt.Sprintf("line %d: ", line), "bit %d of byte %d", i%8, i/8)
	}
}

// TestUnreadable asserts that the lines are taken one by one, so that a journal may be larger than
// the memory, and that an error of reading is no end of the journal.
func TestUnreadable(t *testing.T) {
	broken := &fs.PathError{Op: "read", Path: "a.jsonl", Err: errors.New("broken disk")}
	var taken []entry
	_, err := format.parse(io.MultiReader(bytes.NewReader(read(t, written(t, 3))), iotest.ErrReader(broken)), nil, collect(&taken))
	assert.EqualError(t, err, "broken disk", "without the name, which the caller adds")
	assert.Len(t, taken, 3)
	_, err = format.parse(iotest.ErrReader(broken), nil, nil)
	assert.EqualError(t, err, "broken disk")
}

// TestChangedLines removes, exchanges, repeats and edits lines.
func TestChangedLines(t *testing.T) {
	name := written(t, 4)
	line := bytes.SplitAfter(read(t, name), []byte("\n"))
	other := bytes.SplitAfter(read(t, written(t, 5)), []byte("\n"))
	edited := bytes.Replace(line[2], []byte("1-0"), []byte("0-1"), 1)
	require.NotEqual(t, edited, line[2])
	resealed, _, err := seal("", entry{2, "0-1"})
	require.NoError(t, err)
	for what, c := range map[string]struct {
		lines [][]byte
		want  int
	}{
		"missing":    {[][]byte{line[0], line[1], line[3]}, 3},
		"exchanged":  {[][]byte{line[0], line[2], line[1]}, 2},
		"repeated":   {[][]byte{line[0], line[1], line[1]}, 3},
		"edited":     {[][]byte{line[0], line[1], edited, line[3]}, 3},
		"another":    {[][]byte{line[0], line[1], resealed, line[3]}, 3},
		"no end":     {[][]byte{line[0], bytes.TrimSpace(line[1]), line[2]}, 2},
		"added":      {[][]byte{line[0], []byte("\n"), line[1]}, 2},
		"of Windows": {[][]byte{line[0], bytes.Replace(line[1], []byte("\n"), []byte("\r\n"), 1)}, 2},
	} {
		require.NoError(t, os.WriteFile(name, bytes.Join(c.lines, nil), 0o600))
		_, err := format.Open(name, settings{5, "asian"}, collect(new([]entry)))
		assert.ErrorIs(t, err, ErrDamaged, what)
		size := len(bytes.Join(c.lines[:c.want-1], nil))
		assert.Equal(t, bytes.Join(c.lines, nil), read(t, name), "%s: it is left as it is", what)
		assert.EqualError(t, err, fmt.Sprintf("%s: line %d: damaged: it does not match its checksum, or a line before it is missing; "+
			"cut the file off after %d bytes to keep the lines before it, or remove it to start again", name, c.want, size), what)
		require.NoError(t, os.Truncate(name, int64(size)))
		assert.Len(t, games(t, name), c.want-2, "%s: the advice works", what)
	}
	require.NoError(t, os.WriteFile(name, bytes.Join(other, nil), 0o600))
	assert.Len(t, games(t, name), 5, "what another run with the same settings has written")
}

// TestForeign asserts that no other file is changed, nor one of other settings.
func TestForeign(t *testing.T) {
	name := written(t, 1)
	whole := string(read(t, name))
	for text, want := range map[string]string{
		"my notes\n": "line 1: no journal of \"chuhe test\"; name another file",
		"my notes":   "line 1: no journal of",
		"\n":         "line 1: no journal of",
		strings.Replace(whole, "chuhe test", "chuhe text", 1): "line 1: no journal of",
		`{"journal":"chuhe test","settings":{}}` + "\n":       "line 1: damaged: it does not match its checksum, or a line before it is missing; remove the file to start again",
	} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err := format.Open(name, settings{5, "asian"}, nil)
		assert.ErrorContains(t, err, name+": "+want, text)
		assert.ErrorIs(t, err, command.ErrInput)
		_, err = format.Read(name, nil)
		assert.ErrorContains(t, err, name+": "+want, text)
		assert.Equal(t, text, string(read(t, name)))
	}
	require.NoError(t, os.WriteFile(name, []byte(whole), 0o600))
	_, err := format.Open(name, settings{6, "asian"}, nil) // no entry is taken
	assert.EqualError(t, err, name+": begun with other settings: nodes is 5, want 6; give the same as before, or remove the file to start again")
	assert.ErrorIs(t, err, ErrSettings)
	assert.Equal(t, whole, string(read(t, name)))

	for _, text := range []string{"", whole[:30]} {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		_, err = format.Read(name, nil)
		assert.EqualError(t, err, name+`: no journal of "chuhe test": it has no complete line`)
	}
	_, err = format.Read(name+"x", nil)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = format.Open(t.TempDir(), settings{}, nil)
	assert.ErrorContains(t, err, "not a regular file")
	assert.ErrorIs(t, err, command.ErrInput)
}

// TestBadEntry names the line of an entry that the command cannot use.
func TestBadEntry(t *testing.T) {
	name := written(t, 3)
	bad := errors.New("no such game")
	take := func(e entry) error {
		if e.Game == 2 {
			return bad
		}
		return nil
	}
	_, err := format.Open(name, settings{5, "asian"}, take)
	assert.ErrorIs(t, err, bad)
	assert.ErrorContains(t, err, name+": line 3: no such game; cut the file off after ")
	_, err = format.Read(name, take)
	assert.ErrorContains(t, err, name+": line 3: no such game; ")
	other := Format[settings, struct{ Game string }]{Command: "chuhe test"}
	_, err = other.Read(name, func(struct{ Game string }) error { return nil })
	assert.ErrorContains(t, err, name+": line 2: ")
}

// TestTogether lets many goroutines write at once.
func TestTogether(t *testing.T) {
	name := written(t, 0)
	j, err := format.Open(name, settings{5, "asian"}, nil)
	require.NoError(t, err)
	var group sync.WaitGroup
	for i := range 50 {
		group.Go(func() { assert.NoError(t, j.Add(entry{Game: i})) })
	}
	group.Wait()
	require.NoError(t, j.Close())
	assert.Len(t, games(t, name), 50)
}

// TestSeal pins a line, so that files of one version of the program stay readable to the
// next.
func TestSeal(t *testing.T) {
	line, sum, err := seal("0123456789abcdef", entry{1, "1-0"})
	require.NoError(t, err)
	assert.Equal(t, `{"game":1,"result":"1-0","sum":"`+sum+`"}`+"\n", string(line))
	assert.Equal(t, "d50decaec089bf6c", sum)
	line, sum, err = seal("", struct{}{})
	require.NoError(t, err)
	assert.Equal(t, `{"sum":"`+sum+`"}`+"\n", string(line))
	got, ok := opened("", line)
	assert.True(t, ok)
	assert.Equal(t, sum, got)
	_, _, err = seal("", func() {})
	assert.Error(t, err)
}
