package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzJournal writes, kills, continues and damages a journal as its input says. What is
// read must always be the first of the entries that were written, and a damaged line must
// be named or be the last one, cut off.
func FuzzJournal(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x05\x00\x06\x00"))
	f.Add([]byte("\x00\x01\x30\x00\x02\x05\x00\x01\x03\x04\x00\x01"))
	f.Add([]byte("\x00\x00\x03\x07\x15\x00"))
	f.Add([]byte("\x00\x01\x00\x02\x03\x00\x70\x00\x03\x00\x65\x00"))
	f.Add([]byte("\x00\x02\xff\x00\x01\xff\x02\x20\x01"))
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 100 {
			return
		}
		name := filepath.Join(t.TempDir(), "a.jsonl")
		var want []entry // of the whole lines
		var j *Journal[settings, entry]
		closed := func() {
			if j != nil {
				require.NoError(t, j.Close())
				j = nil
			}
		}
		defer closed()
		next := func() byte {
			if len(input) == 0 {
				return 0
			}
			b := input[0]
			input = input[1:]
			return b
		}
		for len(input) > 0 {
			switch next() % 5 {
			case 0, 1: // continue, and add an entry
				if j == nil {
					var got []entry
					var err error
					j, err = format.Open(name, settings{5, "asian"}, collect(&got))
					require.NoError(t, err)
					require.Equal(t, len(want), len(got))
					require.ElementsMatch(t, want, got)
				}
				e := entry{len(want), string(rune('0' + next()%70))}
				require.NoError(t, j.Add(e))
				want = append(want, e)
			case 2: // kill: the end of the file was not written
				closed()
				text, err := os.ReadFile(name)
				if err != nil {
					continue
				}
				text = text[:len(text)-int(next())*len(text)/256]
				require.NoError(t, os.WriteFile(name, text, 0o600))
				want = want[:max(bytes.Count(text, []byte("\n"))-1, 0)]
			case 3: // a bit that turns over
				closed()
				text, err := os.ReadFile(name)
				if err != nil || len(text) == 0 {
					continue
				}
				place, bit := (int(next())<<8|int(next()))%len(text), next()%8
				text[place] ^= 1 << bit
				require.NoError(t, os.WriteFile(name, text, 0o600))
				var got []entry
				_, err = format.Read(name, collect(&got))
				last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
				if err == nil {
					assert.GreaterOrEqual(t, place, last, "a change before the last line goes unnoticed")
				} else {
					assert.ErrorContains(t, err, name)
				}
				require.LessOrEqual(t, len(got), len(want))
				require.ElementsMatch(t, want[:len(got)], got)
				text[place] ^= 1 << bit
				require.NoError(t, os.WriteFile(name, text, 0o600))
			case 4: // other settings are refused, and the file stays
				closed()
				before, err := os.ReadFile(name)
				if err != nil || bytes.IndexByte(before, '\n') < 0 {
					continue
				}
				_, err = format.Open(name, settings{6, "asian"}, collect(new([]entry)))
				require.ErrorIs(t, err, ErrSettings)
				after, err := os.ReadFile(name)
				require.NoError(t, err)
				require.Equal(t, before, after)
			}
		}
	})
}
