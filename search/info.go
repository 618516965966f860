package search

import (
	"time"

	"chuhe/board"
	"chuhe/eval"
)

// Bound says how a score is to be read.
type Bound uint8

// The kinds of scores.
const (
	Exact Bound = iota
	Lower       // the true score is at least this
	Upper       // the true score is at most this
)

// Info reports the progress of a search. Reports come one after another from the goroutine
// that called Search, which waits for each. There are three kinds, at the pace of Stockfish:
//
//   - PV is not empty: a line, after each iteration; after three seconds also when the
//     score is out of the window, with its Bound; and Last, at the end, if nodes were
//     searched since the last such report.
//   - CurrMove is set: the root move that is being searched, after three seconds.
//   - Neither: how many nodes were searched, when no other report said so for a second.
type Info struct {
	Depth    int // plies of the iteration
	SelDepth int // deepest ply of a principal variation
	MultiPV  int // rank of the line, 1 for the best
	Score    eval.Score
	Bound    Bound
	Last     bool // of the lines at the end of a search, the first of which is played
	Nodes    uint64
	Time     time.Duration
	HashFull int          // used part of the table, in thousandths
	PV       []board.Move // a copy, which may be kept

	CurrMove       board.Move
	CurrMoveNumber int // from 1
}

// NPS returns the nodes per second so far.
func (i *Info) NPS() uint64 {
	if i.Time <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Time.Seconds())
}

// Result is the outcome of a search.
type Result struct {
	// Best is the move to play, NoMove if the side to move has none.
	Best board.Move
	// Ponder is the answer expected, NoMove if none is known.
	Ponder board.Move
	// Score belongs to Best, and Bound says how to read it; without a move it is that of
	// the side mated. Depth is the depth of the last finished iteration; the other fields
	// may come from the next one, if it found a better move before it was cut short.
	Score eval.Score
	Bound Bound
	Depth int
	// Nodes are the moves made by all workers together, Time is what has passed since
	// Limits.Start.
	Nodes uint64
	Time  time.Duration
	// Due is when the limits of time wanted the search to have ended, zero without such.
	Due time.Time
	// Pause is the longest time between two looks at the clock, which the system may have
	// given to others; zero without limits of time.
	Pause time.Duration
	// PV is the best line, beginning with Best.
	PV []board.Move
}
