package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// Exit statuses of programs.
const (
	failed      = 1
	badInput    = 2
	interrupted = 130 // as a shell counts an interrupt
)

// ErrInput marks, for [errors.Is], an error about the user's input:
// arguments, for which [Usage] and [Usagef] make it, or files that cannot be used, for
// which [Input] and [Inputf] do. An error that wraps a shortage of the system, such as a full disk,
// is not one, since the user named nothing wrong.
var ErrInput = errors.New("bad input")

type inputError struct{ error }

func (e inputError) Unwrap() error        { return e.error }
func (e inputError) Is(target error) bool { return target == ErrInput && !isOneOf(e.error, shortages) }

// Input returns an error with the text of err that is also ErrInput unless that is a shortage, or nil
// for nil.
func Input(err error) error {
	if err == nil {
		return nil
	}
	return inputError{err}
}

// Inputf returns an error as [fmt.Errorf] does that is also ErrInput.
func Inputf(format string, args ...any) error { return inputError{fmt.Errorf(format, args...)} }

// usageError is an error about arguments.
type usageError struct{ inputError }

// Usage is Input for errors about arguments, to which [Command.Execute] adds where
// they are explained.
func Usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{inputError{err}}
}

// Usagef is Inputf for errors about arguments, as Usage is Input.
func Usagef(format string, args ...any) error { return Usage(fmt.Errorf(format, args...)) }

// Status returns the exit status for an error: 0 for success, and when the reader
// of the output has gone, 130 when a context was cancelled, 2 for ErrInput, and 1
// for any other failure.
func Status(err error) int {
	switch {
	case err == nil, ReaderGone(err):
		return 0
	case errors.Is(err, context.Canceled):
		return interrupted
	case errors.Is(err, ErrInput):
		return badInput
	}
	return failed
}

// ReaderGone reports whether an error says that nobody reads the output any more, such as
// a host that has closed its end of a pipe. That is no failure.
func ReaderGone(err error) bool { return isOneOf(err, goneErrors) }

// isOneOf reports whether an error wraps one of a list.
func isOneOf(err error, list []error) bool {
	return slices.ContainsFunc(list, func(one error) bool { return errors.Is(err, one) })
}
