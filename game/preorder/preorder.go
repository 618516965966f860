// Package preorder turns the tree of a game into the list of moves that XQF and
// CCBridge files hold, and back. Each move is followed by the line that continues it
// and then by the variations in its place; two flags per move say which of these are
// there.
package preorder

import (
	"errors"
	"fmt"
	"iter"

	"chuhe/board"
	"chuhe/game"
	"chuhe/internal/keyed"
	"chuhe/rules"
)

// Move is a move of the list.
type Move struct {
	Move    board.Move
	Comment string
	Follows bool  // the next move of the list continues this one
	Sibling bool  // when the line has ended, a move follows that replaces this one
	Fault   error // why the file has no move here, nil if it has one
}

// MaxMoves is how many moves a game may have, variations included. It bounds the
// memory that a damaged or hostile file can claim.
const MaxMoves = 1 << 20

// ErrTooLong: a game has more than MaxMoves moves.
var ErrTooLong error = keyed.New("fault.tooLong", "game too long")

// Moves returns the moves of a game as a list. A comment in front of a move goes to
// the front of the comment after it.
func Moves(g *game.Game) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		for v := range g.Walk() {
			if v.Parent == nil {
				continue
			}
			m := Move{Move: v.Move, Comment: v.Remarks(), Follows: len(v.Next) > 0}
			last := len(v.Parent.Next) - 1
			m.Sibling = v.Parent.Next[last] != v.Node
			if !yield(m) {
				return
			}
		}
	}
}

// Pieces are the pieces of a side in the order in which XQF and DhtmlXQ list their squares.
var Pieces = [16]board.PieceType{
	board.Rook, board.Knight, board.Bishop, board.Advisor, board.King, board.Advisor, board.Bishop, board.Knight, board.Rook,
	board.Cannon, board.Cannon, board.Pawn, board.Pawn, board.Pawn, board.Pawn, board.Pawn,
}

// Builder builds the tree of a game from such a list. It leaves out illegal moves
// with all that follows them: in a variation this is a warning of the game, in the main
// line an error.
type Builder struct {
	game    *game.Game
	at      place
	pending []place // where a variation is to come
	moves   int
	cut     game.Cuts   // of the variations
	bad     *game.Error // about the main line
	wrong   error
}

// place is a node to which moves are added.
type place struct {
	node      *game.Node      // nil after an illegal move
	position  *board.Position // after the node, nil likewise
	ply       int             // of the node in its line
	variation bool
}

// NewBuilder returns a builder that adds moves to the root of a game.
func NewBuilder(g *game.Game) *Builder {
	start := g.Start
	return &Builder{game: g, at: place{node: &g.Root, position: &start}}
}

// Add adds a move found at an offset of the file. It returns the move's node, nil if
// it is left out, and whether another move is to follow.
func (b *Builder) Add(m Move, offset int64) (node *game.Node, more bool) {
	if b.moves++; b.moves > MaxMoves {
		b.wrong = &game.Error{Offset: offset, Err: fmt.Errorf("%w: more than %d moves", ErrTooLong, MaxMoves)}
		return nil, false
	}
	from := b.at
	if m.Sibling {
		later := from
		if from.node != nil {
			p := *from.position
			later.position = &p
		}
		b.pending = append(b.pending, later)
	}
	if from.node != nil {
		b.add(m, offset)
		node = b.at.node
	} else if from.variation {
		b.cut.Moves++
	}
	if m.Follows {
		return node, true
	}
	n := len(b.pending)
	if n == 0 {
		return node, false
	}
	b.at, b.pending = b.pending[n-1], b.pending[:n-1]
	b.at.variation = true
	return node, true
}

// add puts a move after the last one of the place.
func (b *Builder) add(m Move, offset int64) {
	b.at.ply++
	reason := m.Fault
	if reason == nil {
		reason = rules.Illegal(b.at.position, m.Move)
	}
	if reason != nil {
		wrong := &game.Error{Offset: offset, Ply: b.at.ply, Err: &game.MoveError{
			Ply: b.at.ply, Variation: b.at.variation, Position: *b.at.position, Move: m.Move, Reason: reason,
		}}
		if b.at.variation {
			b.cut.Add(wrong, 1)
		} else {
			b.bad = wrong
		}
		b.at = place{variation: b.at.variation}
		return
	}
	b.at.node = b.at.node.Append(m.Move)
	b.at.node.Comment = m.Comment
	b.at.position.Play(m.Move)
}

// Finish gives the game its warning about variations that were cut, and returns what was
// wrong with its main line, or with the list: nil or a *[game.Error].
func (b *Builder) Finish() error {
	b.game.Warn(b.cut.Warning())
	switch {
	case b.wrong != nil:
		return b.wrong
	case b.bad != nil:
		return b.bad
	}
	return nil
}

// Start returns the position of a setup in which the side of the first move is to
// move. Without a first move it is the side that the setup says; the other one, if
// only that is possible. The error is a *[board.SetupError].
func Start(setup board.Setup, first board.Move) (board.Position, error) {
	if first != board.NoMove {
		if piece := setup.Pieces[first.From()]; piece != board.NoPiece {
			setup.Side = piece.Side()
		}
	}
	p, err := setup.Position()
	if errors.Is(err, board.ErrInCheck) || errors.Is(err, board.ErrFacing) {
		setup.Side = setup.Side.Other()
		if other, second := setup.Position(); second == nil {
			return other, nil
		}
	}
	return p, err
}
