package journal

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRecipe(t *testing.T) {
	assert.Equal(t, map[string]string{"made": "by search", "nodes": "5", "from": "a b, c d", "held": ""},
		Recipe("made by search\nnodes 5\nfrom a b\nfrom c d\nheld\n"))
	assert.Empty(t, Recipe(""))
}
