package selfplay

import (
	"fmt"
	"strings"

	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/internal/memory"
	"chuhe/lang"
	"chuhe/rules"
	"chuhe/search"
)

// Settings say how games are played. All but Threads change the games.
type Settings struct {
	// Seed of the random openings.
	Seed uint64
	// Nodes after which a search starts no new iteration. It stops at hardFactor
	// times as many, in an Arena at once.
	Nodes uint64
	// Hash is the size in MiB of each thread's transposition table.
	Hash int
	// MinRandom and MaxRandom bound the number of random plies of an opening.
	MinRandom, MaxRandom int
	// Balance is the largest score of the position after the random plies, by a
	// search of verifyFactor times the nodes of a move. Other openings are discarded.
	Balance eval.Score
	// WinScore ends a game when the scores of WinPlies plies in a row are at least
	// that far from zero and the last two favour the same side.
	WinScore eval.Score
	WinPlies int
	// One game in PlayOut is played to its end on the board when it is won, to show
	// how; 0 for none.
	PlayOut int
	// DrawScore ends a game as a draw when the scores of DrawPlies plies in a row are
	// at most that far from zero, at least MinDraw plies after the opening.
	DrawScore          eval.Score
	DrawPlies, MinDraw int
	// MaxPlies after the opening end a game as a draw.
	MaxPlies int
	// Rules of repetition and the natural move limit.
	Rules rules.Options
	// Threads is the number of games played at the same time.
	Threads int
}

// Multiples of Settings.Nodes.
const (
	hardFactor   = 5
	verifyFactor = 4
)

// searchKey starts the header line with the [search.Signature].
const searchKey = "search"

// Largest values of Settings.Nodes and Settings.Hash, far above any useful one.
const (
	MaxNodes = 1 << 30
	MaxHash  = 1 << 12
)

// DefaultSettings returns the settings of the first stage of the training recipe,
// for one thread.
func DefaultSettings() Settings {
	return Settings{
		Seed: 1, Nodes: 600, Hash: 2, MinRandom: 4, MaxRandom: 11, Balance: 250,
		WinScore: 1200, WinPlies: 4, PlayOut: 8, DrawScore: 12, DrawPlies: 16, MinDraw: 80, MaxPlies: 300,
		Rules: rules.DefaultOptions(), Threads: 1,
	}
}

// NewEngine returns an engine that plays under the settings on one thread.
func (s *Settings) NewEngine(evaluation eval.Evaluation) (*search.Engine, error) {
	o := search.DefaultOptions()
	o.Hash, o.Rules, o.Evaluation = s.Hash, s.Rules, evaluation
	o.MoveOverhead = 0 // a clock of nodes does not run on a move's way
	return search.New(o)
}

// CheckMemory returns an error if there is less memory than the tables of all threads need:
// the system would kill the program without a word. Where that is unknown, everything passes.
func (s *Settings) CheckMemory() error {
	need, has := uint64(s.Threads)*uint64(s.Hash)<<20, memory.Left()
	if has > 0 && need > has {
		return command.Usage(lang.Errorf("datagen.memory", "threads", s.Threads, "hash", s.Hash, "need", need>>20, "has", has>>20))
	}
	return nil
}

// text returns the text of a header: everything that decides the games, which are
// the settings, the name of the evaluator and the signature of the search.
func (s *Settings) text(evaluator, signature string) string {
	var b strings.Builder
	for _, line := range []struct {
		key   string
		value any
	}{
		{"evaluator", evaluator},
		{searchKey, signature},
		{"seed", s.Seed},
		{"nodes", s.Nodes},
		{"hash", s.Hash},
		{"random", fmt.Sprintf("%d-%d", s.MinRandom, s.MaxRandom)},
		{"balance", s.Balance},
		{"win", fmt.Sprintf("%d for %d plies", s.WinScore, s.WinPlies)},
		{"playout", s.PlayOut},
		{"draw", fmt.Sprintf("%d for %d plies from %d", s.DrawScore, s.DrawPlies, s.MinDraw)},
		{"maxplies", s.MaxPlies},
		{"rules", fmt.Sprintf("%v %d", s.Rules.Set, s.Rules.EffectiveMoveLimit())},
	} {
		fmt.Fprintf(&b, "%s %v\n", line.key, line.value)
	}
	return b.String()
}
