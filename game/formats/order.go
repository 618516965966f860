package formats

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"strings"
)

// byName compares the entries of a folder by their names, in which numbers count by their value: game-2.pgn
// stands before game-10.pgn, and game.pgn, the first of a series, before both.
func byName(a, b fs.DirEntry) int {
	return cmp.Or(compareNumbered(stem(a), stem(b)), strings.Compare(a.Name(), b.Name()))
}

// stem returns the name of an entry without the extension that a file has.
func stem(e fs.DirEntry) string {
	if e.IsDir() {
		return e.Name()
	}
	return strings.TrimSuffix(e.Name(), filepath.Ext(e.Name()))
}

// compareNumbered compares two texts by their bytes, and the numbers in them by their value.
func compareNumbered(a, b string) int {
	const digits = "0123456789"
	for a != "" && b != "" {
		restA, restB := strings.TrimLeft(a, digits), strings.TrimLeft(b, digits)
		if len(restA) == len(a) || len(restB) == len(b) {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		numberA, numberB := strings.TrimLeft(a[:len(a)-len(restA)], "0"), strings.TrimLeft(b[:len(b)-len(restB)], "0")
		if by := cmp.Or(cmp.Compare(len(numberA), len(numberB)), strings.Compare(numberA, numberB)); by != 0 {
			return by
		}
		a, b = restA, restB
	}
	return cmp.Compare(len(a), len(b))
}
