package endgame_test

import (
	"context"
	"fmt"
	"log"

	"chuhe/board"
	"chuhe/rules/endgame"
)

// A pawn that has gone too far is of no use; a step of the king wins at once.
func ExampleSolve() {
	p, err := board.ParseFEN("3k5/9/3P5/9/9/9/9/9/9/4K4 w")
	if err != nil {
		log.Fatal(err)
	}
	material, attacker, err := endgame.MaterialOf(&p.Placement)
	if err != nil {
		log.Fatal(err)
	}
	tables, err := endgame.Solve(context.Background(), material, endgame.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer tables.Close()
	verdict, _ := tables.Probe(&p.Placement)
	fmt.Println(material, attacker, verdict.Won, verdict.Moves)
	for _, c := range tables.Choices(&p) {
		fmt.Println(c.Move, c.Won, c.Moves)
	}
	// Output:
	// P red true 1
	// e0e1 true 0
	// e0f0 true 1
	// e0d0 true 2
	// d7c7 true 2
	// d7e7 true 2
	// d7d8 false 0
}
