package protocol

// level is a strength of play: what the search may do at most, and how blurred
// its judgement is.
type level struct {
	elo        int
	nodes      int
	randomness int // width of the noise on evaluations, see search.Options
}

// Range of UCI_Elo. MaxElo is the upper end of what the limit can express, not
// the strength of the unlimited engine.
const (
	minElo = 500
	maxElo = 2400
)

// levels are the strengths between which levelOf interpolates. They are a guess
// from the rule of thumb that twice the nodes are worth some 70 Elo, and noise
// as wide as a piece makes a beginner; no match has calibrated them yet. The
// fewest nodes are about those of a first ply, below which there is no judgement
// to blur.
var levels = []level{
	{minElo, 200, 400},
	{800, 300, 250},
	{1100, 600, 140},
	{1400, 1500, 75},
	{1700, 6000, 35},
	{2000, 30_000, 15},
	{maxElo, 250_000, 0},
}

// levelOf returns the level of an Elo within the range.
func levelOf(elo int) level {
	i := 1
	for i < len(levels)-1 && elo > levels[i].elo {
		i++
	}
	a, b := levels[i-1], levels[i]
	between := func(from, to int) int { return from + (to-from)*(elo-a.elo)/(b.elo-a.elo) }
	return level{elo, between(a.nodes, b.nodes), between(a.randomness, b.randomness)}
}
