package sample

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"chuhe/internal/command"
	"chuhe/selfplay/record"
)

// LabelledBy starts the header of a file of labelled positions. Each is a game of one
// ply, the best move with its score; the result of the game has no meaning.
const LabelledBy = record.MadeBy + "train label"

// IsLabelled reports whether a file with that header has labelled positions.
func IsLabelled(text string) bool { return strings.HasPrefix(text, LabelledBy) }

// openAll finds unusable files before the long work starts.
func (s *Settings) openAll() error {
	var infos []os.FileInfo
	for i, name := range s.Files {
		info, err := open(name)
		if err != nil {
			return err
		}
		for k, other := range infos {
			if os.SameFile(info, other) {
				return command.Inputf("%s and %s are the same file", s.Files[k], s.Files[i])
			}
		}
		infos = append(infos, info)
	}
	return nil
}

// open checks the header of a file.
func open(name string) (os.FileInfo, error) {
	info, err := os.Stat(name) // before opening it: opening a pipe waits for the other end
	if err != nil {
		return nil, command.Input(err)
	}
	if !info.Mode().IsRegular() {
		return nil, command.Inputf("%s: not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	defer f.Close()
	r, err := record.NewReader(bufio.NewReader(f))
	if err != nil {
		return nil, command.Inputf("%s: %w", name, err)
	}
	if !IsLabelled(r.Text()) && strings.Contains(r.Text(), LabelledBy) {
		return nil, command.Inputf("%s: labelled positions merged with other games; give the files that it was made from", name)
	}
	return info, nil
}

// readFiles reads all files in order.
func (s *Settings) readFiles(ctx context.Context, set *Set, work, ordered chan<- *chunk) error {
	for _, name := range s.Files {
		file, err := s.readFile(ctx, name, work, ordered)
		if err != nil {
			return err
		}
		for i := range set.Files {
			if set.Files[i].SHA256 == file.SHA256 {
				return command.Inputf("%s and %s hold the same bytes", set.Files[i].Name, name)
			}
		}
		set.Files = append(set.Files, *file)
	}
	return nil
}

// readFile hands the games of a file to the threads.
func (s *Settings) readFile(ctx context.Context, name string, work, ordered chan<- *chunk) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sum := sha256.New()
	r, err := record.NewReader(io.TeeReader(bufio.NewReaderSize(f, 1<<20), sum))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	file := &File{Name: name, Text: r.Text()}
	var c *chunk
	send := func() error {
		if c == nil {
			return nil
		}
		for _, to := range []chan<- *chunk{work, ordered} {
			select {
			case to <- c:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		c = nil
		return nil
	}
	for {
		if c == nil {
			c = &chunk{name: name, labels: IsLabelled(file.Text), first: file.Games, done: make(chan struct{})}
		}
		var g record.Game
		err := r.Next(&g)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			if len(c.games) > 0 {
				if err := send(); err != nil {
					return nil, err
				}
			}
			file.SHA256 = hex.EncodeToString(sum.Sum(nil))
			return file, nil
		case errors.As(err, &damage) && (s.SkipDamaged || damage.Cut):
			// A file that ends within a block is still being written.
			file.Faults = append(file.Faults, damage.Error())
			continue
		case err != nil:
			return nil, command.Inputf("%s: %w", name, err)
		}
		c.games = append(c.games, g)
		file.Games++
		file.Plies += len(g.Plies)
		if len(c.games) == chunkGames {
			if err := send(); err != nil {
				return nil, err
			}
		}
	}
}
