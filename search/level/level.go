// Package level says how the engine plays below its full strength: with few
// nodes, and with noise on its evaluations.
package level

// Level is a strength of play.
type Level struct {
	Elo int
	// Nodes is the most nodes of a search.
	Nodes int
	// Randomness is the width of the noise on evaluations, see search.Options.
	Randomness int
}

// Range of UCI_Elo. The engine without a limit is stronger than MaxElo.
const (
	MinElo = 500
	MaxElo = 2400
)

// levels are the strengths between which OfElo interpolates. They are guesses that
// no match has calibrated: twice the nodes are worth some 70 Elo by rule of thumb,
// and noise as wide as a piece is worth makes a beginner. The smallest number of
// nodes is about that of a search to depth 1.
var levels = []Level{
	{MinElo, 200, 400},
	{800, 300, 250},
	{1100, 600, 140},
	{1400, 1500, 75},
	{1700, 6000, 35},
	{2000, 30_000, 15},
	{MaxElo, 250_000, 0},
}

// OfElo returns the level of an Elo from MinElo to MaxElo.
func OfElo(elo int) Level {
	i := 1
	for i < len(levels)-1 && elo > levels[i].Elo {
		i++
	}
	a, b := levels[i-1], levels[i]
	between := func(from, to int) int { return from + (to-from)*(elo-a.Elo)/(b.Elo-a.Elo) }
	return Level{elo, between(a.Nodes, b.Nodes), between(a.Randomness, b.Randomness)}
}

// Steps is the number of levels that a person chooses from.
const Steps = 10

// OfStep returns the level of a step from 1, for beginners, to Steps. The last
// step is the engine without a limit: its Nodes are 0.
func OfStep(step int) Level {
	if step >= Steps {
		return Level{}
	}
	return OfElo(MinElo + (MaxElo-MinElo)*(step-1)/(Steps-2))
}
