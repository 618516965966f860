package judge

import (
	"errors"
	"fmt"

	"chuhe/board"
	files "chuhe/game"
	"chuhe/game/notation"
	"chuhe/internal/command"
	"chuhe/rules"
	"chuhe/rules/words"
)

// sentences are what the command says itself in a language. Package words has the
// rest.
type sentences struct {
	outcomes   [4]string // that start a line, by result
	illegal    string    // likewise
	colon      string
	recorded   string // the recorded result is another
	unfit      string
	unfitOf    string // so many of so many games
	disagree   string // set of rules, verdict and expectation
	notIllegal string // expectation
	disagreeOf string
}

var languages = [...]sentences{
	words.EN: {
		outcomes: [4]string{board.Unfinished: "continue", board.RedWins: "red-wins", board.BlackWins: "black-wins", board.Draw: "draw"},
		illegal:  "illegal", colon: ": ", recorded: "; the recorded result is %s",
		unfit: "cannot be judged", unfitOf: "cannot be judged: %d of %d games",
		disagree:   "not as expected under %v: %s, want %s",
		notIllegal: "not as expected: illegal, want %s", disagreeOf: "not as expected: %d of %d games",
	},
	words.ZH: {
		outcomes: [4]string{board.Unfinished: "对局继续", board.RedWins: "红胜", board.BlackWins: "黑胜", board.Draw: "和棋"},
		illegal:  "不合法", colon: "：", recorded: "；棋谱记录的结果是%s",
		unfit: "无法判断", unfitOf: "无法判断：%d 局（共 %d 局）",
		disagree:   "与预期不符（%v）：%s，预期 %s",
		notIllegal: "与预期不符：不合法，预期 %s", disagreeOf: "与预期不符：%d 局（共 %d 局）",
	},
}

func (c *request) say() *sentences { return &languages[c.lang] }

// spoken is an error in the language of the user.
type spoken struct {
	error
	text string
}

func (s spoken) Error() string { return s.text }
func (s spoken) Unwrap() error { return s.error }

// reason puts into words why a game cannot be judged.
func (c *request) reason(err error) string {
	var illegal *rules.MoveError
	if errors.As(err, &illegal) {
		return c.lang.Illegal(illegal)
	}
	if c.lang != words.ZH || errors.Is(err, command.ErrInput) {
		return err.Error()
	}
	where := ""
	ply := 0
	var at *files.Error
	if errors.As(err, &at) {
		ply = at.Ply
		if at.Line > 0 {
			where = fmt.Sprintf("第%d行", at.Line)
		}
		where += fmt.Sprintf("（第%d字节）", at.Offset)
		if at.Game > 0 {
			where += fmt.Sprintf("第%d局", at.Game)
		}
		where += "："
	}
	var move *notation.MoveError
	var fen *board.FENError
	switch {
	case errors.As(err, &move) && move.Move != board.NoMove && move.Reason != notation.ErrAmbiguous:
		p := &move.Position
		return where + c.lang.Illegal(&rules.MoveError{
			Ply: ply, Move: move.Move, Side: p.Side(), Piece: p.At(move.Move.From()), Reason: move.Reason,
		})
	case errors.As(err, &move):
		if ply > 0 {
			where += fmt.Sprintf("第%d着", ply)
		}
		return where + fmt.Sprintf("%q %s", move.Text, map[error]string{
			notation.ErrText: "不是着法", notation.ErrNone: "没有棋子能这样走", notation.ErrAmbiguous: "有多种走法",
		}[move.Reason])
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
