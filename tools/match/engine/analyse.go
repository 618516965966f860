package engine

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/tools/match/tournament"
)

// MaxLines is the most lines of play that Analyse reports.
const MaxLines = 8

// Line is a line of play that an engine has reported. Its score is from the point of view of
// the side to move, nil if the engine gave none.
type Line struct {
	tournament.Thought
	Time  time.Duration
	Moves []board.Move // legal; what is not is cut off
}

// Analyse lets the engine search a position until ctx is done, take returns an error, or the
// engine ends by itself, which is no error. Take gets the newest lines by rank each time that
// some are new, at most once every interval. The engine is ready for another request
// afterwards, unless the error is a *tournament.Fault.
func (e *Engine) Analyse(ctx context.Context, game *board.Line, lines int, interval time.Duration, take func([]Line) error) error {
	if err := e.finish(ctx); err != nil {
		return err
	}
	if o, ok := e.options["multipv"]; ok {
		if err := e.send(e.dialect.setOption(Option{o.name, strconv.Itoa(min(lines, MaxLines))})); err != nil {
			return err
		}
	}
	e.discard()
	for i := range e.process.ranked {
		e.process.ranked[i].Store(nil)
	}
	if err := e.send(e.dialect.position(game)); err != nil {
		return err
	}
	if err := e.send("go infinite"); err != nil {
		return err
	}
	p, newest := *game.Position(), ""
	show := func() error {
		var found []Line
		all := ""
		for i := range e.process.ranked[:min(lines, MaxLines)] {
			if text := e.process.ranked[i].Load(); text != nil {
				all += *text + "\n"
				if l := e.parseLine(&p, *text); len(l.Moves) > 0 {
					found = append(found, l)
				}
			}
		}
		if all == newest || len(found) == 0 {
			return nil
		}
		newest = all
		return take(found)
	}
	for {
		_, err := e.await(ctx, time.Now().Add(interval), isAnswer)
		if err == nil {
			return show()
		}
		if errors.Is(err, errLate) {
			err = show()
		}
		switch fault := (*tournament.Fault)(nil); {
		case errors.As(err, &fault):
			return err
		case err != nil:
			return errors.Join(err, e.halt(context.Background(), "match.noStop")) // its time is bounded
		}
	}
}

// parseLine reads a report about a line of play from a position.
func (e *Engine) parseLine(p *board.Position, text string) (l Line) {
	head, pv, _ := strings.Cut(text, " pv ")
	l.Thought = parseReport(e.config.Protocol, head)
	words := strings.Fields(head)
	if i := slices.Index(words, "time"); i >= 0 && i+1 < len(words) {
		n, _ := strconv.Atoi(words[i+1])
		l.Time = time.Duration(max(n, 0)) * time.Millisecond
	}
	at := *p
	for word := range strings.FieldsSeq(pv) {
		m := e.dialect.parse(word)
		if !movegen.IsLegal(&at, m) {
			break
		}
		l.Moves = append(l.Moves, m)
		at = at.Make(m)
	}
	return l
}

// rankOf returns the place, from 0, of the line that a report is about; -1 for other lines,
// and for scores that are only bounds.
func rankOf(text string) int {
	if !strings.HasPrefix(text, "info ") || isMessage(text) {
		return -1
	}
	head, _, ok := strings.Cut(text, " pv ")
	if !ok || !strings.Contains(head, " score ") || strings.Contains(head, "erbound") {
		return -1
	}
	words := strings.Fields(head)
	if i := slices.Index(words, "multipv"); i >= 0 && i+1 < len(words) {
		n, err := strconv.Atoi(words[i+1])
		if err != nil || n < 1 || n > MaxLines {
			return -1
		}
		return n - 1
	}
	return 0
}
