package movegen_test

import (
	"errors"
	"fmt"
	"slices"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/tools/perft/count"
)

// slowBoard is the rule book written down as plainly as possible: pieces on
// points, and a question for each pair of points. It shares nothing with the
// tables of package board, so that the two can be held against each other.
type slowBoard struct {
	points [board.Files][board.Ranks]board.Piece
	side   board.Side
}

// point is a place on a slowBoard.
type point struct{ file, rank int }

func pointOf(s board.Square) point { return point{int(s) % board.Files, int(s) / board.Files} }

func newSlowBoard(p *board.Position) *slowBoard {
	b := &slowBoard{side: p.Side()}
	for s := range board.Square(board.Squares) {
		at := pointOf(s)
		b.points[at.file][at.rank] = p.At(s)
	}
	return b
}

func (b *slowBoard) at(p point) board.Piece { return b.points[p.file][p.rank] }

// goes reports whether the piece on a point could move to another one, apart from the
// safety of its king.
func (b *slowBoard) goes(from, to point) bool {
	piece, target := b.at(from), b.at(to)
	if piece == board.NoPiece || from == to || target != board.NoPiece && target.Side() == piece.Side() {
		return false
	}
	side, file, rank := piece.Side(), to.file-from.file, to.rank-from.rank
	switch piece.Type() {
	case board.King:
		return abs(file)+abs(rank) == 1 && inPalace(side, to)
	case board.Advisor:
		return abs(file) == 1 && abs(rank) == 1 && inPalace(side, to)
	case board.Bishop:
		eye := point{from.file + file/2, from.rank + rank/2}
		return abs(file) == 2 && abs(rank) == 2 && !acrossRiver(side, to) && b.at(eye) == board.NoPiece
	case board.Knight:
		leg := point{from.file + file/2, from.rank + rank/2} // of 2 and 1 the halves are 1 and 0
		return abs(file*rank) == 2 && b.at(leg) == board.NoPiece
	case board.Rook:
		return file*rank == 0 && b.between(from, to) == 0
	case board.Cannon:
		screens := 0
		if target != board.NoPiece {
			screens = 1
		}
		return file*rank == 0 && b.between(from, to) == screens
	case board.Pawn:
		forward := 1
		if side == board.Black {
			forward = -1
		}
		return file == 0 && rank == forward || rank == 0 && abs(file) == 1 && acrossRiver(side, from)
	}
	return false
}

// between counts the pieces strictly between two points of a rank or file.
func (b *slowBoard) between(from, to point) (n int) {
	file, rank := sign(to.file-from.file), sign(to.rank-from.rank)
	for p := (point{from.file + file, from.rank + rank}); p != to; p = (point{p.file + file, p.rank + rank}) {
		if b.at(p) != board.NoPiece {
			n++
		}
	}
	return n
}

// king returns where a side's king stands.
func (b *slowBoard) king(side board.Side) point {
	for s := range board.Square(board.Squares) {
		if b.at(pointOf(s)) == board.NewPiece(side, board.King) {
			return pointOf(s)
		}
	}
	panic("no king")
}

// checkers returns the pieces that attack a side's king; the other king is one
// of them when the two face each other.
func (b *slowBoard) checkers(side board.Side) (set board.Bitboard) {
	king, other := b.king(side), b.king(side.Other())
	for s := range board.Square(board.Squares) {
		from := pointOf(s)
		facing := from == other && from.file == king.file && b.between(from, king) == 0
		if facing || b.goes(from, king) {
			set = set.Or(s.Bit())
		}
	}
	return set
}

// attackers returns the pieces of both sides that could capture on a square,
// were an enemy of theirs there, a facing king included if a king is there.
func (b *slowBoard) attackers(s board.Square) (set board.Bitboard) {
	to := pointOf(s)
	if stands := b.at(to); stands.Type() == board.King {
		set = b.checkers(stands.Side())
	}
	with := *b
	for _, victim := range [2]board.Side{board.Red, board.Black} {
		with.points[to.file][to.rank] = board.NewPiece(victim, board.Rook)
		for from := range board.Square(board.Squares) {
			if with.goes(pointOf(from), to) {
				set = set.Or(from.Bit())
			}
		}
	}
	return set
}

// make returns the board after a move.
func (b *slowBoard) make(m board.Move) *slowBoard {
	child, from, to := *b, pointOf(m.From()), pointOf(m.To())
	child.points[to.file][to.rank] = b.at(from)
	child.points[from.file][from.rank] = board.NoPiece
	child.side = b.side.Other()
	return &child
}

// pseudoLegal reports whether the side to move may try a move.
func (b *slowBoard) pseudoLegal(m board.Move) bool {
	if m.From() >= board.Squares || m.To() >= board.Squares {
		return false
	}
	from := pointOf(m.From())
	return b.at(from) != board.NoPiece && b.at(from).Side() == b.side && b.goes(from, pointOf(m.To()))
}

