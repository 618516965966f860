package movegen

import "chuhe/board"

// watch tells which moves of the other side may alter the safety of the king of
// the side to move.
type watch struct {
	king     board.Square
	from, to board.Bitboard // where any piece leaves or arrives
	seen     board.Bitboard // the points of the king's lines that newSafety looks at
	// near has, for each type, the points where a piece counts as an attacker.
	near [board.PieceTypes]board.Bitboard
}

// init looks along the lines of the king as newSafety does. A piece that arrives
// pushes others behind it, so it matters only to attackers that count already;
// one that leaves brings those near that come next.
func (w *watch) init(p *board.Placement, king board.Square, occ board.Bitboard) {
	them := p.Side().Other()
	enemy := p.Of(them)
	rank, file := board.Lines(king, occ)
	w.king = king
	rankView, fileView := &rankViews[king.File()&15][rank&511], &fileViews[king.Rank()&15][file&1023]
	w.seen = board.OnLines(king, uint32(rankView.seen), uint32(fileView.seen))
	w.near[board.Rook], w.near[board.Cannon] = w.seen, w.seen
	w.near[board.Knight] = knightsNear[king&127]
	w.near[board.Pawn] = board.PawnAttackers(them, king)
	w.near[board.King] = board.FileOf(king)

	two := board.OnLines(king, uint32(rankView.first|rankView.second), uint32(fileView.first|fileView.second))
	rooks := p.AllOf(board.Rook).Or(p.AllOf(board.King).And(board.FileOf(king))).And(enemy)
	cannons := p.AllOf(board.Cannon).And(enemy)
	arrive := rooks.And(two).Or(cannons.And(w.seen))
	leave := rooks.And(w.seen).Or(cannons)
	for _, line := range [2]board.Bitboard{board.FileOf(king), cross(king).AndNot(board.FileOf(king))} {
		seen := w.seen.And(line)
		if arrive.Meets(line) {
			w.to = w.to.Or(seen)
		}
		if leave.Meets(line) {
			w.from = w.from.Or(seen)
		}
	}
	knights := p.AllOf(board.Knight).And(enemy).And(w.near[board.Knight])
	for !knights.IsEmpty() {
		leg := knightLeg(king, knights.Pop())
		w.from, w.to = w.from.Or(leg), w.to.Or(leg)
	}
}

// leaves reports whether it matters that a piece leaves its square.
func (w *watch) leaves(m *mover) bool {
	return w.from.Or(w.near[m.kind&7]).Meets(m.from.Bit())
}

// ends returns where it matters that a piece arrives. Once it has left the
// points seen, more of the lines can be.
func (w *watch) ends(m *mover) board.Bitboard {
	zone := w.to.Or(w.near[m.kind&7])
	if w.seen.Meets(m.from.Bit()) {
		zone = zone.Or(cross(w.king))
	}
	return zone
}

// kingZones has, for the square of a king, those where a change of the pieces
// may open or close an attack on it: its lines, the points of attacking knights
// with their legs. Pawns attack from the lines.
var kingZones = func() (t [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s] = cross(s).Or(knightsNear[s])
		for knights := knightsNear[s]; !knights.IsEmpty(); {
			t[s] = t[s].Or(knightLeg(s, knights.Pop()))
		}
	}
	return
}()
