package stats

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/internal/testpos"
)

// The expected values come from fastchess's unit tests (elo_test.cpp and
// sprt_test.cpp), to the digits given there.
func TestSummaryPublished(t *testing.T) {
	for _, c := range []struct {
		name                      string
		sample                    Sample
		nelo, neloErr, elo, error float64 // NaN where none is published
		los, score                float64
	}{
		{"games 1", Tally{76, 123, 89}.Sample(), -20.76, 40.13, math.NaN(), math.NaN(), .1553, .477},
		{"games 2", Tally{136, 111, 96}.Sample(), 49.77, 36.77, 40.70, 30.43, .9960, .558},
		{"games 3", Tally{34, 0, 356}.Sample(), -508.44, 34.48, math.NaN(), math.NaN(), math.NaN(), .087},
		{"pairs 1", Penta{34, 54, 31 + 32, 64, 75}.Sample(), 57.94, 28.28, 55.58, 27.65, 1.0000, .579},
		{"pairs 2", Penta{332, 433, 457 + 41, 333, 334}.Sample(), -9.17, 10.96, -8.64, 10.33, .0505, .488},
		{"pairs 3", Penta{7895, 8757, 5485 + 200, 568, 9999}.Sample(), -19.01, 2.65, -21.04, 2.95, .0000, .470},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := c.sample.Summary()
			for _, v := range []struct {
				what           string
				want, got, eps float64
			}{
				{"nElo", c.nelo, got.NElo.Value, .006}, {"nElo error", c.neloErr, got.NElo.Error, .006},
				{"Elo", c.elo, got.Elo.Value, .006}, {"Elo error", c.error, got.Elo.Error, .006},
				{"LOS", c.los, got.LOS, .00006}, {"score", c.score, got.Score, .0006},
			} {
				if !math.IsNaN(v.want) {
					assert.InDelta(t, v.want, v.got, v.eps, v.what)
				}
			}
		})
	}
}

func TestLLRPublished(t *testing.T) {
	for _, c := range []struct {
		name       string
		sample     Sample
		elo0, elo1 float64
		model      Model
		want       float64
	}{
		{"normalized games 1", Tally{36433, 68692, 36027}.Sample(), 0, 2, Normalized, 0.92},
		{"normalized games 2", Tally{10871, 20431, 10650}.Sample(), -1.75, 0.25, Normalized, 2.30},
		{"normalized games 3", Tally{4250, 0, 0}.Sample(), 0, 10, Normalized, 120.56},
		{"logistic games 1", Tally{21404, 40708, 21184}.Sample(), 0.5, 2.5, Logistic, -1.57},
		{"logistic games 2", Tally{57433, 106593, 57030}.Sample(), 0, 2, Logistic, -2.59},
		{"normalized pairs 1", Penta{365, 16618, 36029 + 200, 16974, 390}.Sample(), 0, 2, Normalized, 2.25},
		{"normalized pairs 2", Penta{127, 4883, 10311 + 401, 5150, 104}.Sample(), -1.75, 0.25, Normalized, 3.01},
		{"normalized pairs 3", Penta{0, 0, 0, 0, 5550}.Sample(), 0, 5, Normalized, 111.82},
		{"logistic pairs 1", Penta{223, 9863, 20279 + 1000, 10037, 246}.Sample(), 0.5, 2.5, Logistic, -3.07},
		{"logistic pairs 2", Penta{871, 26175, 55003 + 980, 26678, 821}.Sample(), 0, 2, Logistic, -4.98},
	} {
		t.Run(c.name, func(t *testing.T) {
			test := SPRT{c.elo0, c.elo1, .05, .05, c.model}
			require.NoError(t, test.Validate())
			// The published values of one-sided samples carry the tolerance of
			// the solver there.
			assert.InDelta(t, c.want, test.LLR(c.sample), .0055+2.5e-4*math.Abs(c.want))
		})
	}
}

