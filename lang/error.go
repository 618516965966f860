package lang

import (
	"errors"
	"io/fs"
	"os/exec"
	"strings"
	"syscall"

	"chuhe/internal/keyed"
	"chuhe/internal/userfile"
)

// Error is an error whose text is in the catalogues. Its Error is English.
type Error struct {
	key    string
	values []any
}

// Errorf returns an error with the text of a key; values are as for [Lang.Say]. It
// wraps the errors among them.
func Errorf(key string, values ...any) *Error { return &Error{key, values} }

// AtLine returns an error with the line of a text, from 1, in which it is. It wraps err.
func AtLine(line int, err error) *Error {
	return Errorf("error.of", "what", Errorf("fault.line", "line", line), "reason", err)
}

func (e *Error) Error() string { return e.In(English) }

// In returns the text in a language.
func (e *Error) In(l Lang) string { return l.Say(e.key, e.values...) }

// Unwrap returns the errors among the values.
func (e *Error) Unwrap() (wrapped []error) {
	for _, v := range e.values {
		if err, ok := v.(error); ok {
			wrapped = append(wrapped, err)
		}
	}
	return wrapped
}

// Spoken is an error with its text in the language of the user. In another one, Err has it.
type Spoken struct {
	Err  error
	Text string
}

func (s Spoken) Error() string { return s.Text }
func (s Spoken) Unwrap() error { return s.Err }

// system are the keys of errors that come from the system, in English.
var system = []struct {
	err error
	key string
}{
	{fs.ErrNotExist, "error.notExist"},
	{fs.ErrPermission, "error.permission"},
	{fs.ErrExist, "error.exists"},
	{syscall.EISDIR, "error.isFolder"},
	{syscall.ENOSPC, "error.noSpace"},
	{syscall.EADDRINUSE, "error.addressInUse"},
	{syscall.EADDRNOTAVAIL, "error.noAddress"},
}

// Explain returns the text of an error in the language, as far as catalogues have it:
// in the text of the error, the texts of each [Error] and [keyed.Error] and of common errors
// of the system are replaced, with a colon in front of them. The rest, such as the names of files, stays.
func (l Lang) Explain(err error) string {
	if e, ok := err.(Sayer); ok {
		return e.In(l)
	}
	text := err.Error()
	if l == English || l == "" {
		return text
	}
	for _, part := range parts(err, nil) {
		text = l.Replace(text, part.Error(), part.(Sayer).In(l))
	}
	if program, ok := errors.AsType[*exec.Error](err); ok && errors.Is(program, exec.ErrNotFound) {
		return l.Replace(text, program.Error(), l.Say("error.of", "what", program.Name, "reason", l.Say("error.noProgram")))
	}
	if missing, ok := errors.AsType[*userfile.NotFound](err); ok {
		said := l.Say("error.of", "what", missing.Name, "reason", l.Say("error.notExist"))
		if len(missing.Paths) > 0 {
			said = l.Say("error.notFound", "file", missing.Name, "paths", l.Join(missing.Paths))
		}
		return l.Replace(text, missing.Error(), said)
	}
	if no := syscall.Errno(0); errors.As(err, &no) {
		for _, known := range system {
			if errors.Is(no, known.err) {
				if at, ok := errors.AsType[*fs.PathError](err); ok {
					text = strings.Replace(text, at.Op+" "+at.Path, at.Path, 1) // without "open"
				}
				return l.Replace(text, no.Error(), l.Say(known.key))
			}
		}
	}
	return text
}

// Replace puts what a part of an error's text says in the language in its place, behind the
// colon of the language if a colon joins it to what it is about, such as a file.
func (l Lang) Replace(text, part, said string) string {
	before, after, found := strings.Cut(text, part)
	if !found {
		return text
	}
	if what, joined := strings.CutSuffix(before, ": "); joined {
		colon := l.Say("join.colon")
		return l.Say("error.of", "what", strings.ReplaceAll(what, ": ", colon), "reason", said) + after
	}
	return before + said + after
}

// parts appends to a list the errors in a tree of errors that are said otherwise in each
// language, the outermost of each branch.
func parts(err error, list []error) []error {
	switch e := err.(type) {
	case Sayer:
		return append(list, err)
	case *keyed.Error:
		return append(list, kind{e})
	}
	switch e := err.(type) {
	case interface{ Unwrap() error }:
		if below := e.Unwrap(); below != nil {
			return parts(below, list)
		}
	case interface{ Unwrap() []error }:
		for _, below := range e.Unwrap() {
			list = parts(below, list)
		}
	}
	return list
}

// kind is a kind of error, with its text in the catalogues.
type kind struct{ of *keyed.Error }

func (k kind) Error() string { return k.of.Error() }

// In returns the text in a language.
func (k kind) In(l Lang) string { return l.Say(k.of.Key) }
