package web

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/rules/words"
)

const help = `usage: chuhe board [FILE] [flags]

Opens a board in the browser, to play, learn and analyse. It works offline: the
page comes from this program and needs nothing from the net. FILE has the game
to open; of several games the page asks which.

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

// home is where the board is served. It is the same each time, since a browser keeps the
// games of a page by its address, port included.
const home = "127.0.0.1:20910"

// Command is the command "chuhe board".
func Command() *command.Command {
	var (
		flags            *flag.FlagSet
		addr, evaluation string
		noOpen           bool
		hash             = defaultHash
		threads          = runtime.GOMAXPROCS(0)
	)
	return &command.Command{
		Name: "board", Summary: "play, learn and analyse on a board in the browser", Help: help, Notes: notes,
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&addr, "addr", home, "`address` to serve at; port 0 for any free port. Without the flag, another port if this one is taken. The browser keeps games by address")
			f.BoolVar(&noOpen, "no-open", false, "open no browser")
			command.Range(f, &threads, "threads", 1, 1024, "`threads` that all searches together may use")
			command.Range(f, &hash, "hash", 1, mostHash, "most `MiB` for the table of a search; there are at most as many tables as threads")
			f.StringVar(&evaluation, "evalfile", evals.Embedded, evals.FlagUsage)
		},
		Operands: true,
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			l := languageOfSystem()
			say := sentencesIn(l)
			if len(args) > 1 {
				return command.Usagef(say.arguments, args[1])
			}
			c := config{processors: threads, hash: hash}
			var err error
			if c.evaluation, err = evals.Open(evaluation); err != nil {
				return command.Inputf(say.evaluation, err)
			}
			if len(args) == 1 {
				if c.opened, err = open(args[0], l); err != nil {
					return command.Input(err)
				}
			}
			// Who asks for an address gets that one or an error.
			return run(ctx, c, addr, !command.Given(flags)["addr"], !noOpen, say, s)
		},
	}
}

// run serves at an address until ctx is done; at another one of loopback if that is taken
// and anyOther is set.
func run(ctx context.Context, c config, addr string, anyOther, browser bool, say sentences, s command.Streams) error {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return command.Inputf(say.form, addr)
	}
	listen := func(addr string) (net.Listener, error) { return new(net.ListenConfig).Listen(ctx, "tcp", addr) }
	listener, err := listen(addr)
	if err != nil && anyOther {
		taken := err
		if listener, err = listen("127.0.0.1:0"); err == nil {
			fmt.Fprintf(s.Err, say.taken+"\n", home, taken)
		}
	}
	if err != nil {
		return command.Inputf(say.address, err)
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

// sentences are what the command prints in a language, as formats where they have verbs.
type sentences struct{ serving, exposed, taken, arguments, evaluation, form, address string }

// sentencesIn returns the sentences in a language.
func sentencesIn(l language) sentences {
	if l.words() != words.ZH {
		return sentences{
			serving:    "The board is at %s (Ctrl-C ends it)",
			exposed:    "warning: other machines can reach this address, and whoever reaches it may use the board",
			taken:      "note: %s cannot be used (%v), so this board does not show the games that the browser keeps for that address",
			arguments:  "argument %q, want one file",
			evaluation: "-evalfile: %w",
			form:       "-addr %q: want an address and a port, such as 127.0.0.1:8080",
			address:    "-addr: %w",
		}
	}
	return sentences{
		serving:    l.write("棋盘地址：%s（按 Ctrl-C 结束）"),
		exposed:    l.write("警告：其他机器可以访问此地址，能访问者都可以使用棋盘"),
		taken:      l.write("注：%s 无法使用（%v），浏览器为该地址保存的对局不会出现在这个棋盘上"),
		arguments:  l.write("多余的参数 %q，只能有一个文件"),
		evaluation: l.write("-evalfile：无法使用评估函数：%w"),
		form:       l.write("-addr %q：应为地址加端口，例如 127.0.0.1:8080"),
		address:    l.write("-addr：无法使用地址：%w"),
	}
}

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
