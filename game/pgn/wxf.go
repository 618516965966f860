package pgn

import (
	"strings"

	"chuhe/game"
	"chuhe/game/text"
	"chuhe/internal/lazy"
)

// The file of a game as the WXF has it and PlayOK writes it. Its lines are read as those of PGN:
//
//	FORMAT  WXF
//	RED     name ; 1137 ;;
//	RESULT  1-0
//	START{
//	 1. C2.5 h8+7
//	}END
//
// A comment stands in COMMENT{ and }, and DIAG{ } asks for a picture of the position.
var (
	wxfFormat  = lazy.Pattern(`^\s*FORMAT[ \t]+WXF\s*$`)
	wxfHead    = lazy.Pattern(`^([A-Z]{3,})(?:[ \t]+(.*))?$`)
	wxfStart   = lazy.Pattern(`^\s*START\s*\{`)
	wxfEnd     = lazy.Pattern(`\}\s*END(?:\[/\w+\])?\s*$`)           // perhaps with the end of the element of a forum
	wxfPlayer  = lazy.Pattern(`^([^;]+?)[ \t]*;[ \t]*(\d*)[ \t;]*$`) // with the rating
	wxfComment = lazy.Pattern(`COMMENT\s*\{|\}\s*COMMENT|DIAG\s*\{[^{}]*\}`)
)

// wxfGame stands for the first line of a game, FORMAT WXF.
const wxfGame = `[Game "Chinese Chess"] [Format "WXF"]`

// wxfTags are the tags of lines whose names are not theirs in other letters.
var wxfTags = map[string]string{"GAME": game.TagTitle, "PLACE": game.TagSite, "OPEN": game.TagOpening, "FEN": game.TagFEN}

// wxf is where a splitter is in such a file, or in another one, in which such a game may follow.
type wxf struct {
	in      wxfPart
	comment bool // in braces
}

type wxfPart uint8

const (
	wxfNowhere wxfPart = iota // in another file, or behind the moves of a game
	wxfInHead                 // of a game
	wxfInMoves                // of a game
)

// line returns the next line of a file as PGN has it.
func (w *wxf) line(l text.Line) text.Line {
	begun := w.comment
	if !begun && strings.Contains(l.Text, "WXF") && wxfFormat().MatchString(l.Text) {
		w.in = wxfInHead
		l.Text = wxfGame
		return l
	}
	if w.in == wxfInHead && !begun {
		if m := wxfStart().FindStringIndex(l.Text); m != nil {
			w.in = wxfInMoves
			rest := l // which has no place in the text before yet
			rest.Offset, rest.Text = l.OffsetOf(m[1]), l.Text[m[1]:]
			l = rest
		}
	}
	switch {
	case w.in == wxfNowhere:
	case !begun && isTagLine(l.Text):
		w.in = wxfNowhere
	default:
		l.Text = wxfComment().ReplaceAllStringFunc(l.Text, blankName)
	}
	if m := wxfEnd().FindStringIndex(l.Text); w.in == wxfInMoves && m != nil {
		*w = wxf{}
		l.Text = l.Text[:m[0]] + " *" // the result is in the head
		return l
	}
	w.comment = openComment(l.Text, begun)
	if m := wxfHead().FindStringSubmatch(strings.TrimSpace(l.Text)); w.in == wxfInHead && !begun && m != nil {
		l.Text = wxfTag(m[1], strings.TrimSpace(m[2]))
	}
	return l
}

// blankName puts blanks in the place of the name of a comment, and of all of a request for a picture, so that
// what follows stays where it is.
func blankName(found string) string {
	return strings.Map(func(r rune) rune {
		if (r == '{' || r == '}') && !strings.HasPrefix(found, "DIAG") {
			return r
		}
		return ' '
	}, found)
}

// openComment reports whether a comment in braces is open behind a line.
func openComment(line string, open bool) bool {
	if strings.IndexByte(line, '{') < 0 && strings.IndexByte(line, '}') < 0 {
		return open
	}
	if !open && isPercentLine(line) {
		return false
	}
	for _, r := range line {
		switch {
		case r == '{':
			open = true
		case r == '}':
			open = false
		case r == ';' && !open:
			return false
		}
	}
	return open
}

// wxfTag returns what a line of the head says as tags.
func wxfTag(name, value string) string {
	tag := wxfTags[name]
	if tag == "" {
		tag = name[:1] + strings.ToLower(name[1:])
	}
	rating := ""
	if tag == game.TagRed || tag == game.TagBlack {
		if m := wxfPlayer().FindStringSubmatch(value); m != nil {
			value, rating = m[1], m[2]
		}
	}
	tags := tagText(tag, value)
	if rating != "" {
		tags += " " + tagText(tag+"Elo", rating)
	}
	return tags
}
