package protocol

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/search"
)

func TestLimits(t *testing.T) {
	clock := func(left, increment time.Duration, moves int) search.Clock {
		return search.Clock{Set: true, Time: left, Increment: increment, MovesToGo: moves}
	}
	for _, test := range []struct {
		line string
		side board.Side
		unit time.Duration
		want search.Limits
	}{
		{"go", board.Red, time.Second, search.Limits{Infinite: true}},
		{"go ponder", board.Red, time.Second, search.Limits{Ponder: true, Infinite: true}},
		{"go depth 99999999999999999999", board.Red, time.Second, search.Limits{Depth: math.MaxInt32}},
		{"go infinite", board.Red, time.Second, search.Limits{Infinite: true}},
		{"go depth 8", board.Red, time.Second, search.Limits{Depth: 8}},
		{"go depth -8", board.Red, time.Second, search.Limits{Depth: 1}},
		{"go mate 3", board.Red, time.Second, search.Limits{Mate: 3}},
		{"go mate 3 depth 4", board.Red, time.Second, search.Limits{Mate: 3, Depth: 4}},
		{"go mate 0", board.Red, time.Second, search.Limits{Mate: 1}},
		{"go mate 99999999999999999999", board.Red, time.Second, search.Limits{Mate: 1000}},
		{"go nodes 216", board.Red, time.Second, search.Limits{Nodes: 216}},
		{"go nodes 0", board.Red, time.Second, search.Limits{Nodes: 1}},
		{"go movetime 50", board.Red, time.Second, search.Limits{MoveTime: 50 * time.Millisecond}},
		{"go movetime 0", board.Red, time.Second, search.Limits{MoveTime: 1}},
		{"go movetime -5", board.Red, time.Second, search.Limits{MoveTime: 1}},
		{"go time 60 increment 2", board.Black, time.Second, search.Limits{Clock: clock(time.Minute, 2*time.Second, 0)}},
		{"go time 60 increment 2", board.Black, time.Millisecond, search.Limits{
			Clock: clock(60*time.Millisecond, 2*time.Millisecond, 0),
		}},
		{"go time 60 movestogo 40", board.Red, time.Second, search.Limits{Clock: clock(time.Minute, 0, 40)}},
		{"go time 60 movestogo 99999999999999999999", board.Red, time.Second, search.Limits{Clock: clock(time.Minute, 0, 1000)}},
		{"go time 60 movestogo -40 increment -1", board.Red, time.Second, search.Limits{Clock: clock(time.Minute, 0, 0)}},
		{"go time -5", board.Red, time.Second, search.Limits{Clock: clock(-5*time.Second, 0, 1)}},
		{"go time 99999999999999999999", board.Red, time.Second, search.Limits{Clock: clock(1e8*time.Second, 0, 1)}},
		{"go opptime 7 increment 1", board.Red, time.Second, search.Limits{Clock: clock(7*time.Second, 0, 0)}},
		{"go wtime 10 btime 20 winc 1 binc 2", board.Red, time.Second, search.Limits{
			Clock: clock(10*time.Millisecond, time.Millisecond, 0),
		}},
		{"go btime 20 wtime 10 winc 1 binc 2 movestogo 3", board.Black, time.Second, search.Limits{
			Clock: clock(20*time.Millisecond, 2*time.Millisecond, 3),
		}},
		{"go wtime 10", board.Black, time.Second, search.Limits{Clock: clock(10*time.Millisecond, 0, 0)}},
		{"go ponder time 5 depth 3", board.Red, time.Second, search.Limits{
			Ponder: true, Depth: 3, Clock: clock(5*time.Second, 0, 1),
		}},
		{"go infinite nodes 5", board.Red, time.Second, search.Limits{Infinite: true, Nodes: 5}},

		// Hosts that write every word.
		{"go depth 0 movetime 50", board.Red, time.Second, search.Limits{MoveTime: 50 * time.Millisecond}},
		{"go movetime 0 depth 5", board.Red, time.Second, search.Limits{Depth: 5}},
		{"go infinite depth 0 nodes 0", board.Red, time.Second, search.Limits{Infinite: true}},
		{"go wtime 10 btime 20 winc 0 binc 0 movestogo 0 depth 0 nodes 0 mate 0 movetime 0", board.Red, time.Second, search.Limits{
			Clock: clock(10*time.Millisecond, 0, 0),
		}},
		{"go time 5 depth 0", board.Red, time.Second, search.Limits{Clock: clock(5*time.Second, 0, 1)}},
		{"go ponder depth 0", board.Red, time.Second, search.Limits{Ponder: true, Depth: 1}},
		{"go depth 0 nodes 0", board.Red, time.Second, search.Limits{Depth: 1, Nodes: 1}},
		{"go wtime 0 btime 0 winc 0 binc 0 movestogo 0 depth 0 nodes 0 movetime 50", board.Red, time.Second, search.Limits{
			MoveTime: 50 * time.Millisecond,
		}},
		{"go time 0 increment 0 opptime 0 depth 5", board.Red, time.Second, search.Limits{Depth: 5}},
		{"go infinite wtime 0 btime 0", board.Red, time.Second, search.Limits{Infinite: true}},
		{"go wtime 0 btime 20 depth 5", board.Red, time.Second, search.Limits{Depth: 5, Clock: clock(0, 0, 0)}},
		{"go wtime 0 btime 0 binc 1 depth 5", board.Red, time.Second, search.Limits{Depth: 5, Clock: clock(0, 0, 0)}},
		{"go increment 2 depth 0", board.Red, time.Second, search.Limits{Depth: 1}},
		{"go time -1 depth 0", board.Red, time.Second, search.Limits{Clock: clock(-time.Second, 0, 1)}},
		{"go wtime 0 btime 0 depth 0", board.Red, time.Second, search.Limits{Depth: 1, Clock: clock(0, 0, 0)}},

		// XBoard -st through UCI2WB: the time of the move, not a share of the clock.
		{"go time 5000 opptime 5000 movetime 4970", board.Red, time.Millisecond, search.Limits{MoveTime: 4970 * time.Millisecond}},
		{"go time 5 opptime 5 movetime 4970", board.Red, time.Second, search.Limits{MoveTime: 4970 * time.Millisecond}},
		{"go wtime 5000 btime 100 movetime 4970", board.Red, time.Second, search.Limits{MoveTime: 4970 * time.Millisecond}},
		{"go ponder time 5000 opptime 5000 movetime 4970", board.Black, time.Millisecond, search.Limits{
			Ponder: true, MoveTime: 4970 * time.Millisecond,
		}},
		// The clock does not allow it.
		{"go wtime 5000 btime 100 movetime 4970", board.Black, time.Second, search.Limits{
			MoveTime: 4970 * time.Millisecond, Clock: clock(100*time.Millisecond, 0, 0),
		}},
		// Sylvan st=2
		{"go time 2000", board.Red, time.Millisecond, search.Limits{Clock: clock(2*time.Second, 0, 1)}},
		{"go draw time 2000 nodes 7", board.Black, time.Millisecond, search.Limits{Nodes: 7, Clock: clock(2*time.Second, 0, 1)}},
		// XQWizard, the league and UCI2WB: clocks of a game
		{"go time 2000 increment 0", board.Red, time.Millisecond, search.Limits{Clock: clock(2*time.Second, 0, 0)}},
		{"go time 2000 opptime 3000", board.Red, time.Millisecond, search.Limits{Clock: clock(2*time.Second, 0, 0)}},
		{"go time 2000 increment 100 opptime 3000 oppincrement 100", board.Red, time.Millisecond, search.Limits{
			Clock: clock(2*time.Second, 100*time.Millisecond, 0),
		}},
		{"go time 2000 opptime 3000 movestogo 7 oppmovestogo 8", board.Red, time.Millisecond, search.Limits{
			Clock: clock(2*time.Second, 0, 7),
		}},
		{"go time 2000 movestogo 0", board.Red, time.Millisecond, search.Limits{Clock: clock(2*time.Second, 0, 0)}},
	} {
		g := Parse(test.line).(Go)
		assert.Equal(t, test.want, g.limits(test.side, test.unit, 0), "%s for %v", test.line, test.side)
	}
}
