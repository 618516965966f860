package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/movegen"
)

// ranksFor returns how moves count ranks: as presumed, unless the moves show it.
func ranksFor(moves []string, presumed ranks) ranks {
	if r, known := ranksOf(moves); known {
		return r
	}
	return presumed
}

// setPosition sets the position of the next searches. If the command is wrong there
// is no position, so that no search answers for another one.
func (s *session) setPosition(c SetPosition) {
	presumed := s.style.ranks
	switch {
	case c.Bare:
		presumed = fromZero // Cyclone knows no other
	case s.countsFromOne() && !s.ranksKnown:
		presumed = fromOne
	}
	// Only hosts that speak UCI count from one.
	open := s.style.dialect == UCI && (s.variantChosen || !s.ranksKnown && !c.Bare)
	var games [2]*board.Line // by ranks
	var remarks [2]string
	r, known, err := s.chooseRanks(c.Moves, presumed, open, func(r ranks) (err error) {
		games[r], remarks[r], err = c.game(r)
		return err
	})
	if err != nil {
		s.refuse(err)
		return
	}
	for _, odd := range []string{c.Remark, remarks[r]} {
		if odd != "" {
			s.tell("position: %s", odd)
		}
	}
	if s.origin.again(games[r]) {
		s.reseed()
	}
	s.game, s.refused, s.banned = games[r], false, nil
	s.style.ranks = r
	s.ranksKnown = s.ranksKnown || known || s.variantChosen && r != presumed // not both counts fit
}

// flip exchanges the sides: every piece changes its colour and goes to the opposite rank
// of its file, and the other side is to move. The game starts from that position.
func (s *session) flip() {
	if !s.hasPosition() {
		return
	}
	setup := s.game.Position().Setup()
	flipped := setup
	flipped.Side = setup.Side.Other()
	for i := range board.Square(board.Squares) {
		piece := setup.Pieces[i]
		if piece != board.NoPiece {
			piece = board.NewPiece(piece.Side().Other(), piece.Type())
		}
		flipped.Pieces[i.Flip()] = piece
	}
	p, err := flipped.Position()
	if err != nil {
		s.tellError(err) // the image of a position is one
		return
	}
	s.game, s.banned = board.NewLine(p), nil
}

// origin is where the host's game began. Not every host announces a new game, but a game that
// stands there again, or a ply further, must be one.
type origin struct {
	key  uint64 // of the first position, 0 before there is one
	left bool   // the game has gone on since
}

// again takes a position of the host and reports whether a game has begun again with it. A
// host that sends positions without moves has a new first position in each of them.
func (o *origin) again(game *board.Line) bool {
	first := game.At(0).Key()
	if first == o.key && game.Len() <= 1 {
		again := o.left
		o.left = false
		return again
	}
	if o.key == 0 || game.Len() > 0 {
		o.key, o.left = first, game.Len() > 1
	} else {
		o.left = true
	}
	return false
}

// chooseRanks returns how moves count ranks: as they show, otherwise as presumed. If
// it is open how the host counts, moves that can only be read with the other count
// are read so. A call of fit reads the moves with a count. The error comes from the
// count returned.
func (s *session) chooseRanks(moves []string, presumed ranks, open bool, fit func(ranks) error) (r ranks, known bool, err error) {
	if r, known = ranksOf(moves); known {
		return r, true, fit(r)
	}
	r = presumed
	err = fit(r)
	if len(moves) == 0 || err == nil && !open {
		return r, false, err
	}
	other := fromOne - r
	switch bad := fit(other); {
	case err == nil && bad == nil && !s.variantChosen:
		s.tell("moves read with %v, but %v would fit too: a host that counts from one should set UCI_Variant", r, other)
	case err != nil && bad == nil && open:
		return other, false, nil
	case err != nil && bad == nil:
		err = fmt.Errorf("%w; the moves are legal with %v, but are read with %v", err, other, r)
	case err != nil && open && !errors.As(err, new(*board.FENError)):
		err = fmt.Errorf("%w; nor are the moves legal with %v", err, other)
	}
	return r, false, err
}

