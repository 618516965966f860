package eval

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

func TestChances(t *testing.T) {
	start := board.Start()
	bare := testpos.FEN(t, "3k5/9/9/9/9/9/9/9/4A4/2BAK4 w")      // neither side can attack
	guards := testpos.FEN(t, "3kr4/9/9/9/9/9/9/9/4A4/2BAK4 w")   // only Black can
	knight := testpos.FEN(t, "3k5/4a4/9/9/9/4N4/9/9/9/4K4 w")    // a knight against a guard
	rooks := testpos.FEN(t, "r2k4r/9/9/9/9/9/9/9/9/R3K3R w - -") // two rooks each
	for _, c := range []struct {
		p                board.Position
		score            Score
		won, drawn, lost int
		least, most      float64 // of the points to expect
	}{
		{start, 0, 384, 232, 384, .5, .5},
		{start, 62, 436, 229, 335, .55, .56},  // an inaccuracy from level
		{start, 260, 604, 192, 204, .69, .71}, // a blunder
		{start, Mate - 5, 1000, 0, 0, 1, 1},
		{start, MatedIn(4), 0, 0, 1000, 0, 0},
		{start, RuleWin - 9, 1000, 0, 0, 1, 1},
		{start, LostByRuleIn(256), 0, 0, 1000, 0, 0},
		{start, MaxEval, 1000, 0, 0, 1, 1},
		{bare, 300, 0, 1000, 0, .5, .5},
		{guards, 500, 0, 999, 1, .49, .5},
		{guards, -MaxEval, 0, 0, 1000, 0, 0},
		{knight, 200, 104, 896, 0, .55, .56},
		{rooks, 430, 676, 289, 35, .82, .83},
	} {
		got := c.score.Chances(&c.p)
		won, drawn, lost := got.PerMille()
		assert.InDelta(t, 1, got.Won+got.Drawn+got.Lost, 1e-12)
		assert.Equal(t, [3]int{c.won, c.drawn, c.lost}, [3]int{won, drawn, lost}, "%d in %s", c.score, c.p.FEN())
		assert.GreaterOrEqual(t, got.Expected(), c.least)
		assert.LessOrEqual(t, got.Expected(), c.most)
	}
}

// TestChancesOfWeights asserts for all weights of attackers that a higher score never means
// fewer points, and that both sides agree.
func TestChancesOfWeights(t *testing.T) {
	for own := range MaxAttackWeight + 1 {
		for theirs := range MaxAttackWeight + 1 {
			before := -1.0
			for s := -MaxEval; s <= MaxEval; s += 61 {
				points := chances(own, theirs, s).Expected()
				assert.GreaterOrEqual(t, points, before-1e-9, "%d against %d at %d", own, theirs, s)
				assert.InDelta(t, 1, points+chances(theirs, own, -s).Expected(), 1e-12)
				before = points
			}
		}
	}
}

// TestChancesOrder asserts the same of positions, decided scores included.
func TestChancesOrder(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN, "3k5/4a4/9/9/9/4N4/9/9/9/4K4 w", "3kr4/9/9/9/9/9/9/9/4A4/2BAK4 w",
		"2bak4/4a4/4b4/9/9/2P6/9/9/9/r3K4 w", "r2k4r/9/9/9/9/9/9/9/9/R3K3R w", "3k5/9/9/4p4/2P3P2/9/9/9/9/4K4 w",
	} {
		p := testpos.FEN(t, fen)
		other := p.Pass()
		before := -1.0
		for s := -Mate; s <= Mate; s += 61 {
			c := s.Chances(&p)
			for _, x := range []float64{c.Won, c.Drawn, c.Lost} {
				assert.True(t, x >= 0 && x <= 1, "%d: %v", s, c)
			}
			assert.GreaterOrEqual(t, c.Expected(), before-1e-9, "%d in %s", s, fen)
			before = c.Expected()
			assert.InDelta(t, 1, c.Expected()+(-s).Chances(&other).Expected(), 1e-12)
		}
	}
}

// TestDocuments compares docs/evaluation.md, in two languages, with the numbers in use.
func TestDocuments(t *testing.T) {
	var want []string
	for weight, fit := range winningFit {
		if weight > 0 {
			want = append(want, fmt.Sprintf("%d: %v, %v", weight, fit.a, fit.b))
		}
	}
	fits := regexp.MustCompile(`\| (\d+) \| [\d.]+ % \| (\d+) \| (\d+) \|`)
	example := regexp.MustCompile(`score cp (\d+) wdl (\d+ \d+ \d+)`)
	start := board.Start()
	for _, name := range []string{"evaluation.md", "evaluation.zh-CN.md"} {
		text, err := os.ReadFile("../docs/" + name)
		require.NoError(t, err)
		var got []string
		for _, row := range fits.FindAllStringSubmatch(string(text), -1) {
			got = append(got, fmt.Sprintf("%s: %s, %s", row[1], row[2], row[3]))
		}
		assert.ElementsMatch(t, want, got, name)

		line := example.FindStringSubmatch(string(text))
		require.NotNil(t, line, name)
		score, err := strconv.Atoi(line[1])
		require.NoError(t, err)
		won, drawn, lost := Score(score).Chances(&start).PerMille()
		assert.Equal(t, fmt.Sprint(won, drawn, lost), line[2], name)
	}
}

func TestPerMille(t *testing.T) {
	for _, c := range []Chances{{.4995, 0, .5005}, {.5005, 0, .4995}, {1. / 3, 1. / 3, 1. / 3}, {.0005, .999, .0005}, {Won: 1}} {
		won, drawn, lost := c.PerMille()
		assert.Equal(t, 1000, won+drawn+lost, "%v", c)
		assert.True(t, won >= 0 && drawn >= 0 && lost >= 0, "%v", c)
	}
}

func TestAttackers(t *testing.T) {
	p := board.Start()
	assert.Equal(t, MaxAttackWeight, AttackWeight(&p, board.Red))
	p = testpos.FEN(t, "3k5/4a4/9/9/9/4N4/P8/9/9/4KC2R w")
	assert.Equal(t, 2+2+4+1, AttackWeight(&p, board.Red))
	assert.Zero(t, AttackWeight(&p, board.Black))
}
