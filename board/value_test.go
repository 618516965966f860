package board

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSquareNames(t *testing.T) {
	s := Square(0)
	for rank := range Ranks {
		for file := range Files {
			name := fmt.Sprintf("%c%d", "abcdefghi"[file], rank)
			assert.Equal(t, s, SquareAt(file, rank), name)
			assert.Equal(t, name, s.String())
			assert.Equal(t, [2]int{file, rank}, [2]int{s.File(), s.Rank()}, name)
			for _, text := range []string{name, fmt.Sprintf("%c%d", "ABCDEFGHI"[file], rank)} {
				got, err := ParseSquare(text)
				require.NoError(t, err)
				assert.Equal(t, s, got)
			}
			s++
		}
	}
	assert.Equal(t, NoSquare, s)
	assert.Equal(t, "-", NoSquare.String())
}

func TestSquareRefusals(t *testing.T) {
	for text, say := range map[string]string{
		"":      `bad square "": want a file a-i and a rank 0-9`,
		"e":     `bad square "e": want a file a-i and a rank 0-9`,
		"e10":   `bad square "e10": want a file a-i and a rank 0-9`,
		"j0":    `bad square "j0": file 'j' is not a-i`,
		"J0":    `bad square "J0": file 'J' is not a-i`,
		"@0":    `bad square "@0": file '@' is not a-i`,
		"00":    `bad square "00": file '0' is not a-i`,
		"a:":    `bad square "a:": rank ':' is not 0-9`,
		"a/":    `bad square "a/": rank '/' is not 0-9`,
		"ab":    `bad square "ab": rank 'b' is not 0-9`,
		"\xff0": `bad square "\xff0": file 'ÿ' is not a-i`,
	} {
		got, err := ParseSquare(text)
		require.ErrorIs(t, err, ErrSquare, text)
		assert.Equal(t, say, err.Error())
		assert.Equal(t, NoSquare, got)
		assert.Panics(t, func() { MustParseSquare(text) })
	}
}

func TestSquareReflections(t *testing.T) {
	for _, c := range [][3]Square{
		{MustParseSquare("a0"), MustParseSquare("i0"), MustParseSquare("a9")},
		{MustParseSquare("e4"), MustParseSquare("e4"), MustParseSquare("e5")},
		{MustParseSquare("h7"), MustParseSquare("b7"), MustParseSquare("h2")},
	} {
		assert.Equal(t, c[1], c[0].Mirror(), c[0])
		assert.Equal(t, c[2], c[0].Flip(), c[0])
		assert.Equal(t, c[0], c[0].From(Red))
		assert.Equal(t, c[2], c[0].From(Black))
	}
	for s := range Square(Squares) {
		assert.Equal(t, s, s.Mirror().Mirror())
		assert.Equal(t, s, s.Flip().Flip())
		assert.Equal(t, s.Flip().Mirror(), s.Mirror().Flip())
	}
}

func TestSidesAndPieces(t *testing.T) {
	assert.Equal(t, Black, Red.Other())
	assert.Equal(t, Red, Black.Other())
	assert.Equal(t, "red black", fmt.Sprint(Red, " ", Black))

	names := [PieceTypes]string{"none", "pawn", "advisor", "bishop", "knight", "cannon", "rook", "king"}
	counts := [PieceTypes]int{0, 5, 2, 2, 2, 2, 2, 1}
	for pt := NoPieceType; pt <= King; pt++ {
		assert.Equal(t, names[pt], pt.String())
		assert.Equal(t, counts[pt], pt.MaxCount(), pt)
	}
	seen := map[Piece]bool{NoPiece: true}
	for side, letters := range [2]string{"PABNCRK", "pabncrk"} {
		for i := range letters {
			side, pt := Side(side), Pawn+PieceType(i)
			p := NewPiece(side, pt)
			assert.False(t, seen[p], p)
			seen[p] = true
			assert.Equal(t, pt, p.Type())
			assert.Equal(t, side, p.Side())
			assert.Equal(t, letters[i], p.Byte())
			assert.Equal(t, letters[i:i+1], p.String())
		}
	}
	assert.Equal(t, ".", NoPiece.String())
	assert.Equal(t, Red, NoPiece.Side())
	assert.Equal(t, NoPieceType, NoPiece.Type())
}

// TestPieceLetters asks for every byte whether it names a piece.
func TestPieceLetters(t *testing.T) {
	want := map[byte]Piece{}
	for i, side := range []Side{Red, Black} {
		lower := byte(i * 0x20)
		for letter, pt := range map[byte]PieceType{
			'P': Pawn, 'A': Advisor, 'B': Bishop, 'E': Bishop, 'N': Knight, 'H': Knight, 'C': Cannon, 'R': Rook, 'K': King,
		} {
			want[letter|lower] = NewPiece(side, pt)
		}
	}
	for c := range 256 {
		got, ok := ParsePiece(byte(c))
		piece, named := want[byte(c)]
		assert.Equal(t, named, ok, "%q", byte(c))
		assert.Equal(t, piece, got, "%q", byte(c))
	}
}

