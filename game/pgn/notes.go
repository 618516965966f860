package pgn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/lazy"
)

// Evaluations and times stand in comments in two ways. Match runners begin a comment
// with the score from the mover's view, the depth and the time: "+0.35/12 0.4s". Others
// write commands: [%eval 0.35] from Red's view, [%clk 0:05:00] for the time left and
// [%emt 0:00:04] for the time taken, [%csl Rh2] for circles, and [%cal Gh2e2,Rb2b9] for arrows.

var (
	prefix  = lazy.Pattern(`^(?:([+-]?)(?:M(\d{1,4})|(\d{1,6})\.(\d{1,3}))/(\d{1,4}))?\s*(?:(\d{1,9})(?:\.(\d{1,9}))?s\b)?[,\s]*`)
	command = lazy.Pattern(`\s*\[%(eval|clk|emt)\s+([^\[\]]{1,40})\]\s*`)
	drawn   = lazy.Pattern(`\s*\[%c[sa]l\s+([^\[\]]*)\]\s*`)
	clock   = lazy.Pattern(`^(?:(\d{1,5}):)?(\d{1,5}):(\d{1,2})(?:\.(\d{1,9}))?$`)
	score   = lazy.Pattern(`^(?:#([+-]?)(\d{1,4})|([+-]?)(\d{1,6})(?:\.(\d{1,3}))?)(?:,(\d{1,4}))?$`)
)

// finish gives a game its warnings, and moves evaluations and times from the comments
// to where they belong.
func (p *parser) finish(g *game.Game) {
	p.doubt(g)
	if !p.noted {
		return
	}
	type place struct {
		node *game.Node
		side board.Side // that has moved
	}
	stack := []place{{&g.Root, g.Start.Side().Other()}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if n := top.node; n.Comment != "" {
			if n != &g.Root {
				takePrefix(n, top.side)
			}
			takeCommands(n, top.side)
		}
		for _, next := range top.node.Next {
			stack = append(stack, place{next, top.side.Other()})
		}
	}
}

// takePrefix reads "+0.35/12 0.4s" at the beginning of a move's comment.
func takePrefix(n *game.Node, mover board.Side) {
	m := prefix().FindStringSubmatch(n.Comment)
	if m == nil || m[5] == "" && m[6] == "" {
		return
	}
	if m[5] != "" {
		e := &game.Eval{Depth: number0(m[5])}
		if m[2] != "" {
			// Moves of the mover, of which this is the first.
			e.Mate = 2 * number0(m[2])
			if m[1] != "-" && e.Mate > 0 {
				e.Mate--
			}
		} else {
			e.Centipawns = 100*number0(m[3]) + number0((m[4] + "0")[:2])
		}
		if m[1] == "-" {
			e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
		}
		if mover == board.Black {
			e.Centipawns, e.Mate = -e.Centipawns, -e.Mate
		}
		n.Eval = e
	}
	if m[6] != "" {
		n.Elapsed = seconds(m[6], m[7])
	}
	n.Comment = n.Comment[len(m[0]):]
}

// takeCommands reads the first command of each kind that is not known yet, and all circles
// and arrows. What cannot be read stays in the comment.
func takeCommands(n *game.Node, mover board.Side) {
	if !strings.Contains(n.Comment, "[%") {
		return
	}
	n.Comment = strings.TrimSpace(command().ReplaceAllStringFunc(n.Comment, func(text string) string {
		m := command().FindStringSubmatch(text)
		value := strings.TrimSpace(m[2])
		switch m[1] {
		case "eval":
			if e := parseEval(value, mover); e != nil && n.Eval == nil {
				n.Eval = e
				return " "
			}
		case "clk":
			if d := parseClock(value); d != nil && n.Clock == nil {
				n.Clock = d
				return " "
			}
		case "emt":
			if d := parseClock(value); d != nil && n.Elapsed == nil {
				n.Elapsed = d
				return " "
			}
		}
		return text
	}))
	n.Comment = strings.TrimSpace(drawn().ReplaceAllStringFunc(n.Comment, func(text string) string {
		var marks []game.Mark
		for word := range strings.SplitSeq(drawn().FindStringSubmatch(text)[1], ",") {
			m, err := game.ParseMark(strings.TrimSpace(word))
			if err != nil {
				return text
			}
			if !slices.Contains(n.Marks, m) && !slices.Contains(marks, m) {
				marks = append(marks, m)
			}
		}
		n.Marks = append(n.Marks, marks...)
		return " "
	}))
}

