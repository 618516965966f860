package judge

import (
	"fmt"
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/match/pgn"
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

// readPGN reads the games of a PGN text.
func readPGN(text []byte) (games []game) {
	for record, err := range pgn.Games(text) {
		if err != nil {
			games = append(games, game{err: err})
			continue
		}
		moves := make([]board.Move, len(record.Moves))
		for i, m := range record.Moves {
			moves[i] = m.Move
		}
		g := game{}
		if red, black := record.Tag("Red"), record.Tag("Black"); red+black != "" {
			g.id = red + " - " + black
		}
		g.game, g.err = rules.Replay(record.Start, moves)
		games = append(games, g)
	}
	return
}

// columns of a table whose first line does not name them.
var columns = []string{"id", "ruleset", "fen", "moves", "expected"}

// readTable reads a table of games. The error is about the table; what is wrong
// with a game is with the game.
func readTable(text string) (games []game, err error) {
	names := columns
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(strings.TrimPrefix(line, "\ufeff"), "\r")
		if strings.TrimSpace(line) == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "\t")
		if slices.Contains(cells, "fen") {
			names = cells
			continue
		}
		cell := func(name string) string {
			if n := slices.Index(names, name); n >= 0 && n < len(cells) {
				return strings.TrimSpace(cells[n])
			}
			return ""
		}
		if cell("fen") == "" {
			return nil, fmt.Errorf("line %d: no FEN in column %d, want %s", i+1, slices.Index(names, "fen")+1, strings.Join(names, ", "))
		}
		g := parseGame(cell("id"), cell("fen"), cell("moves"))
		g.line, g.expected = i+1, cell("expected")
		for _, name := range strings.FieldsFunc(cell("ruleset"), func(r rune) bool { return r == ',' || r == ' ' }) {
			set, err := rules.ParseSet(name)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
			g.sets = append(g.sets, set)
		}
		games = append(games, g)
	}
	return games, nil
}
