package userfile

import (
	"unicode/utf8"

	"golang.org/x/sys/windows"
)

// native returns a name as Go's functions take it. Programs that know nothing of Unicode,
// such as XQWizard, write names in the code page of the system, which on Chinese systems is GBK
// or Big5. What is UTF-8 stays.
func native(name string) string {
	if utf8.ValidString(name) {
		return name
	}
	coded := []byte(name)
	wide := make([]uint16, len(coded)) // a character has no more units than bytes
	n, err := windows.MultiByteToWideChar(windows.GetACP(), 0, &coded[0], int32(len(coded)), &wide[0], int32(len(wide)))
	if err != nil {
		return name
	}
	return windows.UTF16ToString(wide[:n])
}
