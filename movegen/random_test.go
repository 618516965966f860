package movegen_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// TestRuleBook holds the package against the slow generator on random
// positions, half of them from random games and half strewn about the kings.
func TestRuleBook(t *testing.T) {
	const perBatch = 1000
	batches := testpos.Rounds(1, 30, 600)
	for _, source := range []struct {
		name string
		next func(*rand.Rand) func() board.Position
	}{
		{"games", testpos.Games},
		{"strewn", testpos.Strewn},
	} {
		for batch := range batches {
			t.Run(fmt.Sprint(source.name, batch), func(t *testing.T) {
				t.Parallel()
				next := source.next(rand.New(rand.NewPCG(uint64(batch), 1)))
				for i := range perBatch {
					p := next()
					require.NoError(t, agree(&p))
					if i%50 == 0 {
						require.NoError(t, agreeEverywhere(&p))
					}
				}
			})
		}
	}
}
