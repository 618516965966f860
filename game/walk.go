package game

import (
	"fmt"
	"iter"
	"slices"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// Visit is a node as a walk meets it.
type Visit struct {
	*Node
	// Position is the one in which the node's move is played, the start for the root.
	// It is valid until the walk goes on.
	Position *board.Position
	// Parent is the node before, nil for the root.
	Parent *Node
	// Ply is the number of the move in its line, from 1; 0 for the root.
	Ply int
	// Depth is 0 for the main line, 1 for its variations, 2 for variations of those.
	Depth int
}

// After returns the position after the node's move.
func (v *Visit) After() board.Position {
	if v.Ply == 0 {
		return *v.Position
	}
	return v.Position.Make(v.Move)
}

// IsVariation reports whether the node begins a variation.
func (v *Visit) IsVariation() bool { return v.Parent != nil && v.Parent.Next[0] != v.Node }

// frame is a node with what Walk needs to visit it.
type frame struct {
	node, parent *Node
	before       *board.Position // shared by variations in one place, of which a file may have very many
	ply, depth   int
}

// Walk visits the root and every move, each before those that follow it, and a
// line to its end before the next variation. It stops in front of a move that is
// not pseudo-legal. The tree must not change meanwhile, apart from what is noted about
// a node and what follows the one that is visited.
func (g *Game) Walk() iter.Seq[Visit] {
	return func(yield func(Visit) bool) {
		stack := []frame{{node: &g.Root, before: &g.Start}}
		var p board.Position
		for len(stack) > 0 {
			f := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			p = *f.before
			for n := f.node; n != nil; {
				if f.ply > 0 && !movegen.PseudoLegal(&p, n.Move) {
					break
				}
				if !yield(Visit{n, &p, f.parent, f.ply, f.depth}) {
					return
				}
				if f.ply > 0 {
					p.Play(n.Move)
				}
				f.ply++
				if len(n.Next) > 1 {
					before := p
					f.before = &before
				}
				for i := len(n.Next) - 1; i > 0; i-- {
					stack = append(stack, frame{n.Next[i], n, f.before, f.ply, f.depth + 1})
				}
				f.parent, n = n, n.Main()
			}
		}
	}
}

// Main visits the root and the moves of the main line.
func (g *Game) Main() iter.Seq[Visit] {
	return func(yield func(Visit) bool) {
		for v := range g.Walk() {
			if v.Depth > 0 || !yield(v) {
				return
			}
		}
	}
}

// MoveError says which move of a game is illegal and why.
type MoveError struct {
	Ply       int // in its line, from 1
	Variation bool
	Position  board.Position // before the move
	Move      board.Move
	Reason    error // one of the errors of package rules, such as [rules.ErrFacing]
}

func (e *MoveError) Error() string {
	where := ""
	if e.Variation {
		where = " of a variation"
	}
	return fmt.Sprintf("ply %d%s, %v: %v", e.Ply, where, e.Move, e.Reason)
}

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Reason }

// Validate returns a *MoveError for an illegal move of the game, variations
// included, or nil if all are legal.
func (g *Game) Validate() error {
	for v := range g.Walk() {
		after := v.After()
		for i, n := range v.Next {
			if reason := rules.Illegal(&after, n.Move); reason != nil {
				return &MoveError{v.Ply + 1, v.Depth > 0 || i > 0, after, n.Move, reason}
			}
		}
	}
	return nil
}

// RemoveIllegal removes every illegal move together with what follows it.
func (g *Game) RemoveIllegal() {
	for v := range g.Walk() {
		after := v.After()
		v.Next = slices.DeleteFunc(v.Next, func(n *Node) bool { return rules.Illegal(&after, n.Move) != nil })
	}
}

// Count is how much a game holds, variations included.
type Count struct {
	Moves, Variations, Comments, NAGs, Marks, Evals, Times int
}

// Count counts what the game holds.
func (g *Game) Count() (c Count) {
	for v := range g.Walk() {
		if v.Ply > 0 {
			c.Moves++
		}
		if v.IsVariation() {
			c.Variations++
		}
		for _, held := range []struct {
			is bool
			n  *int
		}{
			{v.Before != "", &c.Comments}, {v.Comment != "", &c.Comments}, {v.Eval != nil, &c.Evals},
			{v.Clock != nil, &c.Times}, {v.Elapsed != nil, &c.Times},
		} {
			if held.is {
				*held.n++
			}
		}
		c.NAGs += len(v.NAGs)
		c.Marks += len(v.Marks)
	}
	return
}
