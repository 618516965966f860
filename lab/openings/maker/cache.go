package maker

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"chuhe/board"
	"chuhe/internal/wholefile"
	"chuhe/search"
)

// Cache keeps lists of openings in the files of a folder, so that they are made once. A
// list is kept as far as it was made, also when that was interrupted, and is continued
// when more openings are wanted.
type Cache struct {
	Folder string // "" for none: every list is made again
}

// UserCache returns the cache in the folder that the system has for such files. Where there is
// none the error says why, and the cache has no folder.
func UserCache() (Cache, error) {
	folder, err := os.UserCacheDir()
	if err != nil {
		return Cache{}, err
	}
	return Cache{filepath.Join(folder, "chuhe", "openings")}, nil
}

// saveEvery is the number of openings after which a list is kept while it is made.
const saveEvery = 1_000

// UnsavedError says why openings that were made could not be kept.
type UnsavedError struct{ Err error }

func (e *UnsavedError) Error() string { return "the openings cannot be kept: " + e.Err.Error() }

// Unwrap returns the reason.
func (e *UnsavedError) Unwrap() error { return e.Err }

// Get returns the first openings of a maker, as Extend makes them. It returns none with an error
// other than an [*UnsavedError].
func (c Cache) Get(ctx context.Context, m *Maker, count int) ([]board.Position, error) {
	var list List
	err := c.Extend(ctx, m, &list, count)
	if err != nil && !errors.As(err, new(*UnsavedError)) {
		return nil, err
	}
	return list.Openings[:count:count], err
}

// Extend is [Maker.Extend] for a list that is empty or has openings of the maker: it gets those
// of the cache first where that has more, as another program may have made them. An
// [*UnsavedError] says that all openings are there, and that the cache does not have them.
func (c Cache) Extend(ctx context.Context, m *Maker, list *List, count int) error {
	if err := m.Validate(); err != nil {
		return err
	}
	title, err := m.Title()
	if err != nil {
		return err
	}
	if len(list.Openings) < count {
		if kept := c.load(title); len(kept.Openings) > len(list.Openings) {
			*list = kept
		}
	}
	var unsaved error
	for len(list.Openings) < count {
		had := len(list.Openings)
		err := m.Extend(ctx, list, min(count, (had/saveEvery+1)*saveEvery))
		if len(list.Openings) > had {
			unsaved = c.save(title, list)
		}
		if err != nil {
			return errors.Join(err, unsaved)
		}
	}
	if unsaved != nil {
		return &UnsavedError{unsaved}
	}
	return nil
}

// Title returns a line that differs where lists do: it names the recipe, the evaluation and
// the search. It fails where search.Signature does.
func (m *Maker) Title() (string, error) {
	signature, err := search.Signature()
	return fmt.Sprintf("# Openings made by Chuhe: %v, evaluation %s, search %s", m.Recipe, m.Evaluation.Name(), signature), err
}

// file returns the name of the file of a list.
func (c Cache) file(title string) string {
	sum := sha256.Sum256([]byte(title))
	return filepath.Join(c.Folder, hex.EncodeToString(sum[:8])+".epd")
}

// save writes a list. What others wrote meanwhile is replaced: it is the same list, as far
// as it goes.
func (c Cache) save(title string, list *List) error {
	if c.Folder == "" {
		return nil
	}
	if err := os.MkdirAll(c.Folder, 0o755); err != nil {
		return err
	}
	body := bodyOf(list)
	return wholefile.Write(c.file(title), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s\n%s\n%s", title, headOf(body), body)
		return err
	})
}

// load returns the list of a title as far as it is kept. A file that was not written by
// save as it stands is not used: to make openings again costs minutes, to play others
// than the seed gives costs the match.
func (c Cache) load(title string) (list List) {
	if c.Folder == "" {
		return
	}
	text, err := os.ReadFile(c.file(title))
	if err != nil {
		return
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	head, body, _ := strings.Cut(rest, "\n")
	if first != title || head != headOf([]byte(body)) {
		return
	}
	for line := range strings.Lines(body) {
		line = strings.TrimSuffix(line, "\n")
		if n, err := fmt.Sscanf(line, candidatesLine, &list.Candidates); n == 1 && err == nil {
			continue
		}
		p, err := board.ParseFEN(line)
		if err != nil {
			return List{}
		}
		list.Openings = append(list.Openings, p)
	}
	return
}

// candidatesLine is the first line of the body.
const candidatesLine = "# candidates %d"

func bodyOf(list *List) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, candidatesLine+"\n", list.Candidates)
	for i := range list.Openings {
		fmt.Fprintln(&b, list.Openings[i].FEN())
	}
	return b.Bytes()
}

// headOf returns the line with the checksum of a body.
func headOf(body []byte) string {
	sum := sha256.Sum256(body)
	return "# sha256 " + hex.EncodeToString(sum[:])
}
