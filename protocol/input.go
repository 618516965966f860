package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"time"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"chuhe/internal/command"
)

// received is a command with the line that it was read from.
type received struct {
	command Command
	line    string
	at      time.Time // when it was read
}

// read sends the commands of a reader until the input ends. When ctx is done, it
// returns after the next read.
func read(ctx context.Context, in io.Reader, commands chan<- received) {
	defer close(commands)
	lines := bufio.NewReaderSize(patient{in}, MaxLine+1)
	for first := true; ; first = false {
		// A line that fills the buffer is too long for Parse, which needs only
		// its beginning to say so.
		line, err := lines.ReadSlice('\n')
		text := string(line)
		if first {
			if narrow := narrowed(text, lines); narrow != nil {
				lines = narrow
				line, err = lines.ReadSlice('\n')
				text = string(line)
			}
			text = strings.TrimPrefix(text, "\ufeff") // some editors and shells mark UTF-8 so
		}
		c, at := Parse(text), time.Now()
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		if c != nil {
			select {
			case commands <- received{c, strings.TrimRight(text, "\r\n"), at}:
				// The session continues on this thread. If the next read blocked it, another
				// one would have to wake up first, which takes long on a busy machine.
				runtime.Gosched()
			case <-ctx.Done():
				return
			}
		}
		if err != nil || ctx.Err() != nil {
			return
		}
	}
}

// patient is a reader whose reads may wait for minutes.
type patient struct{ io.Reader }

func (r patient) Read(p []byte) (int, error) {
	command.LongCall()
	return r.Reader.Read(p)
}

// narrowed returns an input in UTF-8 that begins with the mark of UTF-16, in which old
// shells and editors of Windows write files; nil if it does not. The start of it has been read.
func narrowed(start string, rest io.Reader) *bufio.Reader {
	if !strings.HasPrefix(start, "\xff\xfe") && !strings.HasPrefix(start, "\xfe\xff") {
		return nil
	}
	wide := io.MultiReader(strings.NewReader(start), rest)
	decoder := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()
	return bufio.NewReaderSize(transform.NewReader(wide, decoder), MaxLine+1)
}
