package eval_test

import (
	"fmt"

	"chuhe/board"
	"chuhe/eval"
)

// Evaluate a position without searching it. Scores are from the view of the side to move.
func ExampleEvaluation() {
	p, err := board.ParseFEN("3k5/9/9/9/9/9/9/9/R8/4K4 b")
	if err != nil {
		fmt.Println(err)
		return
	}
	evaluator := eval.Classical{}.New()
	evaluator.Reset(&p)
	score := evaluator.Evaluate(&p)
	chances := score.Chances(&p)
	fmt.Println(score < -300, chances.Lost > chances.Won)
	// Output: true true
}

func ExampleScore_MateDistance() {
	plies, mate := eval.MatedIn(4).MateDistance()
	fmt.Println(plies, mate)
	// Output: -4 true
}
