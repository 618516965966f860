package protocol

import "time"

// Command is a line of a host as a value: one of the types below. Moves are still
// text, in lower case: only the session knows how ranks are counted and which moves
// are legal.
type Command any

type (
	// Hello is "ucci" or "uci".
	Hello struct{ Dialect Dialect }

	// IsReady asks whether the engine is responsive.
	IsReady struct{}

	// NewGame is "ucinewgame", "uccinewgame" or "newgame".
	NewGame struct{}

	// SetOption changes an option. The words of Name are separated by single blanks.
	SetOption struct{ Name, Value string }

	// Setup is a position and the moves that follow it. Start means the start
	// position; otherwise FEN describes it. Remark says what is odd about the words,
	// "" for nothing.
	Setup struct {
		Start  bool
		FEN    string
		Moves  []string
		Remark string
	}

	// SetPosition is "position". Bare means that the line had only the
	// arguments, as Cyclone writes it.
	SetPosition struct {
		Setup
		Bare bool
	}

	// BanMoves forbids moves in the current position.
	BanMoves struct{ Moves []string }

	// Go starts a search.
	Go struct {
		Ponder, Draw, Infinite bool
		// Numbers holds the numbers that the line gives, by the word before each; see
		// numbered.
		Numbers     map[string]int64
		SearchMoves []string
		// Bad names a word without its number; nil if every word has one.
		Bad error
		// Unknown are the words that are not known.
		Unknown []string
		// Read is when the line was read, zero if that does not matter.
		Read time.Time
	}

	// PonderHit says that the expected move was played; Draw, that a draw was
	// offered with it.
	PonderHit struct{ Draw bool }

	// Stop ends a search.
	Stop struct{}

	// Probe asks for the transposition table's entry of a position.
	Probe struct{ Setup }

	// Perft is "go perft".
	Perft struct{ Depth int }

	// Display is "d".
	Display struct{}

	// Evaluate is "eval".
	Evaluate struct{}

	// Flip is "flip": the same position with the sides exchanged.
	Flip struct{}

	// About is a word that is answered with a text; see about.
	About struct{ Word string }

	// Bench is "bench".
	Bench struct{}

	// Quit ends the session.
	Quit struct{}

	// Unknown is a line whose first word is not known.
	Unknown struct{ Word string }

	// Malformed is a line whose first word, Word, is known, but not the rest.
	Malformed struct {
		Word string
		Err  error
	}
)

// Dialect is the protocol of the answers. The zero value is UCCI.
type Dialect uint8

// The dialects.
const (
	UCCI Dialect = iota
	UCI
)

// String returns the first word of a host that speaks the dialect.
func (d Dialect) String() string {
	if d == UCI {
		return "uci"
	}
	return "ucci"
}
