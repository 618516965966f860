package match

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
	"time"

	"chuhe/board"
	"chuhe/game"
	"chuhe/lang"
	"chuhe/rules"
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
	date := "????.??.??"
	if !r.Began.IsZero() {
		date = r.Began.Format("2006.01.02")
	}
	add(game.TagDate, date)
	add(game.TagRound, fmt.Sprintf("%d.%d", r.Round, r.Game))
	add(game.TagRed, r.Red)
	add(game.TagBlack, r.Black)
	add(game.TagVariant, "xiangqi")
	add(game.TagRules, s.Rules.Set.String())
	if own := (rules.Options{Set: s.Rules.Set, MoveLimit: rules.OwnLimit}); s.Rules.EffectiveMoveLimit() != own.EffectiveMoveLimit() {
		add(game.TagMoveLimit, strconv.Itoa(s.Rules.EffectiveMoveLimit()))
	}
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
			note(v.Node, v.Position.Side(), r.Moves[i], !r.Began.IsZero())
		}
	}
	last := g.Last()
	if last.Comment != "" {
		last.Comment += " "
	}
	last.Comment += r.Reason
	return g, nil
}

// note notes the score and, where it was timed, the time of a ply.
func note(n *game.Node, mover board.Side, p tournament.Ply, timed bool) {
	if timed {
		n.Elapsed = new(time.Duration(p.Millis) * time.Millisecond)
	}
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

// catchUp opens the PGN file and appends the games that it lacks: the last one may
// be incomplete or missing. The games of the match begin at an offset; games that
// other matches have written after it stay.
func (m *session) catchUp(from int64) error {
	all, have, err := readPGN(m.pgn, from)
	if err != nil {
		return err
	}
	gap, err := gapAfter(m.pgn)
	if err != nil {
		return err
	}
	var lacking bytes.Buffer
	file := written{all, have}
	for i := range m.played {
		var game bytes.Buffer
		if err := m.writePGN(&game, &m.played[i]); err != nil {
			return err
		}
		text := game.Bytes()
		same := text[bytes.Index(text, []byte("[Date ")):] // the event may have another name since
		switch {
		case file.has(same):
		case lacking.Len() == 0: // part of it may be there
			part := overlap(have, text)
			if part > 0 {
				gap = ""
			}
			lacking.Write(text[part:])
		default:
			lacking.Write(text)
		}
	}
	opened, err := appendTo(m.pgn)
	if err != nil {
		return err
	}
	if m.pgnFile != nil {
		m.pgnFile.Close() // nobody reads it, so an error does not matter
	}
	m.pgnFile = opened
	return m.writeText(gap + lacking.String())
}

// writeText writes to the PGN file.
func (m *session) writeText(text string) error {
	if _, err := m.pgnFile.WriteString(text); err != nil {
		return err
	}
	info, err := m.pgnFile.Stat()
	if err == nil {
		m.pgnSize = info.Size()
	}
	return err
}

// appendPGN adds a game that has just been saved to the PGN file. Where that cannot be written, or was replaced
// and cannot have the games that it lacks, it says so once until the file has them, and the match goes on.
func (m *session) appendPGN(r *tournament.Record) error {
	followed, err := m.followPGN()
	if err == nil && !followed {
		var text strings.Builder
		if err := m.writePGN(&text, r); err != nil {
			return err
		}
		if err = m.writeText(text.String()); err != nil {
			m.pgnSize = math.MaxInt64 // the next game brings those that are missing
		}
	}
	if err != nil && m.pgnLost == nil {
		fmt.Fprintln(m.meter.Out, m.lang.Explain(fmt.Errorf("-pgnout: %w", err)))
	}
	m.pgnLost = err
	return nil
}

// followPGN adds the games that the PGN file lacks if it is no longer the one that was opened, or has
// become shorter, and reports whether it has: editors save a file by giving its name to a new one, or by
// writing to it what they read before.
func (m *session) followPGN() (followed bool, err error) {
	opened, err := m.pgnFile.Stat()
	if err != nil || !opened.Mode().IsRegular() {
		return false, err
	}
	named, err := os.Stat(m.pgn)
	switch {
	case err == nil && os.SameFile(opened, named) && opened.Size() >= m.pgnSize:
		return false, nil
	case err == nil || errors.Is(err, fs.ErrNotExist):
		err = m.catchUp(m.journal.Settings.PGNFrom)
	}
	if err != nil {
		m.pgnSize = math.MaxInt64 // to try again
	}
	return err == nil, err
}

// written is the text of a file of games, most of which are asked for in their order.
type written struct {
	all   []byte
	after []byte // what follows the game that was found last
}

// has reports whether the file has a game. It looks behind the last one first: each search from
// the beginning would make the time grow with the square of the games.
func (w *written) has(game []byte) bool {
	for _, part := range [][]byte{w.after, w.all} {
		if _, after, ok := bytes.Cut(part, game); ok {
			w.after = after
			return true
		}
	}
	return false
}

// tailSize is more than the last line of a PGN file has.
const tailSize = 1 << 16

// gapAfter returns what a PGN file lacks at its end before the next game: the file may
// end in a game that a kill tore off. An empty line ends such a game; if it has no moves
// it also needs a result, because its tags would become tags of the next game.
func gapAfter(name string) (gap string, err error) {
	var size int64
	if info, err := os.Stat(name); err == nil {
		size = info.Size()
	}
	text, err := readFrom(name, max(0, size-tailSize))
	text = unixLines(text)
	whole := bytes.TrimSpace(text)
	if len(whole) == 0 {
		return "", err
	}
	if !bytes.HasSuffix(text, []byte("\n\n")) {
		gap = "\n"
	}
	if !bytes.HasSuffix(text, []byte("\n")) {
		gap += "\n"
	}
	if whole[bytes.LastIndexByte(whole, '\n')+1] == '[' {
		gap += "*\n\n"
	}
	return gap, nil
}

// overlap returns how many bytes of the start of text are at the end of have.
func overlap(have, text []byte) int {
	n := min(len(have), len(text))
	for !bytes.HasSuffix(have, text[:n]) {
		n--
	}
	return n
}

// readPGN returns the contents of a file and what follows an offset in them. Where somebody has removed games
// from the front, the games of the match may begin before the offset. A file that ends before it is an error.
func readPGN(name string, from int64) (all, have []byte, err error) {
	text, err := readFrom(name, 0)
	switch {
	case err != nil || text == nil:
		return nil, nil, err
	case int64(len(text)) < from:
		return nil, nil, lang.Errorf("match.pgnShorter", "name", name, "bytes", len(text), "before", from)
	}
	all = unixLines(text)
	return all, all[int(from)-bytes.Count(text[:from], crlf):], nil
}

var crlf = []byte("\r\n")

// unixLines returns a text whose lines end in "\n", even if an editor has saved it with "\r\n".
func unixLines(text []byte) []byte { return bytes.ReplaceAll(text, crlf, crlf[1:]) }

// readFrom returns the contents of a file from an offset on, nil if there is no
// such file or if it is not a regular one.
func readFrom(name string, offset int64) ([]byte, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.Mode().IsRegular():
		return nil, nil
	case err != nil:
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.NewSectionReader(f, offset, math.MaxInt64-offset))
}

// appendTo opens a file for appending. Each write stays in one piece, even if other
// programs append to the same file.
func appendTo(name string) (*os.File, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
}
