package movegen

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
)

var long = flag.Bool("long", false, "compare with the rule book on over a million random positions")

// TestRuleBook holds the package against the slow generator on random
// positions, half of them from random games and half strewn about the kings.
func TestRuleBook(t *testing.T) {
	const perBatch = 1000
	batches := 30
	switch {
	case *long:
		batches = 600
	case testing.Short():
		batches = 3
	}
	for _, source := range []struct {
		name string
		next func(*rand.Rand) func() board.Position
	}{
		{"games", randomGames},
		{"strewn", randomPlacements},
	} {
		for batch := range batches {
			t.Run(fmt.Sprint(source.name, batch), func(t *testing.T) {
				t.Parallel()
				next := source.next(rand.New(rand.NewPCG(uint64(batch), 1)))
				for i := range perBatch {
					p := next()
					require.NoError(t, agree(&p))
					if i%50 == 0 {
						require.NoError(t, agreeEverywhere(&p))
					}
				}
			})
		}
	}
}

// randomGames returns a source of the positions of games from the start,
// played at random with a liking for captures and checks. The games end at
// lengths from a few plies to 300, so that all phases come up.
func randomGames(rng *rand.Rand) func() board.Position {
	p, left := board.Start(), 0
	return func() board.Position {
		moves := Legal(&p, nil)
		if left == 0 || len(moves) == 0 {
			p, left = board.Start(), 1+rng.IntN(300)
			return p
		}
		left--
		liked, checks := moves, NewChecks(&p)
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

// randomPlacements returns a source of positions with few pieces, most of them
// rooks, cannons and knights, and most of these on the lines of a king or a
// knight's move or two from it, where pins, screens and legs matter.
func randomPlacements(rng *rand.Rand) func() board.Position {
	var attackers []board.Piece
	for _, t := range []board.PieceType{board.Rook, board.Cannon, board.Cannon, board.Knight, board.Knight, board.Pawn} {
		attackers = append(attackers, board.NewPiece(board.Red, t), board.NewPiece(board.Black, t))
	}
	return func() board.Position {
		for {
			setup := board.Setup{Side: board.Side(rng.IntN(2)), Fullmove: 1}
			var kings [2]board.Square
			for side := range kings {
				kings[side] = pick(rng, board.Palace[side])
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
				put(board.NewPiece(side, board.Advisor), pick(rng, board.AdvisorPoints[side]))
				put(board.NewPiece(side, board.Bishop), pick(rng, board.BishopPoints[side]))
			}
			if p, err := setup.Position(); err == nil {
				return p
			}
		}
	}
}

// pick returns a random square of a set.
func pick(rng *rand.Rand, set board.Bitboard) board.Square {
	for range rng.IntN(set.Count()) {
		set.Pop()
	}
	return set.First()
}
