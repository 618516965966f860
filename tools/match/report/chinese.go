package report

import (
	"chuhe/board"
	"chuhe/rules"
	"chuhe/rules/words"
	"chuhe/tools/match/tournament"
)

// Say returns a text of the report, or a format with the same verbs, in a language.
func Say(lang words.Lang, english string) string {
	if text := chinese[english]; lang == words.ZH && text != "" {
		return text
	}
	return english
}

var chinese = map[string]string{
	"en":          "zh-CN",
	"engine":      "引擎",
	"games":       "局数",
	"points":      "得分",
	"score":       "得分率",
	"draws":       "和棋率",
	"as red":      "执红",
	"as black":    "执黑",
	"lost by":     "判负",
	"Summary":     "概要",
	"Progress":    "进程",
	"Games":       "对局",
	"red – black": "红方 – 黑方",
	"result":      "结果",
	"%d plies":    "%d 着",
	"book":        "开局",
	"%d × %s ":    "%d × %s ",
	", ":          "，",
	": ":          "：",

	"Score in percent over the games":           "得分率（%）随局数的变化",
	"Elo of %s with 95 %% error over the games": "%s 的 Elo 及 95%% 误差随局数的变化",
	"Log likelihood ratio, [%g, %g] %s":         "对数似然比，[%g, %g] %s",
	": %s accepted":                             "：接受 %s",

	"%s vs %s: %s, +%d =%d -%d, %s points (%s)\n":          "%s 对 %s：%s，胜 %d 和 %d 负 %d，%s 分（%s）\n",
	"  Elo %s, nElo %s, LOS %s, draws %s, red scores %s\n": "  Elo %s，nElo %s，优势概率 %s，和棋率 %s，红方得分率 %s\n",
	"  pairs %d: %v (0, 1/2, 1, 1 1/2, 2 points)\n":        "  成对 %d：%v（0、1/2、1、1 1/2、2 分）\n",
	"not counted: %s that repeat others move by move\n":    "未计：%s（与其他对局着法完全相同）\n",
	"; the same as game %d, not counted":                   "；与第 %d 局相同，不计",

	"1 game":             "1 局",
	"%d games":           "%d 局",
	"%s lost %s by %s\n": "%s 负 %s：%s\n",

	string(tournament.Resignation): "认输",
	string(tournament.Agreement):   "议和",
	string(tournament.Adjudicated): "裁定",
	string(tournament.TimeLoss):    "超时",
	string(tournament.IllegalMove): "非法着法",
	string(tournament.NoAnswer):    "不应答",
	string(tournament.Crash):       "崩溃",
}

// reason says in a language why a game ended.
func reason(lang words.Lang, options rules.Options, r *tournament.Record, played *board.Line) string {
	if lang == words.EN {
		return r.Reason
	}
	end := Say(lang, string(r.End))
	if end == string(r.End) { // on the board
		if v := rules.Judge(played, options); v.Result == r.Result {
			return lang.Verdict(&v)
		}
		return r.Reason
	}
	loser, lost := r.Result.Loser()
	switch {
	case !lost:
		end = "和棋：" + end
	case loser == board.Red:
		end = "红方负：" + end
	default:
		end = "黑方负：" + end
	}
	if r.End.IsFault() {
		end += "（" + r.Reason + "）"
	}
	return end
}
