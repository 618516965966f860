package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
)

// BasicReferee knows mate, stalemate, the limit of 120 plies without capture,
// lack of attackers, and repetition with perpetual check.
func BasicReferee(game *board.Game) (v Verdict, over bool) {
	p := game.Position()
	side := p.Side()
	switch {
	case !movegen.HasLegal(p) && p.InCheck():
		return loses(side, Checkmate, fmt.Sprintf("%v is checkmated", side)), true
	case !movegen.HasLegal(p):
		return loses(side, Stalemate, fmt.Sprintf("%v has no legal move", side)), true
	}
	seen, n := 1, game.Len()
	for i := n - 2; i >= n-p.Halfmove() && i >= 0; i -= 2 {
		if game.At(i).Key() != p.Key() {
			continue
		}
		if seen++; seen == 3 {
			all := [2]bool{true, true}
			for j := i + 1; j <= n; j++ {
				q := game.At(j)
				if !q.InCheck() {
					all[q.Side().Other()] = false
				}
			}
			if all[0] != all[1] {
				loser := board.Red
				if all[1] {
					loser = board.Black
				}
				return loses(loser, Repetition, fmt.Sprintf("%v checks perpetually", loser)), true
			}
			return Verdict{Drawn, Repetition, "third occurrence of a position"}, true
		}
	}
	if p.Halfmove() >= 120 {
		return Verdict{Drawn, MoveLimit, "120 plies without capture"}, true
	}
	if p.AllOf(board.Pawn).Or(p.AllOf(board.Rook)).Or(p.AllOf(board.Cannon)).Or(p.AllOf(board.Knight)).IsEmpty() {
		return Verdict{Drawn, Material, "nobody has a piece that can attack"}, true
	}
	return
}
