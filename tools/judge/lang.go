package judge

import (
	"errors"
	"io/fs"

	"chuhe/board"
	"chuhe/game/formats"
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
	semicolon  string
	recorded   string // the recorded result is another
	unfit      string
	unfitOf    string // so many of so many games
	unread     string // so many files
	disagree   string // set of rules, verdict and expectation
	notIllegal string // expectation
	disagreeOf string
}

var languages = [...]sentences{
	words.EN: {
		outcomes: [4]string{board.Unfinished: "continue", board.RedWins: "red-wins", board.BlackWins: "black-wins", board.Draw: "draw"},
		illegal:  "illegal", colon: ": ", semicolon: "; ", recorded: "; the recorded result is %s",
		unfit: "cannot be judged", unfitOf: "cannot be judged: %d of %d games", unread: "files that cannot be judged: %d",
		disagree:   "not as expected under %v: %s, want %s",
		notIllegal: "not as expected: illegal, want %s", disagreeOf: "not as expected: %d of %d games",
	},
	words.ZH: {
		outcomes: [4]string{board.Unfinished: "对局继续", board.RedWins: "红胜", board.BlackWins: "黑胜", board.Draw: "和棋"},
		illegal:  "不合法", colon: "：", semicolon: "；", recorded: "；棋谱记录的结果是%s",
		unfit: "无法判断", unfitOf: "无法判断：%d 局（共 %d 局）", unread: "无法判断的文件：%d 个",
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

// reason puts into words why a game or a file cannot be judged. Errors of the system
// are in its own language.
func (c *request) reason(err error) string {
	var illegal *rules.MoveError
	if errors.As(err, &illegal) {
		return c.lang.Illegal(illegal)
	}
	var table tableError
	if errors.As(err, &table) {
		return table[c.lang]
	}
	switch {
	case errors.As(err, new(*fs.PathError)):
		return command.WithoutPath(err).Error()
	case c.lang == words.ZH && errors.Is(err, errNoGame):
		return "文件中没有棋局"
	case c.lang == words.ZH && errors.Is(err, errNoneIn):
		return "目录中没有棋局"
	case c.lang == words.ZH && errors.Is(err, errFormat):
		return "格式不明"
	}
	if c.lang != words.ZH {
		return err.Error()
	}
	return formats.Explain(c.lang, err)
}
