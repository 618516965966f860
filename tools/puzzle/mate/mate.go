// Package mate proves mates by trying every move. It is slow and exact, where the
// search prunes and may miss one.
package mate

import (
	"chuhe/board"
	"chuhe/internal/keyed"
	"chuhe/movegen"
)

var (
	// ErrLimit says that a proof needs more nodes than allowed, or was stopped.
	ErrLimit error = keyed.New("puzzles.limit", "mate: the proof needs more nodes than allowed")
	// ErrTooLong says that a proof of more than MaxPlies was wanted.
	ErrTooLong error = keyed.New("puzzles.tooLong", "mate: a mate in more than 50 moves is not proved")
)

// MaxPlies is the length of the longest proof: a mate in 50 moves.
const MaxPlies = 99

// lookEvery is how many nodes a proof takes between two looks at [Solver.Stop].
const lookEvery = 1024

// Solver proves mates and stalemates, which lose as well. A shortest mate repeats no
// position, so positions are enough to remember. The rules of repetition and the
// natural move limit are not asked.
type Solver struct {
	// Stop ends a proof once it is closed; nil for never.
	Stop <-chan struct{}

	limit  int // nodes, 0 for none
	checks bool
	known  map[uint64]proof
	nodes  int
	over   bool                     // the proof has reached its limit or was stopped, and answers mean nothing
	killer [MaxPlies + 1]board.Move // what last refuted a mate, by the plies left
}

// proof is a result for the side to move: it is decided within yes plies,
// and not within no plies.
type proof struct{ yes, no int8 }

// New returns a solver. Each proof may take a number of nodes, 0 for any.
func New(limit int) *Solver { return &Solver{limit: limit, known: make(map[uint64]proof)} }

// ByChecks returns a solver as New does that tries nothing but checks for the side that
// mates. What it finds is a mate, but there may be a shorter one with a quiet move.
func ByChecks(limit int) *Solver {
	s := New(limit)
	s.checks = true
	return s
}

// Forget forgets everything that earlier proofs left behind, but keeps their memory. The next
// proof takes the nodes of a new solver, so that it ends at the limit or not whatever came before.
func (s *Solver) Forget() {
	clear(s.known)
	clear(s.killer[:])
}

// Distance returns the plies to the end of the game, positive if the side to
// move wins and negative if it loses; ok is false if limit plies do not suffice.
func (s *Solver) Distance(p *board.Position, limit int) (plies int, ok bool, err error) {
	s.begin()
	for n := range min(limit, MaxPlies) + 1 {
		switch {
		case n%2 == 1 && s.wins(p, n):
			return n, true, s.err()
		case n%2 == 0 && s.loses(p, n):
			return -n, true, s.err()
		}
	}
	return 0, false, s.err()
}

// begin begins a proof. What the last one has found stays known.
func (s *Solver) begin() { s.nodes, s.over = 0, false }

// err returns ErrLimit if the proof is not finished.
func (s *Solver) err() error {
	if s.over {
		return ErrLimit
	}
	return nil
}

// Winning returns the moves by which the side to move wins within an odd number of
// plies, at most enough of them. More than MaxPlies are ErrTooLong.
func (s *Solver) Winning(p *board.Position, plies, enough int) (moves []board.Move, err error) {
	if plies > MaxPlies {
		return nil, ErrTooLong
	}
	s.begin()
	for _, m := range s.attacks(p, nil) {
		child := p.Make(m)
		if len(moves) < enough && s.loses(&child, plies-1) {
			moves = append(moves, m)
		}
	}
	return moves, s.err()
}

// wins reports whether the side to move wins within an odd number of plies.
func (s *Solver) wins(p *board.Position, plies int) bool {
	if dead(p) {
		return false
	}
	return s.remember(p, plies, func() bool {
		var memory [movegen.MaxMoves]board.Move
		for _, m := range s.attacks(p, memory[:0]) {
			child := p.Make(m)
			if s.loses(&child, plies-1) {
				return true
			}
		}
		return false
	})
}

// attacks appends the moves to try for the side that mates: checks, then the others if
// they are wanted.
func (s *Solver) attacks(p *board.Position, buffer []board.Move) []board.Move {
	moves, gives := movegen.Legal(p, buffer), movegen.NewChecks(p)
	n := 0
	for i, m := range moves {
		if gives.Gives(p, m) {
			moves[i], moves[n] = moves[n], m
			n++
		}
	}
	if s.checks {
		return moves[:n]
	}
	return moves
}

// loses reports whether the side to move loses within an even number of plies.
func (s *Solver) loses(p *board.Position, plies int) bool {
	if plies == 0 || dead(p) {
		return !movegen.HasLegal(p)
	}
	return s.remember(p, plies, func() bool {
		var memory [movegen.MaxMoves]board.Move
		moves := movegen.Legal(p, memory[:0])
		for i, m := range moves {
			if m == s.killer[plies] {
				moves[0], moves[i] = moves[i], moves[0]
			}
		}
		for _, m := range moves {
			child := p.Make(m)
			if !s.wins(&child, plies-1) {
				s.killer[plies] = m
				return false
			}
		}
		return true
	})
}

// remember looks an answer up before it is worked out. Whether a side wins and
// whether it loses cannot be mixed up: the parity of plies shows which.
func (s *Solver) remember(p *board.Position, plies int, answer func() bool) bool {
	s.nodes++
	if s.over = s.over || s.limit > 0 && s.nodes > s.limit || s.stopped(); s.over {
		return false
	}
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
	if s.over {
		return false
	}
	k := s.known[key]
	if yes {
		k.yes = int8(plies)
	} else {
		k.no = int8(plies)
	}
	s.known[key] = k
	return yes
}

// stopped reports whether the proof shall end, as far as it is time to look.
func (s *Solver) stopped() bool {
	if s.nodes%lookEvery != 0 {
		return false
	}
	select {
	case <-s.Stop:
		return true
	default:
		return false
	}
}

// dead reports whether no piece is left that could attack.
func dead(p *board.Position) bool { return !p.CanAttack(board.Red) && !p.CanAttack(board.Black) }
