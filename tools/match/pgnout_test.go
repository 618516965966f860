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
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/game"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
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

// TestMoveLimitTag asserts that the tags of a game name a natural move limit which is not that of its rules,
// so that it is judged as it was.
func TestMoveLimitTag(t *testing.T) {
	for words, want := range map[string]string{"computer": "", "computer movelimit=120": "", "league movelimit=90": "90", "asian movelimit=0": "0"} {
		s, err := over{}.parse(t.Context(), append([]string{"-engine", "cmd=a", "-engine", "cmd=b", "-each", "tc=1", "-rules"}, strings.Fields(words)...), lang.English)
		require.NoError(t, err)
		g, err := recorded(s, &tournament.Record{Start: board.StartFEN})
		require.NoError(t, err)
		assert.Equal(t, want, g.Tag(game.TagMoveLimit), words)
	}
}
