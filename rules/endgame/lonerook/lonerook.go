// Package lonerook knows when a rook without other attacking pieces cannot win against the
// full guard, that is two advisors and two bishops.
//
// Books of endings call this a draw, but an evaluation sees a rook more. The answers are
// those of package endgame, kept as one bit a position; a test holds each of them against
// it. The attacker's own guards are left out of account: in 7 million random positions
// with one or two of them they turned 180,888 wins into draws, and six draws into wins.
package lonerook

import (
	_ "embed"

	"chuhe/board"
)

// bits has a bit for each position by its number, 1 for a draw.
//
//go:embed drawn.bits
var bits string

// Drawn reports whether one side has a rook and guards at most, the other its king and the
// full guard, and the rook cannot win.
func Drawn(p *board.Placement) bool {
	return p.AllOf(board.Knight).Or(p.AllOf(board.Cannon)).Or(p.AllOf(board.Pawn)).IsEmpty() && drawn(p)
}

func drawn(p *board.Placement) bool {
	rooks, attacker := p.AllOf(board.Rook), board.Red
	if p.Of(board.Black).Meets(rooks) {
		attacker = board.Black
	}
	defender := attacker.Other()
	if rooks.Count() != 1 || p.Pieces(defender, board.Advisor).Count() != 2 || p.Pieces(defender, board.Bishop).Count() != 2 {
		return false
	}
	n := number(p, attacker)
	return bits[n>>3]>>(n&7)&1 != 0
}

// How many places there are for the pieces: a mirror image has the attacker's king on the
// file d or e.
const (
	attackerKings = 6
	defenderKings = 9
	advisorPairs  = 5 * 4 / 2
	bishopPairs   = 7 * 6 / 2
	positions     = attackerKings * defenderKings * advisorPairs * bishopPairs * 2 * board.Squares
)

// number returns the number of a position, 0..positions-1, as the attacker sees the board:
// Red's palace begins at d0, Black's at d7.
func number(p *board.Placement, attacker board.Side) int {
	defender := attacker.Other()
	mirrored := p.King(attacker).File() > middleFile
	seen := func(s board.Square) board.Square {
		if mirrored {
			s = s.Mirror()
		}
		return s.From(attacker)
	}
	pair := func(t board.PieceType, points *[board.Squares]uint8) int {
		set := p.Pieces(defender, t)
		a, b := int(points[seen(set.Pop())]), int(points[seen(set.First())])
		high, low := max(a, b), min(a, b)
		return high*(high-1)/2 + low
	}
	own, king := seen(p.King(attacker)), seen(p.King(defender))
	turn := 0
	if p.Side() != attacker {
		turn = 1
	}
	n := own.Rank()*2 + own.File() - 3
	n = n*defenderKings + (king.Rank()-7)*3 + king.File() - 3
	n = n*advisorPairs + pair(board.Advisor, &advisorNumbers)
	n = n*bishopPairs + pair(board.Bishop, &bishopNumbers)
	return (n*2+turn)*board.Squares + int(seen(p.AllOf(board.Rook).First()))
}

// middleFile is the file e.
const middleFile = board.Files / 2

// The points of the defender's advisors and bishops, numbered from 0.
var (
	advisorNumbers = numbered(board.AdvisorPoints[board.Black])
	bishopNumbers  = numbered(board.BishopPoints[board.Black])
)

func numbered(points board.Bitboard) (numbers [board.Squares]uint8) {
	for i := uint8(0); !points.IsEmpty(); i++ {
		numbers[points.Pop()] = i
	}
	return numbers
}
