package book_test

import (
	"fmt"
	"math/rand/v2"

	"chuhe/board"
	"chuhe/book"
	"chuhe/movegen"
)

// Choose a move of the book that comes with the engine. With the same seed it is the same.
func ExampleOpen() {
	opened, err := book.Open(book.Embedded)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer opened.Close()
	start := board.Start()
	moves, err := opened.Moves(&start)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, ok := book.Weighted.Pick(moves, rand.New(rand.NewPCG(1, 0)))
	fmt.Println(movegen.IsLegal(&start, m.Move), ok)
	// Output: true true
}
