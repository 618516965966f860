package command

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
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
				if files, err := filepath.Glob(operand); err == nil && len(files) > 0 {
					all = append(all, files...)
					continue
				}
			}
		}
		all = append(all, operand)
	}
	return all
}
