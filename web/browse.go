//go:build !page

package web

import (
	"os/exec"
	"runtime"
	"time"

	"chuhe/internal/launch"
)

// settle is how long a command that opens something may take to say that it cannot.
const settle = 5 * time.Second

// browsers returns the commands that open an address in the browser of the user, in the
// order in which they are tried. Without a desktop there is none: the address is printed.
func browsers(system string, env func(string) string, url string) [][]string {
	switch system {
	case "windows":
		return [][]string{{"rundll32", "url.dll,FileProtocolHandler", url}}
	case "darwin":
		return [][]string{{"open", url}}
	case "android":
		return [][]string{{"termux-open-url", url}}
	}
	// A Flatpak may see no display, but its xdg-open asks the desktop outside.
	if env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "" && env("FLATPAK_ID") == "" {
		return nil
	}
	var all [][]string
	for _, name := range []string{"xdg-open", "sensible-browser", "x-www-browser", "firefox", "chromium", "google-chrome"} {
		all = append(all, []string{name, url})
	}
	return all
}

// notices returns the commands that show a text to a user who sees no terminal. On Windows
// and macOS there is always a browser.
func notices(system, text string) [][]string {
	if system == "windows" || system == "darwin" {
		return nil
	}
	return [][]string{
		{"notify-send", "--urgency=critical", "Chuhe", text}, // which stays until it is closed
		{"zenity", "--info", "--no-markup", "--text", text},
		{"kdialog", "--msgbox", text},
		{"xmessage", text},
	}
}

// anyWorks runs commands until one works, that is, ends well or still runs after a time,
// and reports whether one did. The command lives on when this process ends, and does not
// get the Ctrl-C that ends it.
func anyWorks(commands [][]string, within time.Duration) bool {
	for _, command := range commands {
		c := exec.Command(command[0], command[1:]...)
		launch.Detach(c)
		if c.Start() != nil {
			continue
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case err := <-ended:
			// The status of rundll32 means nothing.
			if err == nil || runtime.GOOS == "windows" {
				return true
			}
		case <-time.After(within):
			return true
		}
	}
	return false
}
