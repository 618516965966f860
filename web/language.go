package web

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/formats"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/rules/words"
)

// language is that of an answer: en, zh-Hans or zh-Hant. Any other is English.
type language string

const english language = "en"

// words returns the language of the program's sentences.
func (l language) words() words.Lang {
	if strings.HasPrefix(string(l), "zh") {
		return words.ZH
	}
	return words.EN
}

// write returns a sentence of the program in the characters of the language.
func (l language) write(text string) string {
	if l == "zh-Hant" {
		return toTraditional(text)
	}
	return text
}

// named returns a sentence of the program with the names that the page has for pieces.
func (l language) named(text string) string {
	if l.words() == words.EN {
		return pageNames.Replace(text)
	}
	return l.write(text)
}

// pageNames are the page's English names of pieces, which are those of books for
// beginners.
var pageNames = strings.NewReplacer("rook", "chariot", "knight", "horse", "bishop", "elephant", "pawn", "soldier")

// languageOfSystem is that which the environment asks for, as programs for a terminal
// read it.
func languageOfSystem() language {
	switch locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")); {
	case strings.HasPrefix(locale, "zh_TW"), strings.HasPrefix(locale, "zh_HK"):
		return "zh-Hant"
	case strings.HasPrefix(locale, "zh"):
		return "zh-Hans"
	}
	return english
}

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
	var both bilingual
	if errors.As(err, &both) {
		return fault{Text: l.write(both[l.words()])}
	}
	for _, known := range fileFaults {
		if l.words() == words.ZH && errors.Is(err, known.err) {
			return fault{Text: l.write(known.text)}
		}
	}
	text, move := l.move(err)
	where, at := "", (*game.Error)(nil)
	if errors.As(err, &at) {
		where, err = l.place(at, several || at.Game > 1, move), at.Err
	}
	if !move {
		text = formats.Explain(l.words(), err)
	}
	return fault{Text: l.write(where + text), Move: move}
}

// far is how many bytes after the start of a file a place is named by them.
const far = 64 << 10

// place says where in a file something is: in which of several games and, unless it is a
// move, in which line.
func (l language) place(at *game.Error, several, move bool) string {
	var parts []string
	add := func(shown bool, name bilingual, n int64) {
		if shown {
			parts = append(parts, fmt.Sprintf(name[l.words()], n))
		}
	}
	add(several && at.Game > 0, bilingual{"Game %d", "第%d局"}, int64(at.Game))
	add(at.Line > 0 && !move, bilingual{"line %d", "第%d行"}, int64(at.Line))
	add(at.Offset >= far && !move, bilingual{"byte %d", "第%d字节"}, at.Offset)
	if parts == nil {
		return ""
	}
	comma, colon := bilingual{", ", "，"}, bilingual{": ", "："}
	return strings.Join(parts, comma[l.words()]) + colon[l.words()]
}

// move says which move of a game cannot be played, as players count moves, and why. It is
// false for an error about something else.
func (l language) move(err error) (text string, ok bool) {
	var written *notation.MoveError
	if errors.As(err, &written) {
		return l.badMove(&written.Position, beginning(command.Printable(written.Text)), written.Reason), true
	}
	var node *game.MoveError
	if errors.As(err, &node) {
		return l.badMove(&node.Position, l.nameOf(&node.Position, node.Move), node.Reason), true
	}
	return "", false
}

// badMove says that a move with a name cannot be played in a position.
func (l language) badMove(p *board.Position, name string, reason error) string {
	format, sides := "Move %d of %s (%s): %s", [...]string{board.Red: "Red", board.Black: "Black"}
	if l.words() == words.ZH {
		format, sides = "第%d回合%s（%s）：%s", [...]string{board.Red: "红方", board.Black: "黑方"}
	}
	return l.write(fmt.Sprintf(format, p.Fullmove(), sides[p.Side()], name, formats.Reason(l.words(), reason)))
}

// nameOf returns a move that is not legal in the notation of the language if that names
// it, else by its squares.
func (l language) nameOf(p *board.Position, m board.Move) string {
	style := notation.WXF
	if l.words() == words.ZH {
		style = notation.Chinese
	}
	nothing, piece := board.Bitboard{}, p.At(m.From()) // in its way
	if piece == board.NoPiece || piece.Side() != p.Side() || !board.Moves(piece.Type(), piece.Side(), m.From(), nothing, nothing).Has(m.To()) {
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

// fileFaults are in Chinese what the system says of files.
var fileFaults = []struct {
	err  error
	text string
}{
	{fs.ErrNotExist, "找不到文件"},
	{fs.ErrPermission, "没有读取权限"},
	{syscall.EISDIR, "是文件夹，不是文件"},
}

// spoken returns an error with its text in the language.
func (l language) spoken(err error) error { return spokenError{err, l.explain(err)} }

type spokenError struct {
	error
	text string
}

func (e spokenError) Error() string { return e.text }
func (e spokenError) Unwrap() error { return e.error }

// bilingual is an error in English and in Chinese.
type bilingual [2]string

func (b bilingual) Error() string { return b[words.EN] }

var (
	errUnknown = bilingual{
		words.EN: "no moves and no position were recognised in it; the program opens PGN, lists of moves, FEN, and files of XQStudio, CCBridge and DhtmlXQ",
		words.ZH: "没有认出着法或局面；可以打开 PGN、着法、FEN，以及象棋演播室、象棋桥和东萍（DhtmlXQ）的文件",
	}
	errEmpty  = bilingual{words.EN: "the file is empty", words.ZH: "文件是空的"}
	errNoGame = bilingual{words.EN: "no game in the file", words.ZH: "文件中没有棋局"}
)

// manyMoves is the error about a game with more moves than may be.
func manyMoves(most int) error {
	return bilingual{fmt.Sprintf("more than %d moves", most), fmt.Sprintf("超过%d着", most)}
}
