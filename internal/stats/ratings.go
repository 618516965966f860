package stats

import (
	"math"
	"slices"
)

// Ratings returns the Elo ratings, with mean zero, that make the results of
// many players most likely under the logistic model, a draw counting as half a
// win (as Ordo does). results[i][j] is the tally of player i against j;
// results[j][i] is not read where i < j.
//
// Every player is given priorDraws draws against an average opponent, so that
// a player who lost or won all games gets a finite rating too.
//
// Errors are of the distance from the mean of all players, with the mean held at
// zero. The ratings are taken as normally distributed about the most likely ones. Their
// covariance follows from the variance of the results, of which variance(i, j) is that
// of the points in a game between two players, by the inverse of the likelihood's
// curvature (the Fisher information) on both sides. The error of the difference of two
// ratings is thus not their sum; for two players it is twice the error of either.
func Ratings(results [][]Tally, variance func(i, j int) float64) []Estimate {
	n := len(results)
	points, games := observed(results)
	r, _ := fit(points, games)
	_, information := slopes(points, games, r)

	mean := 0.0
	for _, v := range r {
		mean += v / float64(n)
	}
	spread := square(n)
	for i := range n {
		for j := range n {
			if games[i][j] > 0 {
				v := games[i][j] * variance(min(i, j), max(i, j))
				spread[i][j] -= v
				spread[i][i] += v
			}
		}
	}
	inverse := inverse(information)
	covariance := product(product(inverse, spread), inverse)
	out := make([]Estimate, n)
	for i := range r {
		out[i] = Estimate{(r[i] - mean) / perElo, z95 * math.Sqrt(max(0, centredVariance(covariance, i))) / perElo}
	}
	return out
}

// priorDraws is the number of draws against an average opponent that each player is given.
const priorDraws = 1

// perElo is an Elo in natural units.
const perElo = math.Ln10 / 400

// observed returns the points of each player, those of the prior draws included, and the number of
// games between each two.
func observed(results [][]Tally) (points []float64, games [][]float64) {
	points, games = make([]float64, len(results)), square(len(results))
	for i := range points {
		points[i] += priorDraws * 0.5
		for j := i + 1; j < len(points); j++ {
			t := results[i][j]
			games[i][j] = float64(t.Games())
			games[j][i] = games[i][j]
			points[i] += t.Points()
			points[j] += float64(t.Games()) - t.Points()
		}
	}
	return points, games
}

// fit returns the most likely ratings in natural units, and the number of steps that it took.
//
// Newton's method takes a few steps where moving one rating after another would take thousands:
// only the prior draws say where all players stand together. Each step is shortened as by T. Sun
// and Q. Tran-Dinh ("Generalized self-concordant functions"), so that it makes the results likelier.
func fit(points []float64, games [][]float64) (r []float64, steps int) {
	// The derivatives of very many games are inexact, so that the steps end in ones that are short
	// but do not get shorter.
	const most, enough, short = 1000, 1e-9, 1e-6
	last := math.Inf(1)
	r = make([]float64, len(points))
	for steps < most {
		excess, information := slopes(points, games, r)
		change, longest := make([]float64, len(r)), 0.0
		for i, row := range inverse(information) {
			for j, v := range row {
				change[i] += v * excess[j]
			}
			longest = max(longest, 2*math.Abs(change[i])) // of the difference of two ratings
		}
		if longest < enough || longest < short && longest >= last {
			break
		}
		last = longest
		for i := range r {
			r[i] += change[i] * math.Log1p(longest) / longest
		}
		steps++
	}
	return r, steps
}

// slopes returns the first derivatives of the log likelihood by the ratings, and its second ones,
// negated, which are the Fisher information.
func slopes(points []float64, games [][]float64, r []float64) (excess []float64, information [][]float64) {
	excess, information = slices.Clone(points), square(len(r))
	add := func(i int, games, difference float64) (curvature float64) {
		e := 1 / (1 + math.Exp(-difference))
		curvature = games * e * (1 - e)
		excess[i] -= games * e
		information[i][i] += curvature
		return curvature
	}
	for i := range r {
		add(i, priorDraws, r[i])
		for j := range r {
			if j != i {
				information[i][j] = -add(i, games[i][j], r[i]-r[j])
			}
		}
	}
	return excess, information
}

// centredVariance returns the variance of the distance of the i-th variable
// from the mean of all.
func centredVariance(covariance [][]float64, i int) float64 {
	n := float64(len(covariance))
	v := covariance[i][i]
	for j, row := range covariance {
		v -= 2 * covariance[i][j] / n
		for _, c := range row {
			v += c / (n * n)
		}
	}
	return v
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

func product(a, b [][]float64) [][]float64 {
	m := square(len(a))
	for i := range m {
		for j := range m {
			for k := range m {
				m[i][j] += a[i][k] * b[k][j]
			}
		}
	}
	return m
}

// inverse returns the inverse of a symmetric positive definite matrix, which
// it uses up: Gauss-Jordan elimination, which needs no pivoting there.
func inverse(m [][]float64) [][]float64 {
	out := square(len(m))
	for i := range out {
		out[i][i] = 1
	}
	for k := range m {
		pivot := m[k][k]
		for j := range m {
			m[k][j] /= pivot
			out[k][j] /= pivot
		}
		for i := range m {
			if i == k {
				continue
			}
			factor := m[i][k]
			for j := range m {
				m[i][j] -= factor * m[k][j]
				out[i][j] -= factor * out[k][j]
			}
		}
	}
	return out
}
