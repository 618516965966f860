package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// read sends the commands of a reader until the input ends. When ctx is done, it
// returns after the next read.
func read(ctx context.Context, in io.Reader, commands chan<- Command) {
	defer close(commands)
	lines := bufio.NewReaderSize(in, MaxLine+1)
	for {
		// A line that fills the buffer is too long for Parse, which needs only
		// its beginning to say so.
		line, err := lines.ReadSlice('\n')
		c := Parse(string(line))
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = lines.ReadSlice('\n')
		}
		if c != nil {
			select {
			case commands <- c:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}
