package search

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/eval/evals"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// newEngine returns an engine with a small table and changed options.
func newEngine(t testing.TB, changes ...func(*Options)) *Engine {
	t.Helper()
	o := DefaultOptions()
	o.Hash = 2
	var err error
	o.Evaluation, err = evals.Default()
	require.NoError(t, err)
	for _, change := range changes {
		change(&o)
	}
	e, err := New(o)
	require.NoError(t, err)
	t.Cleanup(e.Close)
	return e
}

// classical chooses the hand-written evaluation.
func classical(o *Options) { o.Evaluation = eval.Classical{} }

// newGame returns a game from a position, the moves checked.
func newGame(t testing.TB, fen string, moves ...string) *board.Line {
	t.Helper()
	game := board.NewLine(testpos.FEN(t, fen))
	for _, text := range moves {
		m := board.MustParseMove(text)
		require.True(t, movegen.IsLegal(game.Position(), m), "%s in %s", m, game.Position())
		game.Play(m)
	}
	return game
}

// toDepth searches a game to a depth and returns all reports of lines.
func toDepth(e *Engine, game *board.Line, depth int) (Result, []Info) {
	var infos []Info
	result := e.Search(context.Background(), game, Limits{Depth: depth}, func(i Info) {
		if len(i.PV) > 0 {
			infos = append(infos, i)
		}
	})
	return result, infos
}

// prepared returns the first worker of an engine, about to search the last position of a
// game without limits.
func prepared(e *Engine, game *board.Line) *worker {
	w := e.workers[0]
	w.prepare(newRun(e, game, Limits{}, nil), game)
	return w
}

// iterated returns the first worker of an engine after a search of all moves of a game, as
// far as the run lets it.
func iterated(e *Engine, r *run, game *board.Line) *worker {
	w := e.workers[0]
	w.prepare(r, game)
	w.setRootMoves(movegen.Legal(game.Position(), nil))
	w.iterate()
	return w
}

// playout returns a game from the start of up to a number of random plies,
// every other move a capture where there is one, so that all phases come up.
func playout(rng *rand.Rand, plies int) *board.Line {
	game := board.NewLine(board.Start())
	for range plies {
		p := game.Position()
		moves := movegen.Legal(p, nil)
		if rng.IntN(2) == 0 {
			safety := movegen.NewSafety(p)
			if captures := movegen.Captures(p, &safety, nil); len(captures) > 0 {
				moves = captures
			}
		}
		if len(moves) == 0 {
			break
		}
		game.Play(moves[rng.IntN(len(moves))])
	}
	return game
}

// ending returns a random position of the two kings with one to three pieces a
// side, of which the first side has a rook, knight, cannon or pawn.
func ending(rng *rand.Rand) board.Position {
	attackers := []board.PieceType{board.Rook, board.Knight, board.Cannon, board.Pawn}
	points := func(side board.Side, t board.PieceType) board.Bitboard {
		switch t {
		case board.Advisor:
			return board.AdvisorPoints[side]
		case board.Bishop:
			return board.BishopPoints[side]
		case board.Pawn:
			return board.PawnPoints[side]
		}
		return board.AllSquares
	}
	for {
		setup := board.Setup{Side: board.Side(rng.IntN(2)), Fullmove: 1}
		for side := range board.Side(2) {
			setup.Pieces[testpos.Pick(rng, board.Palace[side])] = board.NewPiece(side, board.King)
		}
		first := board.Side(rng.IntN(2))
		put := func(side board.Side, t board.PieceType) {
			if s := testpos.Pick(rng, points(side, t)); setup.Pieces[s] == board.NoPiece {
				setup.Pieces[s] = board.NewPiece(side, t)
			}
		}
		put(first, attackers[rng.IntN(len(attackers))])
		for side := range board.Side(2) {
			for range 1 + rng.IntN(2) {
				put(side, []board.PieceType{board.Pawn, board.Advisor, board.Bishop, board.Knight, board.Cannon, board.Rook}[rng.IntN(6)])
			}
		}
		if p, err := setup.Position(); err == nil && movegen.HasLegal(&p) {
			return p
		}
	}
}
