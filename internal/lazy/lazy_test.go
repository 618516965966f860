package lazy

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPattern(t *testing.T) {
	digits := Pattern(`^\d+$`)
	assert.True(t, digits().MatchString("42"))
	assert.Same(t, digits(), digits())
	bad := Pattern(`(`)
	assert.Panics(t, func() { bad() })
}
