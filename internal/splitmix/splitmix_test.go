package splitmix

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSource compares the first numbers for the seed 1234567, which Rosetta Code gives
// for its own implementations.
func TestSource(t *testing.T) {
	source := Source(1234567)
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821,
	} {
		assert.Equal(t, want, source.Uint64())
	}
}
