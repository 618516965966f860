// Package formats knows the formats in which games are kept, and finds that of a file
// by its content.
package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/dhtmlxq"
	"chuhe/game/pgn"
	"chuhe/game/xqf"
)

// ErrUnknown is wrapped by the errors about a format that nobody knows.
var ErrUnknown = errors.New("unknown format")

// all formats, those first that a file must prove to be of: a few bytes for the
// binary ones, less for text.
var all = []*game.Format{
	xqf.Format,
	ccbridge.CBR,
	ccbridge.CBL,
	ccbridge.CBF,
	dhtmlxq.Format,
	pgn.Format,
	pgn.MoveList,
}

// All returns all formats. The caller must not change them.
func All() []*game.Format { return append([]*game.Format(nil), all...) }

// Named returns the format of a name, in any case.
func Named(name string) (*game.Format, error) {
	var names []string
	for _, f := range all {
		if strings.EqualFold(f.Name, name) {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return nil, fmt.Errorf("%w %q: want %s", ErrUnknown, name, list(names))
}

// list joins names: "a, b or c".
func list(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// Recognise returns the format of a file that begins like this, nil if it is none.
// It looks at [game.HeadSize] bytes at most.
func Recognise(head []byte) *game.Format {
	head = head[:min(len(head), game.HeadSize)]
	for _, f := range all {
		if f.Recognise(head) {
			return f
		}
	}
	return nil
}

// Read recognises the format of a file and returns its games, as [game.Format] has
// them. The error is that of reading the beginning, or ErrUnknown; an empty file has
// no games and no format.
func Read(r io.Reader) (*game.Format, iter.Seq2[*game.Game, error], error) {
	in := bufio.NewReaderSize(r, game.HeadSize)
	head, err := in.Peek(game.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	if len(head) == 0 {
		return nil, func(func(*game.Game, error) bool) {}, nil
	}
	f := Recognise(head)
	if f == nil {
		var names []string
		for _, f := range all {
			names = append(names, f.Name)
		}
		return nil, nil, fmt.Errorf("%w: want %s", ErrUnknown, list(names))
	}
	return f, f.Read(in), nil
}
