package notation

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// crowd puts up to five pawns of a side on few files, across the river, into a
// position with some other pieces. It reports false if that is no legal position.
func crowd(rng *rand.Rand) (board.Position, bool) {
	setup := board.Setup{Side: board.Side(rng.IntN(2)), Fullmove: 1}
	for side := range board.Side(2) {
		setup.Pieces[testpos.Pick(rng, board.Palace[side])] = board.NewPiece(side, board.King)
		files := []int{rng.IntN(board.Files), rng.IntN(board.Files), rng.IntN(board.Files)}[:1+rng.IntN(3)]
		put := func(kind board.PieceType, file, rank int) {
			if sq := board.SquareAt(file, rank).From(side); setup.Pieces[sq] == board.NoPiece {
				setup.Pieces[sq] = board.NewPiece(side, kind)
			}
		}
		for range rng.IntN(6) {
			put(board.Pawn, files[rng.IntN(len(files))], 5+rng.IntN(5))
		}
		for range rng.IntN(3) {
			kind := []board.PieceType{board.Rook, board.Knight, board.Cannon}[rng.IntN(3)]
			put(kind, files[0], rng.IntN(board.Ranks))
			put(kind, files[0], rng.IntN(board.Ranks))
		}
		for range rng.IntN(3) {
			for kind, points := range map[board.PieceType]board.Bitboard{board.Advisor: board.AdvisorPoints[side], board.Bishop: board.BishopPoints[side]} {
				if sq := testpos.Pick(rng, points); setup.Pieces[sq] == board.NoPiece {
					setup.Pieces[sq] = board.NewPiece(side, kind)
				}
			}
		}
	}
	p, err := setup.Position()
	return p, err == nil
}

// readingOf returns the reading of a game in a style.
func readingOf(s Style) Reading {
	if s == Vietnamese {
		return FromVietnam
	}
	return FromZero
}

// TestCrowded writes every legal move of random positions with up to five pawns of a
// side on a file, and reads it back. No two moves of a position may read alike.
func TestCrowded(t *testing.T) {
	positions := testpos.Rounds(2000, 10_000, 100_000)
	rng := rand.New(rand.NewPCG(14, 3))
	most, moves := 0, 0
	var buf [movegen.MaxMoves]board.Move
	for done := 0; done < positions; {
		p, ok := crowd(rng)
		if !ok {
			continue
		}
		done++
		for file := range board.Files {
			pawns := p.Pieces(p.Side(), board.Pawn).And(board.FileOf(board.SquareAt(file, 0)))
			most = max(most, pawns.Count())
		}
		for _, style := range []Style{Chinese, Traditional, WXF, Vietnamese, SAN} {
			seen := map[string]board.Move{}
			for _, m := range movegen.Legal(&p, buf[:0]) {
				text := style.Format(&p, m)
				require.NotContains(t, seen, text, "%v, in %s", m, p.FEN())
				seen[text] = m
				got, err := readingOf(style).Parse(&p, text)
				if err != nil || got != m {
					require.FailNow(t, "", "%s of %v reads as %v (%v) in %s", text, m, got, err, p.FEN())
				}
				moves++
			}
		}
	}
	require.Equal(t, 5, most)
	t.Logf("%d positions, %d moves", positions, moves)
}

func TestSAN(t *testing.T) {
	for _, c := range []struct {
		fen, text, move string
		reading         Reading
	}{
		{board.StartFEN, "Che2", "h2e2", FromZero},
		{board.StartFEN, "Hg2+", "h0g2", FromZero},
		{board.StartFEN, "Nc3", "b0c2", FromOne},
		{board.StartFEN, "c4", "c3c4", FromZero},
		{board.StartFEN, "c5", "c3c4", FromOne},
		{board.StartFEN, "Pc3-c4", "c3c4", FromZero},
		{board.StartFEN, "Chxh10+", "", FromZero},
		{board.StartFEN, "Cxh10", "h2h9", FromOne},
		{"4k4/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w", "Pe7e8", "", FromOne},
		{"4k4/9/4P1P2/4P1P2/9/9/9/9/9/3K5 w", "e8", "e7e8", FromZero},
		{"4ka3/4a4/9/9/9/9/9/9/4R4/R3K4 w", "R1a1", "e1a1", FromZero},
	} {
		p := testpos.FEN(t, c.fen)
		m, err := c.reading.Parse(&p, c.text)
		if c.move == "" {
			require.ErrorIs(t, err, ErrMove, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.Equal(t, c.move, m.String(), c.text)
	}
}

// TestSANTexts pins what is written: as much of the piece's square as is needed, and an x.
func TestSANTexts(t *testing.T) {
	for _, c := range []struct{ fen, move, text string }{
		{board.StartFEN, "h2e2", "Che2"},
		{board.StartFEN, "h2h9", "Cxh9"},
		{board.StartFEN, "c3c4", "c4"},
		{"4k4/9/9/9/2p6/2P6/9/9/9/3K5 w", "c4c5", "cxc5"},
		{"4k4/9/9/3P1P3/9/9/9/9/9/3K5 w", "f6e6", "fe6"},
		{"4k4/9/9/9/R8/9/9/9/9/R2K5 w", "a5a2", "R5a2"},
		{"4k4/9/9/9/R8/9/9/p8/9/R2K5 w", "a0a2", "R0xa2"},
	} {
		p := testpos.FEN(t, c.fen)
		require.Equal(t, c.text, SAN.Format(&p, board.MustParseMove(c.move)), c.fen)
	}
}
