package pgn

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/game"
)

// TestVariationNumbers warns of numbers of variations that fit neither the main line's
// nor a count of their own.
func TestVariationNumbers(t *testing.T) {
	const fits, doubtful = false, true
	for text, want := range map[string]bool{
		"1. C2.5 h8+7 (1... h2+3 2. H2+3) 2. H2+3 (2. P7+1 p3+1 3. H8+7)": fits,
		"1. C2.5 h8+7 (h2+3 2. H2+3 h8+7 3. R1.2) 2. H2+3":                fits,
		"1. C2.5 2. h8+7 (2. h2+3 3. H2+3 4. h8+7) 3. H2+3 4. h2+3":       fits,
		"1. C2.5 2. h8+7 (2. h2+3 (2. p3+1 3. H2+3)) 3. H2+3 4. h2+3":     fits,
		"C2.5 h8+7 (1... h2+3 2. H2+3) H2+3":                              fits,
		"1. C2.5 h8+7 2. H2+3 h2+3 (1... p3+1 2. R1.2)":                   fits, // counted for itself
		"1. C2.5 h8+7 2. H2+3 (1. P7+1 p3+1 2. H8+7)":                     fits,
		"1. C2.5 h8+7 2. H2+3 (1. P7+1 2. p3+1 3. H8+7)":                  fits,
		"7. C2.5 h8+7 (7... h2+3 8. H2+3) 8. H2+3":                        doubtful, // for the main line alone
		"1. C2.5 h8+7 (1... h2+3 5. P7+1) 2. H2+3":                        doubtful,
		"1. C2.5 h8+7 (2. h2+3) 2. H2+3":                                  doubtful,
		"1. C2.5 h8+7 (2. h2+3 3. H2+3) 2. H2+3":                          doubtful,
		"1. C2.5 h8+7 (1... h2+3 3. H2+3) 2. H2+3":                        doubtful,
		"1. C2.5 h8+7 2. H2+3 (3. P7+1) h2+3":                             doubtful,
		"1. C2.5 h8+7 2. H2+3 h2+3 (1... p3+1 3. R1.2)":                   doubtful,
		"1. C2.5 h8+7 2. H2+3 (1. P7+1 2. p3+1 4. H8+7)":                  doubtful,
		"1. C2.5 h8+7 (1... h2+3 (4... p3+1)) 2. H2+3":                    doubtful,
		"1. C2.5 2. h8+7 (2. h2+3 4. H2+3) 3. H2+3 4. h2+3":               doubtful,
	} {
		games, err := read("[Red \"A\"]\n\n" + text + " *")
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		got := slices.ContainsFunc(games[0].Warnings, func(w *game.Error) bool { return errors.Is(w, ErrNumber) })
		assert.Equal(t, want, got, "%s: %v", text, games[0].Warnings)
	}
	for text, want := range map[string]bool{
		"1. c8.5 H2+3 (1... H8+7) 2. h8+7 R1.2":             fits, // pairs that Black begins
		"1. c8.5 H2+3 (1... H8+7 2. h8+7) 2. h8+7 R1.2":     fits,
		"1. c8.5 {x} 1... H2+3 2. h8+7 R1.2":                fits,
		"1... c8.5 2. H2+3 (2. H8+7 h8+7) h8+7 3. R1.2":     fits, // pairs that Red begins
		"1. c8.5 2. H2+3 (2. H8+7 2... h8+7) h8+7 3. R1.2":  fits,
		"1. c8.5 2. H2+3 (2. H8+7 3. h8+7) 3. h8+7 4. R1.2": fits, // moves
		"1. c8.5 H2+3 (2... H8+7) 2. h8+7 R1.2":             doubtful,
		"1. c8.5 H2+3 (1... H8+7 3. h8+7) 2. h8+7 R1.2":     doubtful,
		"1... c8.5 H2+3 (1... H8+7) 2. h8+7 R1.2":           doubtful,
		"1. c8.5 2. H2+3 (1... H8+7) h8+7 3. R1.2":          doubtful,
		"1. c8.5 {x} 1... H2+3 3. h8+7 R1.2":                doubtful,
	} {
		games, err := read("[FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b\"]\n\n" + text + " *")
		require.NoError(t, err, text)
		require.Len(t, games, 1, text)
		assert.Equal(t, want, len(games[0].Warnings) > 0, "%s: %v", text, games[0].Warnings)
	}
	games, err := read("1. C2.5 h8+7 (1... h2+3 5. P7+1) 2. H2+3 (4. P3+1) *")
	require.NoError(t, err)
	require.Len(t, games[0].Warnings, 1, "one for a game")
	assert.EqualError(t, games[0].Warnings[0], "line 1 (offset 24): game 1: a move number that does not fit: 5, want 2; moves may be missing")
}
