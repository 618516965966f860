package mate

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
	"chuhe/puzzle"
)

// TestWinning counts the first moves of mates; the tests of the search compare Distance
// with what the search announces.
func TestWinning(t *testing.T) {
	for _, c := range []struct {
		fen    string
		plies  int
		first  []string
		reason string
	}{
		{"1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b - - 0 1", 1, []string{"c4f4"}, "a mate in one"},
		{"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w - - 0 1", 3, []string{"a4c5"}, "a quiet first move"},
		{"9/3k5/9/9/2b6/N8/9/9/4C4/5K3 w - - 0 1", 1, nil, "too short"},
		{"4k4/R8/1R7/9/9/9/9/9/9/3K5 w - - 0 1", 1, []string{"b7b9", "b7f7", "a8f8"}, "a mate, and two moves that leave no answer"},
	} {
		p := testpos.FEN(t, c.fen)
		moves, err := New(0).Winning(&p, c.plies, 5)
		require.NoError(t, err)
		var got []string
		for _, m := range moves {
			got = append(got, m.String())
		}
		assert.Equal(t, c.first, got, c.reason)
	}
}

// TestLimit asserts that a proof ends at its limit, with an error and no wrong answer,
// and that the solver is as good as new for the next.
func TestLimit(t *testing.T) {
	p := board.Start()
	s := New(1000)
	_, ok, err := s.Distance(&p, 5)
	assert.ErrorIs(t, err, ErrLimit)
	assert.False(t, ok)
	p = testpos.FEN(t, "1P1k5/9/9/9/8p/2r6/6n2/6n2/5K3/9 b - - 0 1")
	plies, ok, err := s.Distance(&p, 3)
	require.NoError(t, err)
	assert.True(t, ok)
	assert.Equal(t, 1, plies)
}

// TestTooLong asserts that a proof for which there is no room is refused: the file of a puzzle
// may have a solution of any length.
func TestTooLong(t *testing.T) {
	p := board.Start()
	_, err := New(1000).Winning(&p, MaxPlies+2, 1)
	assert.ErrorIs(t, err, ErrTooLong)
}

// TestStop asserts that a proof without a limit ends when it is stopped.
func TestStop(t *testing.T) {
	p := board.Start()
	stop := make(chan struct{})
	close(stop)
	s := New(0)
	s.Stop = stop
	_, ok, err := s.Distance(&p, MaxPlies)
	assert.ErrorIs(t, err, ErrLimit)
	assert.False(t, ok)
}

// TestForget asserts that a proof takes as many nodes as by a new solver, whatever was proved before: a limit
// then ends the same proofs on every machine, in whatever order they come.
func TestForget(t *testing.T) {
	used := New(0)
	proofs := 0
	for _, p := range puzzle.Embedded() {
		if p.Theme != puzzle.Mate || p.Length() != 3 {
			continue
		}
		fresh := New(0)
		_, _, err := fresh.Distance(&p.Start, len(p.Moves))
		require.NoError(t, err)
		used.Forget()
		_, _, err = used.Distance(&p.Start, len(p.Moves))
		require.NoError(t, err)
		require.Equal(t, fresh.nodes, used.nodes, "%s", &p)
		if proofs++; proofs == 20 {
			return
		}
	}
	t.Fatal("too few puzzles")
}
