package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/rules"
)

// Style is a way to write moves, named as in the Format tag of PGN.
type Style string

// The styles.
const (
	ICCS        Style = "ICCS"        // H2-E2
	WXF         Style = "WXF"         // C2.5
	Chinese     Style = "Chinese"     // 炮二平五
	Traditional Style = "Traditional" // 炮二平五, 馬八進七: in traditional characters
	Vietnamese  Style = "Vietnamese"  // P2-5: cannon (Pháo) of file 2 to file 5
	UCCI        Style = "UCCI"        // h2e2
	UCI         Style = "UCI"         // h3e3: with ranks from 1 to 10
	SAN         Style = "SAN"         // Che2: as XBoard writes moves, with ranks from 0
)

// Styles returns all styles.
func Styles() []Style { return []Style{ICCS, WXF, Chinese, Traditional, Vietnamese, UCCI, UCI, SAN} }

// ErrMove is wrapped by every error of Parse.
var ErrMove = errors.New("bad move")

// Reasons of a [MoveError], besides the kinds of [rules.Illegal].
var (
	ErrText      = errors.New("not a move")
	ErrNone      = errors.New("no such piece can go there")
	ErrAmbiguous = errors.New("several moves fit")
)

// MoveError says why a text is not a legal move.
type MoveError struct {
	Text     string
	Position board.Position
	Move     board.Move // what it means, NoMove if that is not clear
	Other    board.Move // what else it could mean, if it is ambiguous
	Reason   error      // one of the errors of this package or of package rules
}

func (e *MoveError) Error() string {
	switch e.Reason {
	case ErrText:
		return fmt.Sprintf("%v %q: want one such as h2e2, C2.5, 炮二平五 or P2-5", ErrMove, e.Text)
	case ErrAmbiguous:
		return fmt.Sprintf("%v %q: could be %v or %v in %s", ErrMove, e.Text, e.Move, e.Other, e.Position.FEN())
	}
	return fmt.Sprintf("%v %q: not legal for %v: %v, in %s", ErrMove, e.Text, e.Position.Side(), e.Reason, e.Position.FEN())
}

// Unwrap returns ErrMove and the reason.
func (e *MoveError) Unwrap() []error { return []error{ErrMove, e.Reason} }

// ParseStyle reads the name of a style in any case.
func ParseStyle(name string) (Style, error) {
	for _, s := range Styles() {
		if strings.EqualFold(name, string(s)) {
			return s, nil
		}
	}
	return "", lang.Errorf("fault.noNotation", "name", strconv.Quote(name), "notations", lang.List(names()))
}

// Or returns the style, or another where the style is "". As in [ParseStyle] its name may be in
// any case.
func (s Style) Or(usual Style) (Style, error) {
	if s == "" {
		return usual, nil
	}
	return ParseStyle(string(s))
}

// Names lists the names of all styles as users give them: "iccs, wxf, chinese".
func Names() string { return strings.Join(names(), ", ") }

func names() (all []string) {
	for _, s := range Styles() {
		all = append(all, strings.ToLower(string(s)))
	}
	return all
}

// Format writes a legal move of a position; a style that is not in Styles writes ICCS.
func (s Style) Format(p *board.Position, m board.Move) string {
	switch s {
	case WXF:
		return describe(p, m).wxf()
	case Chinese:
		return describe(p, m).chinese()
	case Traditional:
		return traditional.Replace(describe(p, m).chinese())
	case Vietnamese:
		return describe(p, m).vietnamese()
	case UCCI:
		return m.String()
	case UCI:
		return string(m.AppendFromOne(nil))
	case SAN:
		return san(p, m)
	}
	text := strings.ToUpper(m.String())
	return text[:2] + "-" + text[2:]
}

// Number returns the number of the next move as it stands before it: "3.", or "3..." for a move
// of Black.
func Number(p *board.Position) string {
	if p.Side() == board.Red {
		return fmt.Sprintf("%d.", p.Fullmove())
	}
	return fmt.Sprintf("%d...", p.Fullmove())
}

