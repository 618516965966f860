package pgn

import (
	"fmt"
	"regexp"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/preorder"
)

// A sheet of a game from another position than the start may have a picture of it above the moves,
// as dpxq.com and XQStudio write them: ten lines, Black's side above, of nine points each. Red's
// pieces stand in round brackets, Black's in square ones.

var (
	point = regexp.MustCompile(`[(（]([兵士仕相马馬炮砲车車帅帥])[)）]|\[([卒士象马馬炮砲车車将將])\]|[┌┬┐├┼┤└┴┘※]`)
	// blackFirst finds moves of which Black has the first.
	blackFirst = regexp.MustCompile(`^[\s　]*[1１][.．、][\s　]*(?:…|\.\.\.)`)
)

// pictured are the pieces of a picture.
var pictured = map[string]board.PieceType{
	"兵": board.Pawn, "卒": board.Pawn, "士": board.Advisor, "仕": board.Advisor, "相": board.Bishop, "象": board.Bishop,
	"马": board.Knight, "馬": board.Knight, "炮": board.Cannon, "砲": board.Cannon, "车": board.Rook, "車": board.Rook,
	"帅": board.King, "帥": board.King, "将": board.King, "將": board.King,
}

// picture gives a game the position of a picture above its moves, unless it has one.
func (p *parser) picture(g *game.Game, text string) error {
	setup := board.Setup{Fullmove: 1}
	rank := board.Ranks
	for line := range strings.Lines(text) {
		points := point.FindAllStringSubmatch(line, -1)
		if len(points) != board.Files || rank == 0 {
			continue
		}
		rank--
		for file, m := range points {
			at := &setup.Pieces[board.SquareAt(file, rank)]
			switch {
			case m[1] != "":
				*at = board.NewPiece(board.Red, pictured[m[1]])
			case m[2] != "":
				*at = board.NewPiece(board.Black, pictured[m[2]])
			}
		}
	}
	if p.placed || rank > 0 {
		return nil
	}
	if blackFirst.MatchString(p.rest()) {
		setup.Side = board.Black
	}
	start, err := preorder.Start(setup, board.NoMove)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	g.Start, p.placed = start, true
	return nil
}
