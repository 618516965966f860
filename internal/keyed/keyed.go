// Package keyed makes errors for packages that know no languages, whose texts stand in the
// catalogues of package lang all the same.
package keyed

import (
	"errors"
	"fmt"
)

// Error is an error with its text in English and the key of its text in the catalogues.
type Error struct {
	Key string
	err error
}

// New returns an error with a text in English, for others to wrap.
func New(key, text string) *Error { return &Error{key, errors.New(text)} }

// Errorf returns an error as [fmt.Errorf] does. In English it may say more than the
// catalogues, whose text has no values.
func Errorf(key, format string, values ...any) *Error {
	return &Error{key, fmt.Errorf(format, values...)}
}

func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns what the error wraps.
func (e *Error) Unwrap() error { return e.err }
