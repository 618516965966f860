package board_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"chuhe/board"
	"chuhe/internal/testpos"
)

const startBoard = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

func TestStart(t *testing.T) {
	p := board.Start()
	assert.Equal(t, startBoard+" w - - 0 1", board.StartFEN)
	assert.Equal(t, board.StartFEN, p.FEN())
	assert.Equal(t, board.StartFEN, p.String())
	assert.Equal(t, "fen "+board.StartFEN, string(p.AppendFEN([]byte("fen "))))
	assert.Equal(t, board.Red, p.Side())
	assert.Equal(t, 0, p.Halfmove())
	assert.Equal(t, 1, p.Fullmove())
	assert.Equal(t, 32, p.Occupied().Count())
	assert.Equal(t, "e0", p.King(board.Red).String())
	assert.Equal(t, "e9", p.King(board.Black).String())
	for fen, want := range map[string]bool{
		board.StartFEN: true, startBoard + " w - - 7 9": true, startBoard + " b - - 0 1": false, "3k5/9/9/9/9/9/9/9/9/4K4 w": false,
	} {
		p := testpos.FEN(t, fen)
		assert.Equal(t, want, p.IsStart(), fen)
	}
}

func TestFENRoundTrip(t *testing.T) {
	for _, fen := range []string{
		board.StartFEN,
		startBoard + " b - - 0 1",
		startBoard + " b - - 9999 9999",
		"3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 0",
		"2bakab2/9/9/9/4p4/9/9/9/9/2BAKAB2 b - - 12 34",
		"3k1a3/4a4/b3b4/p1p6/9/9/6P1P/B3B4/4A4/3AK4 b - - 59 120",
		"P2k2P1P/9/9/9/9/9/9/9/9/p3K1p1p w - - 0 1",
	} {
		p := testpos.FEN(t, fen)
		assert.Equal(t, fen, p.FEN())
		again := testpos.FEN(t, p.FEN())
		assert.Equal(t, p, again)
	}
}

// TestFENCounters plays on beyond what a FEN can say; the counters stop there.
func TestFENCounters(t *testing.T) {
	p := testpos.FEN(t, startBoard+" b - - 9999 9999")
	p.Play(board.MustParseMove("h9g7"))
	assert.Equal(t, board.MaxCounter, p.Halfmove())
	assert.Equal(t, board.MaxCounter, p.Fullmove())
	again := testpos.FEN(t, p.FEN())
	assert.Equal(t, 9999, again.Halfmove())
	assert.Equal(t, 9999, again.Fullmove())
}

// TestFENLeniency has what programs write for the same positions.
func TestFENLeniency(t *testing.T) {
	red, black := board.StartFEN, startBoard+" b - - 0 1"
	for text, want := range map[string]string{
		startBoard:                                red,
		startBoard + " w":                         red,
		startBoard + " W":                         red,
		startBoard + " r":                         red,
		startBoard + " R":                         red,
		startBoard + " b":                         black,
		startBoard + " B":                         black,
		startBoard + " w -":                       red,
		startBoard + " w - -":                     red,
		startBoard + " w - - 7":                   startBoard + " w - - 7 1",
		startBoard + " b - - 7 9":                 startBoard + " b - - 7 9",
		startBoard + " w -- 0 1":                  red,
		startBoard + " w --":                      red,
		startBoard + " b -- 3":                    startBoard + " b - - 3 1",
		startBoard + " r - - 0003 0010":           startBoard + " w - - 3 10",
		startBoard + "[] w - - 0 1":               red,
		startBoard + "[]":                         red,
		" \t" + startBoard + "  b\t-  - 0 1 \r\n": black,
		strings.NewReplacer("n", "h", "N", "H").Replace(startBoard):   red,
		strings.NewReplacer("b", "e", "B", "E").Replace(startBoard):   red,
		strings.Replace(startBoard, "nb", "he", 1):                    red,
		strings.Replace(startBoard, "/9/1c5c1/", "/45/1c32c1/", 1):    red,
		strings.Replace(startBoard, "/9/", "/111111111/", 1) + " w -": red,
	} {
		p, err := board.ParseFEN(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, p.FEN(), text)
		assert.Equal(t, testpos.FEN(t, want), p, text)
	}
}

