package puzzle

import (
	"bytes"
	_ "embed"
	"sync"
)

//go:embed puzzles.txt
var embedded []byte

// File returns the file with the puzzles of the program. The caller must not change it.
func File() []byte { return embedded }

// Embedded returns the puzzles of the program. The caller must not change them.
var Embedded = sync.OnceValue(func() []Puzzle {
	all, err := Read(bytes.NewReader(embedded))
	if err != nil {
		panic(err) // the tests read them
	}
	return all
})
