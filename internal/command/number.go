package command

import (
	"flag"
	"fmt"
	"math"
	"reflect"
	"strconv"

	"chuhe/lang"
)

// number is a type that a flag may have.
type number interface {
	~int | ~int32 | ~uint64 | ~float64
}

// Number defines a flag that stores its value in *at, as [flag.FlagSet.IntVar]
// does. Whole numbers may be written as in Go: 1_000_000 or 0x10. The error about
// anything else, or about a number too large for the type, says what is wanted,
// where package flag says "parse error".
func Number[T number](flags *flag.FlagSet, at *T, name string, value T, usage string) {
	*at = value
	flags.Var(numberValue[T]{at: at}, name, usage)
}

// Range is Number for values from low to high. The default is the value of *at.
func Range[T number](flags *flag.FlagSet, at *T, name string, low, high T, usage string) {
	flags.Var(numberValue[T]{at, &[2]T{low, high}}, name, usage)
}

// numberValue is the [flag.Value] of a number.
type numberValue[T number] struct {
	at     *T
	bounds *[2]T // nil for the bounds of the type
}

// String returns the number. Package flag also calls it on the zero value, to see
// which defaults it need not print.
func (n numberValue[T]) String() string {
	if n.at == nil {
		return "0"
	}
	return fmt.Sprint(*n.at)
}

// Set implements [flag.Value].
func (n numberValue[T]) Set(text string) (err error) {
	var x T
	want := "usage.whole"
	low, high := fmt.Sprint(0), fmt.Sprint(uint64(math.MaxUint64))
	bounded := n.bounds != nil
	switch t := reflect.TypeFor[T](); t.Kind() {
	case reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		x, want = T(f), "usage.number"
	case reflect.Uint64:
		var u uint64
		u, err = strconv.ParseUint(text, 0, 64)
		x, bounded = T(u), true
	default:
		var i int64
		i, err = strconv.ParseInt(text, 0, t.Bits())
		x = T(i)
	}
	if n.bounds != nil {
		low, high = fmt.Sprint(n.bounds[0]), fmt.Sprint(n.bounds[1])
	}
	if err != nil || n.bounds != nil && !(x >= n.bounds[0] && x <= n.bounds[1]) {
		if bounded {
			return lang.Errorf(want+"Range", "low", low, "high", high)
		}
		return lang.Errorf(want)
	}
	*n.at = x
	return nil
}
