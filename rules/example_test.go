package rules_test

import (
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

// Judge a game by every set of rules. Red's chariot attacks the cannon with every move; the
// league waits for a fourth occurrence of the position.
func ExampleJudge() {
	game, err := rules.ReplayText("3k5/9/9/9/c8/9/9/1R7/9/4K4 w", "b2a2 a5b5 a2b2 b5a5 b2a2 a5b5 a2b2 b5a5")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, set := range rules.Sets() {
		fmt.Println(set, rules.Judge(game, rules.Options{Set: set, MoveLimit: rules.OwnLimit}))
	}
	_, err = rules.ReplayText(board.StartFEN, "h2e2 h9h7")
	fmt.Println(err)
	// Output:
	// computer red loses: perpetual chase
	// asian red loses: perpetual chase
	// chinese red loses: perpetual chase
	// league continue
	// checkban draw: repetition
	// alwaysdraw draw: repetition
	// the side's own piece stands on the second square (ply 2, h9h7, black knight)
}

// Ask which moves would end play, and how. Red has checked with every move, and may not
// do so again; the move back to the second rank is free.
func ExampleReferee_Outcomes() {
	start, err := board.ParseFEN("3k5/9/9/9/2R6/9/9/9/6r2/4K1N2 w")
	if err != nil {
		fmt.Println(err)
		return
	}
	referee := rules.NewReferee(board.NewLine(start), rules.DefaultOptions())
	for move := range strings.FieldsSeq("c5c9 d9d8 c9c8 d8d9 c8c9 d9d8 c9c8 d8d9") {
		referee.Play(board.MustParseMove(move))
	}
	for _, outcome := range referee.Outcomes() {
		if outcome.Verdict.Result.Finished() {
			fmt.Println(outcome.Move, outcome.Verdict)
		}
	}
	// Output: c8c9 red loses: perpetual check
}