// Reading is how the text of a move is taken that has several meanings: whether the ranks
// of squares begin with 0 or 1, and whether P is a pawn or, as in Vietnam, a cannon. Many
// moves are legal with either meaning, so it takes a game to tell.
type Reading uint8

// The readings.
const (
	FromZero    Reading = iota // ranks 0-9, as UCCI and ICCS have them
	FromOne                    // ranks 1-10, as programs have them that come from chess
	FromVietnam                // letters of Vietnam, and ranks 0-9
)

// Parse reads a legal move of a position in whatever style it is written, with
// ranks from zero. It takes traditional and simplified characters, digits of either
// kind, 士 and 相 for both sides, H and E for N and B, and lower case for both sides. What
// can be WXF and Vietnamese is taken as WXF. A move may have blanks between its parts and be in the words
// of Vietnam, as [Spaced] says.
func Parse(p *board.Position, text string) (board.Move, error) { return FromZero.Parse(p, text) }

// Parse is [Parse] for texts that are taken in one way.
func (r Reading) Parse(p *board.Position, text string) (board.Move, error) {
	var found []board.Move
	if m, is := r.squares(text); is {
		found = []board.Move{m}
	} else if q, ok := parseVietnamese(text); ok && (r == FromVietnam || IsVietnamese(text)) {
		found = q.moves(p)
	} else if q, ok := parseQuery(text); ok {
		found = q.moves(p)
	} else if s, ok := r.parseSAN(text); ok {
		found = s.moves(p)
	} else if q, _, ok := parseSpaced(text); ok {
		found = q.moves(p)
	} else {
		return board.NoMove, &MoveError{Text: text, Position: *p, Reason: ErrText}
	}
	legal, bad, reason := board.NoMove, board.NoMove, ErrNone
	for _, m := range found {
		switch illegal := rules.Illegal(p, m); {
		case illegal == nil && legal == board.NoMove:
			legal = m
		case illegal == nil:
			return board.NoMove, &MoveError{text, *p, legal, m, ErrAmbiguous}
		default:
			bad, reason = m, illegal
		}
	}
	if legal == board.NoMove {
		return legal, &MoveError{Text: text, Position: *p, Move: bad, Reason: reason}
	}
	return legal, nil
}

// squares reads a move named by its two squares. C2e2 is not one, but a cannon of
// rank 2 in the notation of XBoard.
func (r Reading) squares(text string) (m board.Move, ok bool) {
	if len(text) > 7 || !namesSquares(text) ||
		isUpper(text[0]) && strings.ContainsAny(text[2:], "abcdefghi") {
		return board.NoMove, false
	}
	m, err := r.parseSquares(text)
	return m, err == nil
}

func (r Reading) parseSquares(text string) (board.Move, error) {
	if r == FromOne {
		return board.ParseMoveFromOne(text)
	}
	return board.ParseMove(text)
}

// namesSquares reports whether a text may be a move named by its two squares. The errors of package board about any
// other, such as C2.5, take long to make.
func namesSquares(text string) bool {
	if len(text) < 4 || !isFile(text[0]) || !isDigit(text[1]) {
		return false
	}
	second := strings.TrimPrefix(strings.TrimLeft(text[1:], "0123456789"), "-")
	return second != "" && isFile(second[0])
}

func isFile(c byte) bool  { return c|0x20 >= 'a' && c|0x20 <= 'i' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsMove reports whether a text is written like a move, in any notation.
func IsMove(text string) bool {
	if _, is := parseQuery(text); is {
		return true
	}
	if _, is := parseVietnamese(text); is {
		return true
	}
	for _, r := range [2]Reading{FromZero, FromOne} {
		if namesSquares(text) {
			if _, err := r.parseSquares(text); err == nil {
				return true
			}
		}
		if _, is := r.parseSAN(text); is {
			return true
		}
	}
	_, _, is := parseSpaced(text)
	return is
}
