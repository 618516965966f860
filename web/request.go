package web

import (
	"errors"
	"strings"

	"chuhe/board"
	"chuhe/rules"
	"chuhe/web/http"
)

// gameRequest is the part of a request that says which game it is about.
type gameRequest struct {
	// Start is the FEN of the start position, "" for the start of the game.
	Start string `json:"start"`
	// Moves from it as UCCI writes them, separated by blanks.
	Moves string `json:"moves"`
	// Rules is the name of a set, "" for the default.
	Rules string `json:"rules"`
	// Limit is the natural move limit in plies, null for the limit of the rules.
	Limit *int `json:"limit"`
	// Lang is the language of the answer.
	Lang language `json:"lang"`
}

// options returns the rules of the game.
func (g *gameRequest) options() (o rules.Options, err error) {
	o = rules.DefaultOptions()
	if g.Rules != "" {
		if o.Set, err = rules.ParseSet(g.Rules); err != nil {
			return o, bad("rules", "%v", err)
		}
	}
	if g.Limit != nil {
		if *g.Limit < rules.OwnLimit || *g.Limit > rules.MaxLimit {
			return o, bad("limit", "move limit %d, want %d to %d", *g.Limit, rules.OwnLimit, rules.MaxLimit)
		}
		o.MoveLimit = *g.Limit
	}
	return o, nil
}

// game returns the game and its rules.
func (g *gameRequest) game() (*board.Line, rules.Options, error) {
	options, err := g.options()
	if err != nil {
		return nil, options, err
	}
	start := board.Start()
	if g.Start != "" {
		if start, err = board.ParseFEN(g.Start); err != nil {
			return nil, options, g.Lang.badFEN(err)
		}
	}
	list := strings.Fields(g.Moves)
	if len(list) > maxMoves {
		return nil, options, &apiError{status: http.StatusRequestEntityTooLarge, code: "long", text: g.Lang.explain(manyMoves(maxMoves))}
	}
	moves := make([]board.Move, len(list))
	for i, text := range list {
		if moves[i], err = board.ParseMove(text); err != nil {
			e := bad("move", "ply %d: %v", i+1, err)
			e.ply = i + 1
			return nil, options, e
		}
	}
	game, err := rules.Replay(start, moves)
	if at, ok := errors.AsType[*rules.MoveError](err); ok {
		p := game.Position()
		e := bad("illegal", "%s", g.Lang.badMove(p, g.Lang.nameOf(p, at.Move), at.Reason))
		e.ply = at.Ply
		return nil, options, e
	}
	return game, options, err
}

// fenCodes are the codes of what may be wrong with a position.
var fenCodes = map[error]string{
	board.ErrKings:        "kings",
	board.ErrKingPoint:    "kingPoint",
	board.ErrAdvisorPoint: "advisorPoint",
	board.ErrBishopPoint:  "bishopPoint",
	board.ErrPawnPoint:    "pawnPoint",
	board.ErrTooMany:      "tooMany",
	board.ErrInCheck:      "inCheck",
	board.ErrFacing:       "facing",
}

// badFEN returns the error about a FEN that cannot be used.
func (l language) badFEN(err error) *apiError {
	e := bad("fen", "%s", l.explain(err))
	for reason, code := range fenCodes {
		if errors.Is(err, reason) {
			e.code = code
		}
	}
	if fault, ok := errors.AsType[*board.FENError](err); ok && fault.Square != board.NoSquare {
		e.square, e.piece = fault.Square.String(), string(fault.Piece.Byte())
	}
	return e
}
