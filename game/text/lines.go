package text

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"chuhe/internal/charset"
)

// MaxLine is the length of the longest line that is read, in bytes.
const MaxLine = 1 << 22

// ErrLine is wrapped by the error about a line longer than MaxLine.
var ErrLine = errors.New("line too long")

// Line is a line of a file in UTF-8, without its end.
type Line struct {
	Text   string
	Number int   // from 1
	Offset int64 // of its first byte in the file
	Open   bool  // the file ends with it, and not with the end of a line
	code   code  // how it was written
	// known is a place of the text, and size how many bytes the text before it takes in the file.
	known int
	size  int64
}

// code is how a line is encoded in its file.
type code uint8

const (
	utf8Code code = iota
	utf16Code
	gb18030Code
	big5Code
	brokenCode // UTF-8 with bytes that are not; the text has U+FFFD for each
)

// encodings are the old ones, nil for UTF-8.
var encodings = [...]encoding.Encoding{
	gb18030Code: charset.GB18030,
	big5Code:    charset.Big5,
}

// OffsetOf returns where in the file the byte i of the text stands, with which a character begins.
// It goes on from where the last call came to, or back, as a line may be long.
func (l *Line) OffsetOf(i int) int64 {
	i = min(max(i, 0), len(l.Text))
	if i < l.known {
		l.size -= int64(l.code.size(l.Text[i:l.known]))
	} else {
		l.size += int64(l.code.size(l.Text[l.known:i]))
	}
	l.known = i
	return l.Offset + l.size
}

// IsBig5 reports whether the line is in Big5.
func (l *Line) IsBig5() bool { return l.code == big5Code }

// IsGB18030 reports whether the line is in GB18030.
func (l *Line) IsGB18030() bool { return l.code == gb18030Code }

// size returns how many bytes a text takes.
func (c code) size(text string) int {
	switch c {
	case utf16Code:
		n := 0
		for _, r := range text {
			if n += 2; r > 0xffff {
				n += 2
			}
		}
		return n
	case brokenCode:
		return len(text) - strings.Count(text, string(utf8.RuneError))*(utf8.RuneLen(utf8.RuneError)-1)
	case gb18030Code, big5Code:
		text = strings.ReplaceAll(text, string(utf8.RuneError), "?") // a damaged byte, for which GB18030 has a code
		encoded, err := encoding.ReplaceUnsupported(encodings[c].NewEncoder()).String(text)
		if err == nil {
			return len(encoded)
		}
	}
	return len(text)
}

// Lines reads the lines of a file. It holds one of them, and MaxLine bytes at most.
type Lines struct {
	in     *bufio.Reader
	code   code // utf16Code, or what lines are in that are not UTF-8
	end    byte // of a line: \n, perhaps with \r before it, or \r alone
	number int
	offset int64
	buf    []byte
	judged int64 // a line that is not UTF-8 is damaged UTF-8 up to this offset
}

// aheadSize is how much of a file is looked at to find its encoding and how its lines end.
const aheadSize = 1 << 16

// NewLines returns the lines of a file.
func NewLines(r io.Reader) *Lines {
	l := &Lines{in: bufio.NewReaderSize(r, aheadSize)}
	head, _ := l.in.Peek(aheadSize)
	switch order, mark := wide(head); {
	case order != nil:
		l.in.Discard(mark)
		l.offset = int64(mark)
		l.code = utf16Code
		l.in = bufio.NewReaderSize(transform.NewReader(l.in, order.NewDecoder()), aheadSize)
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		l.offset = 3
		l.in.Discard(3)
	case !validHead(head):
		l.code, _ = likely(head)
	}
	l.end = lineEnd(l.in)
	return l
}

// lineEnd returns what ends the lines of a file. In a file of old Macs it is \r alone.
func lineEnd(in *bufio.Reader) byte {
	head, _ := in.Peek(aheadSize)
	if i := bytes.IndexByte(head, '\r'); i >= 0 && i+1 < len(head) && bytes.IndexByte(head, '\n') < 0 {
		return '\r'
	}
	return '\n'
}

// Narrow returns a text in UTF-16, with a byte order mark or without, as UTF-8, and
// any other as it is.
func Narrow(file []byte) []byte {
	narrow, _ := NarrowPlaces(file)
	return narrow
}

// NarrowPlaces does what Narrow does, and returns a function that finds where in the file a byte of
// that text stands.
func NarrowPlaces(file []byte) (narrow []byte, place func(offset int64) int64) {
	if order, mark := wide(file[:min(len(file), aheadSize)]); order != nil {
		if narrow, err := order.NewDecoder().Bytes(file[mark:]); err == nil {
			whole := Line{Text: string(narrow), Offset: int64(mark), code: utf16Code}
			return narrow, func(offset int64) int64 { return whole.OffsetOf(int(offset)) }
		}
	}
	return file, func(offset int64) int64 { return offset }
}

// wide returns the encoding of a file in UTF-16 and the size of its byte order mark;
// nil for other files. Without a mark it counts zero bytes, which the blanks, digits
// and line ends of a text have in every second place.
func wide(head []byte) (order encoding.Encoding, mark int) {
	little := unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	big := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return little, 2
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return big, 2
	}
	var zeros [2]int // in even and odd places
	for i, c := range head {
		if c == 0 {
			zeros[i&1]++
		}
	}
	most := max(2, len(head)/8)
	switch {
	case len(head) < 4:
	case zeros[0] == 0 && zeros[1] > most:
		return little, 0
	case zeros[1] == 0 && zeros[0] > most:
		return big, 0
	}
	return wideChinese(head, little, big), 0
}

