package protocol

// Command is a line of a host as a value. Moves are still text, in lower case:
// how their ranks count and whether they are legal is for the session to say.
type Command interface{ command() }

type (
	// Hello is "ucci" or "uci".
	Hello struct{ Dialect Dialect }

	// IsReady asks for a sign of life.
	IsReady struct{}

	// NewGame is "ucinewgame", "uccinewgame" or "newgame".
	NewGame struct{}

	// SetOption changes an option. Name has single blanks between its words.
	SetOption struct{ Name, Value string }

	// Setup is a position and the moves that follow it. Without Start it is
	// that of the FEN.
	Setup struct {
		Start bool
		FEN   string
		Moves []string
	}

	// SetPosition is "position", or its arguments alone as Cyclone writes it,
	// Bare then being set.
	SetPosition struct {
		Setup
		Bare bool
	}

	// BanMoves forbids moves in the current position.
	BanMoves struct{ Moves []string }

	// Go starts a search. Numbers that the line does not name are not Set.
	Go struct {
		Ponder, Draw, Infinite bool

		Depth, Nodes, Mate, MoveTime, MovesToGo, OppMovesToGo Number

		// Own and Opponent are the clocks of the side to move and of the other
		// in the unit of usemillisec.
		Own, Opponent Clock
		// Red and Black are the clocks in milliseconds.
		Red, Black Clock

		SearchMoves []string

		// Bad tells of a word that lacks its number, nil if there is none.
		Bad error
	}

	// PonderHit tells that the move pondered on was played, Draw that a draw
	// was offered with it.
	PonderHit struct{ Draw bool }

	// Stop ends a search.
	Stop struct{}

	// Probe asks what the transposition table knows of a position.
	Probe struct{ Setup }

	// Perft is "go perft".
	Perft struct{ Depth int }

	// Display is "d".
	Display struct{}

	// Evaluate is "eval".
	Evaluate struct{}

	// Bench is "bench".
	Bench struct{}

	// Quit ends the session.
	Quit struct{}

	// Unknown is a line that begins with no known word.
	Unknown struct{ Word string }

	// Malformed is a line that begins with a known word, Word, and cannot be
	// understood.
	Malformed struct {
		Word string
		Err  error
	}
)

// Number is a number that may be absent.
type Number struct {
	Set   bool
	Value int64
}

// Clock is what a host tells of one player's clock.
type Clock struct{ Time, Increment Number }

func (Hello) command()       {}
func (IsReady) command()     {}
func (NewGame) command()     {}
func (SetOption) command()   {}
func (SetPosition) command() {}
func (BanMoves) command()    {}
func (Go) command()          {}
func (PonderHit) command()   {}
func (Stop) command()        {}
func (Probe) command()       {}
func (Perft) command()       {}
func (Display) command()     {}
func (Evaluate) command()    {}
func (Bench) command()       {}
func (Quit) command()        {}
func (Unknown) command()     {}
func (Malformed) command()   {}