// TestFENRefusals has a mark ^ in each text before what is refused.
func TestFENRefusals(t *testing.T) {
	const kings = "3k5/9/9/9/9/9/9/9/9/4K4"
	for name, c := range map[string]struct {
		fen    string
		reason error
		field  string
		text   string
		say    string // part of the message
	}{
		"nothing":               {"^", board.ErrNoBoard, board.FieldBoard, "", "nothing at offset 0 (board): want ten ranks"},
		"blanks":                {"^ \t\r\n", board.ErrNoBoard, board.FieldBoard, "", "want ten ranks"},
		"one rank":              {"9^", board.ErrRanks, board.FieldBoard, "", "found 1 ranks, want 10"},
		"nine ranks":            {"3k5/9/9/9/9/9/9/9/4K4^ w", board.ErrRanks, board.FieldBoard, "", "found 9 ranks, want 10"},
		"eleven ranks":          {kings + "^/9 w", board.ErrRanks, board.FieldBoard, "/", "want 10 ranks"},
		"slash at the end":      {kings + "^/", board.ErrRanks, board.FieldBoard, "/", "want 10 ranks"},
		"slash at the start":    {"^/" + kings, board.ErrFiles, board.FieldBoard, "/", "rank 9 has 0 files, want 9"},
		"short rank":            {"3k5/8^/9/9/9/9/9/9/9/4K4", board.ErrFiles, board.FieldBoard, "/", "rank 8 has 8 files, want 9"},
		"short last rank":       {"3k5/9/9/9/9/9/9/9/9/4K3^ w", board.ErrFiles, board.FieldBoard, "", "rank 0 has 8 files, want 9"},
		"empty rank":            {"3k5/9/9/9/^/9/9/9/9/4K4", board.ErrFiles, board.FieldBoard, "/", "rank 5 has 0 files, want 9"},
		"long by a digit":       {"3k5/9/54^1/9/9/9/9/9/9/4K4", board.ErrFiles, board.FieldBoard, "1", "rank 7 has more than 9 files"},
		"long by a piece":       {"3k5/9/9^r/9/9/9/9/9/9/4K4", board.ErrFiles, board.FieldBoard, "r", "rank 7 has more than 9 files"},
		"digits over the edge":  {"3k5/9/5^5/9/9/9/9/9/9/4K4", board.ErrFiles, board.FieldBoard, "5", "rank 7 has more than 9 files"},
		"zero":                  {"3k5/9/1^0/9/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "0", "want one of KABNRCP"},
		"unknown letter":        {"3k5/9/9/4^q4/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "q", `unknown letter: "q" at offset 9 (board): want one of KABNRCP`},
		"chess":                 {"rnb^qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", board.ErrLetter, board.FieldBoard, "q", "kabnrcp"},
		"byte that is no ASCII": {"3k5/9/9/4^\xe84/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "\xe8", `"\xe8"`},
		"wide stroke":           {"3k5/9^／9/9/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "／", `unknown letter: "／" at offset 5`},
		"brackets in the board": {"3k5/9/9/4^[]4/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "[", "want one of"},
		"pieces in hand":        {kings + "^[r]", board.ErrLetter, board.FieldBoard, "[", "want one of"},

		"side":                 {kings + " ^x", board.ErrSide, board.FieldSide, "x", "w or r for red, b for black"},
		"side as a word":       {kings + " ^white", board.ErrSide, board.FieldSide, "white", "w or r"},
		"side left out":        {kings + " ^- - 0 1", board.ErrSide, board.FieldSide, "-", "w or r"},
		"castling":             {kings + " w ^KQkq - 0 1", board.ErrDash, board.FieldCastling, "KQkq", "want -"},
		"number in field 3":    {kings + " w ^0 1", board.ErrDash, board.FieldCastling, "0", "want -"},
		"en passant":           {kings + " w - ^e3 0 1", board.ErrDash, board.FieldPassant, "e3", "want -"},
		"-- in field 4":        {kings + " w - ^-- 0 1", board.ErrDash, board.FieldPassant, "--", "want -"},
		"- after --":           {kings + " w -- ^- 0 1", board.ErrCounter, board.FieldHalfmove, "-", "want a number 0-9999"},
		"halfmove word":        {kings + " w - - ^x 1", board.ErrCounter, board.FieldHalfmove, "x", "want a number 0-9999"},
		"halfmove negative":    {kings + " w - - ^-1 1", board.ErrCounter, board.FieldHalfmove, "-1", "want a number"},
		"halfmove with a sign": {kings + " w - - ^+1 1", board.ErrCounter, board.FieldHalfmove, "+1", "want a number"},
		"halfmove too large":   {kings + " w - - ^10000 1", board.ErrCounter, board.FieldHalfmove, "10000", "want a number"},
		"fullmove huge":        {kings + " w - - 0 ^99999999999999999999", board.ErrCounter, board.FieldFullmove, "99999999999999999999", "want a number"},
		"fullmove fraction":    {kings + " b - - 0 ^1.5", board.ErrCounter, board.FieldFullmove, "1.5", "want a number"},
		"more text":            {kings + " b - - 0 1 ^moves h2e2", board.ErrTrailing, "end", "moves", "want the end"},
		"field after --":       {kings + " b -- 0 1 ^0", board.ErrTrailing, "end", "0", "want the end"},

		"no pieces":                 {"^9/9/9/9/9/9/9/9/9/9", board.ErrKings, board.FieldBoard, "9/9/9/9/9/9/9/9/9/9", "no red king"},
		"no red king":               {"^3k5/9/9/9/9/9/9/9/9/9", board.ErrKings, board.FieldBoard, "3k5/9/9/9/9/9/9/9/9/9", "no red king"},
		"no black king":             {"^9/9/9/9/9/9/9/9/9/4K4", board.ErrKings, board.FieldBoard, "9/9/9/9/9/9/9/9/9/4K4", "no black king"},
		"two red kings":             {"3k5/9/9/9/9/9/9/9/3K5/4^K4", board.ErrKings, board.FieldBoard, "K", "one more red king on e0, want at most 1"},
		"two black kings":           {"3k5/3^k5/9/9/9/9/9/9/9/4K4", board.ErrKings, board.FieldBoard, "k", "one more black king on d8"},
		"king above its palace":     {"3k5/9/9/9/9/9/4^K4/9/9/9", board.ErrKingPoint, board.FieldBoard, "K", "red king on e3, want d0-f2"},
		"king beside its palace":    {"3k5/9/9/9/9/9/9/9/9/2^K6", board.ErrKingPoint, board.FieldBoard, "K", "red king on c0, want d0-f2"},
		"kings exchanged":           {"3^K5/9/9/9/9/9/9/9/9/4k4", board.ErrKingPoint, board.FieldBoard, "K", "red king on d9"},
		"black king off":            {"9/9/9/3^k5/9/9/9/9/9/4K4", board.ErrKingPoint, board.FieldBoard, "k", "black king on d6, want d7-f9"},
		"advisor on the wrong five": {"3k5/9/9/9/9/9/9/9/3^A5/4K4", board.ErrAdvisorPoint, board.FieldBoard, "A", "red advisor on d1, want d0 f0 e1 d2 f2"},
		"advisor outside":           {"3k5/9/^a8/9/9/9/9/9/9/4K4", board.ErrAdvisorPoint, board.FieldBoard, "a", "black advisor on a7, want d9 f9 e8 d7 f7"},
		"bishop off its points":     {"3k5/9/9/9/9/9/9/3^B5/9/4K4", board.ErrBishopPoint, board.FieldBoard, "B", "red bishop on d2, want c0 g0 a2 e2 i2 c4 g4"},
		"bishop over the river":     {"3k5/9/9/9/2^B6/9/9/9/9/4K4", board.ErrBishopPoint, board.FieldBoard, "B", "red bishop on c5"},
		"black bishop":              {"3k5/9/9/9/9/9/9/9/9/2^b1K4", board.ErrBishopPoint, board.FieldBoard, "b", "black bishop on c0, want c9 g9 a7 e7 i7 c5 g5"},
		"pawn behind its start":     {"3k5/9/9/9/9/9/9/^P8/9/4K4", board.ErrPawnPoint, board.FieldBoard, "P", "red pawn on a2, want ranks 3 and 4"},
		"pawn off its file":         {"3k5/9/9/9/9/9/1^P7/9/9/4K4", board.ErrPawnPoint, board.FieldBoard, "P", "red pawn on b3"},
		"black pawn off its file":   {"3k5/9/9/9/3^p5/9/9/9/9/4K4", board.ErrPawnPoint, board.FieldBoard, "p", "black pawn on d5, want ranks 6 and 5"},
		"two pawns of one file":     {"3k5/9/9/9/9/P8/^P8/9/9/4K4", board.ErrPawnPoint, board.FieldBoard, "P", "one more red pawn of the a file on a3, want one before the river"},
		"six pawns":                 {"PPPk1PP^P1/9/9/9/9/9/9/9/9/4K4", board.ErrTooMany, board.FieldBoard, "P", "one more red pawn on h9, want at most 5"},
		"three rooks":               {"3k5/9/9/9/rr^r6/9/9/9/9/4K4", board.ErrTooMany, board.FieldBoard, "r", "one more black rook on c5, want at most 2"},
		"three cannons":             {"3k5/9/9/9/CC^C6/9/9/9/9/4K4", board.ErrTooMany, board.FieldBoard, "C", "one more red cannon on c5, want at most 2"},
		"three knights":             {"3k5/9/9/9/HN^H6/9/9/9/9/4K4", board.ErrTooMany, board.FieldBoard, "H", "one more red knight on c5, want at most 2"},
		"three advisors":            {"3aka3/4^a4/9/9/9/9/9/9/9/3K5", board.ErrTooMany, board.FieldBoard, "a", "one more black advisor on e8"},
		"three bishops":             {"2bk2b2/9/^b8/9/9/9/9/9/9/4K4", board.ErrTooMany, board.FieldBoard, "b", "one more black bishop on a7"},

		"rook gives check":   {"3k5/9/9/9/3^R5/9/9/9/9/4K4", board.ErrInCheck, board.FieldBoard, "R", "red to move could take the king on d9 with the rook on d5"},
		"pawn gives check":   {"3k5/9/9/9/9/9/9/9/4^p4/4K4 b", board.ErrInCheck, board.FieldBoard, "p", "black to move could take the king on e0 with the pawn on e1"},
		"knight gives check": {"3k5/9/2^N6/9/9/9/9/9/9/4K4", board.ErrInCheck, board.FieldBoard, "N", "with the knight on c7"},
		"cannon gives check": {"3k5/9/3r5/9/3^C5/9/9/9/9/4K4 w", board.ErrInCheck, board.FieldBoard, "C", "with the cannon on d5"},
		"kings face":         {"4k4/9/9/9/9/9/9/9/9/4^K4 w", board.ErrFacing, board.FieldBoard, "K", "nothing stands between e0 and e9"},
		"kings face, black":  {"4^k4/9/9/9/9/9/9/9/9/4K4 b", board.ErrFacing, board.FieldBoard, "k", "nothing stands between e0 and e9"},

		"offset after blanks": {" \t" + "3k5/9/9/4^q4/9/9/9/9/9/4K4", board.ErrLetter, board.FieldBoard, "q", "offset 11"},
		"long text is cut":    {kings + " w ^" + strings.Repeat("z", 1000), board.ErrDash, board.FieldCastling, strings.Repeat("z", 100), "want -"},
	} {
		t.Run(name, func(t *testing.T) {
			before, after, marked := strings.Cut(c.fen, "^")
			require.True(t, marked)
			p, err := board.ParseFEN(before + after)
			require.ErrorIs(t, err, c.reason)
			assert.Zero(t, p, "no position with an error")
			var bad *board.FENError
			require.ErrorAs(t, err, &bad)
			assert.Equal(t, c.field, bad.Field)
			assert.Equal(t, len(before), bad.Offset)
			assert.Equal(t, c.text, bad.Text)
			for _, part := range []string{c.say, c.reason.Error(), c.field} {
				assert.Contains(t, err.Error(), part)
			}
		})
	}
}

// TestFENErrorSquare asks where on the board faults are, for a program that marks them.
func TestFENErrorSquare(t *testing.T) {
	for _, c := range []struct {
		fen    string
		square board.Square
		piece  byte // 0 for none
	}{
		{"3k5/9/9/9/3R5/9/9/9/9/4K4 w", board.SquareAt(3, 5), 'R'},
		{"3k5/9/2H6/9/9/9/9/9/9/4K4 w", board.SquareAt(2, 7), 'N'},
		{"4k4/9/9/9/9/9/9/9/9/4K4 b", board.SquareAt(4, 9), 'k'},
		{"3k5/9/9/9/9/9/9/9/9/P3K4 w", board.SquareAt(0, 0), 'P'},
		{"r3k4/9/9/9/9/9/9/9/9/9 w", board.NoSquare, 0}, // no red king
		{"3k5/9/9/4q4/9/9/9/9/9/4K4 w", board.NoSquare, 0},
		{"3k5/9/9/9/9/9/9/9/9/4K4 x", board.NoSquare, 0},
		{"", board.NoSquare, 0},
	} {
		_, err := board.ParseFEN(c.fen)
		var bad *board.FENError
		require.ErrorAs(t, err, &bad, c.fen)
		assert.Equal(t, c.square, bad.Square, c.fen)
		if c.piece == 0 {
			assert.Equal(t, board.NoPiece, bad.Piece, c.fen)
		} else {
			assert.Equal(t, c.piece, bad.Piece.Byte(), c.fen)
		}
	}
}
