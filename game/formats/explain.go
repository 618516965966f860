package formats

import (
	"errors"
	"fmt"

	"chuhe/board"
	"chuhe/game"
	"chuhe/game/notation"
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
	var move *notation.MoveError
	if errors.As(err, &move) {
		return where + explainMove(lang, move, ply)
	}
	if lang != words.ZH {
		return err.Error()
	}
	var fen *board.FENError
	switch {
	case errors.As(err, &fen):
		return where + fmt.Sprintf("FEN 有误（第%d字节）：%q", fen.Offset, fen.Text)
	case errors.Is(err, board.ErrResult):
		return where + "结果有误"
	}
	if at != nil {
		err = at.Err
	}
	return where + "内容有误：" + err.Error()
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
		number = "第%d着"
		text = fmt.Sprintf("%q %s", move.Text, map[error]string{
			notation.ErrText: "不是着法", notation.ErrNone: "没有棋子能这样走", notation.ErrAmbiguous: "有多种走法",
		}[move.Reason])
	}
	if ply == 0 {
		return text
	}
	return fmt.Sprintf(number, ply) + text
}
