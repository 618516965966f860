package board_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

// playRandom plays up to n random legal moves and shows each with the
// positions before and after it.
func playRandom(seed uint64, start board.Position, n int, visit func(p, child board.Position, m board.Move)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := start
	for m := range testpos.Playout(rng, &p, n) {
		visit(p, p.Make(m), m)
	}
}

// TestMakeEqualsSetup compares what Make has kept up to date (pieces, sets,
// kings, keys, counters) with a position built from its pieces.
func TestMakeEqualsSetup(t *testing.T) {
	for seed := range uint64(100) {
		captures := 0
		playRandom(seed, board.Start(), 300, func(p, child board.Position, m board.Move) {
			want := p.Setup()
			if want.Halfmove++; want.Pieces[m.To()] != board.NoPiece {
				captures++
				want.Halfmove = 0
			}
			if want.Side == board.Black {
				want.Fullmove++
			}
			want.Side = want.Side.Other()
			want.Pieces[m.To()], want.Pieces[m.From()] = want.Pieces[m.From()], board.NoPiece

			require.Equal(t, want, child.Setup())
			rebuilt, err := want.Position()
			require.NoError(t, err)
			require.True(t, rebuilt == child, "%v after %v: %+v, rebuilt %+v", p, m, child, rebuilt)

			require.Equal(t, child.Key(), p.KeyAfter(m))
			require.Equal(t, p.At(m.To()), p.Captured(m))
			played := p
			played.Play(m)
			require.True(t, played == child)

			if moved := p.At(m.From()); moved.Type() != board.King {
				sets := p.Placement.Pass()
				sets.Toggle(moved, m.From().Bit().Or(m.To().Bit()))
				if captured := p.Captured(m); captured != board.NoPiece {
					sets.Toggle(captured, m.To().Bit())
				}
				require.Equal(t, child.Placement, sets)
			}
		})
		require.Positive(t, captures)
	}
}

// TestAccessors asks the same of sets, mailbox and kings.
func TestAccessors(t *testing.T) {
	playRandom(7, board.Start(), 200, func(_, p board.Position, _ board.Move) {
		var occupied board.Bitboard
		for _, side := range [2]board.Side{board.Red, board.Black} {
			for pt := board.Pawn; pt <= board.King; pt++ {
				set := p.Pieces(side, pt)
				require.Equal(t, p.AllOf(pt).And(p.Of(side)), set)
				for s := range board.Square(board.Squares) {
					require.Equal(t, p.At(s) == board.NewPiece(side, pt), set.Has(s))
					require.Equal(t, p.At(s).Type(), p.TypeAt(s))
				}
				occupied = occupied.Or(set)
			}
			require.Equal(t, p.King(side).Bit(), p.Pieces(side, board.King))
			attackers := 0
			for _, pt := range []board.PieceType{board.Pawn, board.Knight, board.Cannon, board.Rook} {
				attackers += p.Pieces(side, pt).Count()
			}
			require.Equal(t, attackers > 0, p.CanAttack(side))
		}
		require.Equal(t, occupied, p.Occupied())
		require.Equal(t, board.NoPiece, p.At(board.NoSquare))
	})
}

// TestChanged compares positions of a game with earlier ones, and with an empty board at
// first, square by square.
func TestChanged(t *testing.T) {
	var earlier board.Position
	ply := 0
	playRandom(8, board.Start(), 400, func(_, p board.Position, _ board.Move) {
		var want board.Bitboard
		for s := range board.Square(board.Squares) {
			if p.At(s) != earlier.At(s) {
				want = want.Or(s.Bit())
			}
		}
		require.Equal(t, want, p.Changed(&earlier.Placement))
		require.Equal(t, want, earlier.Changed(&p.Placement))
		if ply++; ply%7 == 0 {
			earlier = p
		}
	})
}

