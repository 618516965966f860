//go:build !windows

package launch

import "chuhe/lang"

// consoleProcesses is for Windows.
func consoleProcesses() int { return 0 }

// Language returns the language of the user's desktop, if there is a catalogue for it.
// Outside Windows the environment has it.
func Language() (l lang.Lang, ok bool) { return lang.English, false }
