package rules

import (
	"errors"
	"fmt"
	"strings"
)

// Set is a set of rules for the end of play. The zero value is Computer.
type Set uint8

// The sets of rules.
const (
	Computer   Set = iota // computer: the rules of computer tournaments, as Pikafish publishes them
	Asian                 // asian: Asian and World Xiangqi Federation, 2018
	Chinese               // chinese: Chinese Xiangqi Association, 2020
	League                // league: the league simulator of the UCCI protocol, 2007
	CheckBan              // checkban: only perpetual check is forbidden
	AlwaysDraw            // alwaysdraw: every repetition is a draw
	sets
)

// ErrSet is wrapped by the errors about the name and the number of a set that does not exist.
var ErrSet = errors.New("unknown set of rules")

// ParseSet returns the set of a name, in either case. Besides the names that
// String gives it takes the values of the UCCI option "repetition", see laws.
func ParseSet(name string) (Set, error) {
	lower := strings.ToLower(name)
	for _, s := range Sets() {
		if lower == s.String() || lower == laws[s].oldName {
			return s, nil
		}
	}
	return Computer, fmt.Errorf("%w %q: want one of %s", ErrSet, name, SetNames())
}

// Sets returns all sets of rules, the default first.
func Sets() []Set {
	all := make([]Set, sets)
	for s := range all {
		all[s] = Set(s)
	}
	return all
}

// SetNames returns the names of all sets of rules, the default first, with
// commas between them.
func SetNames() string {
	var names []string
	for _, s := range Sets() {
		names = append(names, s.String())
	}
	return strings.Join(names, ", ")
}

// String returns the name that ParseSet reads, or Set(9) for a set that does not exist.
func (s Set) String() string {
	if s >= sets {
		return fmt.Sprintf("Set(%d)", uint8(s))
	}
	return s.law().name
}

// Occurrences returns how often a position must have occurred, with the same
// side to move, for play to end: 3, or 4 in League.
func (s Set) Occurrences() int { return s.law().occurrences }

// LimitFirst reports whether the natural move limit and lack of material come
// before repetition, mate and stalemate, so that a mate with the last ply is a
// draw.
func (s Set) LimitFirst() bool { return s.law().limitFirst }

// SendsBans reports whether hosts tell players which moves would lose by a
// repetition. The simulator of the league does: there a third occurrence that
// would lose at the fourth is banned at once.
func (s Set) SendsBans() bool { return s.law().sendsBans }

func (s Set) law() *law { return &laws[s%sets] }

// chaseRule says what perpetual attacks on pieces other than the king a set
// forbids.
type chaseRule uint8

const (
	chaseFree   chaseRule = iota // no chase
	chaseOne                     // one piece, newly chased by every ply of the side
	chaseAny                     // any pieces, one after the other too; checks and mate threats may be mixed in
	chaseLeague                  // one piece, chased by the moved knight, cannon or rook; see leagueChase
)

// checkCount says which plies without a capture count towards the natural move
// limit.
type checkCount uint8

const (
	checksCount    checkCount = iota // every ply counts
	checksTenEach                    // every ply but a side's checks beyond its tenth and the replies to them
	checksTenClaim                   // likewise, but by claimant: only the claimant's own checks are left out, and a draw is due as soon as either side could claim it
	checksFree                       // every ply but checks and the replies to them
)

// law has everything in which the sets of rules differ.
type law struct {
	name    string
	oldName string // value of the UCCI option "repetition", if another

	occurrences int       // of a position that end play
	checkLoses  bool      // one-sided perpetual check loses
	chase       chaseRule // what one-sided perpetual chase loses

	// checksExcuse: if either side gives check in the loop, nothing in it is a chase.
	checksExcuse bool
	// byPair: a new attacker newly chases a piece even if it was under attack
	// before; otherwise only a piece that could not be won before is newly chased.
	byPair bool
	// ranked: a chase whose plies only cut off protectors of a prey that is
	// already attacked weighs less than one in which some ply makes a new attack
	// or pins a protector.
	ranked bool
	// guardsEqual: a rook, knight or cannon attacked by an advisor or elephant
	// does not count as the stronger piece, so that protection helps it.
	guardsEqual bool

	// threats: threatening to force mate, or to win a piece by checks, is an
	// offence like a chase.
	threats bool

	moveLimit  int        // natural move limit in plies without a capture
	checks     checkCount // how checks count for it
	limitFirst bool       // the limit and lack of material come before repetition and mate

	sendsBans bool // hosts tell players which moves would lose by a repetition

	open []question // what the book leaves open
}

// laws is the comparison of the rule books. Sources, with the cases that decide
// each point, are in docs/rules.md.
var laws = [sets]law{
	Computer: {
		name: "computer", oldName: "asianrule",
		occurrences: 3, checkLoses: true, chase: chaseOne, checksExcuse: true,
		moveLimit: 120, checks: checksTenEach,
	},
	Asian: {
		name: "asian", oldName: "wxfrule",
		occurrences: 3, checkLoses: true, chase: chaseOne, byPair: true, ranked: true,
		moveLimit: 100, checks: checksTenClaim,
		open: asianQuestions,
	},
	Chinese: {
		name: "chinese", oldName: "chineserule",
		occurrences: 3, checkLoses: true, chase: chaseAny, threats: true,
		moveLimit: 120, checks: checksTenEach,
		open: chineseQuestions,
	},
	League: {
		name: "league", oldName: "leaguerule",
		occurrences: 4, checkLoses: true, chase: chaseLeague,
		moveLimit: 100, checks: checksFree, limitFirst: true, sendsBans: true,
	},
	CheckBan: {
		name: "checkban", oldName: "checkban",
		occurrences: 3, checkLoses: true,
		moveLimit: 120, checks: checksTenEach,
	},
	AlwaysDraw: {
		name: "alwaysdraw", oldName: "alwaysdraw",
		occurrences: 3,
		moveLimit:   120, checks: checksTenEach,
	},
}
