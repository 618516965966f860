//go:build !page

package web

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"time"

	"chuhe/eval/evals"
	"chuhe/internal/command"
	"chuhe/internal/launch"
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

// staticHome is where a folder is served: not at home, where the page of the folder would
// stay in the place of the board, since browsers keep such a page by its address.
const staticHome = "127.0.0.1:20911"

// machine holds what the command needs from the system; tests replace it.
type machine struct {
	browse func(url string) bool             // opens an address in the browser of the user; false if none opens it
	notify func(text string)                 // shows a text to a user without a terminal, as far as there is a way
	cache  func() (folder string)            // of the user, "" for none
	looks  func() (<-chan time.Time, func()) // a ticker of lookEvery, and its end
	room   func(workers int) error           // whether the process can have threads for them
}

// here is the machine that the program runs on.
var here = machine{
	browse: func(url string) bool {
		commands := browsers(runtime.GOOS, os.Getenv, url)
		return len(commands) == 0 || anyWorks(commands, settle)
	},
	notify: func(text string) { anyWorks(notices(runtime.GOOS, text), settle) },
	cache: func() string {
		folder, err := os.UserCacheDir()
		if err != nil {
			return ""
		}
		return filepath.Join(folder, "chuhe")
	},
	looks: func() (<-chan time.Time, func()) {
		t := time.NewTicker(lookEvery)
		return t.C, t.Stop
	},
	room: command.Room,
}

// start says how to start the board.
type start struct {
	config
	addr     string
	anyOther bool // another address of loopback will do if that one is taken
	browser  bool // opens in the browser
	icon     bool // started by an icon
	file     string
	engines  []string // descriptions of engines of others
	games    string   // folder or file of games for the opening explorer, "" for none
	static   string   // folder to serve in place of the board, "" for none
	settings []string // flags that were given and that a board which runs already cannot follow
}

// Command is the command "chuhe board".
func Command() *command.Command { return here.command() }

// command returns the command on a machine.
func (m machine) command() *command.Command {
	var (
		flags   *flag.FlagSet
		asked   = start{config: config{processors: runtime.GOMAXPROCS(0), hash: defaultHash, positions: mostPositions}}
		network string
		noOpen  bool
	)
	return &command.Command{
		Name: "board",
		Flags: func(f *flag.FlagSet) {
			flags = f
			f.StringVar(&asked.addr, "addr", home, "")
			f.BoolVar(&noOpen, "no-open", false, "")
			f.BoolVar(&asked.icon, "desktop", false, "")
			f.StringVar(&asked.static, "static", "", "")
			command.Range(f, &asked.processors, "threads", 1, 1024, "")
			command.Range(f, &asked.hash, "hash", 1, mostHash, "")
			f.Func("engine", "", func(described string) error {
				_, _, err := rivalConfig(described)
				asked.engines = append(asked.engines, described)
				return err
			})
			f.StringVar(&asked.games, "games", "", "")
			f.StringVar(&network, "evalfile", evals.Embedded, "")
		},
		Operands: true,
		Run: func(ctx context.Context, args []string, s command.Streams) error {
			given := command.Given(flags)
			b := asked
			b.browser = !noOpen
			b.anyOther = !given["addr"] // who asks for an address gets that one or an error
			if b.static != "" {
				foreign := func(name string) bool {
					return !slices.Contains([]string{"static", "addr", "no-open", "lang"}, name)
				}
				if len(args) > 0 || slices.ContainsFunc(slices.Collect(maps.Keys(given)), foreign) {
					return command.Usage(lang.Errorf("board.staticAlone"))
				}
				if !given["addr"] {
					b.addr = staticHome
				}
				return m.runStatic(ctx, b, s)
			}
			if l, ok := launch.Language(); b.icon && ok && !given["lang"] {
				s.Lang = l
			}
			for _, name := range slices.Sorted(maps.Keys(given)) {
				if !slices.Contains([]string{"desktop", "no-open", "lang"}, name) {
					b.settings = append(b.settings, "-"+name)
				}
			}
			go pageFiles() // while the network is opened and the browser starts
			err := b.take(args, network)
			if err == nil {
				err = m.run(ctx, b, s)
			}
			if err != nil && b.icon && launch.OwnConsole() {
				fmt.Fprintln(s.Err, s.Lang.Explain(err))
				fmt.Fprintln(s.Err, s.Lang.Say("board.enter")) // else the window closes with the text
				_, _ = bufio.NewReader(s.In).ReadString('\n')
			}
			return err
		},
	}
}

// take takes the file among the arguments, and opens the evaluation.
func (b *start) take(args []string, network string) (err error) {
	if len(args) > 1 {
		return command.Usage(lang.Errorf("board.arguments", "argument", strconv.Quote(args[1])))
	}
	if len(args) > 0 {
		b.file = args[0]
	}
	if b.evaluation, err = evals.Open(network); err != nil {
		return command.Input(lang.Errorf("error.evalfile", "error", err))
	}
	return nil
}

// hostOf returns the host of an address to listen at.
func hostOf(address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return "", command.Input(lang.Errorf("board.form", "address", strconv.Quote(address)))
	}
	return host, nil
}

// run serves the board until ctx is done or, if an icon has started it, it is ended
// otherwise.
func (m machine) run(ctx context.Context, b start, s command.Streams) error {
	host, err := hostOf(b.addr)
	if err != nil {
		return err
	}
	if slices.Contains(b.settings, "-threads") {
		if err := m.room(b.processors); err != nil {
			return command.Input(lang.Errorf("board.threads", "threads", b.processors, "error", err))
		}
	}
	if !b.icon {
		return m.serve(ctx, b, s)
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return command.Input(lang.Errorf("board.onlyHere", "address", strconv.Quote(b.addr)))
	}
	return m.serveDesktop(ctx, b, s)
}

