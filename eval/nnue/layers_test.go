package nnue

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
)

// The layers of every output bucket begin on a cache line when those of the first do.
func TestLayersSize(t *testing.T) {
	assert.Zero(t, reflect.TypeFor[Layers]().Size()%64)
}
