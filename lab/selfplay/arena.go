package selfplay

import (
	"context"
	"math/rand/v2"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/search"
)

// ArenaSettings say how two engines play each other for a test or a tuning.
type ArenaSettings struct {
	// Nodes of a move.
	Nodes uint64
	// RivalNodes are the nodes of the second engine, 0 for the same.
	RivalNodes uint64
	// Clock and Increment are the nodes of a game clock that takes the place of Nodes,
	// unless 0.
	Clock, Increment uint64
	// Cut is the number of plies after which a game is left and judged, 0 for none.
	Cut int
	// Hash is the size of each engine's table in MiB.
	Hash int
	// Judge holds the parameters of the search that judges a game which was cut. They are
	// not from a side: its own score would reward parameters that make it overrate
	// itself.
	Judge search.Params
}

// CheckClock returns an error about the flags of a clock of nodes that contradict each other or the
// cut.
func CheckClock(clock, increment uint64, cut int) error {
	switch {
	case clock == 0 && increment > 0:
		return command.Usagef("-increment without -clock, want both")
	case clock > 0 && cut > 0:
		return command.Usagef("-clock with a cut after %d plies, want -cut 0: a side that spends its clock early would look better", cut)
	}
	return nil
}

// judgeFactor is how many times the nodes of a move a game that is cut is searched
// with.
const judgeFactor = 4

// games returns how games are played. They are adjudicated sooner than games for
// training: in 120 games of 2500 nodes played to the end, this would have saved a
// quarter of the plies and changed eight results.
func (s *ArenaSettings) games() Settings {
	g := DefaultSettings()
	g.Nodes, g.Hash, g.PlayOut = s.Nodes, s.Hash, 0
	g.WinScore, g.WinPlies = 1000, 4
	g.DrawScore, g.DrawPlies, g.MinDraw, g.MaxPlies = 20, 10, 50, 200
	return g
}

// Arena holds two engines that play each other, on one thread.
type Arena struct {
	engines [2]*search.Engine
	// judges have the evaluations of the two engines: one, if these are the same.
	judges []*search.Engine
	limits search.Limits // of a judge
	player player        // its engine plays Red, the first one except in the second game of a pair
}

// NewArena returns an arena whose engines have an evaluation each and the default
// parameters.
func NewArena(s *ArenaSettings, evaluations [2]eval.Evaluation) (*Arena, error) {
	g := s.games()
	a := new(Arena)
	if err := a.start(&g, s.Judge, evaluations); err != nil {
		a.Close()
		return nil, err
	}
	a.limits = search.Limits{Nodes: max(1, s.Nodes*judgeFactor/uint64(len(a.judges)))}
	a.player = player{settings: &g, engine: a.engines[0], rival: a.engines[1], nodes: [2]uint64{s.Nodes, s.Nodes}, cut: s.Cut}
	if s.RivalNodes > 0 {
		a.player.nodes[1] = s.RivalNodes
	}
	if s.Clock > 0 {
		a.player.clock = &nodeClock{s.Clock, s.Increment}
	}
	return a, nil
}

// start makes the engines.
func (a *Arena) start(g *Settings, judge search.Params, evaluations [2]eval.Evaluation) (err error) {
	for i, evaluation := range evaluations {
		if a.engines[i], err = g.NewEngine(evaluation); err != nil {
			return err
		}
		if i > 0 && evaluation.Name() == evaluations[0].Name() {
			continue
		}
		e, err := g.NewEngine(evaluation)
		if err != nil {
			return err
		}
		a.judges = append(a.judges, e)
		if err := e.SetParams(judge); err != nil {
			return err
		}
	}
	return nil
}

// Close frees the engines.
func (a *Arena) Close() {
	for _, e := range append(a.engines[:], a.judges...) {
		if e != nil {
			e.Close()
		}
	}
}

// SetParams sets the parameters of both engines. The error is about one out of range.
func (a *Arena) SetParams(first, second search.Params) error {
	if err := a.engines[0].SetParams(first); err != nil {
		return err
	}
	return a.engines[1].SetParams(second)
}

// Open returns a game of random plies whose last position is balanced according to the
// first engine. The error comes from ctx, or says that no opening was found.
func (a *Arena) Open(ctx context.Context, random *rand.Rand) (*board.Line, error) {
	return a.player.open(ctx, random)
}

// Finish is how a game ended.
type Finish struct {
	// Lead is the first engine's chance to win less the other's: 1, 0 or -1, or, in a
	// game that was cut, between them.
	Lead  float64
	Cut   bool
	Plies int // after the opening
}

// Pair plays two games from an opening, the first engine as Red and then as Black. The
// error comes from ctx; the arena can play another pair after one.
func (a *Arena) Pair(ctx context.Context, opening *board.Line) (pair [2]Finish, err error) {
	if pair[0], err = a.game(ctx, opening, board.Red); err != nil {
		return pair, err
	}
	a.player.swap()
	defer a.player.swap() // back, also after an error
	pair[1], err = a.game(ctx, opening, board.Black)
	return pair, err
}

// game plays a game in which the first engine has a side, as the player has it too. Both
// engines forget earlier games first.
func (a *Arena) game(ctx context.Context, opening *board.Line, side board.Side) (f Finish, err error) {
	for _, e := range a.engines {
		e.Clear()
	}
	game := opening.Clone()
	played, err := a.player.playOn(ctx, game, false)
	if err != nil {
		return f, err
	}
	f.Plies = len(played.Plies)
	switch played.Result {
	case board.Win(side):
		f.Lead = 1
	case board.Draw:
	case board.Unfinished:
		f.Cut = true
		f.Lead, err = a.lead(ctx, game, side)
	default:
		f.Lead = -1
	}
	return f, err
}

// lead returns a side's chance to win an unfinished game less the other's, -1 to 1: the
// mean of the judges. The error comes from ctx.
func (a *Arena) lead(ctx context.Context, game *board.Line, side board.Side) (sum float64, err error) {
	for _, judge := range a.judges {
		judge.Clear()
		r := judge.Search(ctx, game, a.limits, nil)
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		chances := r.Score.Chances(game.Position())
		sum += chances.Won - chances.Lost
	}
	if side != game.Position().Side() {
		sum = -sum
	}
	return sum / float64(len(a.judges)), nil
}
