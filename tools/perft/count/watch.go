package count

import (
	"chuhe/board"
	"chuhe/movegen"
)

// watch finds the moves of the other side that may change the safety of the king
// of the side to move.
type watch struct {
	king     board.Square
	from, to board.Bitboard // where it matters that any piece leaves or arrives
	seen     board.Bitboard // the points of the king's lines that a Safety looks at
	// near has, for each type, the points where a piece counts as an attacker.
	near [board.PieceTypes]board.Bitboard
}

// init looks along the lines of the king as a Safety does. A piece that arrives
// adds a screen before those behind it, so it matters only for attackers that
// count already; when a piece leaves, the next attackers may count.
func (w *watch) init(p *board.Placement, king board.Square, occ board.Bitboard) {
	them := p.Side().Other()
	enemy := p.Of(them)
	rank, file := board.Lines(king, occ)
	w.king = king
	rankView, fileView := movegen.RankView(king, rank), movegen.FileView(king, file)
	w.seen = board.OnLines(king, uint32(rankView.Seen), uint32(fileView.Seen))
	w.near[board.Rook], w.near[board.Cannon] = w.seen, w.seen
	w.near[board.Knight] = board.KnightAttackers(king, board.Bitboard{})
	w.near[board.Pawn] = board.PawnAttackers(them, king)
	w.near[board.King] = board.FileOf(king)

	two := board.OnLines(king, uint32(rankView.First|rankView.Second), uint32(fileView.First|fileView.Second))
	rooks := p.AllOf(board.Rook).Or(p.AllOf(board.King).And(board.FileOf(king))).And(enemy)
	cannons := p.AllOf(board.Cannon).And(enemy)
	arrive := rooks.And(two).Or(cannons.And(w.seen))
	leave := rooks.And(w.seen).Or(cannons)
	for _, line := range [2]board.Bitboard{board.FileOf(king), board.CrossOf(king).AndNot(board.FileOf(king))} {
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
		leg := board.KnightLeg(king, knights.Pop())
		w.from, w.to = w.from.Or(leg), w.to.Or(leg)
	}
}

// leaves reports whether it matters that a piece leaves its square.
func (w *watch) leaves(m *movegen.Mover) bool {
	return w.from.Or(w.near[m.Kind&7]).Meets(m.From.Bit())
}

// ends returns where it matters that a piece arrives. When it leaves a point that
// the king sees, the king sees farther, so the whole lines matter.
func (w *watch) ends(m *movegen.Mover) board.Bitboard {
	zone := w.to.Or(w.near[m.Kind&7])
	if w.seen.Meets(m.From.Bit()) {
		zone = zone.Or(board.CrossOf(w.king))
	}
	return zone
}

// kingZones has, for each square of a king, the points where a change of the
// pieces may open or close an attack on it: its lines, where pawns stand too, and
// the points from which knights attack with their legs.
var kingZones = func() (t [128]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s] = board.CrossOf(s).Or(board.KnightAttackers(s, board.Bitboard{}))
		for knights := board.KnightAttackers(s, board.Bitboard{}); !knights.IsEmpty(); {
			t[s] = t[s].Or(board.KnightLeg(s, knights.Pop()))
		}
	}
	return
}()
