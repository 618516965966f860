package eval_test

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/testpos"
	"chuhe/movegen"
)

// evaluate returns the score of a position without a past.
func evaluate(p *board.Position) eval.Score {
	c := eval.Classical{}.New()
	c.Reset(p)
	return c.Evaluate(p)
}

// playouts calls visit on the positions of games of random moves, with the
// moves that led from the start to each.
func playouts(games int, visit func(p board.Position, line []board.Move)) {
	random := rand.New(rand.NewPCG(1, 2))
	for range games {
		p := board.Start()
		var line []board.Move
		for m := range testpos.Playout(random, &p, eval.MaxPly-1) {
			visit(p, line)
			line = append(line, m)
		}
		visit(p, line)
	}
}

// placements calls visit on positions of a few pieces put anywhere they may
// stand, which random games reach too rarely.
func placements(n int, visit func(p board.Position)) {
	random := rand.New(rand.NewPCG(3, 4))
	for n > 0 {
		var s board.Setup
		put := func(piece board.Piece) { s.Pieces[random.IntN(board.Squares)] = piece }
		for range random.IntN(10) {
			put(board.NewPiece(board.Side(random.IntN(2)), board.Pawn+board.PieceType(random.IntN(6))))
		}
		put(board.NewPiece(board.Red, board.King))
		put(board.NewPiece(board.Black, board.King))
		s.Side = board.Side(random.IntN(2))
		if p, err := s.Position(); err == nil {
			visit(p)
			n--
		}
	}
}

// transform returns the position with every square sent elsewhere, and the
// sides exchanged if asked.
func transform(t *testing.T, p *board.Position, to func(board.Square) board.Square, exchange bool) board.Position {
	from := p.Setup()
	s := board.Setup{Side: from.Side, Halfmove: from.Halfmove, Fullmove: from.Fullmove}
	if exchange {
		s.Side = s.Side.Other()
	}
	for sq, piece := range from.Pieces {
		if piece != board.NoPiece && exchange {
			piece = board.NewPiece(piece.Side().Other(), piece.Type())
		}
		s.Pieces[to(board.Square(sq))] = piece
	}
	q, err := s.Position()
	require.NoError(t, err)
	return q
}

func TestClassicalIsSymmetric(t *testing.T) {
	check := func(p board.Position) {
		want := evaluate(&p)
		flipped := transform(t, &p, board.Square.Flip, true)
		require.Equal(t, want, evaluate(&flipped), "sides exchanged: %v", p)
		mirrored := transform(t, &p, board.Square.Mirror, false)
		require.Equal(t, want, evaluate(&mirrored), "mirrored: %v", p)
	}
	playouts(100, func(p board.Position, _ []board.Move) { check(p) })
	placements(5000, check)
}

func TestClassicalFollowsMoves(t *testing.T) {
	c, start := eval.Classical{}.New(), board.Start()
	playouts(100, func(want board.Position, line []board.Move) {
		p := start
		c.Reset(&p)
		for _, m := range line {
			if moves := movegen.Legal(&p, nil); len(line)%8 == 0 { // detours are taken back without a trace
				detour := p.Make(moves[0])
				c.Make(&p, moves[0], &detour)
				c.Unmake()
			}
			next := p.Make(m)
			c.Make(&p, m, &next)
			p = next
		}
		require.Equal(t, evaluate(&want), c.Evaluate(&want), want)
	})
}

func TestClassicalKnowsEndings(t *testing.T) {
	for _, draw := range []struct{ name, fen string }{
		{"nobody can attack", "4k4/9/9/9/9/9/9/4B4/4A4/3K1A3 w"},
		{"a knight does not beat four guards", "2bakab2/9/9/9/9/9/5N3/9/9/3K5 w"},
		{"a cannon alone lacks a screen", "4k4/9/9/9/9/9/5C3/9/9/3K5 w"},
	} {
		assert.InDelta(t, 0, int(evaluate(new(testpos.FEN(t, draw.fen)))), 100, draw.name)
	}
	for _, won := range []struct{ name, fen string }{
		{"a rook beats a bare king", "3k5/9/9/9/9/9/9/4R4/9/4K4 w"},
		{"a rook and a cannon beat four guards", "2bakab2/9/9/9/9/9/5C3/R8/4A4/3K5 w"},
		{"a knight beats a bare king", "3k5/9/9/9/9/9/5N3/9/9/4K4 w"},
	} {
		assert.Greater(t, evaluate(new(testpos.FEN(t, won.fen))), eval.Score(200), won.name)
	}
}

