package count_test

import (
	"fmt"

	"chuhe/board"
	"chuhe/tools/perft/count"
)

func ExampleLeaves() {
	p := board.Start()
	for depth := range 4 {
		fmt.Println(depth, count.Leaves(&p, depth))
	}
	// Output:
	// 0 1
	// 1 44
	// 2 1920
	// 3 79666
}
