package web

import (
	"errors"
	"io/fs"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/lang"
)

// language returns the language of an answer by its code. One without a catalogue is English.
type language lang.Lang

// say returns a text in the language.
func (l language) say(key string, values ...any) string { return lang.Lang(l).Say(key, values...) }

// fault is something that is wrong with a game, a position or a file.
type fault struct {
	Text string `json:"text"`
	// Move says that it is a move, which is left out with all that follows it.
	Move bool `json:"move"`
	// Game is the place of its game in the answer, -1 for the whole file or a game that is
	// not in the answer.
	Game int `json:"game"`
}

// explain says what is wrong with a game, a position or a file.
func (l language) explain(err error) string { return l.fault(err, false).Text }

// fault says what is wrong with a game, a position or a file; several says that the file
// has several games.
func (l language) fault(err error, several bool) fault {
	if errors.Is(err, formats.ErrUnknown) {
		err = errUnknown
	}
	if own, ok := errors.AsType[*lang.Error](err); ok {
		return fault{Text: own.In(lang.Lang(l))}
	}
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return fault{Text: lang.Lang(l).Explain(path.Err)}
	}
	text, move := l.move(err)
	where, at := "", (*game.Error)(nil)
	if errors.As(err, &at) {
		where, err = l.place(at, several || at.Game > 1, move), at.Err
	}
	if !move {
		text = formats.Explain(lang.Lang(l), err)
	}
	return fault{Text: where + text, Move: move}
}

// far is how many bytes after the start of a file a place is named by them.
const far = 64 << 10

// place says where in a file something is: in which of several games and, unless it is a
// move, in which line.
func (l language) place(at *game.Error, several, move bool) string {
	var parts []string
	add := func(shown bool, key, name string, n int64) {
		if shown {
			parts = append(parts, l.say(key, name, n))
		}
	}
	add(several && at.Game > 0, "fault.gameAt", "game", int64(at.Game))
	add(at.Line > 0 && !move, "fault.line", "line", int64(at.Line))
	add(at.Offset >= far && !move, "fault.byteAt", "byte", at.Offset)
	if parts == nil {
		return ""
	}
	return strings.Join(parts, l.say("join.clause")) + l.say("join.colon")
}

// move says which move of a game cannot be played, as players count moves, and why. It is
// false for an error about something else.
func (l language) move(err error) (text string, ok bool) {
	if written, ok := errors.AsType[*notation.MoveError](err); ok {
		return l.badMove(&written.Position, beginning(command.Printable(written.Text)), written.Reason), true
	}
	if node, ok := errors.AsType[*game.MoveError](err); ok {
		return l.badMove(&node.Position, l.nameOf(&node.Position, node.Move), node.Reason), true
	}
	return "", false
}

// badMove says that a move with a name cannot be played in a position.
func (l language) badMove(p *board.Position, name string, reason error) string {
	return l.say("fault.badMove", "move", p.Fullmove(), "side", l.say("page."+p.Side().String()), "name", name, "reason", formats.Reason(lang.Lang(l), reason))
}

// nameOf returns a move that is not legal in the notation of the language if that names
// it, else by its squares.
func (l language) nameOf(p *board.Position, m board.Move) string {
	style, err := notation.ParseStyle(l.say("language.notation"))
	nothing, piece := board.Bitboard{}, p.At(m.From()) // in its way
	if err != nil || piece == board.NoPiece || piece.Side() != p.Side() || !board.Moves(piece.Type(), piece.Side(), m.From(), nothing, nothing).Has(m.To()) {
		return m.String()
	}
	return style.Format(p, m)
}

// beginning returns the start of a text that may be long.
func beginning(text string) string {
	if runes := []rune(text); len(runes) > 20 {
		return string(runes[:20]) + "…"
	}
	return text
}

// The errors about files and games that are the page's own.
var (
	errUnknown = lang.Errorf("fault.unrecognised")
	errWestern = lang.Errorf("fault.western")
	errEmpty   = lang.Errorf("fault.empty")
	errNoGame  = lang.Errorf("error.noGame")
)

// manyMoves is the error about a game with more moves than may be.
func manyMoves(most int) error { return lang.Errorf("fault.manyMoves", "most", most) }
