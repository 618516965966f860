// Package level defines the strengths of play below the full one: the engine searches
// few nodes, overlooks what a person would find hard to see, and is vague about what it
// does see. docs/levels.md gives the matches that calibrate them.
package level

import (
	"math"

	"chuhe/search"
)

// Level is a strength of play.
type Level struct {
	// Elo as measured, on a scale of its own from MinElo to MaxElo; 0 for the levels of
	// children, which are below it, and for full strength.
	Elo int
	// Nodes is the most nodes of a search, 0 for no limit.
	Nodes int
	// Oversight, Randomness and Carelessness go into search.Options.
	Oversight, Randomness, Carelessness int
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
		o.Oversight, o.Carelessness = l.Oversight, l.Carelessness
		o.Randomness = max(o.Randomness, l.Randomness)
	}
}

// Steps is the number of levels that a person chooses from.
const Steps = len(children) + len(rated) + 1

// children are the first steps: Elo, nodes, oversight, randomness, carelessness. They
// overlook even what is easy to see, so that a child wins who takes what hangs: see
// TestChildren.
var children = [...]Level{
	{0, 20, 8000, 700, 850},
	{0, 23, 8000, 535, 775},
	{0, 45, 7000, 330, 400},
}

// rated are the steps between children and full strength. The Elo are sums of the
// differences between neighbours in matches of 400 games.
var rated = [...]Level{
	{MinElo, 98, 6000, 224, 0},
	{860, 151, 3190, 184, 0},
	{1190, 275, 1870, 151, 0},
	{1510, 570, 1118, 123, 0},
	{1740, 1025, 816, 96, 0},
	{1960, 1850, 563, 71, 0},
	{2140, 3350, 368, 52, 0},
	{2320, 6100, 222, 37, 0},
	{MaxElo, 8500, 40, 8, 0},
}

// Range of Level.Elo.
const (
	MinElo = 500
	MaxElo = 2640
)

// OfElo returns the level of an Elo from MinElo to MaxElo. Between two steps it has the
// geometric means of their numbers, weighted by the distance.
func OfElo(elo int) Level {
	i := 1
	for i < len(rated)-1 && elo > rated[i].Elo {
		i++
	}
	a, b := rated[i-1], rated[i]
	between := func(from, to int) int {
		share := float64(elo-a.Elo) / float64(b.Elo-a.Elo)
		return int(math.Round(float64(from) * math.Pow(float64(to)/float64(from), share)))
	}
	return Level{Elo: elo, Nodes: between(a.Nodes, b.Nodes), Oversight: between(a.Oversight, b.Oversight), Randomness: between(a.Randomness, b.Randomness)}
}

// OfStep returns the level of a step from 1, for children, to Steps, which has no
// limit.
func OfStep(step int) Level {
	switch step--; {
	case step < len(children):
		return children[step]
	case step < Steps-1:
		return rated[step-len(children)]
	}
	return Level{}
}
