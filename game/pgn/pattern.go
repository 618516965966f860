package pgn

import (
	"regexp"
	"sync"
)

// pattern returns what compiles an expression when it is first wanted: an engine that only plays does not wait for it.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
