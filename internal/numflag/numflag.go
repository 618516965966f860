// Package numflag defines command-line flags for numbers that say what they want
// where those of package flag say "parse error".
package numflag

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// Number is a type that a flag may have.
type Number interface {
	~int | ~int32 | ~uint64 | ~float64
}

// Var defines a flag that stores its value in *at, as [flag.FlagSet.IntVar] does.
// Whole numbers may be written as in Go: 1_000_000 or 0x10. What is no number, or
// none that the type has room for, is an error that tells what is wanted; narrower
// ranges are for the caller to check.
func Var[T Number](flags *flag.FlagSet, at *T, name string, value T, usage string) {
	*at = value
	flags.Var(number[T]{at}, name, usage)
}

// number is the [flag.Value] of a number.
type number[T Number] struct{ at *T }

// String returns the number. Package flag calls it without one too, to learn
// what it need not show as a default.
func (n number[T]) String() string {
	if n.at == nil {
		return "0"
	}
	return fmt.Sprint(*n.at)
}

var (
	errNumber = errors.New("want a number")
	errWhole  = errors.New("want a whole number")
	errCount  = fmt.Errorf("want a whole number from 0 to %d", uint64(math.MaxUint64))
)

// Set implements [flag.Value].
func (n number[T]) Set(text string) error {
	switch t := reflect.TypeFor[T](); t.Kind() {
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return errNumber
		}
		*n.at = T(x)
	case reflect.Uint64:
		i, err := strconv.ParseUint(text, 0, 64)
		if err != nil {
			return errCount
		}
		*n.at = T(i)
	default:
		i, err := strconv.ParseInt(text, 0, t.Bits())
		if err != nil {
			return errWhole
		}
		*n.at = T(i)
	}
	return nil
}
