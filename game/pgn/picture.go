package pgn

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
	"chuhe/internal/keyed"
	"chuhe/internal/lazy"
)

// A sheet of a game from another position than the start may have a picture of it above the moves,
// as dpxq.com and XQStudio write them: ten lines, Black's side above, of nine points each. Red's
// pieces stand in round brackets, Black's in square ones.

// point finds the points of a line. Any Chinese character in brackets is a piece, known or not.
var point = lazy.Pattern(`[(（](\p{Han})[)）]|\[(\p{Han})\]|[┌┬┐├┼┤└┴┘※]`)

// pictured are the pieces of a picture.
var pictured = map[string]board.PieceType{
	"兵": board.Pawn, "卒": board.Pawn, "士": board.Advisor, "仕": board.Advisor, "相": board.Bishop, "象": board.Bishop,
	"马": board.Knight, "馬": board.Knight, "傌": board.Knight, "炮": board.Cannon, "砲": board.Cannon, "包": board.Cannon,
	"车": board.Rook, "車": board.Rook, "俥": board.Rook,
	"帅": board.King, "帥": board.King, "将": board.King, "將": board.King,
}

// ErrPicture is about a picture of the start position that does not have ten lines.
var ErrPicture error = keyed.New("fault.picture", "the picture of the position does not have ten lines")

// picture gives a game the position of a picture above its moves, unless it has one. An empty
// board says nothing.
func (p *parser) picture(g *game.Game, text string) error {
	if p.placed {
		return nil
	}
	setup := board.Setup{Fullmove: 1}
	lines, pieces := 0, 0
	begin, first := 0, 0 // of the line, and of the picture
	var bad error
	for line := range strings.Lines(text) {
		at := begin
		begin += len(line)
		points := point().FindAllStringSubmatchIndex(line, -1)
		if len(points) != board.Files {
			continue
		}
		if lines++; lines == 1 {
			first = at
		}
		for file, m := range points {
			side, name := board.Red, 2
			if m[name] < 0 {
				side, name = board.Black, 4
			}
			if m[name] < 0 {
				continue
			}
			pieces++
			kind, known := pictured[line[m[name]:m[name+1]]]
			switch {
			case lines > board.Ranks:
			case known:
				setup.Pieces[board.SquareAt(file, board.Ranks-lines)] = board.NewPiece(side, kind)
			case bad == nil:
				bad = p.wrap(at+m[name], fmt.Errorf("%w: piece %q in the picture of the position", errOther, line[m[name]:m[name+1]]))
			}
		}
	}
	switch {
	case pieces == 0:
		return nil
	case lines < board.Ranks:
		p.warn(first, fmt.Errorf("%w but %d, left out", ErrPicture, lines))
		return nil
	case lines > board.Ranks:
		p.warn(first, fmt.Errorf("%w but %d, of which the first ten hold", ErrPicture, lines))
	}
	if bad != nil {
		return bad
	}
	if p.blackFirst() {
		setup.Side = board.Black
	}
	start, err := preorder.Start(setup, board.NoMove)
	if err != nil {
		return p.wrap(first, fmt.Errorf("%w: %w", errOther, err))
	}
	g.Start, p.placed = start, true
	return nil
}

// blackFirst reports whether what stands in front of the first move gives it to Black.
func (p *parser) blackFirst() bool {
	ahead := *p
	for {
		if _, ok := ahead.passComments(); !ok {
			return false
		}
		word := ahead.word()
		if ahead.turn.sided || word != "" || ahead.turn.number == 0 {
			return ahead.turn.sided && ahead.turn.side == board.Black
		}
	}
}
