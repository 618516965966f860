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

// Follow the three best lines, and end the search from outside: any goroutine may cancel the
// context at any time, a function that reports too.
func ExampleEngine_Search_lines() {
	options := search.DefaultOptions()
	options.Evaluation = eval.Classical{}
	options.MultiPV = 3
	engine, err := search.New(options)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var lines [3]search.Info
	engine.Search(ctx, board.NewLine(board.Start()), search.Limits{}, func(i search.Info) {
		if len(i.PV) == 0 {
			return // it says only how far the search is
		}
		lines[i.MultiPV-1] = i
		if i.MultiPV == 3 && i.Depth >= 5 {
			cancel()
		}
	})
	for rank, line := range lines {
		fmt.Println(rank+1, line.Depth >= 5, len(line.PV) > 0)
	}
	// Output:
	// 1 true true
	// 2 true true
	// 3 true true
}
