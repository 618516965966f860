package search

import "time"

// reserve is the time, in overheads, that no move but the last of a control may use.
const reserve = 3

// budget turns a game clock into the time after which no new iteration begins
// (soft, before the factors of the search's stability) and the time at which
// the search is cut off (hard). Both stay within the clock less overhead, the
// time a move takes on its way to the host. With ponder the opponent's time is
// used as well.
//
// One delay of some overheads must not lose the game where more moves are to come on
// the same clock, so both keep that much of it in reserve, or most of what there is.
// On a machine with ten processes to a core, delays of 100 ms are common.
func (p *Params) budget(c Clock, overhead time.Duration, ponder bool) (soft, hard time.Duration) {
	const (
		least = time.Millisecond
		most  = 365 * 24 * time.Hour // of any clock, so that nothing overflows
	)
	left := max(min(max(c.Time, 0), most)-overhead, least)
	if c.MovesToGo != 1 {
		left -= min(reserve*overhead, left/8*7)
	}
	increment := min(c.Increment, most)

	moves := time.Duration(p.TimeMoves)
	softMost, hardMost := p.TimeSoftMost, p.TimeHardMost // percent of the clock
	if c.MovesToGo > 0 {
		// The last move of a control may take nearly the whole clock.
		moves = min(time.Duration(c.MovesToGo), moves)
		softMost, hardMost = 90/int(moves)+10, 60/int(moves)+38
	}

	percent := func(d time.Duration, share int) time.Duration { return d / 100 * time.Duration(share) }
	soft = left/moves + percent(increment, p.TimeIncrement)
	if ponder {
		soft += percent(soft, p.TimePonder)
	}
	soft = min(soft, percent(left, softMost))
	hard = min(percent(soft, p.TimeHard), percent(left, hardMost))
	return max(soft, least), max(hard, least)
}

// timeScale returns the factor of the soft time limit: less when the best move
// has been the same for some iterations or took most of the nodes, more when
// the score falls (in Score points).
func (p *Params) timeScale(stable, fall int, share float64) float64 {
	stability := p.TimeStable - p.TimeStableStep*min(stable, p.TimeStableMost)
	falling := 100*p.TimeFallBase + p.TimeFall*max(0, min(fall, p.TimeFallMost))
	effort := float64(p.TimeShare) - float64(p.TimeShareStep)*share
	return float64(stability) / 100 * float64(falling) / 10000 * effort / 100
}
