package charset

import (
	"fmt"
	"strings"
	"sync"
	"syscall/js"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// The encodings of Chinese texts.
var (
	GB18030 encoding.Encoding = &native{name: "gb18030"}
	Big5    encoding.Encoding = &native{name: "big5"}
)

// Named returns the encoding with a name that web pages use, or an error for an unknown name. It
// only decodes.
func Named(name string) (e encoding.Encoding, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			err = fmt.Errorf("encoding %q: %v", name, problem)
		}
	}()
	newTextDecoder(name) // which throws an error for a name that it does not know
	return &native{name: name}, nil
}

// native is an encoding of the browser, which decodes every encoding and encodes only UTF-8:
// what a character is in another encoding is found by decoding all there is.
type native struct {
	name  string
	once  sync.Once
	codes map[rune]string
}

// NewDecoder implements [encoding.Encoding].
func (n *native) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: &decoder{name: n.name}}
}

// NewEncoder implements [encoding.Encoding].
func (n *native) NewEncoder() *encoding.Encoder {
	n.once.Do(func() { n.codes = codesOf(n.name) })
	return &encoding.Encoder{Transformer: &encoder{native: n}}
}

func newTextDecoder(name string) js.Value {
	return js.Global().Get("TextDecoder").New(name, map[string]any{"ignoreBOM": true})
}

// decoder passes bytes through a TextDecoder.
type decoder struct {
	name    string
	from    js.Value // undefined before the first bytes
	decoded string   // what Transform has not passed on yet
}

// Reset implements [transform.Transformer].
func (d *decoder) Reset() { d.from, d.decoded = js.Undefined(), "" }

// Transform implements [transform.Transformer].
func (d *decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst = d.pass(dst)
	if d.decoded == "" {
		if d.from.IsUndefined() {
			d.from = newTextDecoder(d.name)
		}
		bytes := js.Global().Get("Uint8Array").New(len(src))
		js.CopyBytesToJS(bytes, src)
		d.decoded = d.from.Call("decode", bytes, map[string]any{"stream": !atEOF}).String()
		nSrc = len(src)
		nDst += d.pass(dst[nDst:])
	}
	if d.decoded != "" {
		err = transform.ErrShortDst
	}
	return nDst, nSrc, err
}

// pass passes on what is decoded, as far as there is room, and returns how many bytes that is.
func (d *decoder) pass(dst []byte) int {
	n := copy(dst, d.decoded)
	d.decoded = d.decoded[n:]
	return n
}

// encoder writes what a table has.
type encoder struct {
	*native
	transform.NopResetter
}

// errUnknown is the error about a character that an encoding does not have.
type errUnknown struct{}

func (errUnknown) Error() string { return "the encoding does not have the character" }

// Replacement is the byte that [encoding.ReplaceUnsupported] writes for the character.
func (errUnknown) Replacement() byte { return encoding.ASCIISub }

// Transform implements [transform.Transformer].
func (e *encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if !atEOF && !utf8.FullRune(src[nSrc:]) {
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, size := utf8.DecodeRune(src[nSrc:])
		code := string(r)
		if r >= utf8.RuneSelf {
			if code = e.codes[r]; code == "" && r > 0xffff && e.name == "gb18030" {
				code = fourBytes(beyond + int(r) - 0x10000)
			}
			if code == "" {
				return nDst, nSrc, errUnknown{}
			}
		}
		if len(code) > len(dst)-nDst {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += copy(dst[nDst:], code)
		nSrc += size
	}
	return nDst, nSrc, nil
}

// GB18030 counts what it writes in four bytes. The characters of the Basic Multilingual Plane
// that it does not write in two come first, and all others stand at beyond.
const (
	fourByteBasic = 39420
	beyond        = 189000
)

// fourBytes returns the sequence of four bytes with a number.
func fourBytes(n int) string {
	return string([]byte{byte(0x81 + n/12600), byte(0x30 + n/1260%10), byte(0x81 + n/10%126), byte(0x30 + n%10)})
}

// codesOf returns the sequences of two bytes of an encoding, and for GB18030 also the sequences
// of four bytes in the Basic Multilingual Plane, by their characters.
func codesOf(name string) map[rune]string {
	// Big5 has some characters twice, and means the place after its symbols.
	const leads, symbolsEnd = 0xfe - 0x81 + 1, 0xa4 - 0x81
	var all []string
	for i := range leads {
		lead := byte(0x81 + (i+symbolsEnd)%leads)
		for trail := byte(0x40); trail < 0xff; trail++ {
			all = append(all, string([]byte{lead, trail}))
		}
	}
	if name == "gb18030" {
		for n := range fourByteBasic {
			all = append(all, fourBytes(n))
		}
	}
	// A sequence that is cut off does not take the end of its line along.
	decoded, err := (&native{name: name}).NewDecoder().String(strings.Join(all, "\n"))
	if err != nil {
		panic(err) // a decoder replaces what it does not know
	}
	codes := make(map[rune]string, len(all))
	for i, text := range strings.Split(decoded, "\n") {
		if r, size := utf8.DecodeRuneInString(text); size == len(text) && r != utf8.RuneError && codes[r] == "" {
			codes[r] = all[i]
		}
	}
	return codes
}
