package match

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/command/commandtest"
	"chuhe/internal/testpos"
)

// TestProgress asserts that a terminal shows how far a match is, and who leads.
func TestProgress(t *testing.T) {
	inDir(t)
	out, text := commandtest.Terminal(t)
	rounds := testpos.Rounds(5, 20, 20)
	args := againstResigner(strings.Fields("-each tc=60 restart=on -maxmoves 6 -out m -rounds")...)
	err := play(t.Context(), append(args, fmt.Sprint(rounds)), out)
	shown := text()
	require.NoError(t, err)
	assert.Regexp(t, fmt.Sprintf(`game \d+ of %d  a: Elo `, 2*rounds), shown)
}
