package match

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestWritten looks for the games of a long match in its file, in their order and in others.
func TestWritten(t *testing.T) {
	const count = 3000
	var games [][]byte
	for i := range count {
		games = append(games, fmt.Appendf(nil, "[Date \"2026.11.27\"]\n[Round \"%d\"]\n\n%s\n", i, strings.Repeat("1. H2-E2 {[%emt 0:00:01]} ", 200)))
	}
	file := bytes.Join(games[:count-1], nil)
	w := written{file, file}
	began := time.Now()
	for i, g := range games {
		assert.Equal(t, i < count-1, w.has(g), "game %d", i)
	}
	// To look through the whole file for each game takes more than ten times as long.
	assert.Less(t, time.Since(began), 3*time.Second)

	few := slices.Clone(games[:30])
	rand.Shuffle(len(few), func(i, j int) { few[i], few[j] = few[j], few[i] })
	file = bytes.Join(few[:20], nil)
	w = written{file, file}
	for i, g := range few {
		assert.Equal(t, i < 20, w.has(g))
	}
	for range 100 {
		i := rand.IntN(len(few))
		assert.Equal(t, i < 20, w.has(few[i]))
	}
}