// wideChinese returns the encoding of a Chinese text in UTF-16 without a mark, which
// has few zero bytes or no zero byte. Taken in another way it would not be text, and
// of the two orders only one makes almost all of it common characters and ASCII.
func wideChinese(head []byte, orders ...encoding.Encoding) encoding.Encoding {
	head = head[:len(head)&^1]
	if len(head) < 8 || validHead(head) && !bytes.Contains(head, []byte{0}) {
		return nil
	}
	for _, order := range orders {
		decoded, err := order.NewDecoder().Bytes(head)
		if err != nil {
			continue
		}
		all, known, chinese := 0, 0, 0
		for _, r := range string(decoded) {
			all++
			switch {
			case common[r]:
				known++
				chinese++
			case r < utf8.RuneSelf && (r >= ' ' || r == '\n' || r == '\r' || r == '\t'):
				known++
			}
		}
		if chinese >= 4 && known*2 > all {
			return order
		}
	}
	return nil
}

// validHead reports whether the beginning of a file is UTF-8, apart from a character
// that is cut off.
func validHead(head []byte) bool {
	for i := 0; i < utf8.UTFMax && len(head) > 0; i++ {
		if utf8.Valid(head) {
			return true
		}
		head = head[:len(head)-1]
	}
	return len(head) == 0
}

// Next returns the next line, [io.EOF] after the last one. After any error there are
// no further lines.
func (l *Lines) Next() (Line, error) {
	raw, err := l.raw()
	if err != nil {
		return Line{}, err
	}
	l.number++
	line := Line{Number: l.number, Offset: l.offset, code: utf8Code}
	switch {
	case l.code == utf16Code:
		line.code = utf16Code
		line.Text = string(raw)
		l.offset += int64(utf16Code.size(line.Text))
	default:
		l.offset += int64(len(raw))
		if l.isUTF8(raw) {
			line.Text = string(raw)
			break
		}
		line.code = l.codeOf(raw)
		if line.code == brokenCode {
			line.Text = string([]rune(string(raw))) // each byte that is not UTF-8 becomes U+FFFD
			break
		}
		decoded, err := encodings[line.code].NewDecoder().Bytes(raw)
		if err != nil {
			decoded = bytes.ToValidUTF8(raw, []byte(string(utf8.RuneError)))
		}
		line.Text = string(decoded)
	}
	l.trim(&line)
	return line, nil
}

// What programs leave in a file besides its text: the mark of a file that was joined to others,
// and the end of a file in DOS, which its command copy still writes when it joins files.
const (
	byteOrderMark = "\ufeff"
	endOfFile     = "\x1a"
)

// trim removes from a line what is not its text.
func (l *Lines) trim(line *Line) {
	var ended bool
	if l.end == '\n' {
		line.Text, ended = strings.CutSuffix(line.Text, "\n")
		line.Text = strings.TrimSuffix(line.Text, "\r")
	} else {
		line.Text, ended = strings.CutSuffix(line.Text, "\r")
		line.Text = strings.ReplaceAll(line.Text, "\n", " ") // far behind the others
	}
	if !ended {
		line.Text, ended = strings.CutSuffix(line.Text, endOfFile)
	}
	line.Open = !ended
	if text, marked := strings.CutPrefix(line.Text, byteOrderMark); marked {
		line.Text = text
		line.Offset += int64(line.code.size(byteOrderMark))
	}
}

// codeOf returns the encoding of a line that is not UTF-8: brokenCode if only some of its
// bytes are damaged, otherwise the encoding of this line and of all that follow.
func (l *Lines) codeOf(raw []byte) code {
	if l.code != utf8Code {
		return l.code
	}
	c, sure := likely(raw)
	switch {
	case sure:
	case l.offset < l.judged:
		return brokenCode
	default:
		ahead, _ := l.in.Peek(l.in.Buffered())
		if c, _ = likely(append(bytes.Clone(raw), ahead...)); c == utf8Code {
			l.judged = l.offset + int64(len(ahead))
		}
	}
	if c == utf8Code {
		return brokenCode
	}
	l.code = c
	return c
}

// raw returns the next line with its end.
func (l *Lines) raw() ([]byte, error) {
	l.buf = l.buf[:0]
	for {
		part, err := l.in.ReadSlice(l.end)
		if len(l.buf) == 0 && err == nil {
			return part, nil
		}
		l.buf = append(l.buf, part...)
		switch {
		case len(l.buf) > MaxLine:
			return nil, fmt.Errorf("line %d, offset %d: %w: over %d bytes without a line end", l.number+1, l.offset, ErrLine, MaxLine)
		case err == nil, err == io.EOF && len(l.buf) > 0:
			return l.buf, nil
		case err != bufio.ErrBufferFull:
			return nil, err
		}
	}
}

// isUTF8 reports whether a line is in UTF-8. In a file with another encoding a
// line or two may be valid UTF-8 by chance, but not two whole Chinese characters.
func (l *Lines) isUTF8(raw []byte) bool {
	i := 0
	for i < len(raw) && raw[i] < utf8.RuneSelf {
		i++
	}
	if i == len(raw) {
		return true
	}
	if !utf8.Valid(raw) {
		return false
	}
	if l.code == utf8Code {
		return true
	}
	long := 0
	for _, c := range raw {
		if c>>4 == 0xe {
			long++
		}
	}
	return long > 1
}

// Decode returns the lines of a whole text, or of its beginning, each with \n.
func Decode(file []byte) string {
	var b strings.Builder
	for lines := NewLines(bytes.NewReader(file)); ; {
		line, err := lines.Next()
		if err != nil {
			return b.String()
		}
		b.WriteString(line.Text)
		b.WriteByte('\n')
	}
}
