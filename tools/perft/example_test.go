package perft_test

import (
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/tools/perft"
)

func ExampleCounter_Count() {
	counter, err := perft.New(perft.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer counter.Close()
	start := board.Start()
	tree, err := counter.Count(context.Background(), &start, 3)
	fmt.Println(tree.Nodes, "leaves below", len(tree.Branches), "moves", err)
	// Output: 79666 leaves below 44 moves <nil>
}
