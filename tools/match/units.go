package match

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"os/exec"
	"slices"

	"chuhe/internal/command"
	"chuhe/internal/unit"
	"chuhe/lang"
	"chuhe/tools/match/tournament"
)

// checkUnits returns an error about flags that do not go with -unit, -merge or -untimed.
func (s *settings) checkUnits() error {
	if s.Untimed {
		for _, e := range s.engines {
			if e.control.Varies() {
				return lang.Errorf("match.untimedClock", "engine", e.name)
			}
		}
	}
	switch {
	case !s.units.Given():
		return nil
	case s.units.Part.N > 0 && s.units.Merge:
		return s.units.Check()
	case s.Schedule.Format.Drawn():
		return lang.Errorf("match.undivided", "format", string(s.Schedule.Format))
	case s.units.Over != nil:
		s.Untimed = s.exact()
	case s.base == "":
		return lang.Errorf("match.unitsOut")
	case s.resume != "":
		return lang.Errorf("match.unitsResume")
	}
	return nil
}

// job returns the match as a job: a unit is an encounter. The programs are part of it, so that no
// results of different ones are joined.
func (s *settings) job() (*unit.Job, error) {
	recipe := struct {
		fingerprint
		Untimed  bool     `json:"untimed"`
		Programs []string `json:"programs"`
	}{fingerprint: s.fingerprint(), Untimed: s.Untimed}
	sums := map[string]string{} // often the engines are one program
	for _, e := range s.engines {
		path, err := exec.LookPath(e.engine.Command)
		if err != nil {
			return nil, err
		}
		if sums[path] == "" {
			program, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			sums[path] = unit.Sum(program)
		}
		recipe.Programs = append(recipe.Programs, sums[path])
	}
	j, err := unit.New("match", "", s.exact() && s.Untimed, recipe, nil)
	if err != nil {
		return nil, err
	}
	j.Units = s.Encounters()
	boards := 0
	j.Kind = func(*unit.Recipe, map[string][]byte) (func() (unit.Worker, error), error) {
		return func() (unit.Worker, error) {
			boards++
			return encounters{s.Board(boards - 1)}, nil
		}, nil
	}
	return j, nil
}

// exact reports whether the games are the same every time.
func (s *settings) exact() bool {
	return !slices.ContainsFunc(s.engines, func(e *spec) bool {
		return e.control.Varies() || e.threads() != 1 || e.engine.Ponder
	})
}

// playUnits plays a part of the encounters.
func playUnits(ctx context.Context, s *settings, streams command.Streams) error {
	j, err := prepareUnits(ctx, s, streams)
	if err != nil {
		return command.Input(err)
	}
	return s.units.Run(ctx, j, s.base, s.Boards, streams)
}

// prepareUnits does everything that can fail before the first game of a part.
func prepareUnits(ctx context.Context, s *settings, streams command.Streams) (*unit.Job, error) {
	_, err := s.loadOpenings(ctx, streams)
	if err == nil {
		err = s.checkRepeats(unplayed)
	}
	if err == nil {
		err = s.tryEngines(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, e := range s.engines {
		s.Entrants = append(s.Entrants, e.entrant(s.cpus, nil))
	}
	return s.job()
}

// checkParts returns an error where a part of the match that -merge joins is missing or damaged.
func (s *settings) checkParts(ctx context.Context) error {
	j, err := s.job()
	if err != nil {
		return err
	}
	for _, err := range s.units.Carrier(s.base)(ctx, j, 0) {
		if err != nil {
			return err
		}
	}
	return nil
}

// encounters plays encounters.
type encounters struct{ *tournament.Board }

// Do implements [unit.Worker]: the result has the games, a line of JSON each.
func (e encounters) Do(ctx context.Context, n int) ([]byte, error) {
	records, err := e.Encounter(ctx, n)
	if err != nil {
		return nil, err
	}
	return encode(records)
}

func encode(records []tournament.Record) ([]byte, error) {
	var b bytes.Buffer
	lines := json.NewEncoder(&b)
	for i := range records {
		if err := lines.Encode(&records[i]); err != nil {
			return nil, err
		}
	}
	return b.Bytes(), nil
}

// decode is the reverse of encode. The error may say that there are not as many games as wanted.
func decode(result []byte, games int) (records []tournament.Record, err error) {
	for lines := json.NewDecoder(bytes.NewReader(result)); lines.More(); {
		var r tournament.Record
		if err := lines.Decode(&r); err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	if len(records) != games {
		return nil, fmt.Errorf("number of games is %d, want %d", len(records), games)
	}
	return records, nil
}

// countUnits counts the games of units that are done elsewhere, from the first that has not
// been counted.
func (m *session) countUnits(ctx context.Context, carrier unit.Carrier) error {
	job := m.job
	if m.units.Over != nil {
		job = m.ownJob
	}
	j, err := job()
	if err != nil {
		return err
	}
	j.State = m.state
	number := 1
	for m.standings.Has(number) {
		number++
	}
	first := (number - 1) / m.Schedule.Games
	return m.Count(ctx, m.standings, m.games(carrier(ctx, j, first), first))
}

// games yields the games of units from the first on, each checked in the same way as games of
// a journal.
func (m *session) games(results iter.Seq2[[]byte, error], first int) iter.Seq2[*tournament.Record, error] {
	return func(yield func(*tournament.Record, error) bool) {
		unit, number := first, first*m.Schedule.Games
		for result, err := range results {
			if err != nil {
				yield(nil, err)
				return
			}
			records, err := decode(result, m.Schedule.Games)
			if err != nil {
				yield(nil, fmt.Errorf("unit %d: %w", unit, err))
				return
			}
			for i := range records {
				r := &records[i]
				number++
				if r.Game != number {
					err = fmt.Errorf("it is game %d", r.Game)
				}
				if err == nil {
					err = m.belongs(r.Pairing)
				}
				if err == nil {
					err = r.Verify(&m.Terms)
				}
				if err != nil {
					err = fmt.Errorf("unit %d, game %d: %w", unit, number, err)
				}
				if !yield(r, err) || err != nil {
					return
				}
			}
			unit++
		}
	}
}
