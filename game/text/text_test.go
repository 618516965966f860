package text

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// read returns the lines of a file.
func read(file string) (lines []Line) {
	for l := NewLines(strings.NewReader(file)); ; {
		line, err := l.Next()
		if err != nil {
			return
		}
		lines = append(lines, line)
	}
}

func TestEncodings(t *testing.T) {
	const simple, old = "红先胜\r\n1. 炮二平五 马8进7\n\n象棋", "紅先勝\r\n1. 炮二平五 馬8進7\n\n象棋"
	wide := func(e unicode.Endianness, bom unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, bom) }
	for _, c := range []struct {
		encoding encoding.Encoding
		text     string
	}{
		{encoding.Nop, simple}, {unicode.UTF8BOM, simple}, {simplifiedchinese.GB18030, simple}, {simplifiedchinese.GB18030, old},
		{traditionalchinese.Big5, old}, {wide(unicode.LittleEndian, unicode.UseBOM), simple}, {wide(unicode.BigEndian, unicode.UseBOM), old},
		{wide(unicode.LittleEndian, unicode.IgnoreBOM), simple}, {wide(unicode.BigEndian, unicode.IgnoreBOM), simple},
	} {
		file, err := c.encoding.NewEncoder().String(c.text)
		require.NoError(t, err)
		lines := read(file)
		require.Len(t, lines, 4, "%q", file)
		want := strings.Split(strings.ReplaceAll(c.text, "\r", ""), "\n")
		for i, line := range lines {
			assert.Equal(t, want[i], line.Text)
			assert.Equal(t, i+1, line.Number)
		}
		// Every character stands where the line says.
		for _, line := range lines {
			for i, r := range line.Text {
				one, err := c.encoding.NewEncoder().String(string(r))
				require.NoError(t, err)
				one = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(one, "\xef\xbb\xbf"), "\xff\xfe"), "\xfe\xff")
				for _, other := range []int{i, 0, i / 2, len(line.Text), i} { // and so in any order
					if utf8.RuneStart((line.Text + " ")[other]) {
						line.OffsetOf(other)
					}
				}
				assert.True(t, strings.HasPrefix(file[line.OffsetOf(i):], one), "%q in %q", string(r), line.Text)
			}
		}
		assert.Equal(t, strings.Join(want, "\n")+"\n", Decode([]byte(file)))
	}
}

// TestWideChinese reads UTF-16 without a mark in which hardly a byte is zero, and takes
// nothing else for it.
func TestWideChinese(t *testing.T) {
	const moves = "炮二平五，马８进７，马二进三，车９平８"
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		file, err := unicode.UTF16(order, unicode.IgnoreBOM).NewEncoder().String(moves + "\n" + moves)
		require.NoError(t, err)
		assert.Equal(t, moves+"\n"+moves+"\n", Decode([]byte(file)))
	}
	for _, e := range []encoding.Encoding{encoding.Nop, simplifiedchinese.GB18030} {
		file, err := e.NewEncoder().String(strings.Repeat(moves, 9))
		require.NoError(t, err)
		assert.Equal(t, strings.Repeat(moves, 9)+"\n", Decode([]byte(file)))
	}
}

// TestMixed reads a file whose lines are in different encodings, as after joining
// files.
func TestMixed(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("炮二平五\n")
	require.NoError(t, err)
	for file, want := range map[string][]string{
		gbk + "马八进七\n" + gbk:          {"炮二平五", "马八进七", "炮二平五"},
		"马八进七\n" + gbk + "马八进七\n":     {"马八进七", "炮二平五", "马八进七"},
		gbk + gbk + "马八进七\n":          {"炮二平五", "炮二平五", "马八进七"},
		"马八进七\n" + "马八进七\n" + gbk[:8]: {"马八进七", "马八进七", "炮二平五"},
	} {
		lines := read(file)
		require.Len(t, lines, len(want), "%q", file)
		offset := 0
		for i, line := range lines {
			assert.Equal(t, want[i], line.Text)
			assert.Equal(t, i+1, line.Number)
			assert.EqualValues(t, offset, line.Offset)
			offset += strings.IndexByte(file[offset:]+"\n", '\n') + 1
		}
		assert.Equal(t, strings.Join(want, "\n")+"\n", Decode([]byte(file)))
	}
}

