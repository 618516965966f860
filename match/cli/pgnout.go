package cli

import (
	"fmt"
	"strconv"
	"strings"

	"chuhe/game/pgn"
	"chuhe/match"
)

// terminations are the values of the tag Termination that PGN knows; every
// other end is "normal".
var terminations = map[match.End]string{
	match.Adjudicated: "adjudication",
	match.TimeLoss:    "time forfeit",
	match.IllegalMove: "rules infraction",
	match.NoAnswer:    "abandoned",
	match.Crash:       "abandoned",
}

// pgnGame returns a record as a game of a PGN file.
func pgnGame(s *settings, r *match.Record) (*pgn.Game, error) {
	game, err := r.Replay()
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.Game, err)
	}
	termination := terminations[r.End]
	if termination == "" {
		termination = "normal"
	}
	g := &pgn.Game{
		Tags: []pgn.Tag{
			{Name: "Event", Value: s.event},
			{Name: "Site", Value: s.site},
			{Name: "Date", Value: r.Began.Format("2006.01.02")},
			{Name: "Round", Value: fmt.Sprintf("%d.%d", r.Round, r.Game)},
			{Name: "Red", Value: r.Red},
			{Name: "Black", Value: r.Black},
			{Name: "Variant", Value: "xiangqi"},
			{Name: "Rules", Value: s.Rules.Set.String()},
			{Name: "PlyCount", Value: strconv.Itoa(len(r.Moves))},
		},
		Start:  *game.At(0),
		Result: r.Result,
	}
	add := func(name, value string) { g.Tags = append(g.Tags, pgn.Tag{Name: name, Value: value}) }
	if r.RedControl == r.BlackControl {
		add("TimeControl", r.RedControl)
	} else {
		add("RedTimeControl", r.RedControl)
		add("BlackTimeControl", r.BlackControl)
	}
	add("Termination", termination)
	for i, ply := range r.Moves {
		m := pgn.Move{Move: game.Move(i), Comment: comment(ply)}
		if i < r.Book {
			m.Comment = "book"
		}
		g.Moves = append(g.Moves, m)
	}
	if n := len(g.Moves); n > 0 {
		g.Moves[n-1].Comment = strings.TrimSpace(g.Moves[n-1].Comment + " " + r.Reason)
	} else {
		g.Comment = r.Reason
	}
	return g, nil
}

// comment is "+0.35/12 0.400s", as cutechess-cli and fastchess write it.
func comment(p match.Ply) string {
	elapsed := fmt.Sprintf("%.3fs", float64(p.Millis)/1000)
	if p.Score == nil {
		return elapsed
	}
	return fmt.Sprintf("%v/%d %s", p.Score, p.Depth, elapsed)
}
