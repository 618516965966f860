package judge

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/game/pgn"
	"chuhe/game/text"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
)

// entry is a game to judge, or the error why it cannot be played.
type entry struct {
	id       string
	line     int // in its file, 0 for none
	game     *board.Line
	err      error
	sets     []rules.Set // none for the sets of the flags
	limit    int         // natural move limit in plies, or OwnLimit
	expected string      // headline or result, "" for none
	recorded board.Result
	record   *game.Game // nil for one of a table
}

// suffix names the game at the end of its line.
func (g *entry) suffix() string {
	if g.id == "" {
		return ""
	}
	return " (" + g.id + ")"
}

// row names the game of a table in an error, "" for any other.
func (g *entry) row(file string) string {
	switch {
	case g.line == 0:
		return ""
	case g.id == "":
		return fmt.Sprintf("%s:%d", file, g.line)
	}
	return fmt.Sprintf("%s:%d: %s", file, g.line, g.id)
}

// parseGame reads a start position and its moves.
func parseGame(id, fen, moves string) entry {
	g := entry{id: id, limit: rules.OwnLimit}
	start, err := board.ParseFEN(fen)
	if err != nil {
		g.err = err
		return g
	}
	list, err := pgn.Moves(start, moves)
	if g.game, g.err = list.Replay(); g.err == nil {
		g.err = err
	}
	var bad *notation.MoveError
	switch ply := g.game.Len() + 1; {
	case !errors.As(err, &bad):
	case bad.Move == board.NoMove || bad.Reason == notation.ErrAmbiguous:
		g.err = lang.Errorf("fault.ply", "ply", ply, "text", formats.Fault{Err: bad})
	default:
		p := &bad.Position
		g.err = &rules.MoveError{Ply: ply, Move: bad.Move, Side: p.Side(), Piece: p.At(bad.Move.From()), Reason: bad.Reason}
	}
	return g
}

// readGames reads a file of games or a table, whichever it is. Found says that it is one of a
// folder, which may have other tables too. The error is about the file as a whole; strange is what
// may be wrong with a table, nil for nothing.
func readGames(r io.Reader, found bool) (games iter.Seq[entry], strange *lang.Error, err error) {
	in := bufio.NewReaderSize(r, game.HeadSize)
	head, err := in.Peek(game.HeadSize)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, nil, err
	}
	empty := true
	for line := range strings.Lines(text.Decode(head)) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		empty = false
		if isTable(line, head, found) {
			all, err := io.ReadAll(in)
			if err != nil {
				return nil, nil, err
			}
			rows, strange, err := readTable(text.Decode(all))
			return slices.Values(rows), strange, err
		}
		break
	}
	if empty {
		return nil, nil, errNoGame
	}
	_, read, err := formats.Read(in)
	if err != nil {
		if errors.Is(err, formats.ErrUnknown) {
			err = errFormat
		}
		return nil, nil, err
	}
	return func(yield func(entry) bool) {
		for record, err := range read {
			g := entry{err: err, limit: rules.OwnLimit}
			if err == nil {
				g.record = record
				if red, black := record.Tag(game.TagRed), record.Tag(game.TagBlack); red+black != "" {
					g.id = red + " - " + black
				}
				g.recorded = record.Result
				if set, err := rules.ParseSet(record.Tag(game.TagRules)); err == nil {
					g.sets = []rules.Set{set}
				}
				g.limit = record.MoveLimit()
				g.game, g.err = record.Replay()
			}
			if !yield(g) {
				return
			}
		}
	}, nil, nil
}

// columns of a table whose first line does not name them.
var columns = []string{"id", "ruleset", "fen", "moves", "expected"}

// readTable reads a table of games. The error is about the columns, as is strange: a column that
// is not known may be a misspelt one of those that are missing. What is wrong with a row is with its game.
func readTable(text string) (games []entry, strange *lang.Error, err error) {
	names := columns
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, "\r")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		for n := range cells {
			cells[n] = strings.TrimSpace(cells[n])
		}
		if isHeader(cells) {
			if !slices.Contains(cells, "fen") {
				return nil, nil, lang.Errorf("judge.noColumn", "line", i+1, "columns", lang.List(cells))
			}
			names = cells
			missing, unknown := others(columns, names), others(names, columns)
			if len(missing) > 0 && len(unknown) > 0 && strange == nil {
				strange = lang.Errorf("judge.strange", "line", i+1, "unknown", unknown, "missing", missing)
			}
			continue
		}
		games = append(games, readRow(i+1, names, cells))
	}
	return games, strange, nil
}

// others returns the names that are not among known ones.
func others(names, known []string) (all lang.List) {
	for _, name := range names {
		if name != "" && !slices.Contains(known, name) {
			all = append(all, name)
		}
	}
	return all
}

// isTable reports whether a file that begins like this is a table, by its first line. A line
// that neither names columns nor has a FEN may have tabs between moves, or be of a table of
// something else where the file was found in a folder and no line has a FEN.
func isTable(line string, head []byte, found bool) bool {
	cells := strings.Split(line, "\t")
	if len(cells) == 1 || line[0] == '[' || strings.Contains(line, "\x00") {
		return false
	}
	if isHeader(cells) || hasFEN(line) {
		return true
	}
	return formats.Recognise(head) == nil && (!found || slices.ContainsFunc(strings.Split(text.Decode(head), "\n"), hasFEN))
}

// hasFEN reports whether a line has cells and one of them may be a FEN.
func hasFEN(line string) bool {
	cells := strings.Split(line, "\t")
	return len(cells) > 1 && slices.ContainsFunc(cells, func(c string) bool { return strings.Count(c, "/") == board.Ranks-1 })
}

// isHeader reports whether cells name columns: one may be an id by chance, but
// not two, nor is "fen" or "moves" a cell of a game.
func isHeader(cells []string) bool {
	known := 0
	for _, c := range cells {
		if c == "fen" || c == "moves" {
			return true
		}
		if slices.Contains(columns, c) {
			known++
		}
	}
	return known > 1
}

// readRow reads a row of a table with the given columns.
func readRow(line int, names, cells []string) entry {
	cell := func(name string) string {
		if n := slices.Index(names, name); n >= 0 && n < len(cells) {
			return cells[n]
		}
		return ""
	}
	bad := func(name string, reason error) entry {
		column := slices.Index(names, name) + 1
		return entry{id: cell("id"), line: line, err: command.Input(lang.Errorf("judge.cell", "line", line, "column", column, "name", name, "reason", reason))}
	}
	if cell("fen") == "" {
		return bad("fen", lang.Errorf("judge.noFEN", "columns", lang.List(names)))
	}
	g := parseGame(cell("id"), cell("fen"), cell("moves"))
	g.line, g.expected = line, cell("expected")
	if !isExpectation(g.expected) {
		return bad("expected", lang.Errorf("judge.noVerdict", "text", strconv.Quote(g.expected)))
	}
	for _, name := range strings.FieldsFunc(cell("ruleset"), func(r rune) bool { return r == ',' || r == ' ' }) {
		set, err := words.ParseSet(name)
		if err != nil {
			return bad("ruleset", err)
		}
		g.sets = append(g.sets, set)
	}
	return g
}

// isExpectation reports whether a text is something that a game can be expected
// to be: "" for anything, a result, a verdict, or illegal with or without why.
func isExpectation(text string) bool {
	return slices.Contains([]string{"", "red loses", "black loses", "draw", "illegal"}, text) ||
		strings.HasPrefix(text, "illegal: ") || rules.IsVerdict(text)
}