// TestLineEnds reads the lines of old Macs, which end with \r alone, and what files have that were
// joined: the marks of each of them, and the end of a file in DOS behind the last.
func TestLineEnds(t *testing.T) {
	for _, e := range []encoding.Encoding{
		encoding.Nop, simplifiedchinese.GB18030, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM),
	} {
		for text, want := range map[string][]string{
			"1. 炮二平五\r\r马8进7\r":                                   {"1. 炮二平五", "", "马8进7"},
			"1. 炮二平五\r马8进7":                                       {"1. 炮二平五", "马8进7"},
			"1. 炮二平五\r\n马8进7\r\n":                                 {"1. 炮二平五", "马8进7"},
			"1. 炮二平五 \r 马8进7\n":                                   {"1. 炮二平五 \r 马8进7"},
			"1. 炮二平五 马8进7\r":                                      {"1. 炮二平五 马8进7"},
			"1. 炮二平五\r\n\ufeff1. 马8进7\r\n\ufeff 红\r\n":            {"1. 炮二平五", "1. 马8进7", " 红"},
			"1. 炮二平五 马8进7\r\n2. 马二进三 车9平8\r\n\x1a":                {"1. 炮二平五 马8进7", "2. 马二进三 车9平8", ""},
			"1. 炮二平五\r\n马8进7\x1a":                                 {"1. 炮二平五", "马8进7"},
			"1. 炮二平五" + strings.Repeat("\r马8进7", 11_000) + "\n\r": append(append([]string{"1. 炮二平五"}, slices.Repeat([]string{"马8进7"}, 10_999)...), "马8进7 "),
		} {
			file, err := e.NewEncoder().String(text)
			require.NoError(t, err)
			lines := read(file)
			require.Len(t, lines, len(want), "%q", text[:min(len(text), 99)])
			for i, line := range lines {
				require.Equal(t, want[i], line.Text)
				require.Equal(t, i+1, line.Number)
				if words := strings.TrimRight(line.Text, " "); words != "" {
					code, err := e.NewEncoder().String(words)
					require.NoError(t, err)
					code = strings.TrimPrefix(code, "\xff\xfe")
					require.True(t, strings.HasPrefix(file[line.Offset:], code), "%q", line.Text)
				}
			}
			last := text[len(text)-1]
			assert.Equal(t, last >= ' ' || last == '\r' && strings.Count(text, "\r") == 1, lines[len(lines)-1].Open, "%q", text[:min(len(text), 99)])
		}
	}
}

// endless is a file of one line.
type endless struct{ read int }

func (e *endless) Read(p []byte) (int, error) {
	e.read += len(p)
	return len(p), nil
}

func TestLongLine(t *testing.T) {
	in := &endless{}
	_, err := NewLines(in).Next()
	assert.ErrorIs(t, err, ErrLine)
	assert.Less(t, in.read, 2*MaxLine, "it is not read to its end")
}

type broken struct{ error }

func (b broken) Read([]byte) (int, error) { return 0, b.error }

func TestBroken(t *testing.T) {
	bad := errors.New("broken")
	l := NewLines(io.MultiReader(strings.NewReader("a\nb"), broken{bad}))
	line, err := l.Next()
	require.NoError(t, err)
	assert.Equal(t, "a", line.Text)
	_, err = l.Next()
	assert.ErrorIs(t, err, bad)
}

func FuzzLines(f *testing.F) {
	for _, s := range []string{"a\r\nb", "\xff\xfea\x00\n\x00", "\xc5\xda\xb6\xfe\n炮二\n", "\xef\xbb\xbf\n", "\x00a\x00b\x00c", "a\rb\r", "a\n\xef\xbb\xbfb\x1a"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		last := int64(-1)
		l := NewLines(bytes.NewReader(file))
		for {
			line, err := l.Next()
			if err != nil {
				require.ErrorIs(t, err, io.EOF)
				return
			}
			require.True(t, strings.ToValidUTF8(line.Text, "") == line.Text)
			require.NotContains(t, line.Text, "\n")
			require.Greater(t, line.Offset, last)
			require.LessOrEqual(t, line.Offset, int64(len(file)))
			last = line.Offset
		}
	})
}

// TestDamagedLegacy keeps the places behind damaged bytes in the old encodings.
func TestDamagedLegacy(t *testing.T) {
	for _, c := range []encoding.Encoding{simplifiedchinese.GB18030, traditionalchinese.Big5} {
		whole, err := c.NewEncoder().String("1. 炮二平五 {好#的} 兵三\n2. 兵七\n")
		require.NoError(t, err)
		file := strings.Replace(whole, "#", "\xff", 1)
		lines := read(file)
		require.Len(t, lines, 2)
		assert.Equal(t, "1. 炮二平五 {好\ufffd的} 兵三", lines[0].Text)
		assert.EqualValues(t, strings.Index(file, "}"), lines[0].OffsetOf(strings.Index(lines[0].Text, "}")))
	}
}

// TestDamaged loses only the damaged bytes of a text in UTF-8, and keeps the places of those behind.
func TestDamaged(t *testing.T) {
	for _, damage := range []string{"\xe5", "\xff", "\xe5\xa5", "\x80\x80"} {
		for _, tags := range []string{"", "[Event \"全国象棋赛\"]\n\n"} {
			file := tags + "1. 炮二平五 {好" + damage + "着} 马８进７\n2. 马二进三 {\xef\xbf\xbd} 车９平８\n"
			lines := read(file)
			at := strings.Count(tags, "\n")
			require.Len(t, lines, at+2, "%q", file)
			line := lines[at]
			assert.Equal(t, "1. 炮二平五 {好"+strings.Repeat("\ufffd", len(damage))+"着} 马８进７", line.Text, "%q", file)
			assert.EqualValues(t, strings.Index(file, "马８"), line.OffsetOf(strings.Index(line.Text, "马８")), "%q", file)
			assert.Equal(t, "2. 马二进三 {\ufffd} 车９平８", lines[at+1].Text, "%q", file)
			assert.EqualValues(t, strings.Index(file, "车"), lines[at+1].OffsetOf(strings.Index(lines[at+1].Text, "车")), "%q", file)
		}
	}
}
