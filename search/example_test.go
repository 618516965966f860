package search_test

import (
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/search"
)

// Search to a depth, with the hand-written evaluation: package evals opens the network.
func ExampleEngine_Search() {
	options := search.DefaultOptions()
	options.Evaluation = eval.Classical{}
	engine, err := search.New(options)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()

	start, err := board.ParseFEN("4k4/R8/9/9/9/9/9/8p/1R7/3K5 w")
	if err != nil {
		fmt.Println(err)
		return
	}
	result := engine.Search(context.Background(), board.NewLine(start), search.Limits{Depth: 6}, nil)
	plies, mates := result.Score.MateDistance()
	fmt.Println(result.Best, plies, mates)
	// Output: b1b9 1 true
}
