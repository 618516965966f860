package charset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// twins are the encodings and the tables that they must agree with. Browsers follow a later
// edition of GB18030, and Node does not know the extensions of Big5.
var twins = map[string]struct {
	own, table encoding.Encoding
	most       int // characters that may differ
}{
	"gb18030": {GB18030, simplifiedchinese.GB18030, 60},
	"big5":    {Big5, traditionalchinese.Big5, 5100},
}

// isBig5 reports whether a code is of Big5 without extensions.
func isBig5(code string) bool {
	return "\xa1\x40" <= code && code < "\xc6\xa1" || "\xc9\x40" <= code && code < "\xf9\xd6"
}

// TestTables writes every character and reads it back, and compares with the tables of x/text.
func TestTables(t *testing.T) {
	var characters []string
	for r := rune(0x20); r < 0x20100; r++ {
		if utf8.ValidRune(r) {
			characters = append(characters, string(r))
		}
	}
	text := strings.Join(characters, "\n")
	for name, twin := range twins {
		code, err := encoding.ReplaceUnsupported(twin.own.NewEncoder()).String(text)
		require.NoError(t, err)
		table, err := encoding.ReplaceUnsupported(twin.table.NewEncoder()).String(text)
		require.NoError(t, err)
		back, err := twin.own.NewDecoder().String(code)
		require.NoError(t, err)
		written, wanted, read := strings.Split(code, "\n"), strings.Split(table, "\n"), strings.Split(back, "\n")
		require.Len(t, written, len(characters))
		require.Len(t, wanted, len(characters))
		require.Len(t, read, len(characters))
		differ, private := 0, 0
		for i, c := range characters {
			r, _ := utf8.DecodeRuneInString(c)
			if 0xe000 <= r && r < 0xf900 { // characters that each program makes its own
				private++
				continue
			}
			if written[i] != wanted[i] {
				differ++
				if 0x4e00 <= r && r < 0x9fa6 && (name != "big5" || isBig5(wanted[i])) {
					require.Equal(t, wanted[i], written[i], "%s: %s", name, c)
				}
			}
			if written[i] != string(rune(encoding.ASCIISub)) {
				require.Equal(t, c, read[i], name)
			}
		}
		t.Logf("%s: %d characters differ", name, differ)
		assert.LessOrEqual(t, differ, twin.most, name)
		assert.Equal(t, 6400, private)
	}
}

// TestLong reads and writes a text that does not fit into the buffers of x/text, with bytes
// that are no text in it.
func TestLong(t *testing.T) {
	for name, twin := range twins {
		var text []byte
		for n := range 5000 {
			text = fmt.Appendf(text, "%d 炮二平五\n", n)
		}
		code, err := twin.own.NewEncoder().Bytes(text)
		require.NoError(t, err)
		want, err := twin.table.NewEncoder().Bytes(text)
		require.NoError(t, err)
		assert.Equal(t, string(want), string(code), name)
		back, err := twin.own.NewDecoder().Bytes(code)
		require.NoError(t, err)
		assert.Equal(t, string(text), string(back), name)
		// A reader decodes no more at a time than its buffer has room for.
		parts, err := io.ReadAll(twin.own.NewDecoder().Reader(bytes.NewReader(code)))
		require.NoError(t, err, name)
		assert.Equal(t, string(text), string(parts), name)
		broken, err := twin.own.NewDecoder().String("\xff炮" + string(code[:4001]))
		require.NoError(t, err, name)
		assert.Contains(t, broken, "�", name)
	}
}

// TestUnknown writes a character that Big5 does not have.
func TestUnknown(t *testing.T) {
	_, err := Big5.NewEncoder().String("棋\U0001F600")
	assert.Error(t, err)
	code, err := encoding.ReplaceUnsupported(Big5.NewEncoder()).String("棋\U0001F600!")
	require.NoError(t, err)
	assert.Equal(t, "\xb4\xd1\x1a!", code)
}

func TestNamed(t *testing.T) {
	e, err := Named("GB2312")
	require.NoError(t, err)
	text, err := e.NewDecoder().String("\xc5\xda")
	require.NoError(t, err)
	assert.Equal(t, "炮", text)
	_, err = Named("no such name")
	assert.Error(t, err)
}
