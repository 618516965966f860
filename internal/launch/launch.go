// Package launch finds out how a person started the program: by a double click, which
// opens the board, or in another way, in which the arguments are what counts. It also knows
// the language of the desktop, and lets processes outlive this one.
package launch

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/term"

	"chuhe/internal/lazy"
)

// stream is the kind of a standard stream.
type stream int

const (
	absent   stream = iota // closed, or a device such as /dev/null
	terminal               // or the console of Windows
	pipe                   // of a program that reads or writes the other end
	other                  // a file, or the socket of a log
)

// start describes how the process was started.
type start struct {
	os         string // as runtime.GOOS
	args       []string
	in, out    stream
	console    int    // processes that share its console, itself included; 0 for no console, and outside Windows
	executable string // with slashes
	desktop    bool   // X11 or Wayland is there
}

// board are the arguments by which an icon opens the board.
var board = []string{"board", "-desktop"}

// ownConsole reports whether Windows has opened a console for this process alone.
func (s start) ownConsole() bool {
	return s.os == "windows" && s.console == 1 && s.in == terminal && s.out == terminal
}

// absolute matches the name of a file as Windows passes it where a file is dropped on an
// icon or opened with a program.
var absolute = lazy.Pattern(`^([A-Za-z]:[\\/]|\\\\)`)

// bundled matches the path of a program in an application of macOS.
var bundled = lazy.Pattern(`(^|/)[^/]+\.app/Contents/MacOS/[^/]+$`)

// arguments returns those with which the program is to work, and whether it is to do so
// as another process. A double click opens the board: on Windows the process then has a
// console of its own, on macOS it lies in an application and has no terminal, and on Linux
// and FreeBSD it is on a desktop, has nothing to read, and no reader of its output but a log.
// Desktop entries name the board themselves. A host that speaks UCCI or UCI uses pipes,
// and whoever types in a terminal shares its console with a shell.
func (s start) arguments() (args []string, another bool) {
	switch {
	case s.ownConsole():
		// Of several files the board says that it takes one, and its window stays.
		if !slices.ContainsFunc(s.args, func(arg string) bool { return !absolute().MatchString(arg) }) {
			return slices.Concat(board, s.args), false
		}
	case s.os == "darwin" && s.in == absent && bundled().MatchString(s.executable):
		serial := func(arg string) bool { return strings.HasPrefix(arg, "-psn_") } // which old versions of macOS pass
		if !slices.ContainsFunc(s.args, func(arg string) bool { return !serial(arg) }) {
			// While the program of an application runs, another double click does not
			// start it again, and so could not open another page.
			return board, true
		}
	case (s.os == "linux" || s.os == "freebsd") && s.desktop && s.in == absent && (s.out == absent || s.out == other) && len(s.args) == 0:
		return board, false
	}
	return s.args, false
}

// here returns how this process was started.
func here() start {
	executable, _ := os.Executable()
	return start{
		os: runtime.GOOS, args: os.Args[1:], in: kind(os.Stdin), out: kind(os.Stdout),
		desktop: os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "",
		console: consoleProcesses(), executable: path.Clean(filepath.ToSlash(executable)),
	}
}

// kind returns the kind of a standard stream.
func kind(f *os.File) stream {
	if term.IsTerminal(int(f.Fd())) {
		return terminal
	}
	info, err := f.Stat()
	switch {
	case err != nil || info.Mode()&os.ModeCharDevice != 0:
		return absent
	case info.Mode()&os.ModeNamedPipe != 0:
		return pipe
	}
	return other
}

// Arguments returns the arguments of the program. It is false where another process has
// been started with them, and this one is to end.
func Arguments() (args []string, stay bool) {
	s := here()
	args, another := s.arguments()
	if !another {
		return args, true
	}
	c := exec.Command(s.executable, args...)
	Detach(c)
	return args, c.Start() != nil
}

// OwnConsole reports whether the window in which the program prints closes with it.
func OwnConsole() bool { return here().ownConsole() }
