package annotate

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"chuhe/board"
	"chuhe/game"
	"chuhe/rules/words"
)

// language has the words of a language. Names in braces are replaced.
type language struct {
	code  string // for HTML
	signs map[game.NAG]string
	notes [LosesByRule + 1]string
	// loses and misses have {lost} and {gained}; the second of each pair is for a line
	// that captures on one side only.
	loses, misses [2]string
	piece         func(board.Piece) string
	and           string    // between pieces
	many          [6]string // formats for so many pieces of a kind
	comment       string    // on a move with a sign: {sign}, {best}, {played}, {notes}
	plain         string    // the same without notes
	good          string    // on a good move: {notes}
	join          string    // between notes
	upTo          string    // how far a record could be read: {move}
	fault         string    // the record has a fault: {fault}
	sides         [2]string
	texts         map[string]string // of pages and summaries by their English
}

var languages = [...]language{
	words.EN: {
		code:  "en",
		signs: map[game.NAG]string{game.Dubious: "Inaccuracy", game.Mistake: "Mistake", game.Blunder: "Blunder"},
		notes: [...]string{
			MissedMate: "missed mate in {n}", MissedRule: "missed a win by the rules of repetition",
			AllowsMate: "allows mate in {n}", AllowsRule: "will lose by the rules of repetition",
			WinGone: "the win is gone", StillWins: "still winning", OnlyMove: "the only move",
			Draws: "repeats the position for a draw", LosesByRule: "completes a forbidden repetition and loses",
		},
		loses:   [2]string{"loses {lost} for {gained}", "loses {lost}"},
		misses:  [2]string{"misses winning {gained} for {lost}", "misses winning {gained}"},
		piece:   func(p board.Piece) string { return englishPieces[p.Type()] },
		and:     " and ",
		many:    [6]string{1: "the %s", 2: "two %ss", 3: "three %ss", 4: "four %ss", 5: "five %ss"},
		comment: "{sign}, {best} to {played}: {notes}.", plain: "{sign}, {best} to {played}.", good: "{notes}.",
		join: "; ", upTo: "Annotated up to {move}. ", fault: "The record has a fault here: {fault}.",
		sides: [2]string{board.Red: "Red", board.Black: "Black"},
	},
	words.ZH: {
		code:  "zh-CN",
		signs: map[game.NAG]string{game.Dubious: "欠准", game.Mistake: "失误", game.Blunder: "严重失误"},
		notes: [...]string{
			MissedMate: "错过{n}步杀", MissedRule: "错过按规则判胜的机会",
			AllowsMate: "对方有{n}步杀", AllowsRule: "将因犯规判负",
			WinGone: "胜势尽失", StillWins: "仍是胜势", OnlyMove: "唯一的好着",
			Draws: "重复局面成和", LosesByRule: "形成禁止着法，判负",
		},
		loses:   [2]string{"失{lost}，得{gained}", "失{lost}"},
		misses:  [2]string{"错过以{lost}换{gained}的机会", "错过得{gained}的机会"},
		piece:   func(p board.Piece) string { return string(p.Chinese()) },
		and:     "、",
		many:    [6]string{1: "%s", 2: "双%s", 3: "三%s", 4: "四%s", 5: "五%s"},
		comment: "{sign}，期望得分 {best} → {played}：{notes}。", plain: "{sign}，期望得分 {best} → {played}。", good: "{notes}。",
		join: "；", upTo: "评注到 {move} 为止。", fault: "此后棋谱有误：{fault}。",
		sides: [2]string{board.Red: "红方", board.Black: "黑方"},
		texts: map[string]string{
			"Game %d of %d": "第 %d 局，共 %d 局", "Game": "对局", ": ": "：", ", ": "，", "Opening": "开局", "Result": "结果", "End": "终局",
			"accuracy": "准确率", "mean loss": "平均损失", "Turning point": "败着", "Points red may expect": "红方期望得分",
			"Key moments": "关键着法", "All moves": "全部着法", "better": "应走", "played": "实战", "side": "棋方", "moves": "着数",
			"start": "起始局面", "no faults found": "没有发现失误", "%d more with smaller losses": "另有 %d 着损失较小",
			"Analysis of %d games": "%d 局分析", "%d moves": "%d 回合", "1 move": "1 回合",
			"Points are what a side may expect: 1 for a win, ½ for a draw.": "期望得分：胜为 1，和为 ½。",
		},
	},
}

var englishPieces = [...]string{board.Pawn: "pawn", board.Advisor: "advisor", board.Bishop: "elephant", board.Knight: "horse", board.Cannon: "cannon", board.Rook: "rook", board.King: "king"}

// say returns a text in the language.
func (l *language) say(english string) string {
	if text, ok := l.texts[english]; ok {
		return text
	}
	return english
}

// note puts a note on a move of a side into words.
func (l *language) note(n Note, side board.Side) string {
	text := l.notes[n.Kind]
	switch n.Kind {
	case Loses:
		text = l.loses[0]
		if len(n.Gained) == 0 {
			text = l.loses[1]
		}
	case Misses:
		text = l.misses[0]
		if len(n.Lost) == 0 {
			text = l.misses[1]
		}
	}
	return strings.NewReplacer("{n}", fmt.Sprint(n.N), "{lost}", l.names(n.Lost, side), "{gained}", l.names(n.Gained, side.Other())).Replace(text)
}

// names lists pieces of a side, those of a kind together.
func (l *language) names(pieces []board.PieceType, side board.Side) string {
	var names []string
	for i := 0; i < len(pieces); {
		kind, n := pieces[i], 0
		for ; i < len(pieces) && pieces[i] == kind; i++ {
			n++
		}
		names = append(names, fmt.Sprintf(l.many[min(n, len(l.many)-1)], l.piece(board.NewPiece(side, kind))))
	}
	return strings.Join(names, l.and)
}

// Reasons says in a language what is wrong with a move, or what is good about it: the
// notes one after the other, "" if there are no notes.
func (m *Move) Reasons(lang words.Lang) string { return languages[lang].reasons(m) }

func (l *language) reasons(m *Move) string {
	var notes []string
	for _, n := range m.Notes {
		notes = append(notes, l.note(n, m.Side))
	}
	return strings.Join(notes, l.join)
}

// explain returns the comment on a move, "" if there is nothing to say.
func (l *language) explain(m *Move) string {
	text := l.reasons(m)
	format := l.comment
	switch {
	case m.Sign == 0:
		return ""
	case m.Sign == game.GoodMove:
		format = l.good
	case text == "":
		format = l.plain
	}
	if m.Sign == game.GoodMove {
		first, size := utf8.DecodeRuneInString(text)
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	return strings.NewReplacer("{sign}", l.signs[m.Sign], "{best}", points(m.BestPoints), "{played}", points(m.PlayedPoints),
		"{notes}", text).Replace(format)
}

// fail says that the record has a fault.
func (l *language) fail(fault string) string { return strings.ReplaceAll(l.fault, "{fault}", fault) }

// points returns points to expect, 0 to 1, as text.
func points(p float64) string { return fmt.Sprintf("%.2f", p) }
