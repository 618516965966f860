package notation

import (
	"errors"
	"fmt"
	"strings"

	"chuhe/board"
	"chuhe/movegen"
	"chuhe/rules"
)

// Style is a way to write moves; its value is that of a PGN's Format tag.
type Style string

// The styles.
const (
	ICCS    Style = "ICCS"
	WXF     Style = "WXF"
	Chinese Style = "Chinese"
)

// ErrMove is wrapped by every error of Parse.
var ErrMove = errors.New("bad move")

// ParseStyle reads the name of a style in any case.
func ParseStyle(name string) (Style, error) {
	for _, s := range []Style{ICCS, WXF, Chinese} {
		if strings.EqualFold(name, string(s)) {
			return s, nil
		}
	}
	return "", fmt.Errorf("unknown notation %q: want iccs, wxf or chinese", name)
}

// Format writes a legal move of a position.
func (s Style) Format(p *board.Position, m board.Move) string {
	switch s {
	case WXF:
		return describe(p, m).wxf()
	case Chinese:
		return describe(p, m).chinese()
	}
	text := strings.ToUpper(m.String())
	return text[:2] + "-" + text[2:]
}

// Parse reads a legal move of a position in whatever style it is written. It
// takes traditional and simplified characters, digits of either kind, 士 and
// 相 for both sides, H and E for N and B, and lower case for both sides.
func Parse(p *board.Position, text string) (board.Move, error) {
	if m, err := board.ParseMove(text); err == nil {
		if reason := rules.Illegal(p, m); reason != nil {
			return board.NoMove, notLegal(p, text, reason)
		}
		return m, nil
	}
	q, ok := parseQuery(text)
	if !ok {
		return board.NoMove, fmt.Errorf("%w %q: want one such as h2e2, C2.5 or 炮二平五", ErrMove, text)
	}
	found := board.NoMove
	for _, m := range movegen.Legal(p, nil) {
		if !q.fits(describe(p, m)) {
			continue
		}
		if found != board.NoMove {
			return board.NoMove, fmt.Errorf("%w %q: could be %v or %v in %s", ErrMove, text, found, m, p.FEN())
		}
		found = m
	}
	if found == board.NoMove {
		return found, notLegal(p, text, q.refused(p))
	}
	return found, nil
}

func notLegal(p *board.Position, text string, reason error) error {
	return fmt.Errorf("%w %q: not legal for %v: %w, in %s", ErrMove, text, p.Side(), reason, p.FEN())
}

// errNone says that a description fits no piece.
var errNone = errors.New("no such piece can go there")

// refused returns why what the query describes, which fits no legal move, may
// not be played.
func (q *query) refused(p *board.Position) error {
	for own := p.Of(p.Side()); !own.IsEmpty(); {
		from := own.Pop()
		for targets := board.AllSquares.AndNot(p.Of(p.Side())); !targets.IsEmpty(); {
			m := board.NewMove(from, targets.Pop())
			if movegen.PseudoLegal(p, m) && q.fits(describe(p, m)) {
				return rules.Illegal(p, m)
			}
		}
	}
	return errNone
}
