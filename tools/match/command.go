package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"chuhe/game/pgn"
	"chuhe/internal/command"
	"chuhe/internal/journal"
	"chuhe/internal/wholefile"
	"chuhe/lang"
	"chuhe/tools/match/engine"
	"chuhe/tools/match/report"
	"chuhe/tools/match/tournament"
)

// Command is the command "chuhe match". When its context is done the match ends,
// what was played is kept, and the error comes from the context.
func Command() *command.Command { return over{}.command() }

func (o over) command() *command.Command {
	return &command.Command{
		Name: "match", Raw: true, More: o.list, Run: o.run,
	}
}

func (o over) run(ctx context.Context, words []string, s command.Streams) error {
	settings, err := o.parse(ctx, words, s.Lang)
	switch {
	case errors.Is(err, command.ErrInput): // no fault of the words, which the help explains
		return err
	case err != nil:
		return command.Usage(err)
	}
	if settings.units.Part.N > 0 {
		return playUnits(ctx, settings, s)
	}
	m, err := prepare(ctx, settings, s)
	if err != nil {
		return command.Input(err)
	}
	defer m.close()
	return m.play(ctx)
}

// session is a match with its files open.
type session struct {
	*settings
	meter     *command.Meter
	standings *tournament.Standings
	played    []tournament.Record
	journal   *journal.Journal[begun, entry]
	pgnFile   *os.File
	pgnSize   int64 // after the last game; it grows only
	pgnLost   error // why the file lacks games, which was said; nil where it has all
	logFile   *os.File
	logMutex  sync.Mutex
	logFault  error // the first one of writing to logFile
	shown     int   // games of the standings printed last
}

// prepare does everything that can fail before the first game.
func prepare(ctx context.Context, s *settings, streams command.Streams) (*session, error) {
	bad, err := s.loadOpenings(ctx, streams)
	if err != nil {
		return nil, err
	}
	m := &session{settings: s}
	m.standings = standingsOf(m)
	if err := m.begin(ctx); err != nil {
		m.close()
		return nil, err
	}
	m.Save, m.Finish = m.save, m.finish
	var trace func(string, int, string)
	if m.logFile != nil {
		trace = m.trace
	}
	if bad > 0 {
		fmt.Fprintln(streams.Out, s.lang.Say("match.leftOut", "n", bad))
	}
	m.meter = command.NewMeter(streams)
	m.show(m.standings)
	for _, e := range s.engines {
		m.Entrants = append(m.Entrants, e.entrant(m.cpus, trace))
	}
	return m, nil
}

// begin checks what can be checked of a match, and opens its files: last, so that a match which cannot
// be played leaves none, but first for one that is continued, since the rest depends on its games.
func (m *session) begin(ctx context.Context) error {
	if m.resume != "" {
		err := m.openAgain()
		if err == nil && !m.finished() {
			err = m.tryEngines(ctx)
		}
		if err == nil {
			err = m.checkRepeats(m.standings.Has)
		}
		return err
	}
	try := m.tryEngines
	if m.units.Merge { // nothing is played, nor written unless all parts can be joined
		try = m.checkParts
	}
	err := try(ctx)
	if err == nil {
		err = m.checkRepeats(unplayed)
	}
	if err == nil {
		err = m.open()
	}
	return err
}

// finished reports whether no games are left to be played.
func (m *session) finished() bool {
	s := m.standings
	return s.Games+s.Repeats >= s.Len() || m.Decided(s)
}

// standingsOf returns standings without games of the engines of a match.
func standingsOf(m *session) *tournament.Standings {
	names := make([]string, len(m.engines))
	for i, e := range m.engines {
		names[i] = e.name
	}
	s := tournament.NewStandings(names)
	s.Follow(m.Schedule)
	return s
}

// tryEngines starts every engine once, and returns an error about one that cannot play the match.
func (s *settings) tryEngines(ctx context.Context) error {
	for _, e := range s.engines {
		if err := s.try(ctx, e); err != nil {
			return fmt.Errorf("-engine: %w", err)
		}
	}
	return nil
}

// try starts an engine. One that cannot set up the openings, or count the time for a move, is refused.
func (s *settings) try(ctx context.Context, e *spec) error {
	p, err := engine.New(ctx, e.engine)
	if err != nil {
		return lang.Errorf("match.noStart", "name", e.name, "error", err)
	}
	p.Close()
	switch p := p.(type) {
	case *engine.XBoardEngine:
		setUp := slices.IndexFunc(s.Openings, func(o tournament.Opening) bool { return !o.Start.IsStart() })
		if !p.SetsUp() && setUp >= 0 {
			return lang.Errorf("match.noSetboard", "name", e.name, "n", setUp+1, "fen", s.Openings[setUp].Start.FEN())
		}
	case *engine.Engine:
		if t := e.control.MoveTime; p.WholeSeconds() && t > 0 && t < time.Second {
			return lang.Errorf("match.unitSeconds", "name", e.name, "seconds", fmt.Sprint(t.Seconds()))
		}
	}
	return nil
}

