package pgn

import (
	"strings"

	"chuhe/game"
	"chuhe/game/text"
)

// The file of a game as the WXF has it and PlayOK writes it. Its lines are read as those of PGN:
//
//	FORMAT  WXF
//	RED     name ; 1137 ;;
//	RESULT  1-0
//	START{
//	 1. C2.5 h8+7
//	}END
var (
	wxfFormat = pattern(`^\s*FORMAT[ \t]+WXF\s*$`)
	wxfHead   = pattern(`^([A-Z]{3,})(?:[ \t]+(.*))?$`)
	wxfStart  = pattern(`^\s*START\s*\{`)
	wxfEnd    = pattern(`\}\s*END\s*$`)
	wxfPlayer = pattern(`^([^;]+?)[ \t]*;[ \t]*(\d*)[ \t;]*$`) // with the rating
)

// wxfTags are the tags of lines whose names are not theirs in other letters.
var wxfTags = map[string]string{"GAME": game.TagTitle, "PLACE": game.TagSite, "OPEN": game.TagOpening, "FEN": game.TagFEN}

// wxf is where a splitter is in such a file.
type wxf uint8

const (
	wxfAhead   wxf = iota // of the first line, which must be FORMAT
	wxfInHead             // of a game
	wxfInMoves            // of a game
	wxfBehind             // the moves of a game
	wxfNowhere            // in another file, or behind a tag: a line such as FORMAT may be a comment's
)

// line returns the next line of a file as PGN has it.
func (w *wxf) line(l text.Line) text.Line {
	if *w == wxfNowhere || isTagLine(l.Text) {
		*w = wxfNowhere
		return l
	}
	if strings.Contains(l.Text, "WXF") && wxfFormat().MatchString(l.Text) {
		*w = wxfInHead
		l.Text = `[Game "Chinese Chess"] [Format "WXF"]`
		return l
	}
	switch *w {
	case wxfAhead:
		if strings.TrimSpace(l.Text) != "" {
			*w = wxfNowhere
		}
	case wxfInHead:
		if m := wxfStart().FindStringIndex(l.Text); m != nil {
			*w = wxfInMoves
			rest := l // which has no place in the text before yet
			rest.Offset, rest.Text = l.OffsetOf(m[1]), l.Text[m[1]:]
			return w.moves(rest)
		}
		if m := wxfHead().FindStringSubmatch(strings.TrimSpace(l.Text)); m != nil {
			l.Text = wxfTag(m[1], strings.TrimSpace(m[2]))
		}
	case wxfInMoves:
		return w.moves(l)
	}
	return l
}

// moves returns a line of moves as PGN has it.
func (w *wxf) moves(l text.Line) text.Line {
	if m := wxfEnd().FindStringIndex(l.Text); m != nil {
		*w = wxfBehind
		l.Text = l.Text[:m[0]] + " *" // the result is in the head
	}
	return l
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
