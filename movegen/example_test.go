package movegen_test

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
)

// Black's advisor may not step between the cannon and the king: it would be
// the screen that the cannon lacks.
func ExampleLegal() {
	p, err := board.ParseFEN("3ak4/9/9/4C4/9/4P4/9/9/9/3K5 b - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	var buf [movegen.MaxMoves]board.Move
	for _, m := range movegen.Legal(&p, buf[:0]) {
		child := p.Make(m)
		fmt.Println(m, child.FEN())
	}
	// Unordered output:
	// e9e8 3a5/4k4/9/4C4/9/4P4/9/9/9/3K5 w - - 1 2
	// e9f9 3a1k3/9/9/4C4/9/4P4/9/9/9/3K5 w - - 1 2
}

func ExampleChecks_Gives() {
	p := board.Start()
	checks := movegen.NewChecks(&p)
	fmt.Println(checks.Gives(&p, board.MustParseMove("h2e2")))
	// Output: false
}
