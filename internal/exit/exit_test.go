package exit

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStatus(t *testing.T) {
	bad, worse := errors.New("bad"), errors.New("worse")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{flag.ErrHelp, 0},
		{fmt.Errorf("stopped: %w", context.Canceled), 130},
		{fmt.Errorf("%w: %w", bad, context.Canceled), 130},
		{fmt.Errorf("file: %w", bad), 2},
		{worse, 2},
		{io.ErrUnexpectedEOF, 1},
		{context.DeadlineExceeded, 1},
	} {
		assert.Equal(t, c.want, Status(c.err, bad, worse), "%v", c.err)
	}
	assert.Equal(t, 1, Status(bad))
}
