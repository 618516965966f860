package game_test

import (
	"bytes"
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/game/pgn"
)

// Read a file of any format: package formats finds which it is.
func Example() {
	format, games, err := formats.Read(strings.NewReader(`[Red "Hu Ronghua"]
[Black "Yang Guanlin"]

1. C2=5 h8+7 2. H2+3 *`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for g, err := range games {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(format.Name, g.Tag("Red"), g.Moves())
	}
	// Output: pgn Hu Ronghua [h2e2 h9g7 h0g2]
}

// Walk through a game with its variation, and write it as XQF, which cannot hold the sign.
func ExampleGame_Walk() {
	g, err := pgn.Moves(board.Start(), "1. h2e2 h9g7 (1... b9c7) 2. h0g2!")
	if err != nil {
		fmt.Println(err)
		return
	}
	for v := range g.Walk() {
		if v.Parent == nil {
			continue // the start, before any move
		}
		fmt.Println(v.Depth, notation.Number(v.Position), notation.WXF.Format(v.Position, v.Move))
	}
	xqf, err := formats.Named("xqf")
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	lost, err := xqf.Write(&file, g, game.WriteOptions{})
	fmt.Println(file.Len(), lost, err)
	// Output:
	// 0 1. C2.5
	// 0 1... h8+7
	// 0 2. H2+3
	// 1 1... h2+3
	// 1064 [glyphs (1)] <nil>
}