// serve serves the board until ctx is done.
func (m machine) serve(ctx context.Context, b start, s command.Streams) (err error) {
	shown := "" // what the address that is printed ends with
	if b.file != "" {
		if b.opened, err = open(b.file, language(s.Lang)); err != nil {
			return command.Input(err)
		}
		shown = "#opened"
	}
	listener, err := b.prepare(ctx, s)
	if err != nil {
		return err
	}
	// The page of the user gets the key of the board with its address.
	b.owner = &user{key: secret()}
	fragment := "#start=" + b.owner.invite(b.opened)
	if len(b.engines) > 0 {
		shown = fragment
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		b.teacher = secret()[:32]
		b.owner.teacher = b.teacher
		if b.opened != nil && !tcp.IP.IsUnspecified() {
			shown = fragment // at that address this machine looks like any other, for which the file is not
		}
	}
	served := newServer(b.config, listener.Addr())
	fmt.Fprintln(s.Out, s.Lang.Say("board.serving", "address", urlOf(listener.Addr())+shown))
	for _, other := range served.others {
		fmt.Fprintln(s.Out, s.Lang.Say("board.others", "address", other))
	}
	if len(served.others) > 0 {
		fmt.Fprintln(s.Out, s.Lang.Say("board.teacher", "address", served.others[0]+"#teach="+b.teacher))
	}
	go m.show(b, s, urlOf(listener.Addr())+fragment)
	return served.serve(ctx, listener)
}

// serveDesktop serves the board that an icon has started until ctx is done or its pages are
// closed. If such a board runs already, it is shown instead.
func (m machine) serveDesktop(ctx context.Context, b start, s command.Streams) error {
	var file *gameFile
	if b.file != "" {
		file = openAnyway(b.file, language(s.Lang))
	}
	taken, url := takeSeat(ctx, m.cache(), file)
	if url != "" {
		fmt.Fprintln(s.Out, s.Lang.Say("board.running", "address", url))
		if len(b.settings) > 0 {
			fmt.Fprintln(s.Out, s.Lang.Say("board.unused", "flags", lang.List(b.settings)))
		}
		m.show(b, s, url)
		return nil
	}
	defer taken.leave()
	ctx, quit := context.WithCancel(ctx)
	defer quit()
	b.owner = &user{key: taken.key()}
	b.desktop = &desktop{user: b.owner, quit: quit}
	fragment := "#start=" + b.desktop.invite(file)
	listener, err := b.prepare(ctx, s)
	if err != nil {
		return err
	}
	url = urlOf(listener.Addr()) + fragment
	served := newServer(b.config, listener.Addr())
	taken.announce(instance{listener.Addr().String(), b.owner.key})
	minutes := int((lookEvery * patience).Minutes())
	fmt.Fprintln(s.Out, s.Lang.Say("board.desktop", "address", url, "n", minutes))
	go m.show(b, s, url)
	looks, stop := m.looks()
	defer stop()
	go func() {
		if b.desktop.watch(ctx, looks) {
			fmt.Fprintln(s.Out, s.Lang.Say("board.alone", "n", minutes))
			b.desktop.quit()
		}
	}()
	return served.serve(ctx, listener)
}

// show opens an address in the browser of the user.
func (m machine) show(b start, s command.Streams, url string) {
	if !b.browser || m.browse(url) {
		return
	}
	text := s.Lang.Say("board.noBrowser", "address", url)
	fmt.Fprintln(s.Err, text)
	if b.icon {
		m.notify(text)
	}
}

// prepare opens what the board is started with, games and engines, and listens at its address.
func (b *start) prepare(ctx context.Context, s command.Streams) (net.Listener, error) {
	var err error
	if b.games != "" {
		if b.own, err = openOwnGames(b.games); err != nil {
			return nil, command.Input(lang.Errorf("board.noGames", "folder", strconv.Quote(b.games), "error", command.WithoutPath(err)))
		}
		go b.own.read(ctx, b.games, s)
	}
	if b.rivals, err = startRivals(ctx, b.engines); err != nil {
		return nil, command.Input(err)
	}
	listener, err := listen(ctx, *b, s)
	if err != nil {
		b.rivals.close()
		return nil, command.Input(lang.Errorf("board.address", "error", err))
	}
	return listener, nil
}

// startRivals starts the engines of others that the command line names.
func startRivals(ctx context.Context, described []string) (rivals, error) {
	all := &processes{}
	for _, d := range described {
		if _, err := all.add(ctx, d); err != nil {
			all.close()
			return nil, lang.Errorf("board.engine", "engine", strconv.Quote(d), "error", err)
		}
	}
	return all, nil
}

// listen listens at the address, or at another one of loopback.
func listen(ctx context.Context, b start, s command.Streams) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", b.addr)
	if err != nil && b.anyOther {
		taken := err
		if listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0"); err == nil {
			fmt.Fprintln(s.Err, s.Lang.Say("board.taken", "address", b.addr, "error", taken))
		}
	}
	if err != nil {
		return nil, err
	}
	if tcp, ok := listener.Addr().(*net.TCPAddr); ok && !tcp.IP.IsLoopback() {
		fmt.Fprintln(s.Err, s.Lang.Say("board.exposed"))
	}
	return listener, nil
}
