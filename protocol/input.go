package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"time"
)

// read sends the commands of a reader until the input ends. When ctx is done, it
// returns after the next read.
func read(ctx context.Context, in io.Reader, commands chan<- Command) {
	defer close(commands)
	lines := bufio.NewReaderSize(in, MaxLine+1)
	for first := true; ; first = false {
		// A line that fills the buffer is too long for Parse, which needs only
		// its beginning to say so.
		line, err := lines.ReadSlice('\n')
		text := string(line)
		if first {
			text = strings.TrimPrefix(text, "\ufeff") // some editors and shells mark UTF-8 so
		}
		c := Parse(text)
		if g, ok := c.(Go); ok {
			g.Read = time.Now()
			c = g
		}
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		if c != nil {
			select {
			case commands <- c:
				// The session continues on this thread. If the next read blocked it, another
				// one would have to wake up first, which takes long on a busy machine.
				runtime.Gosched()
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}
