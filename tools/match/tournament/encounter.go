package tournament

import (
	"context"
	"errors"
	"iter"
)

// Board plays the encounters of a tournament one at a time, apart from its other games.
type Board struct{ board boardOf }

// Board returns the board of a number. The format must be one whose games are known before the first.
func (t *Tournament) Board(number int) *Board {
	return &Board{boardOf{run: &run{Tournament: t}, number: number, players: make(map[int]Player)}}
}

// Encounters returns the number of encounters.
func (t *Tournament) Encounters() int { return t.Schedule.Len() / t.Schedule.Games }

// Encounter plays the games of an encounter, from 0. The error wraps [ErrBroken] if an engine crashed or
// did not answer, and Recover is not set.
func (b *Board) Encounter(ctx context.Context, n int) (records []Record, err error) {
	games := b.board.Schedule.Games
	for i := range games {
		r, err := b.board.game(ctx, b.board.Schedule.At(n*games+i+1))
		if err == nil {
			err = b.board.broken(&r)
		}
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// Close ends the players.
func (b *Board) Close() { b.board.close() }

// Count adds games that were played elsewhere to the standings, as [Tournament.Run] adds those that
// it plays, and ends as early.
func (t *Tournament) Count(ctx context.Context, s *Standings, games iter.Seq2[*Record, error]) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r := run{Tournament: t, standings: s, cancel: cancel}
	r.changed.L = &r.mu
	if r.Decided(r.standings) {
		return nil
	}
	for record, err := range games {
		switch {
		case err != nil:
			return err
		case s.Has(record.Game):
			continue
		}
		if err := r.finish(ctx, record); errors.Is(err, errDecided) {
			return nil
		} else if err != nil {
			return err
		}
	}
	return nil
}
