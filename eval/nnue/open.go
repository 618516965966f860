package nnue

import (
	_ "embed" // for the network
	"errors"
	"fmt"
	"io/fs"
	"os"
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
// file ("", "<empty>" and the like). It returns nil for [Classical], the
// hand-written evaluation, which also stands in for an embedded network that a
// build does not have. An error names the file, and wraps ErrNet if what it
// holds is at fault.
func Open(name string) (*Net, error) {
	switch strings.ToLower(name) {
	case Embedded, "", "<embedded>", "<empty>", "<default>", "<internal>", "<none>":
		return Default()
	case Classical, "<classical>":
		return nil, nil
	}
	n, err := readFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return n, nil
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
