package stats

import "math"

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
	const (
		priorDraws = 1
		rounds     = 10000
		enough     = 1e-9
		perElo     = math.Ln10 / 400
	)
	games := square(n)
	points := make([]float64, n)
	for i := range points {
		points[i] = priorDraws * 0.5
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			t := results[i][j]
			games[i][j] = float64(t.Games())
			games[j][i] = games[i][j]
			points[i] += t.Points()
			points[j] += float64(t.Games()) - t.Points()
		}
	}

	// slopes returns the first derivative of the log likelihood by a rating in
	// natural units and its second, negated.
	slopes := func(r []float64, i int) (excess, curvature float64) {
		excess = points[i]
		add := func(games, difference float64) {
			e := 1 / (1 + math.Exp(-difference))
			excess -= games * e
			curvature += games * e * (1 - e)
		}
		add(priorDraws, r[i])
		for j := range n {
			if j != i {
				add(games[i][j], r[i]-r[j])
			}
		}
		return
	}
	r := make([]float64, n)
	for range rounds {
		change := 0.0
		for i := range r {
			excess, curvature := slopes(r, i)
			step := max(-1, min(1, excess/curvature))
			r[i] += step
			change = max(change, math.Abs(step))
		}
		if change < enough {
			break
		}
	}

	mean := 0.0
	for _, v := range r {
		mean += v / float64(n)
	}
	information, spread := square(n), square(n)
	for i := range n {
		for j := range n {
			e := 1 / (1 + math.Exp(r[j]-r[i]))
			information[i][j] = -games[i][j] * e * (1 - e)
			if games[i][j] > 0 {
				v := games[i][j] * variance(min(i, j), max(i, j))
				spread[i][j] -= v
				spread[i][i] += v
			}
		}
		_, information[i][i] = slopes(r, i)
	}
	inverse := inverse(information)
	covariance := product(product(inverse, spread), inverse)
	out := make([]Estimate, n)
	for i := range r {
		out[i] = Estimate{(r[i] - mean) / perElo, z95 * math.Sqrt(max(0, centredVariance(covariance, i))) / perElo}
	}
	return out
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
