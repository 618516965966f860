package search

import (
	"unsafe"

	"chuhe/board"
)

// history is a value that is pulled towards its bound by each bonus, the more so
// the farther away it is.
type history int16

// The bounds of the histories.
const (
	quietMax        = 7936
	pawnMax         = 7936
	captureMax      = 10752
	continuationMax = 28672
)

func (h *history) add(bonus, most int) {
	bonus = max(-most, min(bonus, most))
	v := int(*h)
	*h = history(v + bonus - v*abs(bonus)/most)
}

// pieceTo numbers what moves where: pieceTos values, 0 for no move.
type pieceTo uint16

const pieceTos = 16 * board.Squares

func newPieceTo(piece board.Piece, to board.Square) pieceTo {
	return pieceTo(piece&15)*board.Squares + pieceTo(to)
}

// moveHistories are the histories of what moves where.
type moveHistories [pieceTos]history

// fetchMajors brings the histories of a side's knights, cannons and rooks near. They stand
// next to each other, in nine cache lines but for six points of Black's rooks.
func (h *moveHistories) fetchMajors(side board.Side) {
	prefetchNine(unsafe.Pointer(&h[newPieceTo(board.NewPiece(side&1, board.Knight), 0)]))
}

// pawnStructures is the number of pawn structures that the pawn history
// distinguishes.
const pawnStructures = 512

// lowPlies is the number of plies from the root that have a history of their own.
const lowPlies = 5

// histories are what a worker has learnt about moves in all positions.
type histories struct {
	// quiet is indexed by side and move.
	quiet [2][1 << 14]history
	// low is indexed by a ply near the root and the move.
	low [lowPlies][1 << 14]history
	// pawn is indexed by the pawn structure and the move.
	pawn [pawnStructures]moveHistories
	// capture is indexed by the move's piece and square and the piece taken.
	capture [pieceTos][board.PieceTypes]history
	// continuation is indexed by an earlier move and the move.
	continuation [pieceTos]moveHistories
	// counter is the quiet move that last refuted a move.
	counter [pieceTos]board.Move
	// correction of the static evaluation.
	correction correction
	// pawnStart and continuationStart are what the rows of pawn and continuation hold that
	// have not changed since they were cleared. The others are noted, so that clearing after
	// a short search does not write megabytes.
	pawnStart, continuationStart history
	pawnChanged                  [pawnStructures]bool
	continuationChanged          [pieceTos]bool
}

// clear forgets everything. Moves not met yet start below zero, as most moves are
// bad.
func (h *histories) clear(p *Params) {
	clear(h.quiet[:]) // what has a start of its own is written once
	clear(h.low[:])
	clear(h.counter[:])
	h.correction = correction{}
	for i := range h.capture {
		fill(h.capture[i][:], history(p.CaptureStart))
	}
	clearRows(h.pawn[:], h.pawnChanged[:], &h.pawnStart, history(p.PawnStart))
	clearRows(h.continuation[:], h.continuationChanged[:], &h.continuationStart, history(p.ContinuationStart))
}

// clearRows sets the rows that have changed to a start, and all where the last was another.
func clearRows(rows []moveHistories, changed []bool, last *history, start history) {
	var blank moveHistories
	fill(blank[:], start)
	for i := range rows {
		if changed[i] || start != *last {
			rows[i] = blank
		}
	}
	clear(changed)
	*last = start
}

// fill sets all values to a start.
func fill(values []history, start history) {
	for i := range values {
		values[i] = start
	}
}

// forgetLow forgets the moves near the root, which is another position now.
func (h *histories) forgetLow() { h.low = [lowPlies][1 << 14]history{} }

// lookBacks are the distances in plies of the earlier moves that the continuation
// histories remember, and shares how much of an update each gets, in 1/1024.
var (
	lookBacks = [...]int{1, 2, 3, 4, 6}
	shares    = [...]int{1024, 640, 288, 544, 416}
)

// continuations are the continuation histories behind the moves of a node, in the
// order of lookBacks.
type continuations [len(lookBacks)]*moveHistories

// recall finds those for the moves of a ply.
func (c *continuations) recall(w *worker, ply int) {
	for i, back := range lookBacks {
		c[i] = &w.hist.continuation[w.frame(ply-back).moved]
	}
}

// sum returns what the last two moves say of a move, within
// +-2*continuationMax.
func (c *continuations) sum(at pieceTo) int { return int(c[0][at]) + int(c[1][at]) }

// earlier returns what the moves before them say, within +-2*continuationMax.
func (c *continuations) earlier(at pieceTo) int {
	return int(c[2][at])/2 + int(c[3][at]) + int(c[4][at])/2
}

// butterfly returns the history of a quiet move by its side and squares.
func (h *histories) butterfly(p *board.Position, m board.Move) *history {
	return &h.quiet[p.Side()&1][m&moveBits]
}

// pawns returns the histories of the pawn structure of a position.
func (h *histories) pawns(p *board.Position) *moveHistories {
	return &h.pawn[pawnRow(p)]
}

// pawnRow returns the row of the pawn structure of a position.
func pawnRow(p *board.Position) uint64 { return p.Keys().Pawn % pawnStructures }

// addPawn updates the history of a move in the pawn structure of a position.
func (h *histories) addPawn(p *board.Position, at pieceTo, bonus int) {
	row := pawnRow(p)
	h.pawn[row][at].add(bonus, pawnMax)
	h.pawnChanged[row] = true
}

