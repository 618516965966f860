package testpos

import (
	"math/rand/v2"

	"chuhe/board"
	"chuhe/movegen"
)

// Games returns a source of positions: it plays random games from the start position
// that favour captures and checks. They last from a few plies to 300, so every phase
// comes up.
func Games(rng *rand.Rand) func() board.Position {
	p, left := board.Start(), 0
	return func() board.Position {
		moves := movegen.Legal(&p, nil)
		if left == 0 || len(moves) == 0 {
			p, left = board.Start(), 1+rng.IntN(300)
			return p
		}
		left--
		liked, checks := moves, movegen.NewChecks(&p)
		switch rng.IntN(4) {
		case 0:
			liked = filter(moves, func(m board.Move) bool { return p.Captured(m) != board.NoPiece })
		case 1:
			liked = filter(moves, func(m board.Move) bool { return checks.Gives(&p, m) })
		}
		if len(liked) == 0 {
			liked = moves
		}
		p.Play(liked[rng.IntN(len(liked))])
		return p
	}
}

func filter(moves []board.Move, keep func(board.Move) bool) (kept []board.Move) {
	for _, m := range moves {
		if keep(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// Strewn returns a source of random positions with few pieces, most of them
// rooks, cannons and knights that stand on the lines of a king or within two
// files and ranks of it, where pins, screens and legs matter.
func Strewn(rng *rand.Rand) func() board.Position {
	var attackers []board.Piece
	for _, t := range []board.PieceType{board.Rook, board.Cannon, board.Cannon, board.Knight, board.Knight, board.Pawn} {
		attackers = append(attackers, board.NewPiece(board.Red, t), board.NewPiece(board.Black, t))
	}
	return func() board.Position {
		for {
			setup := board.Setup{Side: board.Side(rng.IntN(2)), Fullmove: 1}
			var kings [2]board.Square
			for side := range kings {
				kings[side] = Pick(rng, board.Palace[side])
				setup.Pieces[kings[side]] = board.NewPiece(board.Side(side), board.King)
			}
			put := func(piece board.Piece, s board.Square) {
				if setup.Pieces[s] == board.NoPiece {
					setup.Pieces[s] = piece
				}
			}
			for range 2 + rng.IntN(12) {
				near := kings[rng.IntN(2)]
				s := board.Square(rng.IntN(board.Squares))
				switch rng.IntN(4) {
				case 0:
					s = board.SquareAt(near.File(), s.Rank())
				case 1:
					s = board.SquareAt(s.File(), near.Rank())
				case 2:
					file, rank := near.File()-2+rng.IntN(5), near.Rank()-2+rng.IntN(5)
					if rank >= 0 && rank < board.Ranks {
						s = board.SquareAt(file, rank)
					}
				}
				put(attackers[rng.IntN(len(attackers))], s)
			}
			for range rng.IntN(4) {
				side := board.Side(rng.IntN(2))
				put(board.NewPiece(side, board.Advisor), Pick(rng, board.AdvisorPoints[side]))
				put(board.NewPiece(side, board.Bishop), Pick(rng, board.BishopPoints[side]))
			}
			if p, err := setup.Position(); err == nil {
				return p
			}
		}
	}
}