// TestLLRLarge asks for differences so large that few distributions show them.
func TestLLRLarge(t *testing.T) {
	equal, lost := Penta{1, 3, 9, 3, 1}, Penta{30, 5, 1, 0, 0}
	for _, model := range []Model{Normalized, Logistic} {
		for _, elo := range []float64{20, 50, 100, 150, 200, 300, 600, 1000} {
			test := SPRT{0, elo, .05, .05, model}
			require.NoError(t, test.Validate())
			assert.Negative(t, test.LLR(equal.Sample()), "%v", test)
			assert.Less(t, test.LLR(lost.Sample()), test.LLR(equal.Sample()), "%v", test)
			// The same seen from the other side.
			won, mirrored := lost, SPRT{-elo, 0, .05, .05, model}
			slices.Reverse(won[:])
			assert.Positive(t, test.LLR(won.Sample()), "%v", test)
			assert.InDelta(t, -test.LLR(lost.Sample()), mirrored.LLR(won.Sample()), 1e-4, "%v", test)
		}
	}
}

// TestFitNormalized compares with all distributions of three outcomes that show the difference.
func TestFitNormalized(t *testing.T) {
	for _, p := range [][]float64{{.2, .6, .2}, {.7, .2, .1}, {.1, .2, .7}, {.01, .98, .01}, {.9, .099, .001}} {
		for _, wanted := range []float64{-2, -.5, -.1, .1, .3, .5, 1, 2, 4} {
			likelihood := func(q []float64) (sum float64) {
				for i := range p {
					sum += p[i] * math.Log(q[i])
				}
				return sum
			}
			best := math.Inf(-1)
			for draw := 1e-5; draw < 1; draw += 1e-5 {
				// With w wins and l losses, (w-l)/2 = t*sigma and sigma^2 = (w+l-(w-l)^2)/4.
				decided := 1 - draw
				lead := math.Copysign(math.Sqrt(decided*wanted*wanted/(1+wanted*wanted)), wanted)
				if win, loss := (decided+lead)/2, (decided-lead)/2; win > 0 && loss > 0 {
					best = max(best, likelihood([]float64{loss, draw, win}))
				}
			}
			fit := fitNormalized(p, wanted)
			mean, variance := moments(fit)
			assert.InDelta(t, wanted, (mean-.5)/math.Sqrt(variance), 1e-5, "%v at %v", p, wanted)
			assert.InDelta(t, best, likelihood(fit), 1e-4, "%v at %v", p, wanted)
		}
	}
}

// TestFitSeveral asks for distributions of which several are likelier than all near them. The
// values were found by other means, a search over all means that a distribution may have.
func TestFitSeveral(t *testing.T) {
	assert.InDelta(t, -2.7517, SPRT{900, 1000, .05, .05, Normalized}.LLR(Penta{1, 3, 9, 3, 1}.Sample()), 1e-3)
	assert.InDelta(t, 333409.01, SPRT{-600, -300, .05, .05, Normalized}.LLR(Penta{1000, 30000, 300000, 31000, 1200}.Sample()), 1)

	rng := rand.New(rand.NewPCG(3, 3))
	random := func(n int) []float64 {
		p, total := make([]float64, n), 0.0
		for i := range p {
			p[i] = math.Pow(rng.ExpFloat64()+1e-3, 3)
			total += p[i]
		}
		for i := range p {
			p[i] /= total
		}
		return p
	}
	for range 60 {
		p := random(5)
		for _, wanted := range []float64{-4, -2, -1, -.4, .2, .4, 1, 2, 4} {
			fit := fitNormalized(p, wanted)
			mean, variance := moments(fit)
			assert.InDelta(t, wanted, (mean-.5)/math.Sqrt(variance), 1e-4)
			best := logLikelihood(p, fit)
			for range 10 {
				other := fitFrom(random(5), p, wanted)
				if mean, variance := moments(other); math.Abs((mean-.5)/math.Sqrt(variance)-wanted) < 1e-6 {
					assert.LessOrEqual(t, logLikelihood(p, other), best+1e-5, "%v at %v: %v", p, wanted, other)
				}
			}
		}
	}
}

func TestSPRTBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: .05, Beta: .05}.Bounds()
	assert.InDelta(t, -2.94, lower, .005)
	assert.InDelta(t, 2.94, upper, .005)
	s := SPRT{Alpha: .05, Beta: .1}
	assert.Equal(t, Undecided, s.Decide(2.88))
	assert.Equal(t, AcceptH1, s.Decide(2.90))
	assert.Equal(t, Undecided, s.Decide(-2.24))
	assert.Equal(t, AcceptH0, s.Decide(-2.26))
}

func TestSPRTValidate(t *testing.T) {
	good := SPRT{0, 5, .05, .05, Normalized}
	require.NoError(t, good.Validate())
	for want, change := range map[string]func(*SPRT){
		"elo0":         func(s *SPRT) { s.Elo0 = 5 },
		"elo1":         func(s *SPRT) { s.Elo1 = math.NaN() },
		"-1000":        func(s *SPRT) { s.Elo0 = -1001 },
		"to 1000":      func(s *SPRT) { s.Elo1 = math.Inf(1) },
		"alpha":        func(s *SPRT) { s.Alpha = 0 },
		"beta":         func(s *SPRT) { s.Beta = 1 },
		"alpha + beta": func(s *SPRT) { s.Alpha, s.Beta = .5, .5 },
		"model":        func(s *SPRT) { s.Model = "bayesian" },
	} {
		bad := good
		change(&bad)
		assert.ErrorContains(t, bad.Validate(), want)
	}
}

func TestFewGames(t *testing.T) {
	assert.Zero(t, SPRT{0, 5, .05, .05, Normalized}.LLR(Penta{}.Sample()))
	assert.True(t, math.IsNaN(Tally{}.Sample().Summary().Score))
	one := Tally{Wins: 1}.Sample().Summary()
	assert.InDelta(t, eloOf(.75), one.Elo.Value, 1e-9)
	for _, m := range []Model{Normalized, Logistic} {
		for i := range 5 {
			var p Penta
			p[i] = 1
			llr := SPRT{0, 5, .05, .05, m}.LLR(p.Sample())
			assert.Less(t, math.Abs(llr), .5, "%v %v", m, p)
		}
	}
}

// TestFalsePositives plays matches of equal engines, whose pairs split or are
// drawn as often as strong engines' are, and asks how often the test takes a side wrongly.
func TestFalsePositives(t *testing.T) {
	testpos.SkipRace(t)
	matches := testpos.Rounds(1000, 3000, 3000)
	equal := [5]float64{.02, .16, .64, .16, .02}
	for _, s := range []SPRT{{0, 60, .05, .05, Normalized}, {0, 40, .05, .05, Logistic}} {
		t.Run(string(s.Model), func(t *testing.T) {
			wrong := simulate(s, matches, equal)
			rate := float64(wrong) / float64(matches)
			t.Logf("%d of %d matches accepted H1", wrong, matches)
			assert.Less(t, rate, s.Alpha)
			assert.Greater(t, rate, s.Alpha/10, "the test hardly ever decides for H1: the simulation is broken")
		})
	}
}