// reward updates the histories when a move failed high: for it, against those
// tried in vain before it, and against the move that led here if it was the first
// that the opponent tried, or the second where it had a hash move.
func (w *worker) reward(n *node, m board.Move, quiets, captures []board.Move) {
	t, p, f := &w.params, n.p, n.f
	bonus := t.historyBonus(n.depth)
	if m == n.hit.move {
		bonus += t.HistoryHashBonus
	}
	malus := t.historyMalus(n.depth)
	at := newPieceTo(p.At(m.From()), m.To())
	if captured := p.Captured(m); captured != board.NoPiece {
		w.hist.capture[at][captured.Type()].add(bonus*t.CaptureBonus/1024, captureMax)
	} else {
		if m != f.killers[0] {
			f.killers = [2]board.Move{m, f.killers[0]}
		}
		w.hist.counter[w.frame(n.ply-1).moved] = m
		w.addQuiet(n.ply, m, bonus)
		blame := malus
		for _, other := range quiets {
			w.addQuiet(n.ply, other, -blame)
			blame = blame * t.MalusDecay / 1024
		}
	}
	for _, other := range captures {
		w.hist.capture[newPieceTo(p.At(other.From()), other.To())][p.Captured(other).Type()].add(-malus*t.CaptureMalus/1024, captureMax)
	}
	if before := w.frame(n.ply - 1); n.ply > 0 && before.count == 1+b2i(before.hashed) && before.quiet() {
		w.addContinuation(n.ply-1, before.moved, -malus*t.RefutedMalus/1024)
	}
}

// rewardPrevious credits the opponent's move that left this node without a move
// above alpha, the more so the less it was expected.
func (w *worker) rewardPrevious(n *node, best int) {
	before := w.frame(n.ply - 1)
	if n.ply == 0 || before.move == board.NoMove {
		return
	}
	t := &w.params
	if !before.quiet() {
		taken := before.position.Captured(before.move).Type()
		w.hist.capture[before.moved][taken].add(t.PreviousCaptureBonus, captureMax)
		return
	}
	scale := t.PreviousBase + min(t.PreviousDepth*n.depth, t.PreviousDepthMost) +
		min(-before.stat*t.PreviousStat/65536, t.PreviousStatMost)
	if before.count > t.PreviousLateCount {
		scale += t.PreviousLate
	}
	if n.static != noEval && best <= int(n.static)-t.PreviousSurprise {
		scale += t.PreviousBelow
	}
	if before.eval != noEval && best <= -int(before.eval)-t.PreviousSurprise {
		scale += t.PreviousBelow
	}
	if scale > 0 {
		bonus := t.historyBonus(n.depth) * scale / 64
		w.hist.butterfly(&before.position, before.move).add(bonus*t.PreviousQuiet/1024, quietMax)
		w.hist.addPawn(&before.position, before.moved, bonus*t.PreviousPawn/1024)
		w.addContinuation(n.ply-1, before.moved, bonus*t.PreviousContinuation/1024)
	}
}

// learnFromChange credits the opponent's last quiet move by how the static
// evaluation changed with it. Both positions must have one.
func (w *worker) learnFromChange(n *node) {
	before := w.frame(n.ply - 1)
	if !before.quiet() {
		return
	}
	t := &w.params
	gain := max(-t.ChangeMost, min(-int(before.eval+n.static), t.ChangeMost)) + t.ChangeBase
	w.hist.butterfly(&before.position, before.move).add(gain*t.ChangeQuiet/64, quietMax)
	w.hist.addPawn(&before.position, before.moved, gain*t.ChangePawn/64)
}

// historyBonus returns what a move's history gains at a depth for a cut-off.
func (p *Params) historyBonus(depth int) int {
	return max(0, min(p.HistoryBonus*depth-p.HistoryBonusBase, p.HistoryBonusMost))
}

// historyMalus returns what the moves tried before the cut-off lose.
func (p *Params) historyMalus(depth int) int {
	return max(0, min(p.HistoryMalus*depth-p.HistoryMalusBase, p.HistoryMalusMost))
}

// addQuiet updates the histories of a quiet move of a ply.
func (w *worker) addQuiet(ply int, m board.Move, bonus int) {
	t, p := &w.params, &w.frame(ply).position
	at := newPieceTo(p.At(m.From()), m.To())
	w.hist.butterfly(p, m).add(bonus*t.QuietShare/1024, quietMax)
	if ply < lowPlies {
		w.hist.low[ply][m&moveBits].add(bonus*t.QuietShare/1024, quietMax)
	}
	share := t.PawnShare
	if bonus < 0 {
		share = t.PawnMalusShare
	}
	w.hist.addPawn(p, at, bonus*share/1024)
	w.addContinuation(ply, at, bonus*t.ContinuationShare/1024)
}

// addContinuation updates the continuation histories of a move of a ply. In check
// only the last two moves matter.
func (w *worker) addContinuation(ply int, at pieceTo, bonus int) {
	check := w.frame(ply).check
	for i, back := range lookBacks {
		if check && back > 2 {
			return
		}
		if before := w.frame(ply - back); before.moved != 0 {
			w.hist.continuation[before.moved][at].add(bonus*shares[i]/1024, continuationMax)
			w.hist.continuationChanged[before.moved] = true
		}
	}
}
