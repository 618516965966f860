package search

import (
	"math"
	"time"
)

// budget turns a game clock into the time after which no new iteration begins
// (soft, before the factors of the search's stability) and the time at which
// the search is cut off (hard). Both stay within the clock less overhead, the
// time a move takes on its way to the host; ponder tells that the opponent's
// time is used as well.
func budget(c Clock, overhead time.Duration, ponder bool) (soft, hard time.Duration) {
	const (
		least = time.Millisecond
		most  = 365 * 24 * time.Hour // of any clock, so that nothing overflows
	)
	left := max(min(max(c.Time, 0), most)-overhead, least)
	increment := min(c.Increment, most)

	// Without a control in sight plan for this many moves more: most games end
	// sooner, and the increment and a shrinking clock take care of the others.
	moves := time.Duration(28)
	// No move takes more than these parts of the clock, in percent.
	softCap, hardCap := time.Duration(20), time.Duration(35)
	if c.MovesToGo > 0 {
		moves = min(time.Duration(c.MovesToGo), 28)
		softCap, hardCap = 90/moves+10, 60/moves+38
	}

	soft = left/moves + increment*3/4
	if ponder {
		soft += soft / 4
	}
	soft = min(soft, left*softCap/100)
	hard = min(soft*5, left*hardCap/100)
	return max(soft, least), max(hard, least)
}

// timeScale returns the factor of the soft time limit: less when the best move
// has been the same for some iterations or took most of the nodes, more when
// the score falls (in Score points).
func timeScale(stable, fall int, share float64) float64 {
	scale := 1.35 - 0.08*math.Min(float64(stable), 8)
	scale *= 0.85 + math.Max(0, math.Min(float64(fall), 120))/130
	return scale * (1.65 - 1.05*share)
}
