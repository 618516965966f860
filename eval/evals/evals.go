// Package evals opens an evaluation by the name that a user gives it. No other
// package of the engine knows which evaluations there are.
package evals

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"chuhe/eval"
	"chuhe/eval/nnue"
)

// Embedded is the name of the default evaluation.
const Embedded = "embedded"

// FlagUsage is the usage text of a flag whose value goes to Open.
const FlagUsage = "`file` of the network that evaluates, or " + Embedded +
	" for that of the engine, or classical for the hand-written evaluation"

// Default returns the evaluation the engine plays with: the network embedded in
// the program, or the hand-written evaluation if this build embeds none. The
// error says why the network cannot be used.
func Default() (eval.Evaluation, error) {
	net, err := nnue.Embedded()
	switch {
	case err != nil:
		return nil, err
	case net == nil:
		return eval.Classical{}, nil
	}
	return net, nil
}

// Open returns the evaluation of a name: the default one for [Embedded] and for
// what hosts send when they mean no file ("<empty>" and the like), the
// hand-written one for its name, and otherwise the network in the file of that
// name. An empty name is an error: it is probably a shell variable that was
// never set.
//
// A relative name is looked up in the working directory and then beside the
// program, because users who start the engine from a graphical interface rarely
// know the working directory. An error about a file names it, and wraps
// [nnue.ErrNet] if the content is at fault.
func Open(name string) (eval.Evaluation, error) {
	classical := eval.Classical{}
	switch strings.ToLower(name) {
	case "":
		return nil, fmt.Errorf("no name, want a file, %s or %s", Embedded, classical.Name())
	case Embedded, "<embedded>", "<empty>", "<default>", "<internal>", "<none>":
		return Default()
	case classical.Name(), "<classical>":
		return classical, nil
	}
	paths := candidates(name)
	for _, path := range paths {
		net, err := readFile(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return net, nil
	}
	err := fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	if !filepath.IsAbs(name) {
		err = fmt.Errorf("%w, looked for %s", err, strings.Join(paths, " and "))
	}
	return nil, err
}

// candidates returns the paths that a file name may stand for, absolute where
// the system allows it.
func candidates(name string) []string {
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

func readFile(name string) (*nnue.Net, error) {
	// Look before opening: to open a pipe is to wait for its other end.
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%w: not a regular file", nnue.ErrNet)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return nnue.Read(f)
}
