package search

import "chuhe/board"

// historyMax bounds the values of the history tables.
const historyMax = 16384

// history is a value that is pulled towards +-historyMax by each bonus, the
// more so the farther away it is.
type history int16

func (h *history) add(bonus int) {
	v := int(*h)
	*h = history(v + bonus - v*abs(bonus)/historyMax)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// pieceTo numbers what moves where: pieceTos values, 0 for no move.
type pieceTo uint16

const pieceTos = 16 * board.Squares

func newPieceTo(piece board.Piece, to board.Square) pieceTo {
	return pieceTo(piece&15)*board.Squares + pieceTo(to)
}

// histories is what a worker has learnt of moves, whatever the position.
type histories struct {
	// quiet is indexed by side and move.
	quiet [2][1 << 14]history
	// capture is indexed by the move's piece and square and the piece taken.
	capture [pieceTos][board.PieceTypes]history
	// follow is indexed by an earlier move and the move: continuation history.
	follow [pieceTos][pieceTos]history
	// counter is the quiet move that last refuted a move.
	counter [pieceTos]board.Move
	// correction of the static evaluation by parts of the position.
	correction correction
}

// clear forgets everything.
func (h *histories) clear() { *h = histories{} }
