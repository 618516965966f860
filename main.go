// Chuhe is a Xiangqi engine. Without arguments it answers UCCI or UCI on its
// standard streams, and a double click opens the board; "chuhe help" lists the other
// commands.
package main

import (
	"chuhe/internal/command"
	"chuhe/internal/launch"
	"chuhe/lab/data"
	"chuhe/lab/selfplay"
	"chuhe/protocol"
	"chuhe/tools/annotate"
	"chuhe/tools/bench"
	"chuhe/tools/book"
	"chuhe/tools/convert"
	"chuhe/tools/endgame"
	"chuhe/tools/games"
	"chuhe/tools/judge"
	"chuhe/tools/match"
	"chuhe/tools/perft"
	"chuhe/tools/puzzle"
	"chuhe/tools/version"
	"chuhe/web"
)

func main() {
	if args, stay := launch.Arguments(); stay {
		command.Run(program(), args)
	}
}

// program returns the command line.
func program() *command.Command {
	play := protocol.Play()
	return &command.Command{
		Name:  "chuhe",
		Flags: play.Flags, Operands: play.Operands, Run: play.Run,
		Commands: []*command.Command{
			web.Command(),
			perft.Command(),
			match.Command(),
			judge.Command(),
			endgame.Command(),
			annotate.Command(),
			convert.Command(),
			games.Command(),
			selfplay.Command(),
			data.Command(),
			book.Command(),
			puzzle.Command(),
			bench.Command(),
			command.Completion(program),
			command.Manual(program),
			version.Command(),
		},
	}
}
