package match

import (
	"fmt"
	"strconv"
	"time"

	"chuhe/board"
	"chuhe/game"
	"chuhe/tools/match/tournament"
)

// terminations are the values of the tag Termination that PGN knows; every
// other end is "normal".
var terminations = map[tournament.End]string{
	tournament.Adjudicated: "adjudication",
	tournament.TimeLoss:    "time forfeit",
	tournament.IllegalMove: "rules infraction",
	tournament.NoAnswer:    "abandoned",
	tournament.Crash:       "abandoned",
}

// recorded returns a record as a game of a file.
func recorded(s *settings, r *tournament.Record) (*game.Game, error) {
	played, err := r.Replay()
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", r.Game, err)
	}
	termination := terminations[r.End]
	if termination == "" {
		termination = "normal"
	}
	g := game.New(*played.At(0), played.Moves()...)
	g.Result = r.Result
	add := func(name, value string) { g.Tags = append(g.Tags, game.Tag{Name: name, Value: value}) }
	add(game.TagEvent, s.event)
	add(game.TagSite, s.site)
	add(game.TagDate, r.Began.Format("2006.01.02"))
	add(game.TagRound, fmt.Sprintf("%d.%d", r.Round, r.Game))
	add(game.TagRed, r.Red)
	add(game.TagBlack, r.Black)
	add(game.TagVariant, "xiangqi")
	add(game.TagRules, s.Rules.Set.String())
	add(game.TagPlyCount, strconv.Itoa(len(r.Moves)))
	if r.RedControl == r.BlackControl {
		add(game.TagTimeControl, r.RedControl)
	} else {
		add("RedTimeControl", r.RedControl)
		add("BlackTimeControl", r.BlackControl)
	}
	add(game.TagTermination, termination)
	for v := range g.Main() {
		switch i := v.Ply - 1; {
		case i < 0:
		case i < r.Book:
			v.Comment = "book"
		default:
			note(v.Node, v.Position.Side(), r.Moves[i])
		}
	}
	last := g.Last()
	if last.Comment != "" {
		last.Comment += " "
	}
	last.Comment += r.Reason
	return g, nil
}

// note notes the score and the time of a ply.
func note(n *game.Node, mover board.Side, p tournament.Ply) {
	n.Elapsed = new(time.Duration(p.Millis) * time.Millisecond)
	if p.Score == nil {
		return
	}
	e := game.Eval{Depth: p.Depth}
	switch mate := p.Score.Mate; {
	case mate > 0:
		e.Mate = 2*mate - 1
	case mate < 0:
		e.Mate = 2 * mate
	default:
		e.Centipawns = p.Score.CP
	}
	e.Centipawns, e.Mate = e.From(mover)
	n.Eval = &e
}
