package judge

import (
	"errors"
	"io/fs"

	"chuhe/board"
	"chuhe/game/formats"
	"chuhe/internal/command"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/rules/words"
)

// outcomes are the keys of what lines begin with.
var outcomes = [...]string{
	board.Unfinished: "outcome.continue", board.RedWins: "outcome.red", board.BlackWins: "outcome.black", board.Draw: "outcome.draw",
}

// outcome returns what the line about a result begins with.
func (c *request) outcome(r board.Result) string { return c.Lang.Say(outcomes[r]) }

// reason says why a game or a file cannot be judged. Errors of the system say what it
// says of the file, without its name.
func (c *request) reason(err error) string {
	var illegal *rules.MoveError
	switch {
	case errors.As(err, &illegal):
		return words.Illegal(c.Lang, illegal)
	case errors.As(err, new(*fs.PathError)):
		return c.Lang.Explain(command.WithoutPath(err))
	case errors.As(err, new(*lang.Error)):
		return c.Lang.Explain(err)
	}
	return formats.Fault{Err: err}.In(c.Lang)
}