// game returns the game that a setup describes. Where the words of a host are odd
// but can mean only one position, the remark says what is odd.
func (c *Setup) game(r ranks) (game *board.Line, remark string, err error) {
	start := board.Start()
	if !c.Start {
		if start, remark, err = readFEN(c.FEN); err != nil {
			return nil, "", err
		}
	}
	game, err = play(start, c.Moves, r)
	if err == nil || c.Start {
		return game, remark, err
	}
	// Some hosts send the current position together with all moves of the game.
	whole, bad := play(board.Start(), c.Moves, r)
	if bad == nil && occurs(whole, &start) {
		return whole, "the moves begin at the start position, not at the FEN", nil
	}
	if played(&start, c.Moves, r) {
		return board.NewLine(start), "the moves lead to the FEN, not on from it; they are left out", nil
	}
	return nil, "", err
}

// play returns the game of the moves from a position.
func play(start board.Position, moves []string, r ranks) (*board.Line, error) {
	game := board.NewLine(start)
	for i, text := range moves {
		m, err := r.parse(text)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		if p := game.Position(); !movegen.IsLegal(p, m) {
			return nil, fmt.Errorf("move %d: %s is illegal in %s", i+1, text, p.FEN())
		}
		game.Play(m)
	}
	return game, nil
}

// occurs reports whether a position occurs in a game.
func occurs(game *board.Line, p *board.Position) bool {
	for i := range game.Len() + 1 {
		if game.At(i).Key() == p.Key() {
			return true
		}
	}
	return false
}

// played reports whether a position shows the last of the moves as just played, and
// the first cannot follow. Moves that are legal with the other count of ranks may be
// meant to follow, unless they show that they do not count so.
func played(p *board.Position, moves []string, r ranks) bool {
	first, err := r.parse(moves[0])
	if err != nil || movegen.IsLegal(p, first) {
		return false
	}
	last, err := r.parse(moves[len(moves)-1])
	if err != nil || !justPlayed(p, last) {
		return false
	}
	if _, known := ranksOf(moves); known {
		return true
	}
	_, bad := play(*p, moves, fromOne-r)
	return bad != nil
}

// justPlayed reports whether a move can have led to a position, with or without a
// capture.
func justPlayed(p *board.Position, m board.Move) bool {
	if p.At(m.From()) != board.NoPiece {
		return false
	}
	back := p.Setup()
	back.Pieces[m.From()] = back.Pieces[m.To()]
	back.Side = back.Side.Other()
	for t := range board.PieceType(board.PieceTypes) {
		back.Pieces[m.To()] = board.NoPiece
		if t != board.NoPieceType {
			back.Pieces[m.To()] = board.NewPiece(p.Side(), t)
		}
		if before, err := back.Position(); err == nil && movegen.IsLegal(&before, m) {
			return true
		}
	}
	return false
}

// readFEN reads a FEN. The pieces and the side to move must be right. From the first
// odd field after them, such as the second counters of gmchess, the FEN is ignored,
// and the remark says so; but not if these fields hold another board or side to move.
func readFEN(text string) (p board.Position, remark string, err error) {
	const (
		certain = 2 // fields that make another position if they are wrong
		most    = 6
	)
	p, err = board.ParseFEN(text)
	if bad, ok := errors.AsType[*board.FENError](err); !ok || bad.Field == board.FieldBoard || bad.Field == board.FieldSide {
		return p, "", err
	}
	fields := strings.Fields(text)
	if slices.ContainsFunc(fields, func(f string) bool { return looksLikeMove(strings.ToLower(f)) }) {
		return p, "", err // the position after that move is meant
	}
	for n := min(len(fields)-1, most); n >= certain; n-- {
		p, bad := board.ParseFEN(strings.Join(fields[:n], " "))
		if bad != nil {
			continue
		}
		rest := fields[n:]
		if slices.ContainsFunc(rest, func(f string) bool { return contradicts(f, p.Side()) }) {
			break
		}
		return p, fmt.Sprintf("ignored %q after the FEN", strings.Join(rest, " ")), nil
	}
	return p, "", err
}

// contradicts reports whether a field after a FEN is a board, or a side to move other
// than the FEN's.
func contradicts(field string, side board.Side) bool {
	switch strings.ToLower(field) {
	case "w", "r":
		return side != board.Red
	case "b":
		return side != board.Black
	}
	return strings.Contains(field, "/")
}