// Each pair differs in one thing only, which makes the first better for the
// side to move.
func TestClassicalPrefers(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{
			"a rook more",
			"1nbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
			"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
		},
		{
			"a hollow cannon on the king's file",
			"rnbakabnr/9/9/p1p3p1p/9/4C4/P1P1P1P1P/9/9/RNBAKABNR w",
			"rnbakabnr/9/9/p1p3p1p/9/3C5/P1P1P1P1P/9/9/RNBAKABNR w",
		},
		{
			"a knight with free legs",
			"4k4/9/9/9/9/9/P8/4N4/9/4K4 w",
			"4k4/9/9/9/9/9/4P4/4N4/9/4K4 w",
		},
		{
			"an attacked knight that is protected",
			"3k5/9/9/4r4/9/9/9/4N4/9/4K1B2 w",
			"3k5/9/9/4r4/9/9/9/4N3B/9/4K4 w",
		},
		{
			"pawns side by side",
			"3k5/9/9/2PP5/9/9/9/9/9/4K4 w",
			"3k5/9/9/2P1P4/9/9/9/9/9/4K4 w",
		},
	} {
		assert.Greater(t, evaluate(new(testpos.FEN(t, c.better))), evaluate(new(testpos.FEN(t, c.worse))), c.name)
	}
}

// The columns of the table add up to the sum, which with the phase and what is
// kept of an advantage makes the score.
func TestClassicalExplains(t *testing.T) {
	rows := regexp.MustCompile(`(?m)^([a-z]+) +(-?\d+) +(-?\d+)$`)
	rest := regexp.MustCompile(`\nphase (\d+) of 16: .*\nkept of an advantage: (\d+)/64 for Red, (\d+)/64 for Black\n$`)
	number := func(text string) int {
		n, err := strconv.Atoi(text)
		require.NoError(t, err)
		return n
	}
	playouts(5, func(p board.Position, _ []board.Move) {
		table := eval.Classical{}.Explain(&p)
		var middle, end int
		var terms []string
		for _, row := range rows.FindAllStringSubmatch(table, -1) {
			if row[1] == "sum" {
				require.Equal(t, []int{middle, end}, []int{number(row[2]), number(row[3])}, table)
				break
			}
			terms = append(terms, row[1])
			middle, end = middle+number(row[2]), end+number(row[3])
		}
		require.Equal(t, "squares balance guards knights cannons rooks threats kings tempo", strings.Join(terms, " "))
		last := rest.FindStringSubmatch(table)
		require.NotNil(t, last, table)
		phase := number(last[1])
		want := (middle*phase + end*(16-phase)) / 16
		if want > 0 {
			want = want * number(last[2]) / 64
		} else {
			want = want * number(last[3]) / 64
		}
		if p.Side() == board.Black {
			want = -want
		}
		require.EqualValues(t, want, evaluate(&p), "%v\n%s", p, table)
	})
}

func TestClassicalAllocatesNothing(t *testing.T) {
	c, p := eval.Classical{}.New(), board.Start()
	m := board.MustParseMove("h2e2")
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		c.Reset(&p)
		child := p.Make(m)
		c.Make(&p, m, &child)
		c.Evaluate(&child)
		c.Unmake()
	}))
}

// BenchmarkClassical follows and evaluates random games, as a search does with
// its lines.
func BenchmarkClassical(b *testing.B) {
	type step struct {
		p board.Position
		m board.Move
	}
	var steps []step // of games; NoMove ends each
	playouts(20, func(p board.Position, line []board.Move) {
		if n := len(steps); n > 0 && len(line) > 0 {
			steps[n-1].m = line[len(line)-1]
		}
		steps = append(steps, step{p: p})
	})
	c := eval.Classical{}.New()
	i, fresh := 0, true
	for b.Loop() {
		s := &steps[i]
		if fresh {
			c.Reset(&s.p)
		}
		c.Evaluate(&s.p)
		if fresh = s.m == board.NoMove; !fresh {
			c.Make(&s.p, s.m, &steps[i+1].p)
		}
		i = (i + 1) % len(steps)
	}
}
