package columns

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTables aligns what a terminal shows: the numbers of each line begin, or end, in one column.
func TestTables(t *testing.T) {
	rows := [][]string{{"引擎", "局数", "得分率（%）"}, {"chuhe", "8", "50 ± 3"}, {"佳佳象棋ab", "12", "đ"}}
	for _, c := range []struct {
		writer func(io.Writer) *Writer
		want   string
	}{
		{Left, `
引擎        局数  得分率（%）
chuhe       8     50 ± 3
佳佳象棋ab  12    đ
`},
		{Right, `
        引擎  局数  得分率（%）
       chuhe     8       50 ± 3
  佳佳象棋ab    12            đ
`},
	} {
		var out strings.Builder
		w := c.writer(&out)
		for _, row := range rows {
			n, err := fmt.Fprintln(w, strings.Join(row, "\t")+"\t")
			require.NoError(t, err)
			assert.Equal(t, len(strings.Join(row, "\t")+"\t\n"), n)
		}
		require.NoError(t, w.Flush())
		lines := strings.SplitAfter(out.String(), "\n")
		for i, line := range lines {
			lines[i] = strings.TrimRight(line, " \n") // the last cells end in blanks
		}
		assert.Equal(t, strings.TrimPrefix(c.want, "\n"), strings.Join(lines, "\n"))
	}
}

// TestMarks aligns decomposed text, as macOS names files, and passes it on as it is.
func TestMarks(t *testing.T) {
	for _, c := range []struct {
		writer func(io.Writer) *Writer
		want   string
	}{
		{Left, "đo\u0323\u0302i     1  \nchuhe\x01  2  \n象\u20dd\u0301      3  \n"},
		{Right, "     đo\u0323\u0302i  1\n  chuhe\x01  2\n      象\u20dd\u0301  3\n"},
	} {
		var out strings.Builder
		w := c.writer(&out)
		n, err := io.WriteString(w, "đo\u0323\u0302i\t1\t\nchuhe\x01\t2\t\n")
		require.NoError(t, err)
		assert.Equal(t, 22, n)
		_, err = io.WriteString(w, "象\u20dd\u0301\t3\t\n")
		require.NoError(t, err)
		require.NoError(t, w.Flush())
		assert.Equal(t, c.want, out.String())
	}
}

func TestWidth(t *testing.T) {
	for text, want := range map[string]int{"": 0, "chuhe": 5, "引擎": 4, "（）": 4, "±1 %": 4, "đội": 3, "đo\u0323\u0302i": 3, "象\u20dd": 2, "ｱ": 1, "Ａ": 2} {
		assert.Equal(t, want, Width(text), text)
	}
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestError(t *testing.T) {
	w := Left(full{})
	_, err := io.WriteString(w, "a\tb\n\n")
	assert.ErrorIs(t, errors.Join(err, w.Flush()), errFull)
}
