package search

import (
	"time"

	"chuhe/board"
)

// Limits say when a search ends and what it may play. The first limit reached ends
// the search. With the zero value it searches until it is stopped or reaches the
// deepest ply. On a clock, or with a time for the move, a search also ends when it has
// found a mate that is not likely to come any nearer, and on a clock soon if there is
// only one move. The first iteration is always finished.
type Limits struct {
	// Depth in plies, 0 for none.
	Depth int
	// Nodes is the number of moves made by all workers together, 0 for no limit. A null
	// move does not count. Several workers may make some hundred more.
	Nodes uint64
	// SoftNodes is the number of nodes after which no new iteration begins, 0 for
	// no limit. Unlike Nodes it never cuts an iteration short.
	SoftNodes uint64
	// Mate ends the search once it has found that the side to move mates in at most
	// this number of its own moves, or that it is mated itself; 0 for no such limit. Otherwise the
	// search goes on to its other limits.
	Mate int
	// MoveTime is the time to use for this move, less Late; 0 for no limit. Less than 0
	// means that the deadline has passed: the search answers at once.
	MoveTime time.Duration
	// Clock is the game clock of the side to move; none if not Clock.Set.
	Clock Clock
	// Start is when the time of the search began, such as when its command was read;
	// the zero time means the call of Search.
	Start time.Time
	// Late is the delay of recent answers, as the caller measured it: the time that the
	// search leaves. On a clock Options.MoveOverhead is the least. One odd delay
	// must not take the time to think, so at most an eighth of MoveTime or Clock.Time
	// counts, or half of it up to 100 ms.
	Late time.Duration
	// NodeClock lets MoveTime and Clock run by nodes, a microsecond for each, so that
	// a search on a clock does the same on every machine. It needs one worker.
	NodeClock bool
	// Infinite keeps the search from returning before it is stopped, even
	// when it has nothing more to search.
	Infinite bool
	// Ponder does the same until Engine.PonderHit starts the clock. The time spent
	// before the hit still counts when the search decides whether to begin another
	// iteration.
	Ponder bool
	// Only restricts the moves at the root; empty for no restriction, as is a list
	// without a legal move.
	Only []board.Move
	// Banned are moves not to be played at the root. Bans that would leave no move are
	// ignored.
	Banned []board.Move
}

// Clock is the state of a game clock.
type Clock struct {
	// Set is true if there is a clock. Time may be zero, or negative after the
	// flag has fallen.
	Set bool
	// Time left for MovesToGo moves, or for the whole game if that is 0.
	Time time.Duration
	// Increment is added after each move.
	Increment time.Duration
	// MovesToGo is the number of moves to the next time control, 0 for none.
	MovesToGo int
}
