package nnue

import (
	_ "embed" // for the network
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Words that Open takes besides the names of files.
const (
	Embedded  = "embedded"
	Classical = "classical"
)

// FlagUsage tells in the usage text of a command's flag what Open takes.
const FlagUsage = "`file` of the network that evaluates, or " + Embedded +
	" for that of the engine, or " + Classical + " for the hand-written evaluation"

// embedded is the file of the network that comes with the engine. It may be
// empty: then there is none.
//
//go:embed default.nnue
var embedded string

var parseEmbedded = sync.OnceValues(func() (*Net, error) {
	if embedded == "" {
		return nil, nil
	}
	return parse([]byte(embedded))
})

// Default returns the network that comes with the engine, the same one at every
// call, or nil if this build has none. An error wraps ErrNet.
func Default() (*Net, error) {
	n, err := parseEmbedded()
	if err != nil {
		return nil, fmt.Errorf("the embedded network: %w", err)
	}
	return n, nil
}

// NameOf returns the name of what evaluates with a network: that of the network,
// or [Classical] for nil.
func NameOf(n *Net) string {
	if n == nil {
		return Classical
	}
	return n.Name()
}

// Open returns the network that a user names: that of a file, or the one that
// comes with the engine for [Embedded] and for what hosts say when they mean no
// file ("<empty>" and the like). It returns nil for [Classical], the
// hand-written evaluation, which also stands in for an embedded network that a
// build does not have. No name at all is an error: it is likely that of a
// variable of a shell that was never set.
//
// A relative name is that of a file in the working directory or, if there is
// none, beside the program: whoever starts it from a graphical one seldom knows
// the former. An error names the file, and wraps ErrNet if what it holds is at
// fault.
func Open(name string) (*Net, error) {
	switch strings.ToLower(name) {
	case "":
		return nil, fmt.Errorf("no name, want a file, %s or %s", Embedded, Classical)
	case Embedded, "<embedded>", "<empty>", "<default>", "<internal>", "<none>":
		return Default()
	case Classical, "<classical>":
		return nil, nil
	}
	paths := placesOf(name)
	for _, path := range paths {
		n, err := readFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return n, nil
	}
	err := fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	if !filepath.IsAbs(name) {
		err = fmt.Errorf("%w, looked for %s", err, strings.Join(paths, " and "))
	}
	return nil, err
}

// placesOf returns where the file of a name may be, as absolute paths where the
// system tells them.
func placesOf(name string) []string {
	if filepath.IsAbs(name) {
		return []string{name}
	}
	here, err := filepath.Abs(name)
	if err != nil {
		here = name
	}
	program, err := os.Executable()
	if err != nil || !filepath.IsLocal(name) { // such as ../a.nnue, or C:a.nnue
		return []string{here}
	}
	return slices.Compact([]string{here, filepath.Join(filepath.Dir(program), name)})
}

func readFile(name string) (*Net, error) {
	// Asked before it is opened: opening a pipe waits for its other end.
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", ErrNet)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f)
}