// parseEval reads "0.35", "#-3" or either with a depth behind a comma; nil if it is
// neither. A mate is in moves of the side that gives it, after the move.
func parseEval(text string, mover board.Side) *game.Eval {
	m := score().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	e := &game.Eval{Depth: number0(m[6])}
	if m[2] != "" {
		winner := board.Red
		if m[1] == "-" {
			winner = board.Black
		}
		if e.Mate = 2 * number0(m[2]); winner == mover {
			e.Mate++
		}
		if e.Mate == 0 {
			return nil
		}
		if winner == board.Black {
			e.Mate = -e.Mate
		}
		return e
	}
	if e.Centipawns = 100*number0(m[4]) + number0((m[5] + "00")[:2]); m[3] == "-" {
		e.Centipawns = -e.Centipawns
	}
	return e
}

// parseClock reads "0:05:00" or "0:00:04.25"; nil if it is neither.
func parseClock(text string) *time.Duration {
	m := clock().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	d := seconds(m[3], m[4])
	*d += time.Duration(number0(m[1]))*time.Hour + time.Duration(number0(m[2]))*time.Minute
	return d
}

// number0 returns a number of a few digits, 0 for "".
func number0(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// seconds returns a time to a millisecond.
func seconds(whole, fraction string) *time.Duration {
	d := time.Duration(number0(whole))*time.Second + time.Duration(number0((fraction + "000")[:3]))*time.Millisecond
	return &d
}

// notes returns what a comment says of a move before its words.
func (b *writer) notes(n *game.Node, mover board.Side) string {
	var words []string
	e := n.Eval
	first := e != nil && !b.commands && mateWritable(e, mover) && (e.Depth > 0 || n.Elapsed != nil)
	if first {
		words = append(words, fmt.Sprintf("%s/%d", moverScore(e, mover), e.Depth))
	}
	if n.Elapsed != nil && !b.commands {
		words = append(words, fmt.Sprintf("%.3fs", n.Elapsed.Seconds()))
	}
	if e != nil && !first {
		words = append(words, "[%eval "+evalText(e)+"]")
	}
	if n.Clock != nil {
		words = append(words, "[%clk "+clockText(*n.Clock)+"]")
	}
	if n.Elapsed != nil && b.commands {
		words = append(words, "[%emt "+clockText(*n.Elapsed)+"]")
	}
	for _, command := range []struct {
		name   string
		circle bool
	}{{"csl", true}, {"cal", false}} {
		var marks []string
		for _, m := range n.Marks {
			if m.IsCircle() == command.circle {
				marks = append(marks, m.String())
			}
		}
		if marks != nil {
			words = append(words, "[%"+command.name+" "+strings.Join(marks, ",")+"]")
		}
	}
	return strings.Join(words, " ")
}

// mateWritable reports whether the parity of a mate fits its winner.
func mateWritable(e *game.Eval, mover board.Side) bool {
	if e.Mate == 0 {
		return true
	}
	_, plies := e.From(mover)
	return plies > 0 == (plies&1 == 1)
}

// moverScore is "+0.35", "+M3" or "-M2" from the mover's view.
func moverScore(e *game.Eval, mover board.Side) string {
	cp, mate := e.From(mover)
	switch {
	case mate > 0:
		return fmt.Sprintf("+M%d", (mate+1)/2)
	case mate < 0:
		return fmt.Sprintf("-M%d", -mate/2)
	}
	return fmt.Sprintf("%+.2f", float64(cp)/100)
}

// evalText is "0.35", "#3" or "#-3", with the depth if it is known.
func evalText(e *game.Eval) string {
	text := fmt.Sprintf("%.2f", float64(e.Centipawns)/100)
	if e.Mate != 0 {
		text = fmt.Sprintf("#%d", e.Mate/2)
		if e.Mate/2 == 0 && e.Mate < 0 {
			text = "#-0"
		}
	}
	if e.Depth > 0 {
		text += fmt.Sprintf(",%d", e.Depth)
	}
	return text
}

// clockText is "0:05:00", with milliseconds if there are any.
func clockText(d time.Duration) string {
	d = max(d, 0).Round(time.Millisecond)
	text := fmt.Sprintf("%d:%02d:%02d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60)
	if ms := d.Milliseconds() % 1000; ms != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", ms), "0")
	}
	return text
}
