package stats

import (
	"math"
	"slices"
	"strconv"

	"chuhe/lang"
)

// Model says in which unit the two hypotheses of an SPRT are given.
type Model string

// The models.
const (
	Normalized Model = "normalized" // normalized Elo: needs about the same number of games whatever the draw ratio
	Logistic   Model = "logistic"   // Elo
)

// SPRT is a sequential probability ratio test of "the difference is Elo0"
// against "it is Elo1", with the generalized likelihood ratio of M. Van den
// Bergh ("Comparing the approximations for the generalized log likelihood
// ratio of a multinomial distribution", "Comments on normalized Elo").
type SPRT struct {
	Elo0  float64 `json:"elo0"`
	Elo1  float64 `json:"elo1"`
	Alpha float64 `json:"alpha"` // probability to accept Elo1 where Elo0 holds
	Beta  float64 `json:"beta"`  // probability to accept Elo0 where Elo1 holds
	Model Model   `json:"model"`
}

// Decision is the state of an SPRT.
type Decision string

// The decisions.
const (
	Undecided Decision = ""
	AcceptH0  Decision = "H0"
	AcceptH1  Decision = "H1"
)

// mostElo bounds both hypotheses. Beyond it a score is all but 1.
const mostElo = 1000

// Validate returns an error that names the first unusable parameter.
func (s SPRT) Validate() error {
	switch {
	case !(-mostElo <= s.Elo0 && s.Elo0 < s.Elo1 && s.Elo1 <= mostElo):
		return lang.Errorf("sprt.elo", "elo0", s.Elo0, "elo1", s.Elo1, "most", mostElo)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return lang.Errorf("sprt.chance", "name", "alpha", "value", s.Alpha)
	case !(s.Beta > 0 && s.Beta < 1):
		return lang.Errorf("sprt.chance", "name", "beta", "value", s.Beta)
	case s.Alpha+s.Beta >= 1:
		return lang.Errorf("sprt.chances", "value", s.Alpha+s.Beta)
	case s.Model != Normalized && s.Model != Logistic:
		return lang.Errorf("sprt.model", "model", strconv.Quote(string(s.Model)))
	}
	return nil
}

// Bounds returns the log likelihood ratios at which the test stops (A. Wald).
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Decide returns the state of the test at a log likelihood ratio.
func (s SPRT) Decide(llr float64) Decision {
	switch lower, upper := s.Bounds(); {
	case llr >= upper:
		return AcceptH1
	case llr <= lower:
		return AcceptH0
	}
	return Undecided
}

// unseen stands for a count of zero, so that every outcome stays possible.
const unseen = 1e-3

// LLR returns the log-likelihood ratio of the two hypotheses of the sequential probability
// ratio test, given a sample.
func (s SPRT) LLR(sample Sample) float64 {
	n := float64(sample.total())
	if n == 0 {
		return 0
	}
	p := sample.frequencies(unseen)
	var p0, p1 []float64
	if s.Model == Logistic {
		p0, p1 = fitMean(p, scoreOf(s.Elo0)), fitMean(p, scoreOf(s.Elo1))
	} else {
		scale := math.Sqrt(float64(sample.Games)) / eloScale
		p0, p1 = fitNormalized(p, s.Elo0*scale), fitNormalized(p, s.Elo1*scale)
	}
	// The floor adds a little to n, which the published values include.
	for _, c := range sample.Counts {
		if c == 0 {
			n += unseen
		}
	}
	return n * (logLikelihood(p, p1) - logLikelihood(p, p0))
}

// fitMean returns the most likely distribution with a given mean where p was
// observed.
func fitMean(p []float64, mean float64) []float64 {
	moment := make([]float64, len(p))
	for i := range moment {
		moment[i] = score(i, len(p)) - mean
	}
	return tilt(p, moment)
}

