package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/match/openings"
)

// TestRecipe makes a small set twice: the same each time, and well formed.
func TestRecipe(t *testing.T) {
	r := recipe{count: 5, seed: 3, shallow: 500, choice: 6, margin: 50, deep: 2000, window: 60}
	text, err := r.make(t.Context())
	require.NoError(t, err)
	again, err := r.make(t.Context())
	require.NoError(t, err)
	assert.Equal(t, string(text), string(again))
	good, bad := openings.ReadEPD(text)
	assert.Empty(t, bad)
	assert.Len(t, good, 5)
	assert.True(t, strings.HasPrefix(string(text), "# Made by"))
}
