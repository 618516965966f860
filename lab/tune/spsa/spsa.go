package spsa

import (
	"math"
	"math/rand/v2"

	"chuhe/search"
)

// schedule says how far the parameters are perturbed and moved during a run.
type schedule struct {
	// Iterations is the length of the run.
	Iterations int
	// Rate is how far a parameter moves in the last iteration for each win more
	// than losses, in steps of the parameter (r_end of fishtest).
	Rate float64
}

// Spall's exponents, and his A as a share of the iterations: it keeps the first
// ones from moving too far.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1
)

// at returns how far iteration k, counted from 0, perturbs a parameter, and how
// far a result of one moves it, both in steps of the parameter. The last iteration
// perturbs by one step.
func (s schedule) at(k int) (perturb, move float64) {
	n := float64(s.Iterations)
	done := float64(k+1) / n
	perturb = math.Pow(done, -gamma)
	gain := s.Rate * math.Pow((stability+done)/(stability+1), -alpha)
	return perturb, gain / perturb
}

// point holds the value of each tuned parameter, with fractions.
type point []float64

// trial is one iteration: two neighbours of a point that play each other.
type trial struct {
	k           int
	plus, minus []int
	moves       point // of the point, for each win of plus more than losses
	random      *rand.Rand
}

// newTrial draws the trial of an iteration. It depends only on the seed, the
// iteration and the point.
func newTrial(seed uint64, k int, s schedule, at point, ranges []search.Range) *trial {
	t := &trial{k: k, random: rand.New(rand.NewPCG(seed, uint64(k)))}
	perturb, move := s.at(k)
	for i, r := range ranges {
		sign := float64(2*t.random.IntN(2) - 1)
		step := sign * float64(r.Step)
		// One chance for both roundings keeps the two, on average, twice the
		// perturbation apart.
		chance := t.random.Float64()
		t.plus = append(t.plus, rounded(at[i]+perturb*step, chance, r))
		t.minus = append(t.minus, rounded(at[i]-perturb*step, chance, r))
		t.moves = append(t.moves, move*step)
	}
	return t
}

// learn moves a point by the result of a trial: the wins of plus less its losses,
// with what to expect of games that were cut.
func (at point) learn(t *trial, result float64, ranges []search.Range) {
	for i, r := range ranges {
		at[i] = clamp(at[i]+t.moves[i]*result, r)
	}
}

// rounded clamps a value to a range and rounds it up or down. The chance, from 0 to
// below 1, decides which; over all chances the mean is the value.
func rounded(x, chance float64, r search.Range) int {
	// At the upper bound the sum itself may be rounded up to the next number.
	return min(int(math.Floor(clamp(x, r)+chance)), r.Max)
}

func clamp(x float64, r search.Range) float64 {
	return max(float64(r.Min), min(x, float64(r.Max)))
}
