package command

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"

	"chuhe/lang"
)

// InputName returns the name of a file as messages have it; "-" is the standard input.
func InputName(l lang.Lang, name string) string {
	if name == "-" {
		return l.Say("error.stdin")
	}
	return name
}

// InputNames are names of files as [InputName] has them, as a value of a text.
type InputNames []string

// In lists the names.
func (names InputNames) In(l lang.Lang) string {
	var all []string
	for _, name := range names {
		all = append(all, InputName(l, name))
	}
	return l.Join(all)
}

// WithoutPath returns why something cannot be done with a file, for messages that have
// its name already. Other errors stay as they are.
func WithoutPath(err error) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return at.Err
	}
	return err
}

// Open opens a file for reading. The name "-" stands for the standard input, which is read as
// [Streams.Input] does and stays open. A file that is not regular is read in the same way. Opening a
// pipe waits for its other end; if ctx is done before, Open returns the error of ctx.
func (s Streams) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.Input(ctx)), nil
	}
	return s.openNamed(ctx, name)
}

// openNamed is Open where "-" is a file as any other.
func (s Streams) openNamed(ctx context.Context, name string) (io.ReadCloser, error) {
	if info, err := os.Stat(name); err != nil || info.Mode().IsRegular() {
		return os.Open(name)
	}
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		LongCall() // a named pipe opens when its other end does
		file, err := os.Open(name)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		s.In = o.file
		return struct {
			io.Reader
			io.Closer
		}{s.Input(ctx), o.file}, o.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Input returns a reader of the input that does not keep a command waiting: once ctx
// is done, reading returns the error of ctx. A read under way then is abandoned.
func (s Streams) Input(ctx context.Context) io.Reader {
	return &inputReader{ctx: ctx, in: s.In, done: make(chan inputRead, 1)}
}

type inputReader struct {
	ctx  context.Context
	in   io.Reader
	buf  [1 << 16]byte // the caller's memory could change after an abandoned read
	done chan inputRead
}

type inputRead struct {
	n   int
	err error
}

// Read implements [io.Reader].
func (r *inputReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	buf := r.buf[:min(len(p), len(r.buf))]
	go func() {
		LongCall()
		n, err := r.in.Read(buf)
		r.done <- inputRead{n, err}
	}()
	select {
	case read := <-r.done:
		return copy(p, buf[:read.n]), read.err
	case <-r.ctx.Done():
		return 0, r.ctx.Err()
	}
}