// TestKeys shows what each key depends on.
func TestKeys(t *testing.T) {
	seen := map[uint64]string{}
	playRandom(3, board.Start(), 400, func(p, child board.Position, m board.Move) {
		before, after := p.Keys(), child.Keys()
		assert.Equal(t, after.All, child.Key())
		moved, taken := p.At(m.From()), p.Captured(m)
		pawn := func(x board.Piece) bool { return x.Type() == board.Pawn }
		assert.Equal(t, pawn(moved) || pawn(taken), before.Pawn != after.Pawn)
		assert.Equal(t, !pawn(moved), before.Pieces[p.Side()] != after.Pieces[p.Side()])
		assert.Equal(t, taken != board.NoPiece && !pawn(taken), before.Pieces[child.Side()] != after.Pieces[child.Side()])

		setup := child.Setup()
		setup.Halfmove, setup.Fullmove = 0, 1
		bare, err := setup.Position()
		require.NoError(t, err)
		assert.Equal(t, after, bare.Keys(), "counters are not hashed")
		if other, ok := seen[child.Key()]; ok {
			assert.Equal(t, other, bare.FEN())
		}
		seen[child.Key()] = bare.FEN()
	})
	red, black := testpos.FEN(t, startBoard+" w"), testpos.FEN(t, startBoard+" b")
	assert.NotEqual(t, red.Key(), black.Key())
	assert.Equal(t, red.Keys().Pawn, black.Keys().Pawn)
	assert.Equal(t, red.Keys().Pieces, black.Keys().Pieces)
}

// TestTranspositions reaches one position by two ways.
func TestTranspositions(t *testing.T) {
	a, b := board.NewLine(board.Start()), board.NewLine(board.Start())
	for _, m := range []string{"h2e2", "h9g7", "h0g2", "b9c7"} {
		a.Play(board.MustParseMove(m))
	}
	for _, m := range []string{"h0g2", "b9c7", "h2e2", "h9g7"} {
		b.Play(board.MustParseMove(m))
	}
	assert.Equal(t, a.Position(), b.Position())
}

func TestPass(t *testing.T) {
	for fen, want := range map[string]string{
		startBoard + " w - - 4 9": startBoard + " b - - 5 9",
		startBoard + " b - - 4 9": startBoard + " w - - 5 10",
	} {
		p := testpos.FEN(t, fen)
		passed := p.Pass()
		assert.Equal(t, testpos.FEN(t, want), passed)
		assert.Equal(t, fen, p.FEN(), "the position itself stays")
		sets := p.Placement.Pass()
		assert.Equal(t, passed.Placement, sets)
		twice := passed.Pass()
		assert.Equal(t, p.Keys(), twice.Keys())
	}
}

func TestCheckers(t *testing.T) {
	for name, c := range map[string]struct {
		fen      string
		checkers []string
	}{
		"none":                               {startBoard + " w", nil},
		"rook":                               {"3k5/9/9/9/4r4/9/9/9/9/4K4 w", []string{"e5"}},
		"rook behind a piece":                {"3k5/9/9/9/4r4/9/4p4/9/9/4K4 w", nil},
		"cannon over one":                    {"3k5/9/9/9/4c4/9/4p4/9/9/4K4 w", []string{"e5"}},
		"cannon over no screen and over two": {"3k5/9/9/4c4/4c4/9/9/9/9/4K4 w", []string{"e6"}},
		"knight":                             {"3k5/9/9/9/9/9/9/3n5/9/4K4 w", []string{"d2"}},
		"knight with a leg held":             {"3k5/9/9/9/9/9/9/3n5/3p5/4K4 w", nil},
		"pawn before and beside":             {"3k5/9/9/9/9/9/9/9/4p4/3pK4 w", []string{"d0", "e1"}},
		"pawn that has passed":               {"3k5/9/9/9/9/9/9/4K4/4p4/9 w", nil},
		"three at once":                      {"3k5/9/4c4/9/4r4/9/9/3n5/9/4K4 w", []string{"d2", "e5", "e7"}},
	} {
		p := testpos.FEN(t, c.fen)
		var got []string
		for set := p.Checkers(p.Side()); !set.IsEmpty(); {
			got = append(got, set.Pop().String())
		}
		assert.ElementsMatch(t, c.checkers, got, name)
		assert.Equal(t, len(c.checkers) > 0, p.InCheck(), name)
		assert.True(t, p.Checkers(p.Side().Other()).IsEmpty(), name)
	}
}

// TestExposed lifts the piece between a king and a rook, for either side to move.
func TestExposed(t *testing.T) {
	rook, piece := board.MustParseSquare("e5").Bit(), board.MustParseSquare("e3").Bit()
	for _, side := range []string{"w", "b"} {
		p := testpos.FEN(t, "3k5/9/9/9/4r4/9/4p4/9/9/4K4 "+side)
		lifted := p.Occupied().AndNot(piece)
		assert.False(t, p.Exposed(board.Red, p.Occupied(), board.Bitboard{}))
		assert.True(t, p.Exposed(board.Red, lifted, board.Bitboard{}))
		assert.False(t, p.Exposed(board.Red, lifted, rook), "the rook is taken")
		assert.False(t, p.Exposed(board.Black, lifted, board.Bitboard{}))
	}
}

