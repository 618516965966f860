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

// wxf is where a splitter is in such a file, which FORMAT begins. In any other, and behind a tag, that
// line may be a comment's.
type wxf struct{ begun, other, head, moves bool }

// line returns the next line of a file as PGN has it.
func (w *wxf) line(l text.Line) text.Line {
	if w.other = w.other || isTagLine(l.Text); w.other {
		return l
	}
	if strings.Contains(l.Text, "WXF") && wxfFormat().MatchString(l.Text) {
		*w = wxf{begun: true, head: true}
		l.Text = `[Game "Chinese Chess"] [Format "WXF"]`
		return l
	}
	if !w.begun {
		w.other = strings.TrimSpace(l.Text) != ""
		return l
	}
	if w.head {
		if m := wxfStart().FindStringIndex(l.Text); m != nil {
			w.head, w.moves = false, true
			rest := l // which has no place in the text before yet
			rest.Offset, rest.Text = l.OffsetOf(m[1]), l.Text[m[1]:]
			l = rest
		} else if m := wxfHead().FindStringSubmatch(strings.TrimSpace(l.Text)); m != nil {
			l.Text = wxfTag(m[1], strings.TrimSpace(m[2]))
		}
	}
	if w.moves {
		if m := wxfEnd().FindStringIndex(l.Text); m != nil {
			w.moves = false
			l.Text = l.Text[:m[0]] + " *" // the result is in the head
		}
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

// tagText returns a tag as a line of PGN.
func tagText(name, value string) string {
	return "[" + name + ` "` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"]`
}
