//go:build kernels

package nnue

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestKernelsAreThere asserts that what the other tests compare with the twins is the kernels,
// and not the twins themselves, as where there are no vector instructions.
func TestKernelsAreThere(t *testing.T) { assert.True(t, hasKernels) }
