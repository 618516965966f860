package command

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"reflect"
	"strconv"
)

// number is a type that a flag may have.
type number interface {
	~int | ~int32 | ~uint64 | ~float64
}

// Number defines a flag that stores its value in *at, as [flag.FlagSet.IntVar]
// does. Whole numbers may be written as in Go: 1_000_000 or 0x10. The error about
// anything else, or about a number too large for the type, says what is wanted,
// where package flag says "parse error". Narrower ranges are for the caller to
// check.
func Number[T number](flags *flag.FlagSet, at *T, name string, value T, usage string) {
	*at = value
	flags.Var(numberValue[T]{at}, name, usage)
}

// numberValue is the [flag.Value] of a number.
type numberValue[T number] struct{ at *T }

// String returns the number. Package flag also calls it on the zero value, to see
// which defaults it need not print.
func (n numberValue[T]) String() string {
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
func (n numberValue[T]) Set(text string) error {
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
