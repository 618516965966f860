package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"chuhe/board"
	"chuhe/rules"
	"chuhe/rules/words"
)

// gameRequest is the part of a request that says which game it is about.
type gameRequest struct {
	// Start is the FEN of the start position, "" for that of the game.
	Start string `json:"start"`
	// Moves from it as UCCI writes them, separated by blanks.
	Moves string `json:"moves"`
	// Rules is the name of a set, "" for the default.
	Rules string `json:"rules"`
	// Limit is the natural move limit in plies, null for that of the rules.
	Limit *int `json:"limit"`
	// Lang is the language of the answer: en, zh-Hans or zh-Hant.
	Lang string `json:"lang"`
}

// lang returns the language of the request; traditional says that the answer
// needs traditional characters.
func (g *gameRequest) lang() (l words.Lang, traditional bool) {
	if strings.HasPrefix(g.Lang, "zh") {
		return words.ZH, g.Lang == "zh-Hant"
	}
	return words.EN, false
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
func (g *gameRequest) game() (*board.Game, rules.Options, error) {
	options, err := g.options()
	if err != nil {
		return nil, options, err
	}
	start := board.Start()
	if g.Start != "" {
		if start, err = board.ParseFEN(g.Start); err != nil {
			return nil, options, badFEN(g.Start, err)
		}
	}
	list := strings.Fields(g.Moves)
	if len(list) > maxMoves {
		return nil, options, &apiError{status: http.StatusRequestEntityTooLarge, code: "long", text: fmt.Sprintf("more than %d moves", maxMoves)}
	}
	moves := make([]board.Move, len(list))
	for i, text := range list {
		if moves[i], err = board.ParseMove(text); err != nil {
			return nil, options, bad("move", "ply %d: %v", i+1, err)
		}
	}
	game, err := rules.Replay(start, moves)
	if err != nil {
		return nil, options, bad("illegal", "%s", g.illegal(err))
	}
	return game, options, nil
}

// illegal says in the language of the request why a move is illegal.
func (g *gameRequest) illegal(err error) string {
	var e *rules.MoveError
	if !errors.As(err, &e) {
		return err.Error()
	}
	l, traditional := g.lang()
	text := l.Illegal(e)
	if traditional {
		text = toTraditional(text)
	}
	return text
}

// verdict says a verdict in the language of the request.
func (g *gameRequest) verdict(v *rules.Verdict) string {
	l, traditional := g.lang()
	text := l.Verdict(v)
	if traditional {
		text = toTraditional(text)
	}
	return text
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
func badFEN(text string, err error) *apiError {
	e := bad("fen", "%v", err)
	for reason, code := range fenCodes {
		if errors.Is(err, reason) {
			e.code = code
		}
	}
	var fault *board.FENError
	if e.code != "fen" && errors.As(err, &fault) && fault.Field == board.FieldBoard {
		e.square, e.piece = pieceAt(text, fault.Offset)
	}
	return e
}

// pieceAt returns the square of the piece whose letter stands at a byte of a FEN, and
// its letter; "" for no piece.
func pieceAt(fen string, offset int) (square, piece string) {
	file, rank := 0, board.Ranks-1
	for i, c := range fen {
		switch {
		case i > offset:
			return "", ""
		case c == '/':
			file, rank = 0, rank-1
		case c >= '1' && c <= '9':
			file += int(c - '0')
		case file >= board.Files || rank < 0:
			return "", ""
		case i == offset && strings.ContainsRune("KABNRCPkabnrcp", c):
			return board.SquareAt(file, rank).String(), string(c)
		case c != ' ':
			file++
		}
	}
	return "", ""
}
