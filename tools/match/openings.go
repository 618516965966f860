package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"runtime"

	"chuhe/eval/evals"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lab/openings/maker"
	"chuhe/lang"
	"chuhe/tools/match/openings"
	"chuhe/tools/match/tournament"
)

// loadOpenings sets the openings, in the order in which they are played, and returns the number of bad
// ones that were left out.
func (s *settings) loadOpenings(ctx context.Context, streams command.Streams) (bad int, err error) {
	list, bad, err := s.readOpenings(ctx, streams)
	if err == nil && s.book.start > len(list) {
		err = lang.Errorf("match.startOpenings", "start", s.book.start, "n", len(list))
	}
	if err != nil {
		return 0, fmt.Errorf("-openings: %w", err)
	}
	if s.book.order == random && s.book.drawn == 0 { // those have an order by seed of their own
		openings.Shuffle(list, s.seed)
	}
	n := s.book.start - 1
	s.Openings = append(list[n:len(list):len(list)], list[:n]...)
	return bad, nil
}

// readOpenings returns the openings in the order of their source, at least one, and the number of bad
// ones that were left out.
func (s *settings) readOpenings(ctx context.Context, streams command.Streams) (list []tournament.Opening, bad int, err error) {
	switch {
	case s.book.drawn > 0:
		list, err = s.drawOpenings(ctx, streams)
		return list, 0, err
	case s.book.file == "":
		return openings.BuiltIn(), 0, nil
	}
	text, err := command.ReadPipe(ctx, s.book.file, command.MaxData)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", s.book.file, command.WithoutPath(err))
	}
	var faults []error
	if s.book.format == formatPGN {
		list, faults = openings.ReadPGN(text, s.book.plies, s.Rules)
	} else {
		list, faults = openings.ReadEPD(text, s.Rules)
	}
	if bad = len(faults); bad > 0 && !s.book.skipBad {
		return nil, 0, lang.Errorf("match.badOpenings", "file", s.book.file, "error", formats.Fault{Err: faults[0]}, "n", bad)
	}
	if len(list) == 0 {
		return nil, 0, lang.Errorf("match.noOpening", "file", s.book.file)
	}
	return list, bad, nil
}

// drawOpenings returns openings that the engine makes, or has made before.
func (s *settings) drawOpenings(ctx context.Context, streams command.Streams) (list []tournament.Opening, err error) {
	evaluation, err := evals.Default()
	if err != nil {
		return nil, err
	}
	m := maker.Maker{Recipe: maker.Random(s.seed, s.book.low, s.book.high), Evaluation: evaluation, Threads: runtime.GOMAXPROCS(0)}
	if s.book.title, err = m.Title(); err != nil {
		return nil, err
	}
	meter := command.NewMeter(streams)
	defer meter.Close()
	said := false
	m.Report = func(have int) {
		if !said {
			said = true
			fmt.Fprintln(meter.Out, s.lang.Say("match.making", "n", s.book.drawn))
		}
		meter.Show(float64(have)/float64(s.book.drawn), s.lang.Say("match.makingAt", "done", have, "n", s.book.drawn))
	}
	cache, unkept := maker.UserCache()
	drawn, err := cache.Get(ctx, &m, s.book.drawn)
	if unsaved, ok := errors.AsType[*maker.UnsavedError](err); ok {
		unkept, err = unsaved.Err, nil
	}
	if said && unkept != nil {
		fmt.Fprintln(meter.Out, s.lang.Say("match.notKept", "error", unkept))
	}
	for _, p := range drawn {
		list = append(list, tournament.Opening{Start: p})
	}
	return list, err
}

// digest identifies the list of openings. Lists that are drawn by the same recipe differ only
// in their length, and a match may be continued with more of them.
func (s *settings) digest() string {
	h, list := sha256.New(), s.Openings
	if s.book.drawn > 0 {
		fmt.Fprintln(h, s.book.title)
		list = nil
	}
	for _, o := range list {
		fmt.Fprintln(h, o.Start.FEN(), o.Moves)
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// unplayed says of every number that no game with it has been played.
func unplayed(int) bool { return false }

// checkRepeats returns an error where games would be played that, as far as is known, equal
// others: from the same opening, by engines that no clock lets vary. A number that has been
// played is not among them.
func (s *settings) checkRepeats(played func(number int) bool) error {
	list, fixed := len(s.Openings), 0
	for _, e := range s.engines {
		if !e.control.Varies() && e.threads() == 1 && !e.engine.Ponder {
			fixed++
		}
	}
	switch {
	case s.book.again || fixed < 2:
		return nil
	case s.Schedule.Games > 2:
		return lang.Errorf("match.gamesAgain", "games", s.Schedule.Games)
	}
	if s.Schedule.Format.Drawn() {
		// The same two engines meet again only where a tie is level.
		if need := 1 + s.Schedule.TieBreaks; list < need && s.Schedule.Format == tournament.Knockout {
			return lang.Errorf("match.breaksAgain", "breaks", s.Schedule.TieBreaks, "n", list, "most", list-1)
		}
		return nil
	}
	for n := s.Schedule.Len(); n > 0; n-- {
		at := s.Schedule.At(n)
		if at.Opening < list {
			break
		}
		red, black := s.engines[at.RedPlayer], s.engines[at.BlackPlayer]
		if played(n) || red.control.Varies() || black.control.Varies() {
			continue
		}
		return lang.Errorf("match.roundsAgain", "rounds", s.Schedule.Rounds, "n", list)
	}
	return nil
}
