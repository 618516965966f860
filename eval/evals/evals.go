// Package evals opens an evaluation by the name that a user gives it, or by its own on
// another machine, and packs a network to be sent. No other package of the engine knows
// which evaluations there are.
package evals

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"

	"chuhe/eval"
	"chuhe/eval/nnue"
	"chuhe/internal/keyed"
	"chuhe/internal/userfile"
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

// Pack returns the file of a network in as few bytes as gzip can, to be sent.
func Pack(file []byte) ([]byte, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err = w.Write(file); err != nil {
		return nil, err
	}
	err = w.Close()
	return packed.Bytes(), err
}

// Unpack returns the network whose file [Pack] has packed.
func Unpack(packed []byte) (eval.Evaluation, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return read(r)
}

// read returns the network whose file r has, see [nnue.Read].
func read(r io.Reader) (eval.Evaluation, error) {
	net, err := nnue.Read(r)
	if err != nil {
		return nil, err
	}
	return net, nil
}

// Open returns the evaluation of a name: the default one for [Embedded] and for
// what hosts send when they mean no file ("<empty>" and the like), the
// hand-written one for its name, and otherwise the network in the file of that
// name. An empty name is an error: it is probably a shell variable that was
// never set.
//
// A relative name is looked up as [userfile.Open] says. An error about a file names
// it, and wraps [nnue.ErrNet] if the content is at fault.
func Open(name string) (eval.Evaluation, error) {
	switch {
	case name == "":
		return nil, keyed.Errorf("error.noEvaluation", "no name, want a file, %s or %s", Embedded, eval.Classical{}.Name())
	case isDefault(name):
		return Default()
	case isClassical(name):
		return eval.Classical{}, nil
	}
	file, err := userfile.Open(name)
	if bad, ok := errors.AsType[*userfile.Error](err); ok && errors.Is(bad.Err, userfile.ErrIrregular) {
		return nil, fmt.Errorf("%s: %w: %w", bad.Path, nnue.ErrNet, bad.Err)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	net, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), err)
	}
	return net, nil
}

// Named returns the evaluation whose own name is name ([eval.Evaluation.Name]), from the
// content of a file or, where that is empty, from the program. It is an error if what is
// there has another name.
func Named(name string, content []byte) (e eval.Evaluation, err error) {
	source := "this program"
	switch {
	case len(content) > 0:
		source = "the file"
		e, err = read(bytes.NewReader(content))
	case isClassical(name):
		e = eval.Classical{}
	default:
		e, err = Default()
	}
	if err != nil {
		return nil, err
	}
	if e.Name() != name {
		return nil, fmt.Errorf("%s has the evaluation %s, want %s", source, e.Name(), name)
	}
	return e, nil
}

// Content returns the content of the file that [Open] reads for a name, nil if it reads none.
func Content(name string) ([]byte, error) {
	if name == "" || isDefault(name) || isClassical(name) {
		return nil, nil
	}
	file, err := userfile.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

func isDefault(name string) bool {
	switch strings.ToLower(name) {
	case Embedded, "<embedded>", "<empty>", "<default>", "<internal>", "<none>":
		return true
	}
	return false
}

func isClassical(name string) bool {
	switch strings.ToLower(name) {
	case eval.Classical{}.Name(), "<classical>":
		return true
	}
	return false
}
