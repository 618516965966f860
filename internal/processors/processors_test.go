package processors_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/internal/processors"
)

func TestReserve(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	t.Cleanup(func() { runtime.GOMAXPROCS(before) })
	assert.Equal(t, before, processors.Available())
	processors.Reserve(before)
	assert.Greater(t, runtime.GOMAXPROCS(0), before)
	processors.Reserve(before + 5)
	most := runtime.GOMAXPROCS(0)
	assert.Greater(t, most, before+5)
	processors.Reserve(1)
	assert.Equal(t, most, runtime.GOMAXPROCS(0), "other searches still need them")
	assert.Equal(t, before, processors.Available())
}
