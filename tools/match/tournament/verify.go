package tournament

import (
	"fmt"
	"slices"

	"chuhe/board"
	"chuhe/rules"
)

// Verify judges a finished game again from its moves and scores. It returns an error if
// the moves are not legal, if the game had ended before the last of them, or if it did
// not end as the record says. That a player resigned or failed cannot be seen from the
// moves, only which side can have lost by it.
func (r *Record) Verify(terms *Terms) error {
	start, err := board.ParseFEN(r.Start)
	if err != nil {
		return err
	}
	if r.Book < 0 || r.Book > len(r.Moves) {
		return fmt.Errorf("%d of %d plies are the opening's", r.Book, len(r.Moves))
	}
	t := table{
		Game:    &Game{Terms: *terms},
		referee: rules.NewReferee(board.NewLine(start), terms.Rules),
		judge:   adjudicator{resign: terms.Resign, draw: terms.Draw},
	}
	var end Outcome
	over := false
	for i, ply := range r.Moves {
		if i == r.Book {
			end, over = t.over()
		}
		if over {
			return fmt.Errorf("ply %d: the game had ended: %s", i+1, end.Reason)
		}
		m, err := board.ParseMove(ply.Move)
		if err != nil {
			return fmt.Errorf("ply %d: %w", i+1, err)
		}
		p := t.referee.Game().Position()
		if reason := rules.Illegal(p, m); reason != nil {
			return fmt.Errorf("ply %d: %s is illegal: %w", i+1, ply.Move, reason)
		}
		side, fullmove := p.Side(), p.Fullmove()
		t.referee.Play(m)
		if i < r.Book {
			continue
		}
		end, over = t.end(side, ply.Score, fullmove)
	}
	if len(r.Moves) == r.Book {
		end, over = t.over()
	}
	if !over {
		return r.verifyOpen(t.referee.Game().Position().Side())
	}
	if r.Result != end.Result || r.End != end.End {
		return fmt.Errorf("%s by %s, but the moves say %s by %s", r.Result, r.End, end.Result, end.End)
	}
	return nil
}

// verifyOpen returns an error unless a game in which a side is to move can have ended as
// the record says, though its moves do not end it.
func (r *Record) verifyOpen(side board.Side) error {
	want := []board.Result{board.Win(side.Other())}
	switch r.End {
	case Agreement:
		want = []board.Result{board.Draw}
	case NoAnswer, Crash: // also while it ponders, or before the first move
		want = []board.Result{board.RedWins, board.BlackWins}
	case Resignation, TimeLoss, IllegalMove:
	default:
		return fmt.Errorf("%s by %s, but the moves do not end the game", r.Result, r.End)
	}
	if !slices.Contains(want, r.Result) {
		return fmt.Errorf("%s by %s, want %s, since %v is to move", r.Result, r.End, want[0], side)
	}
	return nil
}
