package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"chuhe/internal/stats"
	"chuhe/lab/selfplay"
)

// steps is the number of steps into which the score of a pair, 0 to 1, is divided. Games that
// are not cut fall on every tenth of them: they are counted as pentanomial.
const steps = 40

// leastPairs is the number of pairs before which the test is not decided: a few pairs with
// about the same score would seem to have no variance.
const leastPairs = 100

// count holds the games of a test by their result for the new side.
type count struct {
	// Pairs are the pairs by their score in steps.
	Pairs [steps + 1]int
	// Wins, Draws and Losses are games that were played to an end, Cut those that were
	// judged.
	Wins, Draws, Losses, Cut int
	Plies                    int
}

// add counts a pair.
func (c *count) add(pair [2]selfplay.Finish) {
	lead := 0.0
	for _, f := range pair {
		lead += f.Lead
		c.Plies += f.Plies
		switch {
		case f.Cut:
			c.Cut++
		case f.Lead > 0:
			c.Wins++
		case f.Lead < 0:
			c.Losses++
		default:
			c.Draws++
		}
	}
	c.Pairs[int(math.Round((lead/2+1)/2*steps))]++
}

// pairs returns the number of pairs.
func (c *count) pairs() (n int) {
	for _, k := range c.Pairs {
		n += k
	}
	return
}

func (c *count) sample() stats.Sample { return stats.Sample{Counts: c.Pairs[:], Games: 2} }

// decide returns the state of a test.
func (c *count) decide(t stats.SPRT) (llr float64, d stats.Decision) {
	llr = t.LLR(c.sample())
	if c.pairs() >= leastPairs {
		d = t.Decide(llr)
	}
	return
}

// String returns the state of a test in three lines, or in one before the first pair.
func (s *state) String() string {
	var w strings.Builder
	c := &s.Count
	t := s.Settings.Test
	games := 2 * c.pairs()
	sum := c.sample().Summary()
	llr, d := c.decide(t)
	low, high := t.Bounds()
	fmt.Fprintf(&w, "%d pairs, %d games: +%d =%d -%d, %d cut; %d plies a game, in %s\n", c.pairs(), games,
		c.Wins, c.Draws, c.Losses, c.Cut, c.Plies/max(games, 1), s.Spent.Round(time.Second))
	if games == 0 {
		return w.String()
	}
	fmt.Fprintf(&w, "score %.2f %%, Elo %s +/- %.1f, nElo %s +/- %.1f, LOS %.1f %%\n", 100*sum.Score,
		stats.FormatElo(sum.Elo.Value), sum.Elo.Error, stats.FormatElo(sum.NElo.Value), sum.NElo.Error, 100*sum.LOS)
	fmt.Fprintf(&w, "LLR %.2f (%.2f, %.2f) [%g, %g] %s: %s\n", llr, low, high, t.Elo0, t.Elo1, t.Model, verdict(t, d))
	return w.String()
}

// verdict says what a decision means. A change that only has to do no harm is tested with
// bounds such as [-5, 0]: H1 does not say there that it is better.
func verdict(t stats.SPRT, d stats.Decision) string {
	is := ""
	switch {
	case d == stats.Undecided:
		return "undecided"
	case d == stats.AcceptH0 && t.Elo1 > 0:
		is = "not better"
	case d == stats.AcceptH0:
		is = "worse"
	case t.Elo0 < 0:
		is = "not worse"
	default:
		is = "better"
	}
	return fmt.Sprintf("%s accepted: the new side is %s by the test", d, is)
}