func TestMoveText(t *testing.T) {
	for text, want := range map[string]string{
		"h2e2": "h2e2", "H2E2": "h2e2", "H2-E2": "h2e2", "h2-e2": "h2e2", "a0a1": "a0a1", "i9a0": "i9a0",
	} {
		m, err := ParseMove(text)
		require.NoError(t, err)
		assert.Equal(t, want, m.String())
		assert.Equal(t, MustParseSquare(want[:2]), m.From())
		assert.Equal(t, MustParseSquare(want[2:]), m.To())
		assert.Equal(t, "x "+want, string(m.AppendTo([]byte("x "))))
	}
	assert.Equal(t, "0000", NoMove.String())

	for text, say := range map[string]string{
		"":       `bad move "": want two squares such as h2e2`,
		"h2e":    `bad move "h2e": want two squares such as h2e2`,
		"h2e2q":  `bad move "h2e2q": want two squares such as h2e2`,
		"h2 e2":  `bad move "h2 e2": want two squares such as h2e2`,
		"b1c10x": `bad move "b1c10x": want two squares such as h2e2`,
		"0000":   `bad move "0000": bad square "00": file '0' is not a-i`,
		"h2ex":   `bad move "h2ex": bad square "ex": rank 'x' is not 0-9`,
		"j2e2":   `bad move "j2e2": bad square "j2": file 'j' is not a-i`,
		"a0a0":   `bad move "a0a0": both squares are the same`,
		"e4E4":   `bad move "e4E4": both squares are the same`,
	} {
		m, err := ParseMove(text)
		require.ErrorIs(t, err, ErrMove, text)
		assert.Equal(t, say, err.Error())
		assert.Equal(t, NoMove, m)
		assert.Panics(t, func() { MustParseMove(text) })
	}
	_, err := ParseMove("h2ex")
	assert.ErrorIs(t, err, ErrSquare)
}

func TestTextOfMoves(t *testing.T) {
	for text, want := range map[string]string{"": "", " H2-E2\th9g7\n": "h2e2 h9g7"} {
		moves, err := ParseMoves(text)
		require.NoError(t, err)
		assert.Equal(t, want, FormatMoves(moves))
	}
	_, err := ParseMoves("h2e2 h9 g7")
	assert.EqualError(t, err, `move 2: bad move "h9": want two squares such as h2e2`)
	assert.ErrorIs(t, err, ErrMove)
}

// TestMoves goes through all pairs of squares.
func TestMoves(t *testing.T) {
	for from := range Square(Squares) {
		for to := range Square(Squares) {
			m := NewMove(from, to)
			if m.From() != from || m.To() != to {
				t.Fatalf("%v%v became %v", from, to, m)
			}
			if from == to {
				continue
			}
			back, err := ParseMove(m.String())
			if err != nil || back != m {
				t.Fatalf("%v read back as %v, %v", m, back, err)
			}
			if m.Mirror() != NewMove(from.Mirror(), to.Mirror()) || m.Flip() != NewMove(from.Flip(), to.Flip()) {
				t.Fatalf("reflections of %v: %v %v", m, m.Mirror(), m.Flip())
			}
		}
	}
	assert.Equal(t, NoMove, NewMove(0, 0))
	assert.Equal(t, NoMove, NoMove.Mirror())
	assert.Equal(t, NoMove, NoMove.Flip())
}

func TestParseMoveFromOne(t *testing.T) {
	for text, want := range map[string]string{
		"h3e3": "h2e2", "H3-E3": "h2e2", "h10g8": "h9g7", "a1a10": "a0a9", "a10-a1": "a9a0", "I10I9": "i9i8",
	} {
		m, err := ParseMoveFromOne(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, m.String(), text)
		assert.Equal(t, strings.ToLower(strings.Replace(text, "-", "", 1)), string(m.AppendFromOne(nil)))
	}
	assert.Equal(t, "0000", string(NoMove.AppendFromOne(nil)))
	for _, text := range []string{
		"", "h", "h3", "h3e", "he3", "-e3", "h0e3", "h3e0", "h11e3", "h03e3", "h3e3q", "h3 e3", "h3--e3", "-h3e3", "h3e3-", "j3e3", "h3e100", "h3h3", "h3e3\x00", "(none)",
	} {
		_, err := ParseMoveFromOne(text)
		assert.ErrorIs(t, err, ErrMove, text)
	}
	_, err := ParseMoveFromOne("z3e3")
	assert.ErrorContains(t, err, `"z3": want a file a-i and a rank 1-10`)
}
