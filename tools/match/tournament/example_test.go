package tournament_test

import (
	"context"
	"fmt"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// A match of two searchers in this process.
func ExampleTournament() {
	entrant := func(name string, nodes uint64) tournament.Entrant {
		return tournament.Entrant{
			Name: name, Control: tournament.TimeControl{Nodes: nodes},
			New: func(context.Context, int) (tournament.Player, error) {
				engine, err := search.New(search.Options{Hash: 1, Threads: 1, MultiPV: 1, Evaluation: eval.Classical{}})
				return tournament.Searcher{Thinker: engine}, err
			},
		}
	}
	t := tournament.Tournament{
		Entrants: []tournament.Entrant{entrant("strong", 1000), entrant("weak", 10)},
		Schedule: tournament.Schedule{Players: 2, Format: tournament.RoundRobin, Rounds: 1, Games: 2},
		Openings: []tournament.Opening{{Start: board.Start()}},
		Terms:    tournament.Terms{Rules: rules.DefaultOptions()},
	}
	standings := tournament.NewStandings([]string{"strong", "weak"})
	if err := t.Run(context.Background(), standings); err != nil {
		fmt.Println(err)
	}
	fmt.Println(standings.Total(0).Games(), "games,", standings.Total(0).Points()+standings.Total(1).Points(), "points")
	// Output: 2 games, 2 points
}
