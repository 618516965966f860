package web

import (
	"chuhe/tools/puzzle/mate"
	"chuhe/web/http"
)

// winRequest asks whether the last move of a try at a puzzle wins, though the solution is
// another one.
type winRequest struct {
	Start string `json:"start"` // of the puzzle
	Moves string `json:"moves"`
	Least int    `json:"least"` // the moves of the solution
}

// winReply has the moves of the solver in which that move mates, itself among them, however
// the defender plays; 0 where no mate was proved.
type winReply struct {
	Mate int `json:"mate"`
}

const (
	mostLeast = 10      // moves of a solution
	winMoves  = 5       // how many more than the solution a mate may take
	winNodes  = 100_000 // of a proof
)

// win answers whether a move of a puzzle wins: by a proof that tries every move, or else by
// one that tries nothing but checks, which finds longer mates. One proof runs at a time.
func (s *server) win(w http.ResponseWriter, r *http.Request, body []byte) error {
	var in winRequest
	if err := decode(body, &in); err != nil {
		return err
	}
	if in.Least < 1 || in.Least > mostLeast {
		return bad("least", "%d moves of a solution, want 1 to %d", in.Least, mostLeast)
	}
	game, _, err := (&gameRequest{Start: in.Start, Moves: in.Moves}).game()
	if err != nil {
		return err
	}
	select {
	case s.proof <- struct{}{}:
	case <-r.Context().Done():
		return r.Context().Err()
	}
	defer func() { <-s.proof }()
	for _, solver := range []*mate.Solver{mate.New(winNodes), mate.ByChecks(winNodes)} {
		solver.Stop = r.Context().Done()
		if plies, ok, _ := solver.Distance(game.Position(), 2*(in.Least-1+winMoves)); ok && plies <= 0 {
			return reply(w, winReply{1 - plies/2})
		}
	}
	if err := r.Context().Err(); err != nil {
		return err
	}
	return reply(w, winReply{})
}
