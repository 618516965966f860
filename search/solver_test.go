package search

import (
	"chuhe/board"
	"chuhe/movegen"
)

// solver proves mates and stalemates by trying everything. A shortest mate
// repeats no position, so positions are enough to remember.
type solver struct {
	known map[uint64]proof
	nodes int
}

// proof is what is known of the side to move: it is decided within yes plies,
// and not within no plies.
type proof struct{ yes, no int8 }

func newSolver() *solver { return &solver{known: make(map[uint64]proof)} }

// distance returns the plies to the end of the game, positive if the side to
// move wins and negative if it loses; ok is false if most plies do not suffice.
func (s *solver) distance(p *board.Position, most int) (plies int, ok bool) {
	for plies := range most + 1 {
		if plies%2 == 1 && s.wins(p, plies) {
			return plies, true
		}
		if plies%2 == 0 && s.loses(p, plies) {
			return -plies, true
		}
	}
	return 0, false
}

// wins reports whether the side to move wins within an odd number of plies.
func (s *solver) wins(p *board.Position, plies int) bool {
	if dead(p) {
		return false
	}
	return s.remember(p, plies, func() bool {
		for _, m := range movegen.Legal(p, nil) {
			child := p.Make(m)
			if s.loses(&child, plies-1) {
				return true
			}
		}
		return false
	})
}

// loses reports whether the side to move loses within an even number of plies.
func (s *solver) loses(p *board.Position, plies int) bool {
	if plies == 0 || dead(p) {
		return !movegen.HasLegal(p)
	}
	return s.remember(p, plies, func() bool {
		for _, m := range movegen.Legal(p, nil) {
			child := p.Make(m)
			if !s.wins(&child, plies-1) {
				return false
			}
		}
		return true
	})
}

// remember looks an answer up before it is worked out. Whether a side wins and
// whether it loses cannot be mixed up: the parity of plies shows which.
func (s *solver) remember(p *board.Position, plies int, answer func() bool) bool {
	s.nodes++
	key := p.Key() ^ uint64(plies%2)
	if k, ok := s.known[key]; ok {
		if k.yes > 0 && plies >= int(k.yes) {
			return true
		}
		if plies <= int(k.no) {
			return false
		}
	}
	yes := answer()
	k := s.known[key]
	if yes {
		k.yes = int8(plies)
	} else {
		k.no = int8(plies)
	}
	s.known[key] = k
	return yes
}

// dead reports whether no piece is left that could attack.
func dead(p *board.Position) bool {
	for _, t := range []board.PieceType{board.Pawn, board.Knight, board.Cannon, board.Rook} {
		if !p.AllOf(t).IsEmpty() {
			return false
		}
	}
	return true
}
