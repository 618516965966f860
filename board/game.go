package board

// Game is a start position with the moves played from it: what a GUI sends, and
// what the rules of repetition need. The zero value holds no
// position; use [NewGame].
type Game struct {
	positions []Position // the start, then the position after each move
	moves     []Move
}

// NewGame returns a game that begins with the given position.
func NewGame(start Position) *Game { return &Game{positions: []Position{start}} }

// Play appends a move, which must be pseudo-legal in the last position. It does
// not check that the move is legal.
func (g *Game) Play(m Move) {
	g.positions = append(g.positions, g.Position().Make(m))
	g.moves = append(g.moves, m)
}

// Undo takes back the last move, if there is one.
func (g *Game) Undo() {
	if n := len(g.moves); n > 0 {
		g.moves, g.positions = g.moves[:n-1], g.positions[:n]
	}
}

// Position returns the position after the last move. It is valid until the
// game changes.
func (g *Game) Position() *Position { return &g.positions[len(g.positions)-1] }

// Len returns the number of moves played.
func (g *Game) Len() int { return len(g.moves) }

// At returns the position after the first i moves, 0 <= i <= Len. It is valid
// until the game changes.
func (g *Game) At(i int) *Position { return &g.positions[i] }

// Move returns the move played in position At(i).
func (g *Game) Move(i int) Move { return g.moves[i] }

// Moves returns the moves played; the caller must not change them.
func (g *Game) Moves() []Move { return g.moves }

// Clone returns an independent copy.
func (g *Game) Clone() *Game {
	return &Game{
		positions: append([]Position(nil), g.positions...),
		moves:     append([]Move(nil), g.moves...),
	}
}
