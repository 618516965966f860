package nnue

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
)

// walk follows random lines back and forth like a search, null moves included,
// until it has made a number of moves. It calls visit on most positions.
func walk(t *testing.T, random *rand.Rand, e *evaluator, plies int, visit func(p *board.Position)) {
	t.Helper()
	for plies > 0 {
		path := []board.Position{board.Start()}
		for range random.IntN(150) { // past the opening
			if m, ok := randomMove(random, &path[0]); ok {
				path[0].Play(m)
			}
		}
		known := []bool{false} // whether the evaluator followed the move that led here
		e.Reset(&path[0])
		made := 0
		for plies > 0 && len(path) < 400 {
			p := &path[len(path)-1]
			if random.IntN(3) != 0 {
				visit(p)
			}
			switch roll := random.IntN(20); {
			case roll < 7 && len(path) > 1:
				if known[len(known)-1] {
					e.Unmake()
					made--
				}
				path, known = path[:len(path)-1], known[:len(known)-1]
				continue
			case roll == 7 && !p.InCheck():
				path, known = append(path, p.Pass()), append(known, false)
				continue
			}
			m, ok := randomMove(random, p)
			if !ok || made == eval.MaxPly {
				break
			}
			next := p.Make(m)
			e.Make(p, m, &next)
			made++
			path, known = append(path, next), append(known, true)
			plies--
		}
	}
}

// The incremental evaluation equals Net.Evaluate, and its accumulators equal those
// that a new evaluator computes.
func TestIncrementalEqualsFull(t *testing.T) {
	net := randomNet(1)
	plies := testpos.Rounds(2_000, 20_000, 1_000_000)
	e := newEvaluator(net)
	random := rand.New(rand.NewPCG(1, 9))
	seen, scores := 0, map[eval.Score]bool{}
	walk(t, random, e, plies, func(p *board.Position) {
		if t.Failed() {
			return
		}
		seen++
		want, got := net.Evaluate(p), e.Evaluate(p)
		scores[want] = true
		assert.Equal(t, want, got, "%v", p)
		for side := range board.Side(2) {
			acc := accumulator(net.weights.FeatureBias)
			for _, input := range AppendFeatures(nil, p, side) {
				for i, w := range e.table.row(input) {
					acc[i] += int16(w)
				}
			}
			assert.Equal(t, acc, e.stack[e.ply][side], "%v", p)
		}
	})
	t.Logf("%d evaluations over %d plies, %d different", seen, plies, len(scores))
	assert.Greater(t, seen, plies)
	assert.Greater(t, len(scores), min(plies/4, 500), "the scores hardly differ")
}

// A line to the last ply that an evaluator must follow, evaluated only there.
func TestDeepestPly(t *testing.T) {
	net := randomNet(1)
	e := newEvaluator(net)
	p := board.Start()
	e.Reset(&p)
	forth := []string{"b0c2", "b9c7", "c2b0", "c7b9"}
	for ply := range eval.MaxPly {
		m := board.MustParseMove(forth[ply%4])
		next := p.Make(m)
		e.Make(&p, m, &next)
		p = next
	}
	assert.Equal(t, net.Evaluate(&p), e.Evaluate(&p))
	for range eval.MaxPly {
		e.Unmake()
	}
	p = board.Start()
	assert.Equal(t, net.Evaluate(&p), e.Evaluate(&p))
}

// An evaluator gives the same scores whatever it has seen before a Reset.
func TestResetForgets(t *testing.T) {
	net := randomNet(1)
	e := newEvaluator(net)
	var first []eval.Score
	for range 2 {
		playouts(5, func(p *board.Position) bool {
			e.Reset(p)
			score := e.Evaluate(p)
			assert.Equal(t, net.Evaluate(p), score)
			first = append(first, score)
			return len(first)%200 != 0
		})
	}
	assert.Equal(t, first[:200], first[200:])
}

func TestNothingAllocates(t *testing.T) {
	e := newEvaluator(randomNet(1))
	p := testpos.FEN(t, "2bak4/4a4/4b4/9/9/2R6/9/4B4/4A4/2BAK1r2 w - - 0 1")
	king, rook := board.MustParseMove("e0f0"), board.MustParseMove("c4c9")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		e.Reset(&p)
		for _, m := range []board.Move{king, rook} {
			e.Evaluate(&p)
			child := p.Make(m)
			e.Make(&p, m, &child)
			e.Evaluate(&child)
			e.Unmake()
		}
	}))
}

// line is a game for benchmarks: its positions and moves.
func line(plies int) (positions []board.Position, moves []board.Move) {
	random := rand.New(rand.NewPCG(1, 10))
	positions = append(positions, board.Start())
	for len(moves) < plies {
		p := &positions[len(positions)-1]
		m, ok := randomMove(random, p)
		if !ok {
			positions, moves = positions[:1], nil
			continue
		}
		positions, moves = append(positions, p.Make(m)), append(moves, m)
	}
	return
}

// BenchmarkNode makes a move, evaluates and takes it back: what a node of a
// search costs when every node is evaluated. Kings move in a tenth of them.
func BenchmarkNode(b *testing.B) {
	positions, moves := line(200)
	run := func(b *testing.B, e eval.Evaluator) {
		nodes := 0
		for b.Loop() {
			e.Reset(&positions[0])
			for i, m := range moves {
				e.Make(&positions[i], m, &positions[i+1])
				e.Evaluate(&positions[i+1])
				nodes++
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(nodes), "ns/node")
	}
	b.Run("network", func(b *testing.B) { run(b, newEvaluator(randomNet(1))) })
	b.Run("classical", func(b *testing.B) { run(b, eval.Classical{}.New()) })
}

func BenchmarkFull(b *testing.B) {
	net := randomNet(1)
	positions, _ := line(100)
	for b.Loop() {
		for i := range positions {
			net.Evaluate(&positions[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(positions)), "ns/evaluation")
}
