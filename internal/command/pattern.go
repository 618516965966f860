package command

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// shellMatches says that the shells of the system put the names of files in the place of a pattern
// such as *.pgn. Those of Windows leave that to the program.
const shellMatches = runtime.GOOS != "windows"

// matched returns operands with the files that match in the place of each pattern. One that no file
// matches stays, so that the command says that there is no such file.
func matched(operands []string) (all []string) {
	for _, operand := range operands {
		if strings.ContainsAny(operand, "*?") {
			if _, err := os.Lstat(operand); err != nil {
				if files, err := filepath.Glob(glob(operand)); err == nil && len(files) > 0 {
					all = append(all, files...)
					continue
				}
			}
		}
		all = append(all, operand)
	}
	return all
}

// glob returns a pattern as [filepath.Glob] wants it. Brackets stand for themselves, as people put them
// into the names of files and folders, and a part with * or ? matches in any case.
func glob(operand string) string {
	volume := filepath.VolumeName(operand)
	var b strings.Builder
	b.WriteString(volume)
	for rest := operand[len(volume):]; rest != ""; {
		end := strings.IndexFunc(rest, func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })
		part := rest[:max(end, 0)]
		switch end {
		case -1:
			part, rest = rest, ""
		case 0:
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		default:
			rest = rest[end:]
		}
		anyCase := strings.ContainsAny(part, "*?")
		for _, r := range part {
			lower, upper := unicode.ToLower(r), unicode.ToUpper(r)
			switch {
			case r == '[':
				b.WriteString("[[]")
			case anyCase && lower != upper:
				b.WriteString("[" + string(lower) + string(upper) + "]")
			default:
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}
