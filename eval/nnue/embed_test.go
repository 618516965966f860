package nnue

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEmbedded validates the embedded network, which a start of the engine does not.
func TestEmbedded(t *testing.T) {
	if embedded == "" {
		t.Skip("this build embeds no network")
	}
	want, err := Read(strings.NewReader(embedded))
	require.NoError(t, err)
	got, err := Embedded()
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
