package stats

// Tally counts the games of a player by result.
type Tally struct{ Wins, Draws, Losses int }

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points scored, a draw being half a point.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Add counts a game by the player's points: 0, 0.5 or 1.
func (t *Tally) Add(points float64) {
	switch {
	case points > 0.5:
		t.Wins++
	case points < 0.5:
		t.Losses++
	default:
		t.Draws++
	}
}

// Plus returns the sum of two tallies.
func (t Tally) Plus(o Tally) Tally {
	return Tally{t.Wins + o.Wins, t.Draws + o.Draws, t.Losses + o.Losses}
}

// DrawRatio returns the share of draws, NaN without games.
func (t Tally) DrawRatio() float64 { return float64(t.Draws) / float64(t.Games()) }

// Sample returns the tally as observations of a score.
func (t Tally) Sample() Sample { return Sample{[]int{t.Losses, t.Draws, t.Wins}, 1} }

// Penta counts pairs of games by the player's points in a pair: 0, 1/2, 1,
// 1 1/2 and 2.
type Penta [5]int

// Add counts a pair by the points of its two games.
func (p *Penta) Add(points float64) { p[int(2*points)]++ }

// Pairs returns the number of pairs.
func (p Penta) Pairs() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Sample returns the pairs as observations of a score.
func (p Penta) Sample() Sample { return Sample{p[:], 2} }
