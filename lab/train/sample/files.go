package sample

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"strings"

	"chuhe/internal/command"
	"chuhe/lab/record"
)

// openAll finds unusable files before the long work starts.
func (s *Settings) openAll() error {
	for _, name := range s.Files {
		if err := checkHead(name); err != nil {
			return err
		}
	}
	return command.Twice(s.Files)
}

// checkHead checks the header of a file.
func checkHead(name string) error {
	if _, err := command.Regular(name); err != nil {
		return err
	}
	f, err := os.Open(name)
	if err != nil {
		return command.Input(err)
	}
	defer f.Close()
	r, err := record.NewReader(bufio.NewReader(f))
	if err != nil {
		return command.Inputf("%s: %w", name, err)
	}
	if !record.IsLabelled(r.Text()) && strings.Contains(r.Text(), record.LabelledBy) {
		return command.Inputf("%s: labelled positions merged with other games; give the files that it was made from", name)
	}
	return nil
}

// errEnough is returned where no more chunks are wanted.
var errEnough = errors.New("enough")

// readFiles reads all files in order and yields their games in chunks.
func (s *Settings) readFiles(set *Set, yield func(*chunk) bool) error {
	for _, name := range s.Files {
		file, err := s.readFile(name, yield)
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

// readFile yields the games of a file in chunks.
func (s *Settings) readFile(name string, yield func(*chunk) bool) (*File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, command.Input(err)
	}
	defer f.Close()
	sum := sha256.New()
	r, err := record.NewReader(io.TeeReader(bufio.NewReaderSize(f, 1<<20), sum))
	if err != nil {
		return nil, command.Inputf("%s: %w", name, err)
	}
	file := &File{Name: name, Text: r.Text()}
	labels := record.IsLabelled(file.Text)
	// A file that datagen is writing to can end within a block. The others are complete.
	growing := !labels && !r.Packed()
	var c *chunk
	for {
		if c == nil {
			c = &chunk{name: name, labels: labels, first: file.Games}
		}
		var g record.Game
		err := r.Next(&g)
		var damage *record.BlockError
		switch {
		case err == io.EOF:
			if len(c.games) > 0 && !yield(c) {
				return nil, errEnough
			}
			file.SHA256 = hex.EncodeToString(sum.Sum(nil))
			return file, nil
		case errors.As(err, &damage) && (s.SkipDamaged || growing && damage.Cut && errors.Is(err, record.ErrTruncated)):
			file.Faults = append(file.Faults, damage.Error())
			continue
		case err != nil:
			return nil, command.Inputf("%s: %w", name, err)
		}
		c.games = append(c.games, g)
		file.Games++
		file.Plies += len(g.Plies)
		c.plies += len(g.Plies)
		if len(c.games) == chunkGames || c.plies >= chunkPlies {
			if !yield(c) {
				return nil, errEnough
			}
			c = nil
		}
	}
}
