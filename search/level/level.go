// Package level has the strengths of play below the full one: the engine searches few
// nodes, overlooks what a person would find hard to see, and is vague about what it
// does see. docs/levels.md has the matches that calibrate them.
package level

import (
	"math"

	"chuhe/search"
)

// Level is a strength of play.
type Level struct {
	// Elo as measured, on a scale on which the first level has 500.
	Elo int
	// Nodes is the most nodes of a search, 0 for no limit.
	Nodes int
	// Oversight and Randomness go into search.Options.
	Oversight, Randomness int
}

// Limited reports whether the level is below full strength.
func (l Level) Limited() bool { return l.Nodes > 0 }

// hash is the size of the table of a limited search in MiB. It holds all its nodes.
const hash = 2

// Apply limits the options of an engine to the level. The search of a limited level
// has one thread, so that it does the same on every machine, and an engine must forget
// earlier searches before it: see search.Engine.Clear.
func (l Level) Apply(o *search.Options) {
	if l.Limited() {
		o.Hash, o.Threads = min(o.Hash, hash), 1
		o.Oversight, o.Randomness = l.Oversight, max(o.Randomness, l.Randomness)
	}
}

// Steps is the number of levels that a person chooses from.
const Steps = 10

// levels are the steps but the last, which has no limit. The Elo are sums of the
// differences between neighbours in matches of 400 games.
var levels = [Steps - 1]Level{
	{MinElo, 98, 6000, 224},
	{830, 151, 3190, 184},
	{1140, 275, 1870, 151},
	{1400, 570, 1118, 123},
	{1640, 1025, 816, 96},
	{1880, 1850, 563, 71},
	{2120, 3350, 368, 52},
	{2320, 6100, 222, 37},
	{MaxElo, 8500, 40, 8},
}

// Range of the Elo of limited levels.
const (
	MinElo = 500
	MaxElo = 2630
)

// OfElo returns the level of an Elo from MinElo to MaxElo. Between two steps it has the
// geometric means of their numbers, weighted by the distance.
func OfElo(elo int) Level {
	i := 1
	for i < len(levels)-1 && elo > levels[i].Elo {
		i++
	}
	a, b := levels[i-1], levels[i]
	between := func(from, to int) int {
		share := float64(elo-a.Elo) / float64(b.Elo-a.Elo)
		return int(math.Round(float64(from) * math.Pow(float64(to)/float64(from), share)))
	}
	return Level{elo, between(a.Nodes, b.Nodes), between(a.Oversight, b.Oversight), between(a.Randomness, b.Randomness)}
}

// OfStep returns the level of a step from 1, for beginners, to Steps, which has no
// limit.
func OfStep(step int) Level {
	if step >= Steps {
		return Level{}
	}
	return levels[step-1]
}
