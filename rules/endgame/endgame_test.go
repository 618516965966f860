package endgame_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/movegen"
	"chuhe/rules/endgame"
)

// solve solves an ending named by its letters.
func solve(t *testing.T, letters string) *endgame.Tables {
	t.Helper()
	m, _, err := endgame.ParseMaterial(letters)
	require.NoError(t, err)
	tables, err := endgame.Solve(t.Context(), m, endgame.Options{})
	require.NoError(t, err)
	t.Cleanup(tables.Close)
	return tables
}

func position(t *testing.T, fen string) board.Position {
	t.Helper()
	p, err := board.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// TestTextbook compares verdicts with what books of endings teach.
func TestTextbook(t *testing.T) {
	testpos.SkipRace(t)
	for _, c := range []struct{ letters, name string }{
		{"Raa", "a rook beats two advisors"},
		{"Rbb", "a rook beats two bishops"},
		{"Rab", "a rook beats an advisor and a bishop"},
		{"CA", "a cannon with an advisor beats the king alone"},
		{"N", "a knight beats the king alone"},
	} {
		s := solve(t, c.letters).Statistics()
		assert.Equal(t, s.Attacking.Positions, s.Attacking.Won, c.name)
	}
	for _, c := range []struct{ letters, name, fen string }{
		{"Raabb", "the full guard holds against a rook", "4kab2/4a4/4b4/9/9/9/9/9/R8/4K4 w"},
		{"C", "a cannon alone has no screen", "4k4/9/9/9/9/9/9/4C4/9/3K5 w"},
		{"P", "a pawn on the last rank is of no use", "3P1k3/9/9/9/9/9/9/9/9/4K4 w"},
		{"Nb", "a bishop far from its king's side holds against a knight", "4k4/9/8b/9/9/9/9/4N4/9/4K4 w"},
	} {
		p := position(t, c.fen)
		v, ok := solve(t, c.letters).Probe(&p.Placement)
		assert.True(t, ok, c.name)
		assert.Equal(t, endgame.Verdict{}, v, c.name)
	}
}

// TestValues proves tables right: each win is one move longer than the shortest after it,
// each loss as long as the longest, and the attacker never lacks a move. It goes through the
// positions by their pieces and asks the tables as a user does.
func TestValues(t *testing.T) {
	testpos.SkipRace(t)
	endings := []string{"R", "N", "P", "Na", "Nb", "Pa", "CA", "PP", "NP", "RA", "Raa"}
	if testpos.Long() {
		endings = append(endings, "Rabb", "Naab", "Paabb", "CAb", "CBb", "CP", "NN", "CC")
	}
	for _, letters := range endings {
		t.Run(letters, func(t *testing.T) {
			tables := solve(t, letters)
			seen := 0
			everyPosition(letters, func(p *board.Position) {
				seen++
				v, ok := tables.Probe(&p.Placement)
				require.True(t, ok, p)
				want, moves := endgame.Verdict{}, movegen.Legal(p, nil)
				attacks := p.CanAttack(p.Side())
				require.False(t, attacks && len(moves) == 0, p)
				if !attacks {
					want.Won = true // until a reply is found that saves him
				}
				for _, m := range moves {
					after := p.Make(m)
					next, ok := tables.Probe(&after.Placement)
					require.True(t, ok, "%v %v", p, m)
					switch {
					case attacks && next.Won && (!want.Won || next.Moves+1 < want.Moves):
						want = endgame.Verdict{Won: true, Moves: next.Moves + 1}
					case !attacks && !next.Won:
						want = endgame.Verdict{}
					case !attacks && want.Won:
						want.Moves = max(want.Moves, next.Moves)
					}
					if !attacks && !want.Won {
						break
					}
				}
				require.Equal(t, want, v, p)
			})
			s := tables.Statistics()
			assert.Equal(t, seen, s.Attacking.Positions+s.Defending.Positions)
		})
	}
}

// everyPosition visits all positions with the pieces that the letters of a FEN name beside
// the kings, with either side to move.
func everyPosition(letters string, visit func(*board.Position)) {
	var pieces []board.Piece
	for _, letter := range "Kk" + letters {
		for side := board.Red; side <= board.Black; side++ {
			for kind := board.Pawn; kind <= board.King; kind++ {
				if p := board.NewPiece(side, kind); rune(p.Byte()) == letter {
					pieces = append(pieces, p)
				}
			}
		}
	}
	var setup board.Setup
	var put func(i int, from board.Square)
	put = func(i int, from board.Square) {
		if i == len(pieces) {
			for _, setup.Side = range []board.Side{board.Red, board.Black} {
				if p, err := setup.Position(); err == nil {
					visit(&p)
				}
			}
			return
		}
		if i == 0 || pieces[i] != pieces[i-1] {
			from = 0
		}
		for s := from; s < board.Squares; s++ {
			if setup.Pieces[s] == board.NoPiece && canStand(pieces[i], s) {
				setup.Pieces[s] = pieces[i]
				put(i+1, s+1)
				setup.Pieces[s] = board.NoPiece
			}
		}
	}
	put(0, 0)
}

func canStand(p board.Piece, s board.Square) bool {
	switch side := p.Side(); p.Type() {
	case board.King:
		return board.Palace[side].Has(s)
	case board.Advisor:
		return board.AdvisorPoints[side].Has(s)
	case board.Bishop:
		return board.BishopPoints[side].Has(s)
	case board.Pawn:
		return board.PawnPoints[side].Has(s)
	}
	return true
}

// TestSides asks about positions turned to Black's side and mirrored.
func TestSides(t *testing.T) {
	tables := solve(t, "Na")
	p := position(t, "4ka3/9/9/9/9/9/9/2N6/9/3K5 w")
	v, ok := tables.Probe(&p.Placement)
	require.True(t, ok)
	require.True(t, v.Won)
	for _, fen := range []string{"5k3/9/6n2/9/9/9/9/9/9/3AK4 b", "3ak4/9/9/9/9/9/9/6N2/9/5K3 w"} {
		image := position(t, fen)
		got, ok := tables.Probe(&image.Placement)
		assert.True(t, ok, fen)
		assert.Equal(t, v, got, fen)
	}
}

func TestChoices(t *testing.T) {
	tables := solve(t, "Na")
	p := position(t, "4ka3/9/9/9/9/9/9/2N6/9/3K5 w")
	v, _ := tables.Probe(&p.Placement)
	choices := tables.Choices(&p)
	assert.Len(t, choices, len(movegen.Legal(&p, nil)))
	assert.Equal(t, endgame.Verdict{Won: true, Moves: v.Moves - 1}, choices[0].Verdict)

	line := tables.Line(&p)
	assert.Len(t, line, 2*v.Moves-1)
	for _, m := range line {
		require.True(t, movegen.IsLegal(&p, m))
		p.Play(m)
	}
	assert.False(t, movegen.HasLegal(&p))

	// The advisor takes the knight at once, which the other replies do not.
	p = position(t, "3k5/4a4/3N5/9/9/9/9/9/9/3K5 b")
	choices = tables.Choices(&p)
	assert.Equal(t, endgame.Choice{Move: board.MustParseMove("e8d7")}, choices[0])
	assert.True(t, choices[len(choices)-1].Won)
	assert.Empty(t, tables.Line(&p))
}

// TestOthers asks about positions that the tables do not have.
func TestOthers(t *testing.T) {
	tables := solve(t, "N")
	for _, fen := range []string{
		board.StartFEN, "4ka3/9/9/9/9/9/9/2N6/9/3K5 w", "4k4/9/9/9/9/9/9/2R6/9/3K5 w", "4k4/9/9/9/9/2n6/9/2N6/9/3K5 w",
	} {
		p := position(t, fen)
		_, ok := tables.Probe(&p.Placement)
		assert.False(t, ok, fen)
		assert.Nil(t, tables.Choices(&p), fen)
		assert.Nil(t, tables.Line(&p), fen)
	}
	p := position(t, "4ka3/9/9/9/9/9/9/9/9/3K5 w")
	v, ok := tables.Probe(&p.Placement)
	assert.True(t, ok, "without an attacking piece nobody wins")
	assert.Equal(t, endgame.Verdict{}, v)
}

func TestStatistics(t *testing.T) {
	s := solve(t, "Naa").Statistics()
	for _, c := range []endgame.Count{s.Attacking, s.Defending} {
		tables := solve(t, "Naa")
		v, ok := tables.Probe(&c.Example.Placement)
		assert.True(t, ok)
		assert.Equal(t, endgame.Verdict{Won: true, Moves: c.Longest}, v)
		assert.Less(t, c.Won, c.Positions)
	}
	assert.Zero(t, solve(t, "C").Statistics().Defending.Example)
}

func TestMaterial(t *testing.T) {
	for text, want := range map[string]string{
		"RPaabb": "RPaabb", "bbaaPR": "RPaabb", "rpAABB": "RPaabb", "heA": "NBa", "AABBCbb": "CAABBbb",
	} {
		m, attacker, err := endgame.ParseMaterial(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, m.String(), text)
		assert.Equal(t, text == "rpAABB" || text == "heA", attacker == board.Black, text)
	}
	_, err := endgame.Solve(t.Context(), endgame.Material{}, endgame.Options{})
	assert.ErrorIs(t, err, endgame.ErrAttackers)
	for text, want := range map[string]error{
		"": endgame.ErrAttackers, "aabb": endgame.ErrAttackers, "Rr": endgame.ErrAttackers,
		"RNC": endgame.ErrMen, "PPP": endgame.ErrMen,
		"K": endgame.ErrLetters, "Raaa": endgame.ErrLetters, "R x": endgame.ErrLetters, "车": endgame.ErrLetters,
	} {
		_, _, err := endgame.ParseMaterial(text)
		assert.ErrorIs(t, err, want, text)
		assert.ErrorContains(t, err, text)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	m, _, err := endgame.ParseMaterial("NPaabb")
	require.NoError(t, err)
	var last endgame.Progress
	_, err = endgame.Solve(ctx, m, endgame.Options{Threads: 3, Progress: func(p endgame.Progress) {
		assert.GreaterOrEqual(t, p.Part, last.Part)
		last = p
		if p.Part > 0 && p.Moves > 3 {
			cancel()
		}
	}})
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 4, last.Moves)
	assert.Positive(t, last.Part)
}

// TestProgress asserts that the part of the work grows with each step of each table, the
// last one included, and within the first step of a table that is not small.
func TestProgress(t *testing.T) {
	m, _, err := endgame.ParseMaterial("PP")
	require.NoError(t, err)
	last := endgame.Progress{Part: -1}
	first := map[float64]bool{} // the parts in the first step of the last table
	tables, err := endgame.Solve(t.Context(), m, endgame.Options{Threads: 1, Progress: func(p endgame.Progress) {
		if p.Material != last.Material || p.Moves != last.Moves {
			assert.Greater(t, p.Part, last.Part, p)
		}
		assert.GreaterOrEqual(t, p.Part, last.Part, p)
		assert.Less(t, p.Part, 1.0)
		if last = p; p.Material == m && p.Moves == 0 {
			first[p.Part] = true
		}
	}})
	require.NoError(t, err)
	tables.Close()
	assert.Equal(t, m, last.Material)
	assert.Greater(t, len(first), 2)
}

// TestSize counts positions, some of them beyond 32 bits.
func TestSize(t *testing.T) {
	for letters, want := range map[string]uint64{
		"R": 6 * 9 * 90, "P": 6 * 9 * 55, "RR": 6*9*90*90 + 6*9*90, "Ra": 6*9*90 + 6*(4*5+5*4)*90, "NCAABBaabb": 26_209_280_160,
	} {
		m, _, err := endgame.ParseMaterial(letters)
		require.NoError(t, err)
		assert.Equal(t, want, m.Size(), letters)
	}
}
