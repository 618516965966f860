// Package formats lists the formats in which games are kept, and finds the format of a file
// by its content.
package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/dhtmlxq"
	"chuhe/game/fenlist"
	"chuhe/game/pgn"
	"chuhe/game/sheet"
	"chuhe/game/xqf"
	"chuhe/internal/command"
	"chuhe/lang"
)

// ErrUnknown is wrapped by the errors about an unknown format.
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
	fenlist.Format,
	pgn.MoveList,
	sheet.Format,
}

// All returns all formats. The caller must not change them.
func All() []*game.Format { return slices.Clone(all) }

// Named returns the format of a name, in any case.
func Named(name string) (*game.Format, error) {
	for _, f := range all {
		if strings.EqualFold(f.Name, name) {
			return f, nil
		}
	}
	return nil, lang.Errorf("fault.noFormat", "name", strconv.Quote(name), "formats", List())
}

// OfName returns the format that alone has files with the extension of a name, nil if none or
// several have.
func OfName(name string) *game.Format {
	var found *game.Format
	extension := strings.TrimPrefix(filepath.Ext(name), ".")
	for _, f := range all {
		if !slices.ContainsFunc(f.Extensions, func(e string) bool { return strings.EqualFold(e, extension) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = f
	}
	return found
}

// Names lists the names of all formats: "a, b or c".
func Names() string {
	names := names()
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// List returns the names of all formats.
func List() lang.List { return names() }

func names() (names []string) {
	for _, f := range all {
		names = append(names, f.Name)
	}
	return names
}

// Recognise returns the format of a file that begins like this, nil if it is unknown.
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
// them. The error comes from reading the beginning, or is ErrUnknown; an empty file has
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
		return nil, nil, fmt.Errorf("%w: want %s", ErrUnknown, Names())
	}
	return f, f.Read(in), nil
}

// File is a file that an argument of a command stands for.
type File struct {
	Name string // "-" for the standard input
	// Path is the name below the folder that was given, or the last part of the name
	// if the file itself was.
	Path string
	Size int64 // in bytes, -1 if it is not known
	// Found says that a folder was given, so that files of no known format are no
	// fault of the user.
	Found bool
}

// NoGame says in a language that the files and folders that arguments name have no game.
func NoGame(l lang.Lang, args []string) string {
	var all []string
	for _, arg := range args {
		key := "error.noGame"
		if info, err := os.Stat(arg); arg != "-" && err == nil && info.IsDir() {
			key = "error.noGameFolder"
		}
		all = append(all, l.Say("error.of", "what", command.InputName(l, arg), "reason", l.Say(key)))
	}
	return strings.Join(all, l.Say("join.semicolon"))
}

// Files returns the files that arguments stand for: "-" for the standard input, a
// folder for all files below it but hidden ones, in the order of their names and of the numbers in
// them. A folder below it that cannot be read stands among them, so that opening it says why. The error
// is about an argument.
func Files(args []string) (files []File, err error) {
	for _, arg := range args {
		if arg == "-" {
			files = append(files, File{Name: arg, Path: "games", Size: -1})
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, named(arg, err)
		case !info.IsDir():
			size := info.Size()
			if !info.Mode().IsRegular() {
				size = -1
			}
			files = append(files, File{arg, filepath.Base(arg), size, false})
			continue
		}
		below, err := filesBelow(arg)
		if err != nil {
			return nil, named(arg, err)
		}
		for _, f := range below {
			f.Name = filepath.Join(arg, f.Path)
			files = append(files, f)
		}
	}
	return files, nil
}

// named returns an error about a file with its name in front.
func named(name string, err error) error {
	return fmt.Errorf("%s: %w", name, command.WithoutPath(err))
}

// filesBelow returns the files below a folder.
func filesBelow(folder string) ([]File, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return Below(root, ".")
}

// Below returns the files of a folder below a root as Files does, without their names. The error is
// about the folder itself; the files that were found come with it. Package fs would find only
// files with names in UTF-8, and many old collections have them in GBK.
func Below(root *os.Root, folder string) (files []File, err error) {
	in, err := root.Open(folder)
	if err != nil {
		return nil, err
	}
	entries, err := in.ReadDir(-1)
	in.Close()
	slices.SortFunc(entries, byName)
	for _, entry := range entries {
		f := File{Path: filepath.Join(folder, entry.Name()), Found: true}
		switch {
		case strings.HasPrefix(entry.Name(), "."):
		case entry.IsDir():
			below, err := Below(root, f.Path)
			if err != nil {
				files = append(files, f)
			}
			files = append(files, below...)
		case entry.Type().IsRegular():
			if info, err := root.Lstat(f.Path); err == nil {
				f.Size = info.Size()
			}
			files = append(files, f)
		}
	}
	return files, err
}

// Infos returns what the system knows about files, of those that it knows. standard is the
// standard input.
func Infos(files []File, standard io.Reader) (infos []fs.FileInfo) {
	for _, f := range files {
		info, err := os.Stat(f.Name)
		if f.Name == "-" {
			in, isFile := standard.(*os.File)
			if !isFile {
				continue
			}
			info, err = in.Stat()
		}
		if err == nil {
			infos = append(infos, info)
		}
	}
	return infos
}
