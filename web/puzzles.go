package web

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"chuhe/puzzle"
	"chuhe/tools/puzzle/mate"
	"chuhe/web/http"
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

// winRequest asks whether the last move of a try at a puzzle wins, though the solution is
// another one.
type winRequest struct {
	ID    string `json:"id"` // of the puzzle
	Moves string `json:"moves"`
}

// winReply has the moves of the solver in which that move mates, itself among them, however
// the defender plays; 0 where no mate was proved.
type winReply struct {
	Mate int `json:"mate"`
}

const (
	winMoves = 5       // how many more than the solution a mate may take
	winNodes = 100_000 // of a proof
)

// win answers whether a move of a puzzle wins. One proof runs at a time.
func (s *server) win(w http.ResponseWriter, _ *http.Request, body []byte) error {
	var in winRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	all := puzzleLines()
	i := slices.IndexFunc(all, func(p puzzleLine) bool { return p.ID == in.ID })
	if i < 0 {
		return bad("puzzle", "no puzzle %q", in.ID)
	}
	game, _, err := (&gameRequest{Start: all[i].Start, Moves: in.Moves}).game()
	if err != nil {
		return err
	}
	s.proof.Lock()
	defer s.proof.Unlock()
	plies, ok, _ := mate.New(winNodes).Distance(game.Position(), 2*(all[i].Length-1+winMoves))
	if !ok || plies > 0 {
		return reply(w, winReply{})
	}
	return reply(w, winReply{1 - plies/2})
}
