package sample

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval/nnue"
	"chuhe/internal/testpos"
)

// positions calls f with the positions of games of random moves.
func positions(games int, f func(p *board.Position)) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range games {
		p := board.Start()
		for range testpos.Playout(rng, &p, 150) {
			f(&p)
		}
	}
}

// flipped returns the position with the colours swapped and the board flipped top to bottom.
func flipped(p *board.Position) board.Position {
	was := p.Setup()
	setup := was
	setup.Side = p.Side().Other()
	for s, piece := range was.Pieces {
		if piece != board.NoPiece {
			piece ^= 8
		}
		setup.Pieces[board.Square(s).Flip()] = piece
	}
	q, err := setup.Position()
	if err != nil {
		panic(err)
	}
	return q
}

// TestInputs compares the inputs of samples with the inputs of package nnue.
func TestInputs(t *testing.T) {
	sorted := func(list []uint16) []uint16 { slices.Sort(list); return list }
	positions(8, func(p *board.Position) {
		s := New(p, 123, board.Draw)
		var own, their [MaxPieces]uint16
		n := s.Inputs(&own, &their)
		want := sorted(nnue.AppendFeatures(nil, p, p.Side()))
		require.Equal(t, want, sorted(own[:n]), "own, %v", p)
		want = sorted(nnue.AppendFeatures(nil, p, p.Side().Other()))
		require.Equal(t, want, sorted(their[:n]), "their, %v", p)
	})
}

func TestSample(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	positions(5, func(p *board.Position) {
		score, result := int16(rng.IntN(1<<16)-1<<15), [...]board.Result{board.BlackWins, board.Draw, board.RedWins}[rng.IntN(3)]
		s := New(p, score, result)
		require.Equal(t, score, s.Score())
		require.InDelta(t, result.Points(p.Side()), s.Points(), 0)
		require.Equal(t, nnue.OutputBucket(p), s.OutputBucket())
		own, their := s.views()
		require.Equal(t, nnue.ViewOf(p, p.Side()), own)
		require.Equal(t, nnue.ViewOf(p, p.Side().Other()), their)
		want := *p
		if p.Side() == board.Black {
			want = flipped(p)
		}
		got, err := s.Position()
		require.NoError(t, err)
		require.Equal(t, want.Placement, got.Placement)
	})
}

func TestShuffle(t *testing.T) {
	for n := 1; n < 200; n++ {
		seen := make([]bool, n)
		order := NewShuffle(n, 7)
		inPlace := 0
		for i := range n {
			at := order.At(i)
			require.False(t, seen[at], "%d of %d twice", at, n)
			seen[at] = true
			if at == i {
				inPlace++
			}
		}
		if n > 10 {
			assert.Less(t, inPlace, n/2, "%d numbers", n)
		}
	}
	assert.NotEqual(t, NewShuffle(1000, 1).At(0), NewShuffle(1000, 2).At(0))
}

func TestPool(t *testing.T) {
	var pool Pool
	part := make([]Sample, 300_000)
	for i := range 8 {
		for k := range part {
			part[k].lo = uint64(i*len(part) + k)
		}
		pool.Append(part)
	}
	require.Equal(t, 8*len(part), pool.Len())
	for i := range pool.Len() {
		if pool.At(i).lo != uint64(i) {
			require.Equal(t, uint64(i), pool.At(i).lo)
		}
	}
}