func simulate(s SPRT, matches int, outcome [5]float64) int {
	var wrong atomic.Int64
	var wg sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for {
				seed := next.Add(1)
				if seed > int64(matches) {
					return
				}
				rng := rand.New(rand.NewPCG(uint64(seed), 1))
				var p Penta
				verdict := Undecided
				for verdict == Undecided {
					x, i := rng.Float64(), 0
					for i < 4 && x >= outcome[i] {
						x -= outcome[i]
						i++
					}
					p[i]++
					verdict = s.Decide(s.LLR(p.Sample()))
				}
				if verdict == AcceptH1 {
					wrong.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return int(wrong.Load())
}

// alone returns the variances of games that make no pairs.
func alone(results [][]Tally) func(i, j int) float64 {
	return func(i, j int) float64 { return results[i][j].Sample().GameVariance() }
}

// TestRatingErrorsByPairs rates players whose pairs split every time but a few: the
// colours decide the games, and the strength is known far better than from as many
// single games.
func TestRatingErrorsByPairs(t *testing.T) {
	tally, pairs := Tally{1010, 0, 990}, Penta{10, 0, 970, 0, 20}
	results := [][]Tally{{{}, tally}, {{}, {}}}
	single := Ratings(results, alone(results))
	paired := Ratings(results, func(int, int) float64 { return pairs.Sample().GameVariance() })
	assert.Equal(t, single[0].Value, paired[0].Value)
	assert.InDelta(t, pairs.Sample().Summary().Elo.Error/2, paired[0].Error, .01)
	assert.Less(t, paired[0].Error, single[0].Error/4)
}

// TestOneSided asks for the strength of players whose games all ended alike.
func TestOneSided(t *testing.T) {
	last := math.Inf(1)
	for _, n := range []int{1, 2, 4, 20, 1000} {
		for _, s := range []Sample{Tally{Losses: n}.Sample(), Penta{0: n}.Sample()} {
			sum := s.Summary()
			assert.Zero(t, sum.Score)
			assert.InDelta(t, eloOf(.5/float64(n*s.Games+1)), sum.Elo.Value, 1e-9, "half a point in one more game")
			for _, x := range []float64{sum.Elo.Error, sum.NElo.Value, sum.NElo.Error, sum.LOS} {
				assert.False(t, math.IsNaN(x) || math.IsInf(x, 0), "%v: %+v", s, sum)
			}
			assert.Less(t, sum.LOS, .35)
		}
		won := Tally{Wins: n}.Sample().Summary()
		assert.InDelta(t, -Tally{Losses: n}.Sample().Summary().Elo.Value, won.Elo.Value, 1e-9)
		drawn := Penta{2: n}.Sample().Summary()
		assert.InDelta(t, 0, drawn.Elo.Value, 1e-9)
		assert.Less(t, drawn.Elo.Error, last, "the more games the less doubt")
		last = drawn.Elo.Error
	}
	near := Tally{1, 0, 99}.Sample().Summary().Elo
	assert.Greater(t, near.Value, Tally{0, 0, 100}.Sample().Summary().Elo.Value)
	assert.Less(t, near.Error, 1000., "%v", near)
}

func TestRatings(t *testing.T) {
	// Two players: the rating difference follows from the score, but for the prior.
	two := [][]Tally{{{}, {640, 0, 360}}, {{}, {}}}
	r := Ratings(two, alone(two))
	assert.InDelta(t, eloOf(.64), r[0].Value-r[1].Value, .5)
	assert.InDelta(t, 0, r[0].Value+r[1].Value, 1e-6)

	// Results that follow the model exactly give the ratings back.
	true3 := []float64{120, 0, -120}
	results := make([][]Tally, 3)
	for i := range results {
		results[i] = make([]Tally, 3)
		for j := range results {
			wins := int(math.Round(1e5 * scoreOf(true3[i]-true3[j])))
			results[i][j] = Tally{wins, 0, 100000 - wins}
		}
	}
	for i, e := range Ratings(results, alone(results)) {
		assert.InDelta(t, true3[i], e.Value, .05)
		assert.Less(t, e.Error, 2.)
	}

	// A third player has not played.
	for wins := range 40 {
		for draws := range 40 {
			started := [][]Tally{{{}, {Wins: wins, Draws: draws, Losses: 3}, {}}, {{}, {}, {}}, {{}, {}, {}}}
			for _, e := range Ratings(started, alone(started)) {
				assert.False(t, math.IsNaN(e.Error), "+%d =%d -3", wins, draws)
			}
		}
	}

	swept := [][]Tally{{{}, {Wins: 20}}, {{}, {}}}
	all := Ratings(swept, alone(swept))
	assert.False(t, math.IsInf(all[0].Value, 0) || math.IsNaN(all[0].Value))
	assert.Greater(t, all[0].Value, 200.)
}

// TestRatingSteps rates many players of many games in a few steps, also where a group has hardly
// played the others and where one wins nearly all, and compares the ratings with those of a slow
// twin, which moves one rating after another.
func TestRatingSteps(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for n := 2; n <= 8; n++ {
		results := make([][]Tally, n)
		for i := range results {
			results[i] = make([]Tally, n)
			for j := i + 1; j < n; j++ {
				count := rng.IntN(30)
				if i < n/2 && j >= n/2 {
					count = rng.IntN(2)
				}
				results[i][j] = Tally{rng.IntN(count + 1), rng.IntN(count + 1), rng.IntN(count + 1)}
				if i == 0 {
					results[i][j].Wins = 100
				}
			}
		}
		points, games := observed(results)
		r, steps := fit(points, games)
		assert.Less(t, steps, 60)
		slow := oneByOne(points, games)
		for i := range r {
			assert.InDelta(t, slow[i], r[i], 1e-6, "%d of %d", i, n)
		}
	}
	many := make([][]Tally, 40)
	for i := range many {
		many[i] = make([]Tally, len(many))
		for j := i + 1; j < len(many); j++ {
			many[i][j] = Tally{100 + j, 50, 100}
		}
	}
	_, steps := fit(observed(many))
	assert.Less(t, steps, 20)

	// The points of so many games are not exact enough for the shortest steps.
	for _, count := range []int{1e7, 1e9} {
		_, steps = fit(observed([][]Tally{{{}, {count, count / 7, count / 3}}, {{}, {}}}))
		assert.Less(t, steps, 60, count)
	}
}

// oneByOne is a twin of fit: it moves each rating to where its own results put it, until none moves.
func oneByOne(points []float64, games [][]float64) []float64 {
	r := make([]float64, len(points))
	for moved := 1.0; moved > 1e-11; {
		moved = 0
		for i := range r {
			excess, information := slopes(points, games, r)
			step := max(-1, min(1, excess[i]/information[i][i]))
			r[i] += step
			moved = max(moved, math.Abs(step))
		}
	}
	return r
}

// TestRatingErrors holds the errors against what is known of them.
func TestRatingErrors(t *testing.T) {
	// Two players: the error of either is half the error of their difference. The
	// ratings take a draw for half a win and half a loss, so that only without
	// draws does the variance equal the variance of the sample.
	two := Tally{6400, 0, 3600}
	r := Ratings([][]Tally{{{}, two}, {{}, {}}}, func(int, int) float64 { return two.Sample().GameVariance() })
	difference := two.Sample().Summary().Elo.Error
	assert.InDelta(t, difference/2, r[0].Error, .01)
	assert.InDelta(t, r[0].Error, r[1].Error, 1e-9)

	// Equal players in a round robin of g games each with the others: the
	// information is g/4 times n-1 on and -1 off the diagonal, whose inverse
	// with the mean fixed has 4/(g n) (1 - 1/n) on the diagonal.
	const n, g = 5, 4000
	all := make([][]Tally, n)
	for i := range all {
		all[i] = make([]Tally, n)
		for j := range all {
			all[i][j] = Tally{g / 2, 0, g / 2}
		}
	}
	want := 400 / math.Ln10 * z95 * math.Sqrt(4./(g*n)*(1-1./n))
	for _, e := range Ratings(all, alone(all)) {
		assert.InDelta(t, 0, e.Value, 1e-6)
		assert.InDelta(t, want, e.Error, .01)
	}
}

func TestCounts(t *testing.T) {
	a, b := Tally{136, 111, 96}, Tally{96, 111, 136}
	assert.InDelta(t, a.Sample().Summary().Elo.Value, -b.Sample().Summary().Elo.Value, 1e-9)
	var p Penta
	for _, points := range []float64{0, .5, 1, 1.5, 2, 2} {
		p.Add(points)
	}
	assert.Equal(t, Penta{1, 1, 1, 1, 2}, p)
	var tally Tally
	tally.Add(1)
	tally.Add(.5)
	tally.Add(0)
	assert.Equal(t, Tally{1, 1, 1}, tally)
}
