package search

import (
	"time"

	"chuhe/board"
)

// reserve is the time, in overheads, that no move but the last of a control may use.
const reserve = 3

// budget turns a game clock into the time after which no new iteration begins
// (soft, before the factors of the search's stability) and the time at which
// the search is cut off (hard). Both stay within the clock less overhead, the
// time a move takes on its way to the host. With ponder the opponent's time is
// used as well. The clock has to last the longer, the more pieces are left.
//
// One delay of some overheads must not lose the game where more moves are to come on
// the same clock, so both keep that much of it in reserve, or most of what there is.
// On a machine with ten processes to a core, delays of 100 ms are common.
func (p *Params) budget(c Clock, overhead time.Duration, ponder bool, position *board.Position) (soft, hard time.Duration) {
	const (
		least = time.Millisecond
		most  = 365 * 24 * time.Hour // of any clock, so that nothing overflows
	)
	left := max(min(max(c.Time, 0), most)-overhead, least)
	if c.MovesToGo != 1 {
		left -= min(reserve*overhead, left/8*7)
	}
	increment := max(0, min(c.Increment, most))

	moves := time.Duration(p.TimeMoves + p.TimePieces*position.Occupied().Count()/32)
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

// outlook says how sure a search is of its move.
type outlook struct {
	stable  int     // iterations with the same best move
	fall    int     // points that the score fell in the last iterations
	slump   int     // points that the score is below that for the move before
	share   float64 // best move's part of the nodes
	changes float64 // of the best move, half as much with each iteration since
}

// timeScale returns the factor of the soft time limit: less when the best move
// has been the same for some iterations or took most of the nodes, more when it
// changed within them or when the score falls.
func (p *Params) timeScale(o *outlook) float64 {
	stability := p.TimeStable - p.TimeStableStep*min(o.stable, p.TimeStableMost)
	falling := 100*p.TimeFallBase + p.TimeFall*max(-p.TimeRiseMost, min(o.fall, p.TimeFallMost)) +
		p.TimeSlump*max(-p.TimeRiseMost, min(o.slump, p.TimeFallMost))
	effort := float64(p.TimeShare) - float64(p.TimeShareStep)*o.share
	change := 100 + float64(p.TimeChange)*min(o.changes, 4)
	const least, most = 0.25, 4.5
	return max(least, min(float64(stability)/100*float64(falling)/10000*effort/100*change/100, most))
}
