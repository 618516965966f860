package match_test

import (
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/match"
	"chuhe/rules"
	"chuhe/search"
)

// A match of two searchers in this process.
func ExampleTournament() {
	entrant := func(name string, nodes uint64) match.Entrant {
		return match.Entrant{
			Name: name, Control: match.TimeControl{Nodes: nodes},
			New: func(context.Context, int) (match.Player, error) {
				engine, err := search.New(search.Options{Hash: 1, Threads: 1, MultiPV: 1, Evaluation: eval.Classical{}})
				return match.Searcher{Thinker: engine}, err
			},
		}
	}
	t := match.Tournament{
		Entrants: []match.Entrant{entrant("strong", 1000), entrant("weak", 10)},
		Schedule: match.Schedule{Players: 2, Format: match.RoundRobin, Rounds: 1, Games: 2},
		Openings: []match.Opening{{Start: board.Start()}},
		Terms:    match.Terms{Rules: rules.DefaultOptions()},
	}
	standings := match.NewStandings([]string{"strong", "weak"})
	if err := t.Run(context.Background(), standings); err != nil {
		fmt.Println(err)
	}
	fmt.Println(standings.Total(0).Games(), "games,", standings.Total(0).Points()+standings.Total(1).Points(), "points")
	// Output: 2 games, 2 points
}
