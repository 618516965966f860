package web

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strings"

	"chuhe/eval/evals"
	"chuhe/internal/command"
)

const help = `usage: chuhe board [FILE] [flags]

Opens a board in the browser, to play, learn and analyse. It works offline: the
page comes from this program and needs nothing from the net. FILE is a game to
open.

`

const notes = `
With an address other than 127.0.0.1, such as -addr 0.0.0.0:8080, everybody who
can reach this machine may use the board, and so its processors.
`

// Sizes of the table of a search in MiB.
const (
	defaultHash = 64
	mostHash    = 4096
)

// Command is the command "chuhe board".
func Command() *command.Command {
	var (
		addr, evaluation string
		noOpen           bool
		hash             = defaultHash
		threads          = runtime.GOMAXPROCS(0)
	)
	return &command.Command{
		Name: "board", Summary: "play, learn and analyse on a board in the browser", Help: help, Notes: notes,
		Flags: func(f *flag.FlagSet) {
			f.StringVar(&addr, "addr", "127.0.0.1:0", "`address` to serve at; port 0 for any free port")
			f.BoolVar(&noOpen, "no-open", false, "open no browser")
			command.Range(f, &threads, "threads", 1, 1024, "`threads` that all searches together may use")
			command.Range(f, &hash, "hash", 1, mostHash, "most `MiB` for the table of a search; there are at most as many tables as threads")
			f.StringVar(&evaluation, "evalfile", evals.Embedded, evals.FlagUsage)
		},
		Operands: true,
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			if len(args) > 1 {
				return command.Usagef("argument %q, want one file", args[1])
			}
			c := config{processors: threads, hash: hash}
			var err error
			if c.evaluation, err = evals.Open(evaluation); err != nil {
				return command.Inputf("-evalfile: %w", err)
			}
			if len(args) == 1 {
				if c.opened, err = open(args[0]); err != nil {
					return command.Input(err)
				}
			}
			return run(ctx, c, addr, !noOpen, s)
		},
	}
}

// run serves at an address until ctx is done.
func run(ctx context.Context, c config, addr string, browser bool, s command.Streams) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return command.Inputf("-addr: %w", err)
	}
	say := sayEnglish
	if strings.HasPrefix(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG")), "zh") {
		say = sayChinese
	}
	tcp, _ := listener.Addr().(*net.TCPAddr)
	url := "http://" + listener.Addr().String() + "/"
	if tcp != nil && tcp.IP.IsUnspecified() {
		url = fmt.Sprintf("http://127.0.0.1:%d/", tcp.Port)
	}
	if tcp != nil && !tcp.IP.IsLoopback() {
		fmt.Fprintln(s.Err, say.exposed)
	}
	if c.opened != nil {
		url += "#opened"
	}
	fmt.Fprintf(s.Out, say.serving+"\n", url)
	if browser {
		openBrowser(url)
	}
	return newServer(c, listener.Addr()).serve(ctx, listener)
}

// sentences are what the command prints in a language.
type sentences struct{ serving, exposed string }

var (
	sayEnglish = sentences{
		"The board is at %s (Ctrl-C ends it)",
		"warning: other machines can reach this address, and whoever reaches it may use the board",
	}
	sayChinese = sentences{
		"棋盘地址：%s（按 Ctrl-C 结束）",
		"警告：其他机器可以访问此地址，能访问者都可以使用棋盘",
	}
)

// openBrowser opens an address in the browser of the user, where there is one. It
// does not matter if it fails: the address is printed.
func openBrowser(url string) {
	var c *exec.Cmd
	switch runtime.GOOS {
	case "windows":
		c = exec.Command("rundll32", "url.dll,FileProtocolHandler", url)
	case "darwin":
		c = exec.Command("open", url)
	case "android":
		c = exec.Command("termux-open-url", url)
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
		c = exec.Command("xdg-open", url)
	}
	if c.Start() == nil {
		go func() { _ = c.Wait() }()
	}
}
