package board

// Line is a start position with the moves played from it: what a GUI sends, and
// what the rules of repetition need. The zero value holds no
// position; use [NewLine].
type Line struct {
	positions []Position // the start, then the position after each move
	moves     []Move
}

// NewLine returns a line that begins with the given position.
func NewLine(start Position) *Line { return &Line{positions: []Position{start}} }

// Play appends a move, which must be pseudo-legal in the last position. It does not check
// the move: for one from outside ask movegen.IsLegal, or rules.Illegal for the reason.
func (l *Line) Play(m Move) {
	l.positions = append(l.positions, l.Position().Make(m))
	l.moves = append(l.moves, m)
}

// Undo takes back the last move, if there is one.
func (l *Line) Undo() {
	if n := len(l.moves); n > 0 {
		l.moves, l.positions = l.moves[:n-1], l.positions[:n]
	}
}

// Position returns the position after the last move. It is valid until the
// line changes.
func (l *Line) Position() *Position { return &l.positions[len(l.positions)-1] }

// Len returns the number of moves played.
func (l *Line) Len() int { return len(l.moves) }

// At returns the position after the first i moves, 0 <= i <= Len. It is valid
// until the line changes.
func (l *Line) At(i int) *Position { return &l.positions[i] }

// Move returns the move played in position At(i).
func (l *Line) Move(i int) Move { return l.moves[i] }

// Moves returns the moves played. The slice is valid until the line changes, and the caller
// must not change it.
func (l *Line) Moves() []Move { return l.moves }

// First returns an independent line of the first n moves, 0 <= n <= Len.
func (l *Line) First(n int) *Line { return (&Line{l.positions[:n+1], l.moves[:n]}).Clone() }

// Clone returns an independent copy.
func (l *Line) Clone() *Line {
	return &Line{
		positions: append([]Position(nil), l.positions...),
		moves:     append([]Move(nil), l.moves...),
	}
}
