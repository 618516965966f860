package notation

import (
	"errors"
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/rules"
)

// Style is a way to write moves; its value is that of a PGN's Format tag.
type Style string

// The styles.
const (
	ICCS        Style = "ICCS"        // H2-E2
	WXF         Style = "WXF"         // C2.5
	Chinese     Style = "Chinese"     // 炮二平五
	Traditional Style = "Traditional" // 炮二平五, 馬八進七: in traditional characters
	UCCI        Style = "UCCI"        // h2e2
	UCI         Style = "UCI"         // h3e3: with ranks from 1 to 10
	SAN         Style = "SAN"         // Che2: as XBoard writes moves, with ranks from 0
)

// Styles returns all styles.
func Styles() []Style { return []Style{ICCS, WXF, Chinese, Traditional, UCCI, UCI, SAN} }

// ErrMove is wrapped by every error of Parse.
var ErrMove = errors.New("bad move")

// ParseStyle reads the name of a style in any case.
func ParseStyle(name string) (Style, error) {
	var names []string
	for _, s := range Styles() {
		if strings.EqualFold(name, string(s)) {
			return s, nil
		}
		names = append(names, strings.ToLower(string(s)))
	}
	last := len(names) - 1
	return "", fmt.Errorf("unknown notation %q: want %s or %s", name, strings.Join(names[:last], ", "), names[last])
}

// Format writes a legal move of a position.
func (s Style) Format(p *board.Position, m board.Move) string {
	switch s {
	case WXF:
		return describe(p, m).wxf()
	case Chinese:
		return describe(p, m).chinese()
	case Traditional:
		return traditional.Replace(describe(p, m).chinese())
	case UCCI:
		return m.String()
	case UCI:
		return fromOne(m.From()) + fromOne(m.To())
	case SAN:
		return san(p, m)
	}
	text := strings.ToUpper(m.String())
	return text[:2] + "-" + text[2:]
}

// fromOne returns the name of a square with its rank counted from 1.
func fromOne(s board.Square) string { return fmt.Sprintf("%c%d", 'a'+s.File(), s.Rank()+1) }

// Base is how squares in the text of a move are named: whether ranks begin with 0
// or 1. Many moves have a meaning with either, so it takes a game to tell.
type Base uint8

// The bases.
const (
	FromZero Base = iota // ranks 0-9, as UCCI and ICCS have them
	FromOne              // ranks 1-10, as programs have them that come from chess
)

// Parse reads a legal move of a position in whatever style it is written, with
// ranks from zero. It takes traditional and simplified characters, digits of either
// kind, 士 and 相 for both sides, H and E for N and B, and lower case for both sides.
func Parse(p *board.Position, text string) (board.Move, error) { return FromZero.Parse(p, text) }

// Parse is [Parse] with the ranks of squares counted from a base.
func (b Base) Parse(p *board.Position, text string) (board.Move, error) {
	m, isSquares, err := b.squares(text)
	if isSquares {
		if err != nil {
			return board.NoMove, err
		}
		if reason := rules.Illegal(p, m); reason != nil {
			return board.NoMove, notLegal(p, text, reason)
		}
		return m, nil
	}
	var found []board.Move
	if q, ok := parseQuery(text); ok {
		found = q.moves(p)
	} else if s, ok := b.parseSAN(text); ok {
		found = s.moves(p)
	} else {
		return board.NoMove, fmt.Errorf("%w %q: want one such as h2e2, C2.5 or 炮二平五", ErrMove, text)
	}
	return choose(p, text, found)
}

// choose returns the one legal move of those that a text can mean.
func choose(p *board.Position, text string, found []board.Move) (board.Move, error) {
	legal, reason := board.NoMove, errNone
	for _, m := range found {
		switch illegal := rules.Illegal(p, m); {
		case illegal != nil:
			reason = illegal
		case legal != board.NoMove:
			return board.NoMove, fmt.Errorf("%w %q: could be %v or %v in %s", ErrMove, text, legal, m, p.FEN())
		default:
			legal = m
		}
	}
	if legal == board.NoMove {
		return legal, notLegal(p, text, reason)
	}
	return legal, nil
}

func notLegal(p *board.Position, text string, reason error) error {
	return fmt.Errorf("%w %q: not legal for %v: %w, in %s", ErrMove, text, p.Side(), reason, p.FEN())
}

// errNone says that a description fits no piece.
var errNone = errors.New("no such piece can go there")

// squares reads a move named by its two squares; is reports whether the text looks
// like one. C2e2 does not: it is a cannon of rank 2, in the notation of XBoard.
func (b Base) squares(text string) (m board.Move, is bool, err error) {
	if len(text) < 4 || len(text) > 7 || !isFile(text[0]) || !isDigit(text[1]) ||
		isUpper(text[0]) && strings.ContainsAny(text[2:], "abcdefghi") {
		return 0, false, nil
	}
	if m, err = b.parseSquares(text); err != nil {
		if _, wrong := (FromOne - b).parseSquares(text); wrong != nil {
			return 0, false, nil // not squares at all
		}
	}
	return m, true, err
}

func (b Base) parseSquares(text string) (board.Move, error) {
	if b == FromOne {
		return board.ParseMoveFromOne(text)
	}
	return board.ParseMove(text)
}

func isFile(c byte) bool  { return c|0x20 >= 'a' && c|0x20 <= 'i' }
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// IsMove reports whether a text is written like a move, in any notation.
func IsMove(text string) bool {
	_, is := parseQuery(text)
	for _, b := range [2]Base{FromZero, FromOne} {
		if _, err := b.parseSquares(text); err == nil {
			is = true
		}
		if _, ok := b.parseSAN(text); ok {
			is = true
		}
	}
	return is
}
