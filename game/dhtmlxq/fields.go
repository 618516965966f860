package dhtmlxq

import (
	"slices"
	"strings"

	"chuhe/board"
	"chuhe/game"
)

// field is a text and its tag in a game.
type field struct{ name, tag string }

var fields = []field{
	{"title", game.TagTitle},
	{"event", game.TagEvent},
	{"date", game.TagDate},
	{"place", game.TagSite},
	{"round", game.TagRound},
	{"group", game.TagGroup},
	{"table", game.TagTable},
	{"red", game.TagRed},
	{"redteam", game.TagRedTeam},
	{"redrating", game.TagRedElo},
	{"redtime", game.TagRedTime},
	{"black", game.TagBlack},
	{"blackteam", game.TagBlackTeam},
	{"blackrating", game.TagBlackElo},
	{"blacktime", game.TagBlackTime},
	{"timerule", game.TagTimeControl},
	{"open", game.TagOpening},
	{"variation", game.TagVariation},
	{"ecco", game.TagECCO},
	{"remark", game.TagAnnotator},
	{"author", game.TagAuthor},
	{"judge", game.TagReferee},
	{"record", game.TagRecorder},
	{"refer", game.TagSource},
	{"other", game.TagRemark},
	{"endtype", game.TagTermination},
	{"type", "Kind"},
	{"gametype", "GameType"},
	{"class", "Class"},
}

// ignored are texts for the page that shows a game, not about the game.
var ignored = []string{
	"ver", "pver", "init", "length", "firstnum", "generator", "hits", "sortid", "owner", "oldowner", "adddate", "editdate",
	"price", "hidden", "viewurl", "redname", "blackname",
}

// tagOf returns the tag of a text; a text without one gives a tag that begins with an upper
// case letter.
func tagOf(name string) string {
	if i := slices.IndexFunc(fields, func(f field) bool { return f.name == name }); i >= 0 {
		return fields[i].tag
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// nameOf returns the text for a tag, "" if it would not be read as the same.
func nameOf(tag string) string {
	if i := slices.IndexFunc(fields, func(f field) bool { return f.tag == tag }); i >= 0 {
		return fields[i].name
	}
	name := strings.ToLower(tag)
	if !isName(name) || slices.Contains(ignored, name) || slices.Contains(content, name) ||
		strings.HasPrefix(name, "comment") || tagOf(name) != tag {
		return ""
	}
	return name
}

// content are the texts that are more than a tag.
var content = []string{"binit", "fen", "movelist", "result", "resulttext"}

// isName reports whether a text can be the name of one: lower case letters.
func isName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == ""
}

var results = [...]string{board.Unfinished: "未知", board.RedWins: "红胜", board.BlackWins: "黑胜", board.Draw: "和棋"}
