package tournament_test

import (
	"context"
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/rules"
	"chuhe/search"
	"chuhe/tools/match/tournament"
)

// searcher is a player in this process: an engine, which also has the method Close of a player.
type searcher struct{ *search.Engine }

// NewGame implements [tournament.Player].
func (s searcher) NewGame(context.Context) error {
	s.Clear()
	return nil
}

// Think implements [tournament.Player].
func (s searcher) Think(ctx context.Context, game *board.Line, turn tournament.Turn) (tournament.Answer, error) {
	began := time.Now()
	found := s.Search(ctx, game, turn.Limits, nil)
	return tournament.Answer{Move: found.Best, Text: found.Best.String(), Time: time.Since(began)}, ctx.Err()
}

// Exchange implements [tournament.Player]: this one exchanges no lines of text.
func (searcher) Exchange() []string { return nil }

// A match of two players in this process, of whom one may search less.
func ExampleTournament() {
	entrant := func(name string, nodes uint64) tournament.Entrant {
		return tournament.Entrant{
			Name: name, Control: tournament.TimeControl{Nodes: nodes},
			New: func(context.Context, int) (tournament.Player, error) {
				engine, err := search.New(search.Options{Hash: 1, Threads: 1, MultiPV: 1, Evaluation: eval.Classical{}})
				return searcher{engine}, err
			},
		}
	}
	t := tournament.Tournament{
		Entrants: []tournament.Entrant{entrant("strong", 1000), entrant("weak", 10)},
		Schedule: tournament.Schedule{Players: 2, Format: tournament.RoundRobin, Rounds: 1, Games: 2},
		Openings: []tournament.Opening{{Start: board.Start()}},
		Terms:    tournament.Terms{Rules: rules.DefaultOptions()},
		// With more rounds this would end the match as soon as it is decided.
		SPRT: &tournament.SPRT{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, Model: "normalized"},
	}
	standings := tournament.NewStandings([]string{"strong", "weak"})
	if err := t.Run(context.Background(), standings); err != nil {
		fmt.Println(err)
	}
	fmt.Println(standings.Total(0).Games(), "games,", standings.Total(0).Points()+standings.Total(1).Points(), "points")
	// Output: 2 games, 2 points
}
