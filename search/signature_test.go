package search

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

func TestSignature(t *testing.T) {
	testpos.SkipRace(t)
	first, err := Signature()
	require.NoError(t, err)
	assert.Regexp(t, "^[0-9a-f]{8}$", first)
	again, err := signature(DefaultParams())
	require.NoError(t, err)
	assert.Equal(t, first, again)
}

// TestSignatureAfterFailure asserts that a failure, such as for want of memory, is not kept.
func TestSignatureAfterFailure(t *testing.T) {
	var s success
	failure, searches := errors.New("no memory"), 0
	for _, fails := range []error{failure, failure, nil, failure} {
		got, err := s.get(func() (string, error) {
			searches++
			return "12345678", fails
		})
		if searches < 3 {
			assert.ErrorIs(t, err, failure)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, "12345678", got)
	}
	assert.Equal(t, 3, searches)
}

// TestSignatureOfOtherSearches changes one thing of the search at a time.
func TestSignatureOfOtherSearches(t *testing.T) {
	if testing.Short() {
		t.Skip("long, and in one thread only")
	}
	seen := map[string]string{}
	for _, change := range []string{
		"LMRBase", "LMRDivisor", "RazorMargin", "ReverseMargin", "NullDepth", "AspirationWindow", "CaptureOrder",
		"HistoryBonus", "CorrectionRate", "QuiescenceFutility", "SingularDepth", "ContinuationStart", "",
	} {
		p := DefaultParams()
		for r, at := range p.Each() {
			if r.Name == change {
				*at += r.Step
			}
		}
		s, err := signature(p)
		require.NoError(t, err)
		assert.NotContains(t, seen, s, "as with %q", seen[s])
		seen[s] = change
	}
	_, err := signature(Params{})
	assert.ErrorContains(t, err, "want")
}
