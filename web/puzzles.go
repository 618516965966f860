package web

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"sync"

	"chuhe/puzzle"
)

// puzzleLine is a puzzle as the page gets it.
type puzzleLine struct {
	ID     string   `json:"id"` // of the position, by which the page keeps its progress
	Start  string   `json:"start"`
	Moves  []string `json:"moves"` // the solution, with the answers of the defender
	Theme  string   `json:"theme"` // mate or material
	Length int      `json:"length"`
	Grade  int      `json:"grade"`
}

// puzzleLines are the puzzles of the program.
var puzzleLines = sync.OnceValue(func() (all []puzzleLine) {
	for _, p := range puzzle.Embedded() {
		h := fnv.New32a()
		fmt.Fprint(h, p.Start.FEN())
		line := puzzleLine{
			ID: fmt.Sprintf("%08x", h.Sum32()), Start: p.Start.FEN(), Theme: p.Theme.String(), Length: p.Length(), Grade: p.Grade,
		}
		for _, m := range p.Moves {
			line.Moves = append(line.Moves, m.String())
		}
		all = append(all, line)
	}
	return all
})

// puzzles answers with all puzzles.
func puzzles(w http.ResponseWriter, _ *http.Request, body []byte) error {
	if err := decode(body, &struct{}{}); err != nil {
		return err
	}
	return reply(w, puzzleLines())
}
