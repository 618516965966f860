package protocol

import (
	"bufio"
	"context"
	"errors"
	"io"
)

// read sends the commands of a reader until its end, or until ctx is done and
// the reader yields once more.
func read(ctx context.Context, in io.Reader, commands chan<- Command) {
	defer close(commands)
	lines := bufio.NewReaderSize(in, MaxLine+1)
	for {
		// A line that fills the buffer is one too long for Parse, which then
		// needs no more than its beginning.
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
