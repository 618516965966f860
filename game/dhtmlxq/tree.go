package dhtmlxq

import (
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	"chuhe/rules"
)

// line is a line of moves.
type line struct {
	parent, ply, id int // it replaces move ply of the parent
	text
	from     *line // the parent, nil for the main line
	branches []*line
	reached  bool
	nodes    []*game.Node
	every    []board.Position // before the nodes 0, step, ...
}

// step is how many moves lie between the positions that are kept.
const step = 32

// note is a comment on a move.
type note struct {
	line, ply int
	text
}

// tree puts the lines together, each after the one that it branches from.
func (r *reader) tree(main []board.Move) {
	byID := make(map[int]*line)
	for _, l := range r.lines {
		if byID[l.id] != nil {
			r.cut.Add(fault(l.offset, "fault.branch", "a second line %d", l.id), l.size())
			continue
		}
		byID[l.id] = l
	}
	for _, l := range r.lines[1:] {
		switch l.from = byID[l.parent]; {
		case l.from == nil:
			r.cut.Add(fault(l.offset, "fault.branch", "line %d branches from line %d, which is missing", l.id, l.parent), l.size())
		case byID[l.id] == l:
			l.from.branches = append(l.from.branches, l)
		}
	}
	done := 0
	for queue := r.lines[:1:1]; len(queue) > 0; queue = queue[1:] {
		l := queue[0]
		moves := main
		if l.from != nil {
			moves = r.moves(l)
		}
		if done += len(moves); done > preorder.MaxMoves {
			r.wrong(fault(l.offset, "fault.tooLong", "more than %d moves", preorder.MaxMoves))
			return
		}
		l.reached = true
		r.line(l, moves)
		queue = append(queue, l.branches...)
	}
	for _, l := range r.lines[1:] {
		if !l.reached && byID[l.id] == l && l.from != nil {
			r.cut.Add(fault(l.offset, "fault.branch", "line %d branches from itself or from a line that is left out", l.id), l.size())
		}
	}
	r.byID = byID
}

// line adds a line to the tree.
func (r *reader) line(l *line, moves []board.Move) {
	node, p := &r.game.Root, r.game.Start
	if l.from != nil && l.ply != 1 {
		l.from = l.from.holder(l.ply - 1) // so that the way back from later lines stays short
		if node = l.from.node(l.ply - 1); node == nil {
			r.cut.Add(fault(l.offset, "fault.branch", "line %d replaces move %d of line %d, which does not go so far", l.id, l.ply, l.parent), len(moves))
			return
		}
		p = l.from.after(l.ply - 1)
	}
	for i, m := range moves {
		if i%step == 0 {
			l.every = append(l.every, p)
		}
		if reason := rules.Illegal(&p, m); reason != nil {
			err := &game.MoveError{Ply: l.ply + i, Variation: l.from != nil, Position: p, Move: m, Reason: reason}
			r.wrongIn(l, &game.Error{Offset: int64(l.offset), Ply: err.Ply, Err: err})
			if l.id != 0 {
				r.cut.Moves += len(moves) - i - 1
			}
			return
		}
		node = node.Append(m)
		l.nodes = append(l.nodes, node)
		p.Play(m)
	}
}

// size is about the number of moves in the text of the line.
func (l *line) size() int { return len(l.raw) / 4 }

// holder returns the line that contains a move of the game: l or one that it branches from.
func (l *line) holder(ply int) *line {
	for l.from != nil && ply < l.ply {
		l = l.from
	}
	return l
}

// node returns a move of the line or of one that it branches from, nil if there is
// none.
func (l *line) node(ply int) *game.Node {
	l = l.holder(ply)
	if i := ply - l.ply; i >= 0 && i < len(l.nodes) {
		return l.nodes[i]
	}
	return nil
}

// after returns the position after a move that there is.
func (l *line) after(ply int) board.Position {
	l = l.holder(ply)
	i := ply - l.ply
	p := l.every[i/step]
	for _, n := range l.nodes[i/step*step : i+1] {
		p.Play(n.Move)
	}
	return p
}

// note notes a comment for its move.
func (r *reader) note(n note) {
	comment := game.Clean(strings.ReplaceAll(r.decode(n.text), "||", "\n"))
	if comment == "" {
		return
	}
	node := &r.game.Root
	if n.ply > 0 {
		node = nil
		if l := r.byID[n.line]; l != nil && l.reached {
			node = l.node(n.ply)
		}
	}
	if node == nil {
		wrong := fault(n.offset, "fault.commentPlace", "a comment on move %d of line %d, which does not go so far", n.ply, n.line)
		if n.line == 0 {
			r.wrong(wrong)
		} else {
			r.cut.Add(wrong, 0)
		}
		return
	}
	r.remarks[node] = append(r.remarks[node], comment)
}
