package protocol

// level is a strength of play: the most nodes of a search, and the noise on its
// evaluations.
type level struct {
	elo        int
	nodes      int
	randomness int // width of the noise on evaluations, see search.Options
}

// Range of UCI_Elo. The engine without a limit is stronger than maxElo.
const (
	minElo = 500
	maxElo = 2400
)

// levels are the strengths between which levelOf interpolates. They are guesses
// that no match has calibrated: twice the nodes are worth some 70 Elo by rule of
// thumb, and noise as wide as a piece is worth makes a beginner. The smallest
// number of nodes is about that of a search to depth 1.
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
