package board_test

import (
	"errors"
	"fmt"

	"chuhe/board"
)

func ExampleParseFEN() {
	p, err := board.ParseFEN("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r")
	fmt.Println(p, err)

	_, err = board.ParseFEN("3k5/9/9/9/9/9/1P7/9/9/4K4 w")
	fmt.Println(err)
	fmt.Println(errors.Is(err, board.ErrPawnPoint))
	// Output:
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1 <nil>
	// bad FEN: pawn where no pawn can stand: "P" at offset 15 (board): red pawn on b3, want ranks 3 and 4 on the files a c e g i, or ranks 5-9
	// true
}

func ExamplePosition_Make() {
	p := board.Start()
	child := p.Make(board.MustParseMove("h2e2"))
	fmt.Println(p)
	fmt.Println(child)
	// Output:
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1
	// rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1
}

func ExampleLine() {
	game := board.NewLine(board.Start())
	for _, text := range []string{"h2e2", "h9g7"} {
		m, err := board.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		game.Play(m)
	}
	fmt.Println(game.Len(), game.Moves(), game.Position().Side())
	game.Undo()
	fmt.Println(game.Len(), game.Moves(), game.Position().Side())
	// Output:
	// 2 [h2e2 h9g7] red
	// 1 [h2e2] black
}