func (m *session) close() {
	if m.journal != nil {
		m.journal.Close()
	}
	for _, f := range []*os.File{m.pgnFile, m.logFile} {
		if f != nil {
			f.Close()
		}
	}
}

// play plays the match and prints the final standings.
func (m *session) play(ctx context.Context) error {
	var err error
	if carrier := m.units.Carrier(m.base); carrier != nil {
		err = m.countUnits(ctx, carrier)
	} else {
		err = m.Run(ctx, m.standings)
	}
	m.meter.Close()
	if m.shown != m.standings.Games+m.standings.Repeats || m.shown == 0 {
		fmt.Fprintln(m.meter.Out)
		printStandings(m.meter.Out, m.standings, m.SPRT, m.lang)
	}
	unfinished := err != nil
	followed, lost := m.followPGN()
	if lost == nil && !followed {
		lost = m.pgnLost
	}
	if lost != nil {
		lost = lang.Errorf("match.pgnLacks", "error", lost, "command", resumption(os.Args[0], m.journal.Name()))
	}
	for _, e := range []error{lost, m.writeReport(), m.logFault} {
		if err == nil {
			err = e
		}
	}
	switch {
	case !unfinished || errors.Is(err, journal.ErrGone): // nothing can be continued
	case m.units.Merge:
		fmt.Fprintln(m.meter.Out, m.lang.Say("match.stoppedMerge"))
	default:
		fmt.Fprintln(m.meter.Out, m.lang.Say("match.stopped", "command", resumption(os.Args[0], m.journal.Name())))
	}
	return err
}

// resumption returns the command line that continues a match, for the name by which
// the program was called.
func resumption(program, journal string) string {
	return command.CalledAs(program, "go run .") + " match -resume " + command.ShellWord(journal)
}

// save keeps a finished game. The journal decides what has been played; the PGN file
// gets what it lacks when the match is continued.
func (m *session) save(r *tournament.Record) error {
	if err := m.journal.Add(entry{Record: r}); err != nil {
		return err
	}
	m.played = append(m.played, *r)
	return nil
}

// finish shows a finished game.
func (m *session) finish(r *tournament.Record, s *tournament.Standings) error {
	if err := m.appendPGN(r); err != nil {
		return err
	}
	printGame(m.meter.Out, r, s.Len(), s.RepeatOf(r.Game), m.Rules, m.lang)
	m.show(s)
	if ended := s.Games + s.Repeats; m.interval > 0 && ended%m.interval == 0 {
		m.shown = ended
		printStandings(m.meter.Out, s, m.SPRT, m.lang)
	}
	return nil
}

// show shows how many games have been played and who leads, where somebody can see it: ratings
// of many engines take time that the games need.
func (m *session) show(s *tournament.Standings) {
	if !m.meter.Shown() {
		return
	}
	m.meter.Show(float64(s.Games+s.Repeats)/float64(s.Len()), m.state())
}

// state says how far the match is, and its score.
func (m *session) state() string {
	s := m.standings
	text := m.lang.Say("match.at", "game", s.Games+s.Repeats, "games", s.Len())
	switch leader := s.Ranking()[0]; {
	case s.Games == 0:
	case len(s.Names) == 2:
		text += fmt.Sprintf("  %s: Elo %s", s.Names[0], estimate(s.Summary(0, 1).Elo))
		if m.SPRT != nil {
			text += fmt.Sprintf(", LLR %.2f", s.LLR(*m.SPRT))
		}
	default:
		total := s.Total(leader)
		text += m.lang.Say("match.leads", "name", s.Names[leader], "percent", percent(total.Points()/float64(total.Games())))
	}
	return text
}

// writeReport writes the report and replaces an older one.
func (m *session) writeReport() error {
	var summary strings.Builder
	printNotes(&summary, m.standings, m.SPRT, m.lang)
	return wholefile.Write(m.base+reportExt, func(w io.Writer) error {
		return report.Write(w, report.Match{
			Title: m.event, Summary: summary.String(), Standings: m.standings,
			Games: m.played, SPRT: m.SPRT, PerPair: m.Schedule.Games, Rules: m.Rules, Lang: m.lang,
		})
	})
}

func (m *session) writePGN(w io.Writer, r *tournament.Record) error {
	g, err := recorded(m.settings, r)
	if err != nil {
		return err
	}
	_, err = pgn.Write(w, g, m.notation)
	return err
}

func (m *session) trace(name string, board int, line string) {
	m.logMutex.Lock()
	defer m.logMutex.Unlock()
	if _, err := fmt.Fprintf(m.logFile, "board %d %s %s\n", board+1, name, line); err != nil && m.logFault == nil {
		m.logFault = fmt.Errorf("-log: lines are missing: %w", err)
	}
}
