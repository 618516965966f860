package tournament

import (
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/rules"
)

// Record is a game that was played, as a line of JSON in the file of a match.
type Record struct {
	Pairing
	// Names of the players.
	Red   string `json:"red"`
	Black string `json:"black"`
	// RedControl and BlackControl are the time controls in words.
	RedControl   string `json:"redControl"`
	BlackControl string `json:"blackControl"`
	// Start is the FEN from which Moves begin. The first Book moves belong to the
	// opening.
	Start string `json:"start"`
	Book  int    `json:"book"`
	Moves []Ply  `json:"moves"`

	Outcome
	Began    time.Time     `json:"began"`
	Duration time.Duration `json:"durationNs"`
	// Exchange holds the last lines exchanged with the loser by a fault.
	Exchange []string `json:"exchange,omitempty"`
}

// Ply is a move with what its player reported.
type Ply struct {
	Move   string `json:"move"` // as UCCI writes it
	Millis int64  `json:"ms"`
	Thought
}

// untime removes date and times.
func (r *Record) untime() {
	r.Began, r.Duration = time.Time{}, 0
	for i := range r.Moves {
		r.Moves[i].Millis = 0
	}
}

// Replay returns the game on the board, or an error where the record is no
// legal game.
func (r *Record) Replay() (*board.Line, error) {
	start, err := board.ParseFEN(r.Start)
	if err != nil {
		return nil, err
	}
	moves := make([]board.Move, len(r.Moves))
	for i, ply := range r.Moves {
		if moves[i], err = board.ParseMove(ply.Move); err != nil {
			return nil, fmt.Errorf("ply %d: %w", i+1, err)
		}
	}
	return rules.Replay(start, moves)
}