// fitNormalized returns the most likely distribution whose mean lies t standard
// deviations above one half where p was observed. Several distributions may be likelier
// than all near them, one about each score on that side; so it looks from each. Nothing was
// found that way for a small t, where it would only take time.
func fitNormalized(p []float64, t float64) []float64 {
	const small = 0.05
	best := fitFrom(slices.Repeat([]float64{1 / float64(len(p))}, len(p)), p, t)
	if math.Abs(t) < small {
		return best
	}
	for i := range p {
		if (score(i, len(p))-0.5)*t <= 0 {
			continue
		}
		start := slices.Clone(p)
		for !beyond(start, t) {
			shift(start, i)
		}
		if fit := fitFrom(start, p, t); logLikelihood(p, fit) > logLikelihood(p, best) {
			best = fit
		}
	}
	return best
}

// beyond reports whether the mean lies at least t standard deviations above one half, or
// below where t is negative.
func beyond(fit []float64, t float64) bool {
	mean, variance := moments(fit)
	return math.Abs(mean-0.5) >= math.Abs(t)*math.Sqrt(variance) && (mean > 0.5) == (t > 0)
}

// shift moves a distribution a little towards the i-th score alone.
func shift(fit []float64, i int) {
	const part = 0.125
	for j := range fit {
		fit[j] *= 1 - part
	}
	fit[i] += part
}

// logLikelihood returns the logarithm of how likely q makes an observation of p.
func logLikelihood(p, q []float64) (sum float64) {
	for i := range p {
		sum += p[i] * math.Log(q[i])
	}
	return sum
}

// fitFrom looks for the distribution of fitNormalized from another one, which it may change. The
// condition is linearized around the last solution until that stands.
func fitFrom(fit, p []float64, t float64) []float64 {
	const rounds, enough = 20, 1e-7
	end := 0
	if t > 0 {
		end = len(p) - 1
	}
	moment := make([]float64, len(p))
	for range rounds {
		linearize(moment, fit, t)
		// For a large t no distribution may fulfil what holds around this one, but one
		// does around a distribution nearer to the best or the worst score.
		for !balanced(moment) {
			shift(fit, end)
			linearize(moment, fit, t)
		}
		next, change := tilt(p, moment), 0.0
		for i := range next {
			change = max(change, math.Abs(next[i]-fit[i]))
		}
		if fit = next; change < enough {
			break
		}
	}
	return fit
}

// linearize sets the moment of each outcome so that a distribution near fit has the
// expectation zero if its mean lies t of its standard deviations above one half.
func linearize(moment, fit []float64, t float64) {
	mean, variance := moments(fit)
	sigma := math.Sqrt(variance)
	for i := range moment {
		x := score(i, len(fit))
		z := (x - mean) / sigma
		moment[i] = x - 0.5 - t*sigma*(1+z*z)/2
	}
}

// balanced reports whether some distribution has an expectation of moment of zero.
func balanced(moment []float64) bool { return slices.Min(moment) < 0 && slices.Max(moment) > 0 }

// tilt returns the distribution p[i]/(1+theta*moment[i]) whose expectation of
// moment is zero: by Newton's method, kept between the poles by bisection.
func tilt(p, moment []float64) []float64 {
	low, high := slices.Min(moment), slices.Max(moment)
	out := make([]float64, len(p))
	const rounds, enough = 100, 1e-12
	from, to, theta := -1/high, -1/low, 0.0
	for range rounds {
		value, slope := 0.0, 0.0
		for i, a := range moment {
			q := a / (1 + theta*a)
			value += p[i] * q
			slope -= p[i] * q * q
		}
		if value > 0 { // it falls with theta
			from = theta
		} else {
			to = theta
		}
		next := theta - value/slope
		if !(next > from && next < to) {
			next = (from + to) / 2
		}
		done := math.Abs(next-theta) < enough*(1+math.Abs(theta))
		if theta = next; done {
			break
		}
	}
	for i, a := range moment {
		out[i] = p[i] / (1 + theta*a)
	}
	return out
}
