package command_test

import (
	"flag"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/internal/command"
)

// TestProcessors asserts that a larger GOMAXPROCS does not change the number of processors.
func TestProcessors(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	first := command.Processors()
	if f := flag.Lookup("test.cpu"); f == nil || f.Value.String() == "" { // that flag changes GOMAXPROCS
		assert.Equal(t, before, first)
	}
	command.Responsive(first + 5)
	assert.Equal(t, first, command.Processors())
}

func TestResponsive(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	command.Responsive(before)
	assert.Greater(t, runtime.GOMAXPROCS(0), before)
	command.Responsive(before + 5)
	most := runtime.GOMAXPROCS(0)
	assert.Greater(t, most, before+5)
	command.Responsive(1)
	assert.Equal(t, most, runtime.GOMAXPROCS(0), "other searches still need them")
}
