package web

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/lang"
)

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
		Name: "board",
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&addr, "addr", home, "")
			f.BoolVar(&noOpen, "no-open", false, "")
			command.Range(f, &threads, "threads", 1, 1024, "")
			command.Range(f, &hash, "hash", 1, mostHash, "")
			f.StringVar(&evaluation, "evalfile", evals.Embedded, "")
		},
		Operands: true,
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			if len(args) > 1 {
				return command.Usage(lang.Errorf("board.arguments", "argument", strconv.Quote(args[1])))
			}
			c := config{processors: threads, hash: hash}
			var err error
			if c.evaluation, err = evals.Open(evaluation); err != nil {
				return command.Input(lang.Errorf("error.evalfile", "error", err))
			}
			if len(args) == 1 {
				if c.opened, err = open(args[0], language(s.Lang)); err != nil {
					return command.Input(err)
				}
			}
			// Who asks for an address gets that one or an error.
			return run(ctx, c, addr, !command.Given(flags)["addr"], !noOpen, s)
		},
	}
}

// run serves at an address until ctx is done; at another one of loopback if that is taken
// and anyOther is set.
func run(ctx context.Context, c config, addr string, anyOther, browser bool, s command.Streams) error {
	if _, _, err := net.SplitHostPort(addr); err != nil {
		return command.Input(lang.Errorf("board.form", "address", strconv.Quote(addr)))
	}
	listen := func(addr string) (net.Listener, error) { return new(net.ListenConfig).Listen(ctx, "tcp", addr) }
	listener, err := listen(addr)
	if err != nil && anyOther {
		taken := err
		if listener, err = listen("127.0.0.1:0"); err == nil {
			fmt.Fprintln(s.Err, s.Lang.Say("board.taken", "address", home, "error", taken))
		}
	}
	if err != nil {
		return command.Input(lang.Errorf("board.address", "error", err))
	}
	tcp, _ := listener.Addr().(*net.TCPAddr)
	url := "http://" + listener.Addr().String() + "/"
	if tcp != nil && tcp.IP.IsUnspecified() {
		url = fmt.Sprintf("http://127.0.0.1:%d/", tcp.Port)
	}
	if tcp != nil && !tcp.IP.IsLoopback() {
		fmt.Fprintln(s.Err, s.Lang.Say("board.exposed"))
	}
	if c.opened != nil {
		url += "#opened"
	}
	fmt.Fprintln(s.Out, s.Lang.Say("board.serving", "address", url))
	go pageFiles() // while the browser starts
	if browser {
		openBrowser(url)
	}
	return newServer(c, listener.Addr()).serve(ctx, listener)
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
