// Package commandtest runs commands in tests.
package commandtest

import (
	"bytes"
	"context"
	"strings"

	"chuhe/internal/command"
)

// Run runs a command with some input and returns what it writes.
func Run(ctx context.Context, c *command.Command, in string, args ...string) (out, errs string, err error) {
	var o, e bytes.Buffer
	err = c.Execute(ctx, args, command.Streams{In: strings.NewReader(in), Out: &o, Err: &e})
	return o.String(), e.String(), err
}
