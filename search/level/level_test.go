package level

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/eval"
	"chuhe/search"
)

// TestOfElo asserts that a higher Elo never searches less, overlooks more or is less
// exact, and that 25 Elo always make a difference.
func TestOfElo(t *testing.T) {
	for _, l := range rated {
		assert.Equal(t, l, OfElo(l.Elo))
	}
	for elo := MinElo + 1; elo <= MaxElo; elo++ {
		last, l := OfElo(elo-1), OfElo(elo)
		assert.GreaterOrEqual(t, l.Nodes, last.Nodes)
		assert.LessOrEqual(t, l.Oversight, last.Oversight)
		assert.LessOrEqual(t, l.Randomness, last.Randomness)
		if earlier := OfElo(max(elo-25, MinElo)); elo >= MinElo+25 {
			assert.Greater(t, l.Nodes, earlier.Nodes)
			assert.Less(t, l.Oversight, earlier.Oversight)
		}
	}
}

func TestOfStep(t *testing.T) {
	assert.Equal(t, 13, Steps, "the documents and the page name that many")
	first := len(children) + 1
	assert.Equal(t, OfElo(MinElo), OfStep(first))
	assert.Equal(t, OfElo(MaxElo), OfStep(Steps-1))
	assert.False(t, OfStep(Steps).Limited())
	for step := 2; step < Steps; step++ {
		below, l := OfStep(step-1), OfStep(step)
		assert.Greater(t, l.Nodes, below.Nodes)
		assert.LessOrEqual(t, l.Oversight, below.Oversight)
		assert.Less(t, l.Randomness, below.Randomness)
		if step > first {
			assert.Greater(t, l.Elo, below.Elo)
		} else {
			assert.Less(t, l.Carelessness, below.Carelessness)
		}
	}
}

// TestDocuments compares the tables of docs/levels.md, in two languages, with the levels.
func TestDocuments(t *testing.T) {
	var want []string
	for step := 1; step < Steps; step++ {
		l, elo := OfStep(step), "–"
		if l.Elo > 0 {
			elo = fmt.Sprint(l.Elo)
		}
		want = append(want, fmt.Sprintf("| %d | %d | %d | %d | %v %% | %s |",
			step, l.Nodes, l.Oversight, l.Randomness, float64(l.Carelessness)/10, elo))
	}
	rows := regexp.MustCompile(`(?m)^\| \d+ \| \d+ \| \d+ \| \d+ \| [\d.]+ % \| \S+ \|`)
	for _, name := range []string{"levels.md", "levels.zh-CN.md"} {
		text, err := os.ReadFile("../../docs/" + name)
		require.NoError(t, err)
		assert.Equal(t, want, rows.FindAllString(string(text), -1), name)
	}
}

func TestApply(t *testing.T) {
	o := search.DefaultOptions()
	o.Evaluation, o.Threads, o.Randomness = eval.Classical{}, 4, 1000
	full := o
	OfStep(Steps).Apply(&o)
	assert.Equal(t, full, o, "full strength changes nothing")
	for step := 1; step < Steps; step++ {
		o := full
		OfStep(step).Apply(&o)
		require.NoError(t, o.Validate())
		assert.Equal(t, 1, o.Threads)
		assert.Equal(t, 1000, o.Randomness, "who asks for more noise gets it")
		l := OfStep(step)
		assert.Equal(t, [2]int{l.Oversight, l.Carelessness}, [2]int{o.Oversight, o.Carelessness})
		assert.Equal(t, hash, o.Hash)
		o = search.DefaultOptions()
		l.Apply(&o)
		assert.Equal(t, l.Randomness, o.Randomness)
	}
}
