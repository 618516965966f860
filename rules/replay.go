package rules

import (
	"errors"
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
)

// Reasons why a move is illegal, wrapped by a MoveError.
var (
	ErrNoPiece    = errors.New("no piece stands on the first square")
	ErrNotOwn     = errors.New("the piece belongs to the other side")
	ErrOwnTarget  = errors.New("the side's own piece stands on the second square")
	ErrUnreached  = errors.New("the piece cannot go there")
	ErrFacing     = errors.New("kings would face")
	ErrKingSafety = errors.New("leaves own king in check")
)

// MoveError says which move of a game is illegal and why.
type MoveError struct {
	Ply    int // 1 for the first move
	Move   board.Move
	Side   board.Side  // to move
	Piece  board.Piece // on the move's first square
	Reason error       // one of the errors of this package, such as ErrFacing
}

func (e *MoveError) Error() string {
	what := e.Side.String()
	if e.Piece != board.NoPiece {
		what = fmt.Sprintf("%v %v", e.Piece.Side(), e.Piece.Type())
	}
	return fmt.Sprintf("%v (ply %d, %v, %s)", e.Reason, e.Ply, e.Move, what)
}

// Unwrap returns the reason.
func (e *MoveError) Unwrap() error { return e.Reason }

// Replay plays moves from a position. The first that is not legal gives a
// *MoveError, together with the game before it. Moves
// after the end of play are accepted.
func Replay(start board.Position, moves []board.Move) (*board.Line, error) {
	game := board.NewLine(start)
	for i, m := range moves {
		p := game.Position()
		if reason := Illegal(p, m); reason != nil {
			return game, &MoveError{i + 1, m, p.Side(), p.At(m.From()), reason}
		}
		game.Play(m)
	}
	return game, nil
}

// ReplayText plays a game as Replay does, from a FEN and a text of moves as [board.ParseMoves]
// reads them. Where one of the two cannot be read there is no game, and the error is a
// *[board.FENError] or wraps [board.ErrMove].
func ReplayText(fen, moves string) (*board.Line, error) {
	start, err := board.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	list, err := board.ParseMoves(moves)
	if err != nil {
		return nil, err
	}
	return Replay(start, list)
}

// Illegal returns why a move is not legal, one of the errors of this package, or
// nil if it is legal.
func Illegal(p *board.Position, m board.Move) error {
	if movegen.IsLegal(p, m) {
		return nil
	}
	us, piece, target := p.Side(), p.At(m.From()), p.At(m.To())
	switch {
	case piece == board.NoPiece:
		return ErrNoPiece
	case piece.Side() != us:
		return ErrNotOwn
	case target != board.NoPiece && target.Side() == us:
		return ErrOwnTarget
	case !movegen.PseudoLegal(p, m):
		return ErrUnreached
	}
	after := p.Make(m)
	if after.Checkers(us).Meets(after.AllOf(board.King)) {
		return ErrFacing
	}
	return ErrKingSafety
}
