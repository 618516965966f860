package protocol

import (
	"fmt"
	"runtime"
)

// about holds the text that answers each of these words. All but help are commands of
// Stockfish.
var about = map[string]func() []string{
	"help": func() []string {
		return []string{
			"Chuhe plays Xiangqi for a graphical program that speaks UCCI or UCI. You can also type the commands:",
			"",
			"  position startpos moves h2e2   set the position; or: position fen FEN moves ...",
			"  d                              show the position",
			"  go depth 12                    search; or: go movetime 5000 (ms), go infinite, then stop",
			"  eval                           show what makes up the evaluation",
			"  go perft 4                     count the leaf nodes of the tree of legal moves",
			"  flip                           exchange the sides",
			"  bench                          measure the speed",
			"  ucci, uci                      list the options; answer in that protocol from now on",
			"  setoption hashsize 256         set an option",
			"  compiler, license              say what built this program, and its license",
			"  quit                           leave",
			"",
			"The README explains the options. \"chuhe help\" on the command line lists the other uses of the program.",
		}
	},
	"compiler": func() []string {
		return []string{fmt.Sprintf("Built with %s for %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)}
	},
	"license": func() []string {
		return []string{"Chuhe is free software under the MIT license; its text is in the file LICENSE of the source."}
	},
	"export_net": func() []string {
		return []string{"export_net is not supported: the embedded network is the file eval/nnue/default.nnue of the source."}
	},
	"speedtest": func() []string {
		return []string{"speedtest is not supported: bench measures the speed."}
	},
}
