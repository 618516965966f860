package rules_test

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

// Ask which moves would end play, and how. Red has checked with every move, and may not
// do so again; the move back to the second rank is free.
func ExampleReferee_Outcomes() {
	start, err := board.ParseFEN("3k5/9/9/9/2R6/9/9/9/6r2/4K1N2 w")
	if err != nil {
		fmt.Println(err)
		return
	}
	referee := rules.NewReferee(board.NewLine(start), rules.DefaultOptions())
	for _, move := range strings.Fields("c5c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9") {
		referee.Play(board.MustParseMove(move))
	}
	for _, outcome := range referee.Outcomes() {
		if outcome.Verdict.Result.Finished() {
			fmt.Println(outcome.Move, outcome.Verdict)
		}
	}
	// Output: c8c9 red loses: perpetual check
}
