package launch

import (
	"unsafe"

	"golang.org/x/sys/windows"

	"chuhe/lang"
)

var getConsoleProcessList = windows.NewLazySystemDLL("kernel32.dll").NewProc("GetConsoleProcessList")

// consoleProcesses returns how many processes share the console of this one, 0 if it has
// none.
func consoleProcesses() int {
	var ids [1]uint32 // where there are more, none is written and their number comes back
	if getConsoleProcessList.Find() != nil {
		return 0
	}
	n, _, _ := getConsoleProcessList.Call(uintptr(unsafe.Pointer(&ids[0])), uintptr(len(ids)))
	return int(n)
}

// Language returns the language of the user's desktop, if there is a catalogue for it.
func Language() (l lang.Lang, ok bool) {
	codes, err := windows.GetUserPreferredUILanguages(windows.MUI_LANGUAGE_NAME)
	if err != nil {
		return lang.English, false
	}
	for _, code := range codes {
		if l, err := lang.Parse(code); err == nil {
			return l, true
		}
	}
	return lang.English, false
}
