package tournament

// Format says who plays whom.
type Format string

// The formats.
const (
	RoundRobin Format = "roundrobin" // everybody plays everybody
	Gauntlet   Format = "gauntlet"   // the first plays all others
	Swiss      Format = "swiss"      // in each round those with equal points play each other
	Knockout   Format = "knockout"   // who loses is out
)

// Formats are all formats.
var Formats = []Format{RoundRobin, Gauntlet, Swiss, Knockout}

// Schedule says which games a match has. Each round has an encounter of every two players
// who meet; each encounter has Games games from one opening, colours changing from game to
// game. Players are seeded in their order. The methods Len and At are for the formats whose
// games are known before the first.
type Schedule struct {
	Players int
	Format  Format
	Rounds  int
	Games   int // of an encounter, 1 or more
	// TieBreaks is the most further encounters of a level tie in a knockout, after which
	// the better seed goes on.
	TieBreaks int
}

// Pairing is one game of a schedule.
type Pairing struct {
	Game        int `json:"game"`      // from 1
	Round       int `json:"round"`     // from 1
	Encounter   int `json:"encounter"` // from 1; games of one encounter share an opening
	Opening     int `json:"opening"`   // from 0, to be taken modulo the number of openings
	RedPlayer   int `json:"redPlayer"` // from 0
	BlackPlayer int `json:"blackPlayer"`
	TieBreak    int `json:"tieBreak,omitempty"` // further encounter of a tie in a knockout, from 1
}

// pairs returns the number of encounters of a round.
func (s Schedule) pairs() int {
	if s.Format == Gauntlet {
		return s.Players - 1
	}
	return s.Players * (s.Players - 1) / 2
}

// Len returns the number of games.
func (s Schedule) Len() int { return s.Rounds * s.pairs() * s.Games }

// At returns the game of a number 1..Len.
func (s Schedule) At(number int) Pairing {
	n := number - 1
	encounter, game := n/s.Games, n%s.Games
	round, pair := encounter/s.pairs(), encounter%s.pairs()
	a := 0
	if s.Format != Gauntlet {
		for others := s.Players - 1; pair >= others; others-- {
			pair -= others
			a++
		}
	}
	b := a + 1 + pair
	// Colours change from game to game and, if encounters have an odd number of
	// games, also from round to round and from opponent to opponent.
	if (game+(round+b-a-1)*s.Games)%2 == 1 {
		a, b = b, a
	}
	return Pairing{Game: number, Round: round + 1, Encounter: encounter + 1, Opening: round, RedPlayer: a, BlackPlayer: b}
}
