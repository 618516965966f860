package command_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/internal/command"
)

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
