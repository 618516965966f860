package tournament

import (
	"context"
	"fmt"
	"time"

	"chuhe/board"
	"chuhe/lang"
	"chuhe/search"
)

// Player plays one game after another. It is used by one goroutine at a time.
// Errors of its methods are a *Fault where the player is to blame.
type Player interface {
	// NewGame prepares for a game.
	NewGame(ctx context.Context) error
	// Think asks for a move in the last position of a game, which it must not change. It
	// always returns: a player that does not answer is at Fault. After it has returned because
	// ctx was done, the player takes another request.
	Think(ctx context.Context, game *board.Line, turn Turn) (Answer, error)
	// Exchange returns the last lines exchanged with the player, if it is a
	// process that reads and writes lines.
	Exchange() []string
	// Close ends the player, which must not be used any more.
	Close()
}

// Ponderer is a player that can ponder: think in the opponent's time.
type Ponderer interface {
	Player
	// Ponder lets the player think about its answer to a reply to the last
	// position of a game, and does not wait for it. The reply is legal. If it is
	// then played, the next Think takes up this search; otherwise it ends it. A
	// player that is set not to ponder does nothing.
	Ponder(game *board.Line, reply board.Move, turn Turn) error
	// Rest ends what Ponder began, if Think has not.
	Rest(ctx context.Context) error
}

// Listener is a player that wants to know how its games end.
type Listener interface {
	Player
	// GameOver says how a game ended, and does not wait.
	GameOver(o Outcome)
}

// Turn is given to a player besides the position.
type Turn struct {
	Limits search.Limits
	// Opponent is the opponent's clock.
	Opponent search.Clock
	// Allowed is the time after which an answer is too late; 0 for no limit.
	Allowed time.Duration
	// DrawOffered: the opponent offers a draw.
	DrawOffered bool
}

// Answer is a player's move.
type Answer struct {
	// Move to play, NoMove if Text is not a move.
	Move board.Move
	// Text is the move as the player wrote it; "" if it writes no text.
	Text string
	// Reply is the move that the player expects next, NoMove if it names none.
	Reply board.Move
	// Resigns: the player resigns. Draw: it offers or accepts a draw.
	Resigns, Draw bool
	// Thought is the player's opinion of the position.
	Thought Thought
	// Time from the request to the answer. It does not count the time of the
	// opponent in which the player pondered. A negative one counts as 0, so that no
	// answer adds to the clock.
	Time time.Duration
}

// Thought is the last report of a search.
type Thought struct {
	// Score from the player's view; nil if none was reported.
	Score *Score `json:"score,omitempty"`
	Depth int    `json:"depth,omitempty"`
	Nodes uint64 `json:"nodes,omitempty"`
}

// Score is an evaluation in hundredths of a pawn, or an announced mate.
type Score struct {
	CP int `json:"cp"`
	// Mate is the number of own moves to a mate, negative when the player is
	// mated; 0 for none. CP is then beyond every evaluation.
	Mate int `json:"mate,omitempty"`
}

// MateCP is the CP of a mate, less the number of moves.
const MateCP = 100000

// LongestMate is the most moves of a mate: a score further from MateCP is an evaluation.
const LongestMate = 1000

// MateScore returns the score of a mate in a number of own moves, negative for
// being mated.
func MateScore(moves int) Score {
	if moves < 0 {
		return Score{-MateCP - moves, moves}
	}
	return Score{MateCP - moves, moves}
}

// String returns "+0.35", "+M3" or "-M2".
func (s Score) String() string {
	switch {
	case s.Mate > 0:
		return fmt.Sprintf("+M%d", s.Mate)
	case s.Mate < 0:
		return fmt.Sprintf("-M%d", -s.Mate)
	}
	return fmt.Sprintf("%+.2f", float64(s.CP)/100)
}

// Fault is the failure of a player.
type Fault struct {
	End    End    // NoAnswer or Crash
	Reason string // what happened
}

func (f *Fault) Error() string { return string(f.End) + ": " + f.Reason }

// In returns the text in a language.
func (f *Fault) In(l lang.Lang) string {
	key := "match.ended"
	if f.End == NoAnswer {
		key = "match.silent"
	}
	return l.Say(key, "reason", f.Reason)
}
