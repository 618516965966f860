package formats

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/ccbridge"
	"chuhe/game/dhtmlxq"
	"chuhe/game/fenlist"
	"chuhe/game/notation"
	"chuhe/game/pgn"
	"chuhe/game/xqf"
	"chuhe/rules"
	"chuhe/rules/words"
)

// Explain says in a language what is wrong with a game, by an error of its reader or of
// [game.Game.Validate]. The text may hold bytes of the file.
func Explain(lang words.Lang, err error) string {
	var illegal *rules.MoveError
	if errors.As(err, &illegal) {
		return lang.Illegal(illegal)
	}
	var at *game.Error
	where, ply := "", 0
	if errors.As(err, &at) {
		where, ply = place(lang, at), at.Ply
	}
	var cut *game.CutError
	if errors.As(err, &cut) && lang == words.ZH {
		return where + fmt.Sprintf("变着有%d处截断，略去%d着；第一处：", cut.Places, cut.Moves) + Explain(lang, cut.First)
	} else if cut != nil {
		return err.Error()
	}
	var move *notation.MoveError
	if errors.As(err, &move) {
		return where + explainMove(lang, move, ply)
	}
	if lang != words.ZH {
		return err.Error()
	}
	var fen *board.FENError
	var node *game.MoveError
	switch {
	case errors.As(err, &fen):
		return where + explainFEN(fen)
	case errors.As(err, &node):
		line := ""
		if node.Variation {
			line = "变着中"
		}
		return where + fmt.Sprintf("%s第%d着 %v：%s", line, node.Ply, node.Move, lang.Reason(node.Reason))
	case errors.Is(err, ErrUnknown):
		return "无法识别的格式，应为 " + strings.Join(names(), "、") + " 之一"
	}
	for _, known := range chinese {
		if errors.Is(err, known.err) {
			return where + known.text
		}
	}
	if at != nil {
		err = at.Err
	}
	return where + "内容有误：" + err.Error()
}

// Reason says why a move cannot be played, by an error of package rules or notation.
// Another error says what it says.
func Reason(lang words.Lang, reason error) string {
	if text, ok := chineseReasons[reason]; ok && lang == words.ZH {
		return text
	}
	return lang.Reason(reason)
}

var chineseReasons = map[error]string{
	notation.ErrText: "不是着法", notation.ErrNone: "没有棋子能这样走", notation.ErrAmbiguous: "有多种走法",
}

// chinese are errors about files and games. Of two that fit the first counts.
var chinese = []struct {
	err  error
	text string
}{
	{board.ErrResult, "结果有误，应为 1-0、0-1、1/2-1/2 或 *"},
	{pgn.ErrTag, "标签有误，应如 [Red \"甲\"]"},
	{pgn.ErrOpenVariation, "变着没有结束，缺少 )"},
	{pgn.ErrOpenComment, "注释没有结束，缺少 }"},
	{pgn.ErrEarlyVariation, "变着之前没有着法"},
	{pgn.ErrDeep, "变着嵌套过深"},
	{pgn.ErrSyntax, "PGN 有误"},
	{game.ErrNoEnd, "缺少结尾，文件可能不完整"},
	{game.ErrShortened, "文件中有文字被截短"},
	{pgn.ErrSide, "着法用了对方的写法（红方应为汉字数字，黑方应为阿拉伯数字），按轮走的一方读入"},
	{pgn.ErrNumber, "回合数与着法不符，可能缺了着法"},
	{pgn.ErrAfterResult, "结果之后的着法未读入"},
	{pgn.ErrAgain, "回合数又从 1 开始，按另一局读入"},
	{xqf.ErrSyntax, "XQF 文件有误"},
	{ccbridge.ErrSyntax, "象棋桥文件有误"},
	{dhtmlxq.ErrSyntax, "DhtmlXQ 有误"},
	{fenlist.ErrOperation, "EPD 操作有误，应如 bm h2e2;"},
}

// explainFEN says in Chinese what is wrong with a FEN.
func explainFEN(fen *board.FENError) string {
	found := "到此结束"
	if fen.Text != "" {
		found = strconv.Quote(fen.Text)
	}
	text := "局面不合规则"
	for reason, t := range chineseFEN {
		if errors.Is(fen, reason) {
			text = t
		}
	}
	return fmt.Sprintf("FEN 有误：%s（第%d字节，%s）", text, fen.Offset, found)
}

var chineseFEN = map[error]string{
	board.ErrNoBoard: "没有局面", board.ErrRanks: "应为十行", board.ErrFiles: "每行应为九格", board.ErrLetter: "不认识的棋子字母",
	board.ErrSide: "走棋方应为 w 或 b", board.ErrDash: "此处应为 -", board.ErrCounter: "着数有误", board.ErrTrailing: "末尾有多余的内容",
	board.ErrKings: "双方必须各有一个将（帅）", board.ErrKingPoint: "将（帅）不在九宫", board.ErrAdvisorPoint: "仕（士）的位置不对",
	board.ErrBishopPoint: "相（象）的位置不对", board.ErrPawnPoint: "兵（卒）的位置不对", board.ErrTooMany: "此种棋子太多",
	board.ErrInCheck: "不走棋的一方被将军", board.ErrFacing: "将帅照面",
}

// place says where in a file something is.
func place(lang words.Lang, at *game.Error) string {
	if lang != words.ZH {
		return (&game.Error{Offset: at.Offset, Line: at.Line, Game: at.Game, Err: errors.New("")}).Error()
	}
	where := ""
	if at.Line > 0 {
		where = fmt.Sprintf("第%d行", at.Line)
	}
	where += fmt.Sprintf("（第%d字节）", at.Offset)
	if at.Game > 0 {
		where += fmt.Sprintf("第%d局", at.Game)
	}
	return where + "："
}

// explainMove says why a text is not a legal move; ply is 0 if it is not known.
func explainMove(lang words.Lang, move *notation.MoveError, ply int) string {
	if move.Move != board.NoMove && move.Reason != notation.ErrAmbiguous {
		p := &move.Position
		return lang.Illegal(&rules.MoveError{
			Ply: ply, Move: move.Move, Side: p.Side(), Piece: p.At(move.Move.From()), Reason: move.Reason,
		})
	}
	text, number := fmt.Sprintf("%q: %v", move.Text, move.Reason), "ply %d, "
	if lang == words.ZH {
		text, number = fmt.Sprintf("%q %s", move.Text, Reason(lang, move.Reason)), "第%d着"
	}
	if ply == 0 {
		return text
	}
	return fmt.Sprintf(number, ply) + text
}
