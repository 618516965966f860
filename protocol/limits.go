package protocol

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/search"
)

// fallback is the time for a move if the host gives only what cannot be read:
// an answer without a move would lose the game, and a search without limit may never
// end.
const fallback = time.Second

// unit returns the unit of the times in UCCI.
func (s *session) unit() time.Duration {
	if s.settings.milliseconds {
		return time.Millisecond
	}
	return time.Second
}

// limits returns the limits that the command, the position and the options set, and
// a remark if the command is odd.
func (s *session) limits(c *Go) (l search.Limits, remark string) {
	var remarks []string
	l = c.limits(s.game.Position().Side(), s.unit(), s.settings.search.MoveOverhead)
	for _, least := range [...]struct{ word, instead string }{
		{"depth", "searching to depth 1"}, {"nodes", "searching one node"}, {"mate", "searching for a mate in 1"}, {"movetime", "answering at once"},
	} {
		n, ok := c.Numbers[least.word]
		switch {
		case !ok || n >= 1:
		case least.word == "depth" && c.staticOnly() && s.style.dialect == UCCI:
			remarks = append(remarks, "depth 0 asks for the score without a search, and so without a move")
		default:
			remarks = append(remarks, fmt.Sprintf("%s %d, want 1 or more; %s", least.word, n, least.instead))
		}
	}
	if c.Bad != nil {
		remarks = append(remarks, c.Bad.Error())
	}
	lost := (c.Bad != nil || len(c.Unknown) > 0) && !bounded(&l) && !c.Infinite
	if len(c.Unknown) > 0 && (lost || s.strict()) {
		var words []string
		for _, w := range c.Unknown {
			words = append(words, strconv.Quote(w))
		}
		remarks = append(remarks, "not understood: "+strings.Join(words, ", "))
	}
	if lost {
		l.Infinite, l.MoveTime = false, fallback
		remarks = append(remarks, fmt.Sprintf("searching for %v", fallback))
	}
	l.Banned = s.banned
	l.Only = s.legal(c.SearchMoves)
	if playing := s.settings.level(); playing.Limited() {
		if most := uint64(playing.Nodes); l.Nodes == 0 || most < l.Nodes {
			l.Nodes = most
		}
	}
	return l, strings.Join(remarks, "; ")
}

// limits returns the limits of a search for the side to move, except those on the
// moves of the root. The unit, a second or a millisecond, follows from the words
// without a fixed unit. overhead is what stays on a clock that comes with a time for the
// move. A Go without limits means a search until stop.
func (g *Go) limits(side board.Side, unit, overhead time.Duration) search.Limits {
	l := search.Limits{Infinite: g.Infinite, Ponder: g.Ponder, Start: g.Read}
	if depth, ok := g.Numbers["depth"]; ok {
		l.Depth = int(min(max(depth, 1), math.MaxInt32))
	}
	if mate, ok := g.Numbers["mate"]; ok {
		l.Mate = int(min(max(mate, 1), 1000))
	}
	if nodes, ok := g.Numbers["nodes"]; ok {
		l.Nodes = uint64(max(nodes, 1))
	}
	if movetime, ok := g.Numbers["movetime"]; ok {
		// No time at all is a limit too, but 0 would mean no limit.
		l.MoveTime = max(duration(movetime, time.Millisecond), 1)
	}
	l.Clock = g.clock(side, unit)
	if l.MoveTime > 0 && l.MoveTime <= l.Clock.Time {
		// The host fixes the time of every move, and its clock allows it: XBoard
		// -st sends both. The clock runs all the same.
		l.MoveTime = min(l.MoveTime, l.Clock.Time-min(overhead, l.Clock.Time/2))
		l.Clock = search.Clock{}
	}
	if !bounded(&l) {
		l.Infinite = true
	}
	return l
}

// staticOnly reports whether the host wants the evaluation without a search. Beside depth 0
// it then gives no number: with clocks that are all at 0 it wants a move.
func (g *Go) staticOnly() bool {
	depth, ok := g.Numbers["depth"]
	return ok && depth == 0 && len(g.Numbers) == 1
}

// clock returns the clock of the side to move. If the host gives only the
// opponent's clock, that one is used, since the host expects an answer in time all
// the same.
func (g *Go) clock(side board.Side, unit time.Duration) search.Clock {
	own, opponent := "w", "b"
	if side == board.Black {
		own, opponent = opponent, own
	}
	for _, c := range [...]struct {
		time, increment string
		unit            time.Duration
	}{
		{"time", "increment", unit},
		{own + "time", own + "inc", time.Millisecond},
		{opponent + "time", opponent + "inc", time.Millisecond},
		{"opptime", "oppincrement", unit},
	} {
		if left, ok := g.Numbers[c.time]; ok {
			return search.Clock{
				Set:       true,
				Time:      duration(left, c.unit),
				Increment: max(duration(g.Numbers[c.increment], c.unit), 0),
				MovesToGo: g.movesToGo(),
			}
		}
	}
	return search.Clock{}
}

// movesToGo returns the number of moves for which the time on the clock is given, 0
// for the rest of the game. UCCI wants movestogo or increment behind time. Without
// either, and without a word of the opponent's clock, the time is for this move
// alone, as Sylvan and ElephantEye understand it.
func (g *Go) movesToGo() int {
	if n, ok := g.Numbers["movestogo"]; ok {
		return int(min(max(n, 0), 1000))
	}
	for _, word := range numbered {
		if _, given := g.Numbers[word]; given && word != "time" && !slices.Contains(limitWords, word) {
			return 0
		}
	}
	if _, given := g.Numbers["time"]; !given {
		return 0
	}
	return 1
}

// bounded reports whether a search ends without stop, after ponderhit if it
// ponders.
func bounded(l *search.Limits) bool {
	return !l.Infinite && (l.Depth > 0 || l.Nodes > 0 || l.Mate > 0 || l.MoveTime > 0 || l.Clock.Set)
}

// duration returns a number of a unit, limited to some years so that it does not
// overflow.
func duration(n int64, unit time.Duration) time.Duration {
	const most = 1e8 // s
	limit := int64(most * time.Second / unit)
	return time.Duration(min(max(n, -limit), limit)) * unit
}
