package data

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/lab/record"
)

// TestInterruptAtGame asserts that an interrupt ends the reading of a file after the game that is
// being read, which may be long.
func TestInterruptAtGame(t *testing.T) {
	data, _ := encode(t, text(1), randomGames(1, 30))
	ctx, cancel := context.WithCancel(t.Context())
	in, err := (&tool{ctx: ctx}).open(write(t, t.TempDir(), "games", data))
	require.NoError(t, err)
	defer in.close()
	err = in.each(func(*record.Game) error { cancel(); return nil }, nil)
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 1, in.games)
}
