package testpos

import (
	"flag"
	"testing"
)

var longMode = flag.Bool("long", false, "test at full length: see the long modes in CONTRIBUTING.md")

// Long reports whether tests run at full length.
func Long() bool { return *longMode }

// Rounds returns how much a test tries: short under -short, long under -long, and
// usual otherwise.
func Rounds[N int | uint64](short, usual, long N) N {
	switch {
	case *longMode:
		return long
	case testing.Short():
		return short
	}
	return usual
}

// SkipRace skips a test under the race detector: one that takes it long, while tests that
// stay start the same goroutines in the same way, or none run beside each other.
func SkipRace(t *testing.T) {
	t.Helper()
	if race {
		t.Skip("adds nothing under the race detector")
	}
}
