package judge

import (
	"fmt"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game/pgn"
	"chuhe/internal/command"
	"chuhe/rules"
)

// game is a game to judge, or the error why it cannot be played.
type game struct {
	id       string
	line     int // in its file, 0 for none
	game     *board.Game
	err      error
	sets     []rules.Set // none for those of the flags
	expected string      // headline or result, "" for none
}

// suffix names the game at the end of its line.
func (g *game) suffix() string {
	if g.id == "" {
		return ""
	}
	return " (" + g.id + ")"
}

// where names the game in an error.
func (g *game) where(file string) string {
	switch {
	case g.line > 0 && g.id != "":
		return fmt.Sprintf("%s:%d: %s", file, g.line, g.id)
	case g.line > 0:
		return fmt.Sprintf("%s:%d", file, g.line)
	}
	return g.id
}

// parseGame reads a start position and its moves.
func parseGame(id, fen, moves string) game {
	g := game{id: id}
	start, err := board.ParseFEN(fen)
	if err != nil {
		g.err = err
		return g
	}
	var list []board.Move
	for i, word := range strings.Fields(moves) {
		m, err := board.ParseMove(word)
		if err != nil {
			g.err = fmt.Errorf("ply %d: %w", i+1, err)
			return g
		}
		list = append(list, m)
	}
	g.game, g.err = rules.Replay(start, list)
	return g
}

// readGames reads a PGN text or a table, whichever it is.
func readGames(text string) ([]game, error) {
	empty := true
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
			continue
		case line[0] == '[':
			return readPGN(text), nil
		case strings.Contains(line, "\t"):
			return readTable(text)
		}
		empty = false
	}
	if empty {
		return nil, errNoGame
	}
	games := readPGN(text)
	if len(games) == 0 {
		return nil, errFormat
	}
	return games, nil
}

// readPGN reads the games of a PGN text.
func readPGN(text string) (games []game) {
	for record, err := range pgn.Games(strings.NewReader(text)) {
		if err != nil {
			games = append(games, game{err: err})
			continue
		}
		g := game{}
		if red, black := record.Tag("Red"), record.Tag("Black"); red+black != "" {
			g.id = red + " - " + black
		}
		g.game, g.err = record.Replay()
		games = append(games, g)
	}
	return
}

// columns of a table whose first line does not name them.
var columns = []string{"id", "ruleset", "fen", "moves", "expected"}

// readTable reads a table of games. The error is about the columns; what is
// wrong with a row is with its game.
func readTable(text string) (games []game, err error) {
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
				return nil, fmt.Errorf(`line %d: no column "fen" among %s`, i+1, strings.Join(cells, ", "))
			}
			names = cells
			continue
		}
		games = append(games, readRow(i+1, names, cells))
	}
	return games, nil
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
func readRow(line int, names, cells []string) game {
	cell := func(name string) string {
		if n := slices.Index(names, name); n >= 0 && n < len(cells) {
			return cells[n]
		}
		return ""
	}
	bad := func(name string, err error) game {
		return game{id: cell("id"), line: line, err: command.Inputf("line %d, column %d (%s): %w", line, slices.Index(names, name)+1, name, err)}
	}
	if cell("fen") == "" {
		return bad("fen", fmt.Errorf("no FEN, want the columns %s", strings.Join(names, ", ")))
	}
	g := parseGame(cell("id"), cell("fen"), cell("moves"))
	g.line, g.expected = line, cell("expected")
	if !isExpectation(g.expected) {
		return bad("expected", fmt.Errorf(`%q is no verdict, want one such as "red loses", "draw: repetition", "continue" or "illegal"`, g.expected))
	}
	for _, name := range strings.FieldsFunc(cell("ruleset"), func(r rune) bool { return r == ',' || r == ' ' }) {
		set, err := rules.ParseSet(name)
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
