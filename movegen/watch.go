package movegen

import "chuhe/board"

// watch tells, for one or more squares of a king, which moves of the other side
// may alter what attacks it there.
type watch struct {
	from, to board.Bitboard // where any piece leaves or arrives
	// kinds adds, for pieces of a type, where one is an attacker itself.
	kinds [board.PieceTypes]board.Bitboard
	// seen are the points up to where pieces on the king's lines count. Once a
	// piece has left them, more of the lines, which are cross, can be seen.
	seen, cross board.Bitboard
}

// add adds a square where the king of the side to move stands or may step,
// with the points of its lines that can be seen from there.
func (w *watch) add(p *board.Placement, king board.Square, seen board.Bitboard) {
	them := p.Side().Other()
	enemy := p.Of(them)
	sliders := p.AllOf(board.Rook).Or(p.AllOf(board.Cannon)).And(enemy)
	file, lines := fileThrough(king), cross(king)
	var from, to board.Bitboard
	if sliders.Meets(lines.AndNot(file)) {
		from = seen.AndNot(file)
		if sliders.Meets(from) {
			to = from
		}
	}
	if facing := seen.And(file); facing.Meets(sliders.Or(p.AllOf(board.King).And(enemy))) {
		from, to = from.Or(facing), to.Or(facing)
	} else if sliders.Meets(file) {
		from = from.Or(facing)
	}
	near := board.KnightAttackers(king, board.Bitboard{})
	for knights := near.And(p.AllOf(board.Knight)).And(enemy); !knights.IsEmpty(); {
		leg := knightLeg(king, knights.Pop())
		from, to = from.Or(leg), to.Or(leg)
	}
	w.from, w.to = w.from.Or(from), w.to.Or(to)
	w.seen, w.cross = w.seen.Or(seen), w.cross.Or(lines)
	w.kinds[board.Pawn] = w.kinds[board.Pawn].Or(board.PawnAttackers(them, king))
	w.kinds[board.Knight] = w.kinds[board.Knight].Or(near)
	w.kinds[board.Cannon] = w.seen
	w.kinds[board.Rook] = w.seen
	w.kinds[board.King] = w.kinds[board.King].Or(file)
}

// join adds what another watch looks at, and a zone.
func (w *watch) join(o *watch, zone board.Bitboard) {
	w.from, w.to = w.from.Or(o.from).Or(zone), w.to.Or(o.to).Or(zone)
	w.seen, w.cross = w.seen.Or(o.seen), w.cross.Or(o.cross)
	for kind := range w.kinds {
		w.kinds[kind] = w.kinds[kind].Or(o.kinds[kind])
	}
}

// leaves reports whether it matters that a piece leaves its square.
func (w *watch) leaves(m *mover) bool {
	return w.from.Or(w.kinds[m.kind&7]).Meets(m.from.Bit())
}

// ends returns where it matters that a piece arrives.
func (w *watch) ends(m *mover) board.Bitboard {
	zone := w.to.Or(w.kinds[m.kind&7])
	if w.seen.Meets(m.from.Bit()) {
		zone = zone.Or(w.cross)
	}
	return zone
}
