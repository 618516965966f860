// Package lazy defers what few runs of the program need, so that the others start without it.
package lazy

import (
	"regexp"
	"sync"
)

// Pattern returns a function that compiles an expression at its first call and returns it at every call.
// It panics there if the expression is bad.
func Pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
