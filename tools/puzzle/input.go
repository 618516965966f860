package puzzle

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"

	"chuhe/internal/command"
	"chuhe/tools/source"
)

// input is a file of games.
type input struct {
	name string
	// once reports that the file is the standard input or a pipe, which can be read only
	// once; text then keeps its content.
	once bool
	text []byte
}

// openInputs reads the files once, "-" for the standard input. digest is the SHA-256 of
// their contents, one after the other.
func openInputs(ctx context.Context, names []string, s command.Streams) (inputs []input, digest string, err error) {
	sum := sha256.New()
	for _, name := range names {
		in, err := openInput(ctx, name, s, sum)
		if err != nil {
			return nil, "", command.Inputf("%s: %w", command.InputName(s.Lang, name), command.WithoutPath(err))
		}
		inputs = append(inputs, in)
	}
	return inputs, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// openInput reads a file and adds it to a sum.
func openInput(ctx context.Context, name string, s command.Streams, sum hash.Hash) (in input, err error) {
	in.name = name
	from, err := s.Open(ctx, name)
	if err != nil {
		return in, err
	}
	defer from.Close()
	if file, ok := from.(*os.File); ok {
		s.In = file
		_, err = io.Copy(sum, s.Input(ctx))
		return in, err
	}
	in.once = true
	in.text, err = command.ReadAll(io.TeeReader(from, sum), command.MaxData)
	return in, err
}

// games returns the games as [source.Games] does.
func (in *input) games(ctx context.Context) iter.Seq2[*source.Game, error] {
	if in.once {
		return source.Games(ctx, command.Streams{In: bytes.NewReader(in.text)}, "-")
	}
	return source.Games(ctx, command.Streams{}, in.name)
}
