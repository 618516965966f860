package tournament

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
)

// playVerified plays a game, and asserts that its record is good and that no other result
// would be.
func playVerified(t *testing.T, g *Game) Record {
	t.Helper()
	r, err := g.Play(t.Context())
	require.NoError(t, err)
	require.NoError(t, r.Verify(&g.Terms))
	for _, result := range []board.Result{board.Unfinished, board.RedWins, board.BlackWins, board.Draw} {
		other := r
		other.Result = result
		if lost := result == board.RedWins || result == board.BlackWins; result == r.Result || r.End.isBroken() && lost {
			continue // a broken player may be the one that ponders
		}
		assert.Error(t, other.Verify(&g.Terms), "%s as %v", r.Reason, result)
	}
	return r
}

// TestVerify gives records that no game can have left.
func TestVerify(t *testing.T) {
	sound := func() (*Game, Record) {
		g := newGame(t, "4k4/3R5/9/9/9/9/9/9/9/3K4R w", script("i0i9"), nil)
		return g, playVerified(t, g)
	}
	for want, change := range map[string]func(g *Game, r *Record){
		"bad FEN":                     func(_ *Game, r *Record) { r.Start = "x" },
		"ply 1: bad move":             func(_ *Game, r *Record) { r.Moves[0].Move = "x" },
		"ply 1: i0h8 is illegal: ":    func(_ *Game, r *Record) { r.Moves[0].Move = "i0h8" },
		"ply 2: the game had ended: ": func(_ *Game, r *Record) { r.Moves = append(r.Moves, Ply{Move: "e9e8"}) },
		"1-0 by checkmate, but the moves do not end the game":     func(_ *Game, r *Record) { r.Moves[0].Move = "i0i1" },
		"1-0 by time forfeit, but the moves say 1-0 by checkmate": func(_ *Game, r *Record) { r.End = TimeLoss },
		"2 of 1 plies are the opening's":                          func(_ *Game, r *Record) { r.Book = 2 },
		"-1 of 1 plies are the opening's":                         func(_ *Game, r *Record) { r.Book = -1 },
		"1-0 by draw agreed, want 1/2-1/2":                        func(_ *Game, r *Record) { r.Moves, r.End = nil, Agreement },
		"but the moves say 1/2-1/2 by adjudication": func(g *Game, r *Record) {
			r.Moves[0].Move, g.Draw = "i0i1", DrawRule{Moves: 1}
			r.Moves[0].Score = &Score{}
			r.Moves = append(r.Moves, Ply{Move: "e9f9", Thought: Thought{Score: &Score{}}})
		},
	} {
		g, r := sound()
		change(g, &r)
		assert.ErrorContains(t, r.Verify(&g.Terms), want)
	}
	g, r := sound()
	r.Book = 1 // ended by the opening
	assert.NoError(t, r.Verify(&g.Terms))
}
