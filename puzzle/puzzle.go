package puzzle

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/internal/keyed"
	"chuhe/rules"
)

// Theme is the solver's task.
type Theme uint8

// The themes.
const (
	Mate     Theme = iota // mate, or leave the opponent without a move
	Material              // win a piece, or more
	Defend                // find the only move that does not lose
	Themes                // their number
)

// themeNames are the names of the themes in files.
var themeNames = [...]string{"mate", "material", "defend"}

// String returns the name of the theme in files.
func (t Theme) String() string {
	if t < Themes {
		return themeNames[t]
	}
	return fmt.Sprintf("Theme(%d)", uint8(t))
}

// ThemeNames returns the names of all themes.
func ThemeNames() []string { return slices.Clone(themeNames[:]) }

// ThemeOf returns the theme of a name; ok is false if there is none.
func ThemeOf(name string) (theme Theme, ok bool) {
	i := slices.Index(themeNames[:], name)
	return Theme(max(i, 0)), i >= 0
}

// MaxRating is the highest rating of a puzzle, the lowest is 0.
const MaxRating = 3000

// Grades, from the easiest to the hardest.
const (
	MinGrade = 1
	MaxGrade = 5
)

// gradeFrom are the ratings from which the grades after the first begin.
var gradeFrom = [MaxGrade - MinGrade]int{700, 1150, 1600, 2050}

// Puzzle is a position with its solution.
type Puzzle struct {
	Start board.Position
	// Moves are the solution: moves of the solver and the answers of the defender in
	// turn, beginning and ending with the solver. No other move of the solver but the
	// last would do.
	Moves []board.Move
	Theme Theme
	// Rating says how hard it is, on the scale on which the levels of play have their Elo: a
	// level of this Elo solves about half of such puzzles.
	Rating int
	// Source is the number of the game in which it was found, from 1; 0 for none.
	Source int
}

// Length returns the number of moves of the solver. It is the N of "mate in N".
func (p *Puzzle) Length() int { return (len(p.Moves) + 1) / 2 }

// Grade returns how hard it is, from MinGrade to MaxGrade.
func (p *Puzzle) Grade() int {
	grade := MinGrade
	for _, from := range gradeFrom {
		if p.Rating >= from {
			grade++
		}
	}
	return grade
}

// fields is the number of fields of a line.
const fields = 5

// separator stands between the fields of a line.
const separator = "; "

// String returns the puzzle as a line of a file: the position as a FEN without its
// counters, the solution as UCCI writes it, the theme, the rating and the source.
func (p *Puzzle) String() string {
	placement, _, _ := strings.Cut(p.Start.FEN(), " - ")
	return strings.Join([]string{
		placement, board.FormatMoves(p.Moves), p.Theme.String(), strconv.Itoa(p.Rating), strconv.Itoa(p.Source),
	}, separator)
}

// ErrFormat is wrapped by errors about lines that are not puzzles.
var ErrFormat error = keyed.New("error.puzzle", "not a puzzle")

// Parse reads a line that String returned, or one with other blanks beside the
// separators. The error wraps ErrFormat. Only package tools/puzzle/find proves
// the solution.
func Parse(line string) (p Puzzle, err error) {
	part := strings.Split(line, strings.TrimSpace(separator)) // lines written by hand may lack the blank
	for i := range part {
		part[i] = strings.TrimSpace(part[i])
	}
	if len(part) != fields {
		return p, keyed.Errorf("error.puzzleFields", "%w: number of fields %d, want %d: position; moves; theme; rating; source", ErrFormat, len(part), fields)
	}
	game, err := rules.ReplayText(part[0], part[1])
	switch {
	case errors.Is(err, board.ErrMove):
		return p, keyed.Errorf("error.puzzleMoves", "%w: %w", ErrFormat, err)
	case err != nil:
		return p, fmt.Errorf("%w: %w", ErrFormat, err)
	}
	p.Start, p.Moves = *game.At(0), game.Moves()
	if len(p.Moves)%2 == 0 {
		return p, keyed.Errorf("error.puzzleLength", "%w: a solution of %d plies, want an odd number", ErrFormat, len(p.Moves))
	}
	var known bool
	if p.Theme, known = ThemeOf(part[2]); !known {
		return p, keyed.Errorf("error.puzzleTheme", "%w: theme %q, want one of %s", ErrFormat, part[2], strings.Join(themeNames[:], ", "))
	}
	if p.Rating, err = strconv.Atoi(part[3]); err != nil || p.Rating < 0 || p.Rating > MaxRating {
		return p, keyed.Errorf("error.puzzleRating", "%w: rating %q, want 0 to %d", ErrFormat, part[3], MaxRating)
	}
	if p.Source, err = strconv.Atoi(part[4]); err != nil || p.Source < 0 {
		return p, keyed.Errorf("error.puzzleSource", "%w: source %q, want the number of a game", ErrFormat, part[4])
	}
	return p, nil
}

// ParseLine reads a line of a file, with or without its end. It has no puzzle if it is
// empty or begins with #. The error comes from Parse.
func ParseLine(line string) (p Puzzle, found bool, err error) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")) // some editors mark UTF-8 so
	if line == "" || line[0] == '#' {
		return p, false, nil
	}
	p, err = Parse(line)
	return p, err == nil, err
}

// LineError says in which line of a file an error is.
type LineError struct {
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }
func (e *LineError) Unwrap() error { return e.Err }

// Read reads the puzzles of a file, line by line as ParseLine does. The error of a line is
// a *LineError.
func Read(r io.Reader) (all []Puzzle, err error) {
	all, _, err = ReadNoted(r)
	return all, err
}

// ReadNoted is Read, and returns the other lines too, comments and empty ones, by the number
// of puzzles before them.
func ReadNoted(r io.Reader) (all []Puzzle, notes map[int]string, err error) {
	notes = make(map[int]string)
	lines := bufio.NewScanner(r)
	n := 1
	for ; lines.Scan(); n++ {
		p, found, err := ParseLine(lines.Text())
		switch {
		case err != nil:
			return nil, nil, &LineError{n, err}
		case found:
			all = append(all, p)
		default:
			notes[len(all)] += lines.Text() + "\n"
		}
	}
	if err = lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		err = &LineError{n, keyed.Errorf("error.puzzleLong", "%w: a line of more than %d bytes", ErrFormat, bufio.MaxScanTokenSize)}
	}
	return all, notes, err
}
