package rules

import "chuhe/board"

// Kind is the way in which play has ended. The zero value is Unfinished.
type Kind uint8

// The ways in which play ends.
const (
	Unfinished      Kind = iota
	Checkmate            // a win: the side to move is in check and has no legal move
	Stalemate            // a win: the side to move has no legal move
	PerpetualCheck       // a win by repetition: every ply of the loser gives check
	PerpetualChase       // a win by repetition: every ply of the loser chases
	PerpetualThreat      // a win by repetition: every ply of the loser threatens mate (Chinese)
	PerpetualMixed       // a win by repetition: every ply of the loser is one of these three (Chinese)
	Repetition           // a draw: neither side offends, or the set of rules allows it
	MutualCheck          // a draw by repetition: both sides check with every ply
	MutualChase          // a draw by repetition: both sides chase with every ply
	MutualAttack         // a draw by repetition: both sides check, chase or threaten mate with every ply (Chinese)
	MoveLimit            // a draw: too many plies without a capture
	Material             // a draw: no rook, knight, cannon or pawn is left
)

// ByRepetition reports whether a kind is a verdict on a repeated position.
func (k Kind) ByRepetition() bool { return k >= PerpetualCheck && k <= MutualAttack }

// Level is how badly a side offends by what it does throughout a loop. The side
// with the higher level loses, equal levels draw.
type Level uint8

// The levels of offence, in their order.
const (
	Idle      Level = iota // nothing that is forbidden
	Uncovers               // a chase every ply of which only cuts off protectors; below Chases in Asian only
	Chases                 // a forbidden perpetual attack
	ChecksAll              // every ply gives check
)

// Span is the verdict on the plies between two occurrences of a position.
type Span struct {
	// Levels of offence by side.
	Levels [2]Level
}

func spanOf(l *law, sides [2]tally) (s Span) {
	for side := range sides {
		s.Levels[side] = sides[side].level(l)
	}
	return
}

// Loser returns the side that loses by the repetition; ok is false for a draw.
func (s Span) Loser() (side board.Side, ok bool) {
	red, black := s.Levels[board.Red], s.Levels[board.Black]
	if black > red {
		side = board.Black
	}
	return side, red != black
}

// result returns what the repetition is worth.
func (s Span) result() board.Result {
	if loser, ok := s.Loser(); ok {
		return board.Win(loser.Other())
	}
	return board.Draw
}

// Verdict says whether play has ended, how and why.
type Verdict struct {
	Result board.Result
	Kind   Kind
	// Rules is the set under which the game was judged.
	Rules Set
	// Ply is the number of plies after which play ended, the length of the
	// game if it has not.
	Ply int
	// Later is the number of plies of the game beyond Ply.
	Later int
	// From and To limit the repeated plies, Move(From) to Move(To-1) of the
	// [board.Line], for kinds by repetition.
	From, To int
	// FromMove and ToMove are the numbers of their moves, as FENs and game
	// records count them.
	FromMove, ToMove int
	// Span lists the offences of each side in them.
	Span Span
	// Chase is the offence of the loser if Kind is PerpetualChase. Its Prey is
	// NoPiece under the Chinese rules, which look at no single piece.
	Chase Chase
	// Mixture is the offence of the loser if Kind is PerpetualMixed.
	Mixture Mixture
	// MoveLimit is the natural move limit in plies that was applied; 0 for none.
	MoveLimit int
	// Notes are the points left open by the rule book on which the verdict rests.
	Notes []Note
}

// Chase says who chases whom in a perpetual chase.
type Chase struct {
	// Prey is the piece chased and PreySquare where it stands at the end.
	Prey       board.Piece
	PreySquare board.Square
	// Chaser is the chasing piece, NoPiece where it is not always a piece of one
	// type.
	Chaser board.Piece
	// Cause says why the attack threatens to win the prey; NoCause where the
	// reason changes.
	Cause Cause
	// Attacks: some ply makes a new attack or pins a protector. Uncovers: some
	// ply only cuts off protectors.
	Attacks, Uncovers bool
}

// Cause says why an attack threatens to win the prey.
type Cause uint8

// The causes.
const (
	NoCause      Cause = iota // no threat to win it, or not always for the same reason
	Unprotected               // nothing protects the prey
	FalseRoot                 // what protects the prey cannot legally retake
	StrongerPrey              // the prey is worth more than its attacker
)

// Mixture is a set of offences under the Chinese rules: what one ply commits, or all
// that the plies of a side mix.
type Mixture struct{ Check, Chase, Threat bool }
