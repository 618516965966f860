package stats

import "math"

// Ratings returns the Elo ratings, with mean zero, that make the results of
// many players most likely under the logistic model, a draw counting as half a
// win (as Ordo does). results[i][j] is the tally of player i against j;
// results[j][i] is not read where i < j.
//
// Every player is given priorDraws draws against an average opponent, so that
// a player who lost or won all games has a finite rating too. The errors are
// from the curvature of the likelihood.
func Ratings(results [][]Tally) []Estimate {
	n := len(results)
	const (
		priorDraws = 1
		rounds     = 10000
		enough     = 1e-9
		perElo     = math.Ln10 / 400
	)
	games := make([][]float64, n)
	points := make([]float64, n)
	for i := range games {
		games[i] = make([]float64, n)
		points[i] = priorDraws * 0.5
	}
	for i := range n {
		for j := i + 1; j < n; j++ {
			t := results[i][j]
			games[i][j] = float64(t.Games())
			games[j][i] = games[i][j]
			points[i] += t.Points()
			points[j] += t.Reversed().Points()
		}
	}

	// curvature is the second derivative of the log likelihood by a rating in
	// natural units, excess the first.
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
	out := make([]Estimate, n)
	for i := range r {
		_, curvature := slopes(r, i)
		out[i] = Estimate{(r[i] - mean) / perElo, z95 / math.Sqrt(curvature) / perElo}
	}
	return out
}
