package main

import (
	"math"
	"math/rand/v2"

	"chuhe/search"
)

// schedule says how far the parameters are perturbed and moved as a run goes on.
type schedule struct {
	// Iterations is the length of the run.
	Iterations int
	// Rate is, in the last iteration, by how many of its steps a parameter is
	// moved for one game won more than lost (r_end of fishtest).
	Rate float64
}

// Spall's exponents, and the share of the iterations that are added to their
// number so that the first ones do not move too far (his A).
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// at returns, in steps of a parameter, how far iteration k of 0.. perturbs it,
// which is one step in the last, and how far it moves it for a result of one.
func (s schedule) at(k int) (perturb, move float64) {
	n := float64(s.Iterations)
	done := float64(k+1) / n
	perturb = math.Pow(done, -gamma)
	gain := s.Rate * math.Pow((stability+done)/(stability+1), -alpha)
	return perturb, gain / perturb
}

// point is a value of each parameter that is tuned, fractions included.
type point []float64

// trial is one iteration: two neighbours of a point, to be held against each
// other.
type trial struct {
	k           int
	plus, minus []int
	moves       point // of the point for each game that plus wins more than it loses
	random      *rand.Rand
}

// newTrial draws the trial of an iteration. It depends on the seed, the
// iteration and the point alone.
func newTrial(seed uint64, k int, s schedule, at point, ranges []search.Range) *trial {
	t := &trial{k: k, random: rand.New(rand.NewPCG(seed, uint64(k)))}
	perturb, move := s.at(k)
	for i, r := range ranges {
		sign := float64(2*t.random.IntN(2) - 1)
		step := sign * float64(r.Step)
		// With one chance for both ends they are, on average, as far apart as
		// they should be: by twice the perturbation.
		chance := t.random.Float64()
		t.plus = append(t.plus, rounded(at[i]+perturb*step, chance, r))
		t.minus = append(t.minus, rounded(at[i]-perturb*step, chance, r))
		t.moves = append(t.moves, move*step)
	}
	return t
}

// learn moves a point by the result of a trial: games that plus won less those
// that it lost.
func (at point) learn(t *trial, result int, ranges []search.Range) {
	for i, r := range ranges {
		at[i] = clamp(at[i]+t.moves[i]*float64(result), r)
	}
}

// rounded returns a value within a range as a whole number, rounded up or down as
// a chance of 0 to below 1 has it; over all chances the mean is the value.
func rounded(x, chance float64, r search.Range) int {
	// At the upper bound the sum itself may be rounded up to the next number.
	return min(int(math.Floor(clamp(x, r)+chance)), r.Max)
}

func clamp(x float64, r search.Range) float64 {
	return max(float64(r.Min), min(x, float64(r.Max)))
}
