package stats

import (
	"fmt"
	"math"
)

const (
	// z95 is the two-sided 95 % quantile of the normal distribution.
	z95 = 1.959963984540054
	// eloScale is the derivative of Elo by the expected score at one half,
	// divided by 2: the unit in which normalized Elo agrees with Elo for games
	// without draws between nearly equal players.
	eloScale = 800 / math.Ln10
)

// Sample holds how often each of equally spaced scores from 0 to 1 was
// observed, and of how many games an observation consists.
type Sample struct {
	Counts []int
	Games  int
}

// Estimate is a value with the half-width of its 95 % interval.
type Estimate struct{ Value, Error float64 }

// Summary describes the strength shown in a sample; all of it is NaN for an empty one.
//
// Where all observations are equal they say nothing of their variance, and a score of 0
// or 1 would make Elo infinite. All but Score is then taken from the sample and one
// virtual game, spread evenly over its results: a player who lost all of n games counts
// as having scored half a point in n+1.
type Summary struct {
	Score float64  // mean, 0..1
	Elo   Estimate // logistic
	// NElo is the normalized Elo of M. Van den Bergh ("Normalized Elo"): the
	// mean in units of the standard deviation of a game.
	NElo Estimate
	LOS  float64 // likelihood of superiority, 0..1
}

// Summary returns the estimates from the sample.
func (s Sample) Summary() Summary {
	observed, _ := moments(s.frequencies(0))
	mean, variance, n := s.moments()
	spread := math.Sqrt(variance / n)
	perGame := math.Sqrt(float64(s.Games) * variance)
	low, high := mean-z95*spread, mean+z95*spread
	errorOfElo := (eloOf(high) - eloOf(low)) / 2
	if edge := 0.5 / (n*float64(s.Games) + 1); low < edge || high > 1-edge {
		// One end is beyond all scores, or nearly so: follow the tangent.
		errorOfElo = z95 * spread * eloScale / (2 * mean * (1 - mean))
	}
	nelo := func(score float64) float64 { return (score - 0.5) / perGame * eloScale }
	return Summary{
		Score: observed,
		Elo:   Estimate{eloOf(mean), errorOfElo},
		NElo:  Estimate{nelo(mean), (nelo(high) - nelo(low)) / 2},
		LOS:   (1 + math.Erf((mean-0.5)/(spread*math.Sqrt2))) / 2,
	}
}

// GameVariance returns the variance of the points in a game, which is smaller where
// the games of a pair balance each other.
func (s Sample) GameVariance() float64 {
	_, variance, _ := s.moments()
	return float64(s.Games) * variance
}

// moments returns mean and variance of an observation and their number, with the
// virtual game that [Summary] describes if the observations are equal.
func (s Sample) moments() (mean, variance, n float64) {
	n = float64(s.total())
	p := s.frequencies(0)
	if mean, variance = moments(p); variance > 0 || n == 0 {
		return mean, variance, n
	}
	virtual := 1 / float64(s.Games)
	for i := range p {
		p[i] = (p[i]*n + virtual/float64(len(p))) / (n + virtual)
	}
	mean, variance = moments(p)
	return mean, variance, n + virtual
}

// eloOf returns the Elo difference that makes a score (0..1) expected.
func eloOf(score float64) float64 {
	return -400 * math.Log10(1/min(max(score, 0), 1)-1)
}

// scoreOf returns the expected score (0..1) of a player who is stronger by an
// Elo difference.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// FormatElo writes a difference of Elo with its sign and one digit after the
// point; what rounds to zero is +0.0.
func FormatElo(elo float64) string {
	if math.Abs(elo) < 0.05 {
		elo = 0
	}
	return fmt.Sprintf("%+.1f", elo)
}

func (s Sample) total() (n int) {
	for _, c := range s.Counts {
		n += c
	}
	return
}

// frequencies returns the distribution of the sample with floor in place of
// counts of zero.
func (s Sample) frequencies(floor float64) []float64 {
	p := make([]float64, len(s.Counts))
	total := 0.0
	for i, c := range s.Counts {
		p[i] = max(float64(c), floor)
		total += p[i]
	}
	for i := range p {
		p[i] /= total
	}
	return p
}

// score returns the i-th of n equally spaced scores.
func score(i, n int) float64 { return float64(i) / float64(n-1) }

// moments returns mean and variance of the score under a distribution.
func moments(p []float64) (mean, variance float64) {
	for i, w := range p {
		mean += w * score(i, len(p))
	}
	for i, w := range p {
		d := score(i, len(p)) - mean
		variance += w * d * d
	}
	return
}
