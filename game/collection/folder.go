package collection

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/formats"
)

// Folder is a folder of games, or a single file of them. It reads nothing outside of the
// folder, wherever links lead.
type Folder struct {
	root  *os.Root
	files []string // by their numbers
}

// OpenFolder opens a folder or a file.
func OpenFolder(name string) (*Folder, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	f := &Folder{}
	if !info.IsDir() {
		f.files = []string{filepath.Base(name)}
		name = filepath.Dir(name)
	}
	f.root, err = os.OpenRoot(name)
	return f, err
}

// Close closes the folder, from which no game can be read afterwards.
func (f *Folder) Close() error { return f.root.Close() }

// Progress takes what Read has to say, in one goroutine.
type Progress struct {
	Game  func(games int)              // after each game, with their number so far
	Fault func(file string, err error) // about a game, or about a file without a way to go on
}

// Summary says what Read has found.
type Summary struct {
	Files  int  // of games
	Others int  // that are of no known format
	Faults int  // reported
	Full   bool // whether there were more games than the index may hold
}

// Read reads all games below the folder, except in hidden files, into an index of at most
// `most` bytes. Of a game with a fault it takes the moves before it. It fails only with the
// error of ctx.
func (f *Folder) Read(ctx context.Context, most int64, to Progress) (*Index, Summary, error) {
	b := NewBuilder(most)
	var sum Summary
	fault := func(name string, err error) {
		sum.Faults++
		to.Fault(name, err)
	}
	if f.files == nil {
		files, err := formats.Below(f.root, ".")
		if ctx.Err() != nil {
			return nil, sum, ctx.Err() // the folder may be closed
		}
		if err != nil {
			fault(".", err)
		}
		for _, file := range files {
			f.files = append(f.files, file.Path)
		}
	}
	for number, name := range f.files {
		err := f.read(name, func(games iter.Seq2[*game.Game, error]) error {
			sum.Files++
			for g, err := range games {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					fault(name, err)
				}
				if g == nil {
					continue
				}
				if !b.Add(g, int32(number)) {
					sum.Full = true
					return nil
				}
				to.Game(b.Len())
			}
			return nil
		})
		switch {
		case ctx.Err() != nil:
			return nil, sum, ctx.Err()
		case errors.Is(err, formats.ErrUnknown):
			sum.Others++
		case err != nil:
			fault(name, err)
		}
		if sum.Full {
			break
		}
	}
	return b.Index(), sum, nil
}

// read reads a file, which may be empty.
func (f *Folder) read(name string, take func(iter.Seq2[*game.Game, error]) error) error {
	in, err := f.root.Open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	_, games, err := formats.Read(in)
	if err != nil {
		return err
	}
	return take(games)
}

// Bounds for finding a game again, in bytes.
const (
	mostAgain = 16 << 20 // that are read of a file, or of a library from a game on
	nearAgain = 1 << 20  // up to a game, for which all of them are read
)

// Game returns a game of the index with all that its file has of it. If the file does not have
// the game any more it returns what the index has.
func (f *Folder) Game(x *Index, number int) *game.Game {
	at := x.Source(number)
	start, moves := x.line(number)
	if g := f.again(f.files[at.File], at.Offset, start, moves); g != nil {
		return g
	}
	return x.Game(number)
}

// again reads a game again, nil if it is not where it was. What a file says of all its games, such as
// its encoding or the name of a library, is known only from its start. So reading begins there,
// but with the game itself in a large file, except in a library.
func (f *Folder) again(name string, offset int64, start board.Position, moves []board.Move) *game.Game {
	in, err := f.root.Open(name)
	if err != nil {
		return nil
	}
	defer in.Close()
	head := make([]byte, game.HeadSize)
	n, _ := in.ReadAt(head, 0)
	begins, most := []int64{0, offset}, offset+mostAgain
	if offset > nearAgain && formats.Recognise(head[:n]) != ccbridge.CBL {
		begins, most = []int64{offset, 0}, mostAgain
	}
	for _, from := range slices.Compact(begins) {
		_, games, err := formats.Read(io.NewSectionReader(in, from, most))
		if err != nil {
			continue
		}
		for g := range games {
			if g == nil {
				continue
			}
			g.RemoveIllegal()
			at := from + g.Offset
			if own := g.Moves(); at == offset && g.Start.Key() == start.Key() && slices.Equal(own[:min(len(own), mostPlies)], moves) {
				return g
			}
			if at >= offset {
				break
			}
		}
	}
	return nil
}