// TestAttackersLifted lifts a piece from the occupancy: an attack through it
// comes to light, and the piece itself is to be masked by the caller.
func TestAttackersLifted(t *testing.T) {
	p := testpos.FEN(t, "3k5/9/9/9/4r4/9/4R4/9/9/4K4 w")
	s, rook := board.MustParseSquare("e1"), board.MustParseSquare("e3")
	black := board.MustParseSquare("e5").Bit()
	king := board.MustParseSquare("e0").Bit()
	assert.Equal(t, rook.Bit().Or(king), p.Attackers(s, p.Occupied()))
	lifted := p.Occupied().AndNot(rook.Bit())
	assert.Equal(t, black.Or(king), p.Attackers(s, lifted).And(lifted))
}

func TestMirror(t *testing.T) {
	p := testpos.FEN(t, "r1bakabnr/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR w - - 3 2")
	mirrored := p.Setup().Mirror()
	image, err := mirrored.Position()
	require.NoError(t, err)
	assert.Equal(t, "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/6P2/P1P1P3P/1C5C1/9/RNBAKABNR w - - 3 2", image.FEN())
	assert.Equal(t, p.Setup(), mirrored.Mirror())
}

func TestSetupRefusals(t *testing.T) {
	place := func(pieces map[string]byte) (s board.Setup) {
		kinds := map[byte]board.PieceType{'k': board.King, 'p': board.Pawn, 'r': board.Rook}
		for at, letter := range pieces {
			side := board.Red
			if letter >= 'a' {
				side = board.Black
			}
			s.Pieces[board.MustParseSquare(at)] = board.NewPiece(side, kinds[letter|0x20])
		}
		return s
	}
	for name, c := range map[string]struct {
		setup  board.Setup
		square board.Square
		piece  string
		say    string
	}{
		"no king":     {place(map[string]byte{"e0": 'K'}), board.NoSquare, "k", "each side needs exactly one king: no black king"},
		"pawn":        {place(map[string]byte{"e0": 'K', "d9": 'k', "b3": 'P'}), board.MustParseSquare("b3"), "P", "pawn where no pawn can stand: red pawn on b3, want ranks 3 and 4 on the files a c e g i, or ranks 5-9"},
		"facing":      {place(map[string]byte{"e0": 'K', "e9": 'k'}), board.MustParseSquare("e0"), "K", "the kings face each other: nothing stands between e0 and e9"},
		"left in it":  {place(map[string]byte{"e0": 'K', "d9": 'k', "d4": 'R'}), board.MustParseSquare("d4"), "R", "the side that has moved is in check: red to move could take the king on d9 with the rook on d4"},
		"first fault": {place(map[string]byte{"e5": 'K', "d2": 'k'}), board.MustParseSquare("e5"), "K", "king outside its palace: red king on e5, want d0-f2"},
	} {
		p, err := c.setup.Position()
		var bad *board.SetupError
		require.ErrorAs(t, err, &bad, name)
		assert.Equal(t, c.square, bad.Square, name)
		assert.Equal(t, c.piece, bad.Piece.String(), name)
		assert.Equal(t, c.say, err.Error(), name)
		assert.ErrorIs(t, err, bad.Reason, name)
		assert.Zero(t, p, name)
	}
}

// TestNothingAllocates pins the price of a position.
func TestNothingAllocates(t *testing.T) {
	p, m := board.Start(), board.MustParseMove("b2b9")
	var child board.Position
	buf := make([]byte, 0, 128)
	for name, f := range map[string]func(){
		"Make":      func() { child = p.Make(m) },
		"Play":      func() { child = p; child.Play(m) },
		"Pass":      func() { child = p.Pass() },
		"KeyAfter":  func() { p.KeyAfter(m) },
		"Attackers": func() { p.Attackers(m.To(), p.Occupied()) },
		"InCheck":   func() { p.InCheck() },
		"AppendFEN": func() { buf = p.AppendFEN(buf[:0]) },
		"AppendTo":  func() { buf = m.AppendTo(buf[:0]) },
	} {
		assert.Zero(t, testing.AllocsPerRun(100, f), name)
	}
	require.NotEqual(t, p, child)
}
