package rules

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/movegen"
)

// longGame plays at random, with some going back and forth but no end of play.
func longGame(seed uint64, plies int) *board.Line {
	for ; ; seed += 1 << 32 {
		rng := rand.New(rand.NewPCG(seed, 9))
		g := board.NewLine(board.Start())
		for g.Len() < plies && movegen.HasLegal(g.Position()) {
			g.Play(backAndForth(rng, g, 3))
		}
		if !Judge(g, DefaultOptions()).Result.Finished() {
			return g
		}
	}
}

// BenchmarkJudge judges whole games of 100 plies that do not end, so that all
// of each is read.
func BenchmarkJudge(b *testing.B) {
	var games []*board.Line
	for seed := range uint64(50) {
		games = append(games, longGame(seed, 100))
	}
	i := 0
	for b.Loop() {
		Judge(games[i%len(games)], DefaultOptions())
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkJudgeSpan judges the loops of the published cases.
func BenchmarkJudgeSpan(b *testing.B) {
	type span struct {
		g        *board.Line
		set      Set
		from, to int
	}
	spans := map[Set][]span{}
	for _, c := range readCases(b, "rule_cases.tsv") {
		g, err := Replay(c.start, c.moves)
		if err != nil {
			continue
		}
		for _, set := range c.sets {
			if v := Judge(g, Options{set, OwnLimit}); v.Kind.ByRepetition() {
				spans[set] = append(spans[set], span{g, set, v.From, v.To})
			}
		}
	}
	for _, set := range Sets() {
		b.Run(set.String(), func(b *testing.B) {
			i := 0
			for b.Loop() {
				s := spans[set][i%len(spans[set])]
				s.set.JudgeSpan(s.g, s.from, s.to)
				i++
			}
		})
	}
}

func TestJudgeSpanAllocatesNothing(t *testing.T) {
	for _, set := range Sets() {
		for _, c := range readCases(t, "own_cases.tsv")[:20] {
			g, err := Replay(c.start, c.moves)
			assert.NoError(t, err)
			n := testing.AllocsPerRun(3, func() { set.JudgeSpan(g, 0, g.Len()) })
			assert.Zero(t, n, "%v %s", set, c.id)
		}
	}
}
