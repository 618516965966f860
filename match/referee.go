package match

import (
	"fmt"

	"chuhe/board"
	"chuhe/movegen"
)

// Referee says whether play has ended in a game of legal moves. It is asked
// after every move and before the first, and used by several goroutines.
type Referee func(game *board.Game) (v Verdict, over bool)

// legalMove reads a move as UCCI writes it and returns it if it is legal.
func legalMove(p *board.Position, text string) (board.Move, error) {
	m, err := board.ParseMove(text)
	if err == nil && !movegen.IsLegal(p, m) {
		err = fmt.Errorf("move %s is not legal in %s", text, p.FEN())
	}
	return m, err
}
