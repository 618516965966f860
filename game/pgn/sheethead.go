package pgn

import (
	"regexp"
	"strings"

	"chuhe/game"
)

// heads are the names of lines above a list of moves, as Chinese score sheets have
// them, with the tags that they fill.
var heads = map[string]string{
	"赛事": game.TagEvent, "赛事名称": game.TagEvent, "比赛名称": game.TagEvent, "标题": game.TagTitle,
	"地点": game.TagSite, "比赛地点": game.TagSite, "日期": game.TagDate, "比赛日期": game.TagDate, "比赛时间": game.TagDate,
	"轮次": game.TagRound, "红方": game.TagRed, "红方棋手": game.TagRed, "红方单位": game.TagRedTeam, "黑方": game.TagBlack,
	"黑方棋手": game.TagBlack, "黑方单位": game.TagBlackTeam, "开局": game.TagOpening, "布局": game.TagOpening, "结果": game.TagResult,
	"比赛结果": game.TagResult, "局面": game.TagFEN, FormatHead: game.TagFormat,
}

// FormatHead is the name of the line that says in which notation the moves are.
const FormatHead = "记谱法"

// headName finds what may be such a name.
var headName = regexp.MustCompile(`(\p{Han}{2,4})[：:]`)

// SheetValue returns a text as the value of a line such as "红方：胡荣华". Where the text itself has
// such a name a blank in front of the colon keeps it from being read as one; changed is how many.
func SheetValue(text string) (value string, changed int) {
	value = headName.ReplaceAllStringFunc(text, func(found string) string {
		name := strings.TrimRight(found, "：:")
		if heads[name] == "" {
			return found
		}
		changed++
		return name + " " + found[len(name):]
	})
	return value, changed
}

// isSheetHead reports whether a line belongs above the moves of a score sheet.
func isSheetHead(line string) bool {
	m := headName.FindStringSubmatchIndex(line)
	return m != nil && strings.TrimSpace(line[:m[0]]) == "" && heads[line[m[2]:m[3]]] != ""
}

// sheetHead reads the lines above a list of moves, such as "红方：甲  黑方：乙".
func (p *parser) sheetHead(g *game.Game, text string) error {
	at := 0 // behind the line
	for line := range strings.Lines(text) {
		begin := at
		if at += len(line); !isSheetHead(line) {
			continue
		}
		var names [][]int
		for _, m := range headName.FindAllStringSubmatchIndex(line, -1) {
			if heads[line[m[2]:m[3]]] != "" {
				names = append(names, m)
			}
		}
		for i, m := range names {
			end := len(line)
			if i+1 < len(names) {
				end = names[i+1][0]
			}
			value := game.CleanLine(line[m[1]:end])
			switch tag := heads[line[m[2]:m[3]]]; {
			case value == "":
			case tag == game.TagFEN:
				if err := p.setStart(g, value, begin+m[0]); err != nil {
					return err
				}
			case tag == game.TagResult:
				p.setResult(g, value, begin+m[0])
			case tag == game.TagFormat:
				p.setFormat(value)
			default:
				p.addTag(g, game.Tag{Name: tag, Value: value}, begin+m[0])
			}
		}
	}
	return nil
}