// moves returns the pseudo-legal moves of the side to move and the legal ones among
// them, both in the order of the moves' values.
func (b *slowBoard) moves() (pseudo, legal []board.Move) {
	for from := range board.Square(board.Squares) {
		if at := pointOf(from); b.at(at) == board.NoPiece || b.at(at).Side() != b.side {
			continue
		}
		for to := range board.Square(board.Squares) {
			m := board.NewMove(from, to)
			if !b.pseudoLegal(m) {
				continue
			}
			pseudo = append(pseudo, m)
			if b.make(m).checkers(b.side).IsEmpty() {
				legal = append(legal, m)
			}
		}
	}
	return pseudo, legal
}

func inPalace(side board.Side, p point) bool {
	if side == board.Black {
		p.rank = board.Ranks - 1 - p.rank
	}
	return p.file >= 3 && p.file <= 5 && p.rank <= 2
}

func acrossRiver(side board.Side, p point) bool {
	return (p.rank >= board.Ranks/2) == (side == board.Red)
}

func abs(n int) int { return max(n, -n) }

func sign(n int) int { return max(-1, min(1, n)) }

// agree holds everything that the package says about a position against the
// rule book and names the first difference.
func agree(p *board.Position) error {
	slow := newSlowBoard(p)
	pseudo, want := slow.moves()
	safety, checks := movegen.NewSafety(p), movegen.NewChecks(p)

	var errs []error
	same := func(what string, got, want any) {
		if got != want {
			errs = append(errs, fmt.Errorf("%v: %s: got %v, the rule book has %v", p, what, got, want))
		}
	}
	sameMoves := func(what string, got, want []board.Move) {
		slices.Sort(got)
		if !slices.Equal(got, want) {
			errs = append(errs, fmt.Errorf("%v: %s: got %v, the rule book has %v", p, what, got, want))
		}
	}

	sameMoves("legal moves", movegen.Legal(p, nil), want)
	var captures, quiets []board.Move
	for _, m := range want {
		if slow.at(pointOf(m.To())) != board.NoPiece {
			captures = append(captures, m)
		} else {
			quiets = append(quiets, m)
		}
	}
	sameMoves("captures", movegen.Captures(p, &safety, nil), captures)
	sameMoves("quiet moves", movegen.Quiets(p, &safety, nil), quiets)
	same("count", count.Moves(p), len(want))
	same("has a legal move", movegen.HasLegal(p), len(want) > 0)
	replies := 0
	for _, m := range want {
		child := p.Make(m)
		replies += count.Moves(&child)
	}
	same("replies counted together", count.Leaves(p, 2), uint64(replies))

	for _, side := range [2]board.Side{board.Red, board.Black} {
		same("checkers of "+side.String(), p.Checkers(side), slow.checkers(side))
	}
	same("in check", p.InCheck(), !slow.checkers(slow.side).IsEmpty())
	same("safety's check", safety.Check, p.InCheck())

	for _, m := range pseudo {
		_, legal := slices.BinarySearch(want, m)
		if !movegen.PseudoLegal(p, m) {
			same("pseudo-legal "+m.String(), false, true)
		}
		if safety.Legal(p, m) != legal {
			same("legal by safety "+m.String(), !legal, legal)
		}
		if movegen.IsLegal(p, m) != legal {
			same("legal "+m.String(), !legal, legal)
		}
	}
	for _, m := range want {
		check := !slow.make(m).checkers(slow.side.Other()).IsEmpty()
		if checks.Gives(p, m) != check {
			same("gives check "+m.String(), !check, check)
		}
		if check && !checks.May(p.At(m.From()).Type(), m.From()).Has(m.To()) {
			same("may give check "+m.String(), false, true)
		}
	}
	return errors.Join(errs...)
}

// agreeEverywhere is agree for what is too slow to ask of each position: every
// move that a Move can hold, the bits above its squares included, and the attackers of
// every square.
func agreeEverywhere(p *board.Position) error {
	slow := newSlowBoard(p)
	for m := range board.Move(1 << 14) {
		if got, want := movegen.PseudoLegal(p, m), slow.pseudoLegal(m); got != want {
			return fmt.Errorf("%v: pseudo-legal %v: got %v, the rule book has %v", p, m, got, want)
		}
		if movegen.PseudoLegal(p, m|1<<14) || movegen.PseudoLegal(p, m|1<<15) {
			return fmt.Errorf("%v: pseudo-legal %v with a bit above its squares: got true, want false", p, m)
		}
		if movegen.IsLegal(p, m) && slow.make(m).checkers(slow.side) != (board.Bitboard{}) {
			return fmt.Errorf("%v: legal %v: got true, the rule book has false", p, m)
		}
	}
	for s := range board.Square(board.Squares) {
		if got, want := p.Attackers(s, p.Occupied()), slow.attackers(s); got != want {
			return fmt.Errorf("%v: attackers of %v: got\n%vthe rule book has\n%v", p, s, got, want)
		}
	}
	return nil
}
