package nnue

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestEmbedded validates the embedded network, which a start of the engine does not.
func TestEmbedded(t *testing.T) {
	if len(embedded) == 0 {
		t.Skip("this build embeds no network")
	}
	want, err := Read(bytes.NewReader(embedded))
	require.NoError(t, err)
	got, err := Embedded()
	require.NoError(t, err)
	assert.Equal(t, want, got)
}
