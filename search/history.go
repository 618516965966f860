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
	// continuation is indexed by an earlier move and the move: continuation history.
	continuation [pieceTos][pieceTos]history
	// counter is the quiet move that last refuted a move.
	counter [pieceTos]board.Move
	// correction of the static evaluation by parts of the position.
	correction correction
}

// clear forgets everything.
func (h *histories) clear() { *h = histories{} }

// reward updates the histories for a move that failed high and those tried in
// vain before it.
func (w *worker) reward(n *node, m board.Move, quiets, captures []board.Move) {
	p, f := n.p, n.f
	bonus, malus := w.params.historyBonus(n.depth), -w.params.historyMalus(n.depth)
	at := newPieceTo(p.At(m.From()), m.To())
	if captured := p.Captured(m); captured != board.NoPiece {
		w.hist.capture[at][captured.Type()].add(bonus)
	} else {
		if m != f.killers[0] {
			f.killers = [2]board.Move{m, f.killers[0]}
		}
		w.hist.counter[w.frame(n.ply-1).moved] = m
		w.addQuiet(n.ply, m, bonus)
		for _, other := range quiets {
			w.addQuiet(n.ply, other, malus)
		}
	}
	for _, other := range captures {
		w.hist.capture[newPieceTo(p.At(other.From()), other.To())][p.Captured(other).Type()].add(malus)
	}
}

// rewardPrevious credits the opponent's quiet move that left this node without
// a move above alpha.
func (w *worker) rewardPrevious(n *node) {
	before := w.frame(n.ply - 1)
	if n.ply == 0 || before.move == board.NoMove || before.position.Captured(before.move) != board.NoPiece {
		return
	}
	w.addQuiet(n.ply-1, before.move, w.params.historyBonus(n.depth)/2)
}

// addQuiet updates the histories of a quiet move of a ply.
func (w *worker) addQuiet(ply int, m board.Move, bonus int) {
	p := &w.frame(ply).position
	at := newPieceTo(p.At(m.From()), m.To())
	w.hist.quiet[p.Side()&1][m&(1<<14-1)].add(bonus)
	for i, back := range [3]int{1, 2, 4} {
		if before := w.frame(ply - back); before.moved != 0 {
			w.hist.continuation[before.moved][at].add(bonus >> (i / 2))
		}
	}
}

// continuation returns the continuation histories for the moves of a ply.
func (w *worker) continuation(ply int) [3]*[pieceTos]history {
	return [3]*[pieceTos]history{
		&w.hist.continuation[w.frame(ply-1).moved],
		&w.hist.continuation[w.frame(ply-2).moved],
		&w.hist.continuation[w.frame(ply-4).moved],
	}
}

// quietHistory returns what is known of a quiet move, within +-3.5*historyMax.
func (w *worker) quietHistory(p *board.Position, m board.Move, continuation *[3]*[pieceTos]history) int {
	at := newPieceTo(p.At(m.From()), m.To())
	return int(w.hist.quiet[p.Side()&1][m&(1<<14-1)]) + int(continuation[0][at]) + int(continuation[1][at]) + int(continuation[2][at])/2
}
