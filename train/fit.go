package main

import (
	"context"
	"io"
)

func fit(ctx context.Context, args []string, out io.Writer) error { return nil }
