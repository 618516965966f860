// Chuhe is a Xiangqi engine. Without arguments it answers UCCI or UCI on its
// standard streams; "chuhe help" lists its other commands.
package main

import (
	"chuhe/annotate"
	booktool "chuhe/book/tool"
	"chuhe/game/convert"
	"chuhe/internal/command"
	"chuhe/judge"
	"chuhe/match/cli"
	"chuhe/perft"
	"chuhe/protocol"
	puzzletool "chuhe/puzzle/tool"
	"chuhe/selfplay"
	"chuhe/selfplay/data"
	"chuhe/web"
)

const help = `usage: chuhe [-tune parameters]
       chuhe COMMAND ...

Without a command Chuhe answers a host that speaks UCCI or UCI on the standard
streams. The commands are:

`

func main() { command.Main(program()) }

// program returns the command line.
func program() *command.Command {
	play := protocol.Play()
	return &command.Command{
		Name: "chuhe", Help: help,
		Flags: play.Flags, Operands: play.Operands, Run: play.Run,
		Commands: []*command.Command{
			web.Command(),
			perft.Command(),
			cli.Command(),
			judge.Command(),
			annotate.Command(),
			convert.Command(),
			selfplay.Command(),
			data.Command(),
			booktool.Command(),
			puzzletool.Command(),
			protocol.BenchCommand(),
			protocol.VersionCommand(),
		},
	}
}
