package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/internal/command"
	"chuhe/lab/record"
	"chuhe/movegen"
	"chuhe/rules"
	"chuhe/search"
)

// player plays games of an engine against itself or, in an [Arena], against a rival, one at
// a time.
type player struct {
	settings *Settings
	engine   *search.Engine
	rival    *search.Engine // plays Black, if not nil
	// nodes of a move of engine and rival, if there is a rival.
	nodes [2]uint64
	plies []record.Ply
	clock *nodeClock // of both sides, if not nil, in place of the settings' nodes
	cut   int        // plies after which a game is left unfinished, if not 0
}

func newPlayer(s *Settings, evaluation eval.Evaluation) (*player, error) {
	engine, err := s.NewEngine(evaluation)
	if err != nil {
		return nil, err
	}
	return &player{settings: s, engine: engine}, nil
}

// Close frees the engine.
func (p *player) Close() { p.engine.Close() }

// swap swaps the colours of engine and rival, which keep their nodes.
func (p *player) swap() {
	p.engine, p.rival = p.rival, p.engine
	p.nodes[0], p.nodes[1] = p.nodes[1], p.nodes[0]
}

// nodeClock is a game clock that runs by nodes.
type nodeClock struct{ nodes, increment uint64 }

// play plays game number n. Adjudication by score or length comes before the rules
// of the board: a mate on ply MaxPlies is a draw. The error comes from ctx, or
// wraps errNoOpening.
func (p *player) play(ctx context.Context, n uint64) (record.Game, error) {
	s := p.settings
	random := rand.New(rand.NewPCG(s.Seed, n))
	game, err := p.open(ctx, random)
	if err != nil {
		return record.Game{}, err
	}
	return p.playOn(ctx, game, s.PlayOut > 0 && random.IntN(s.PlayOut) == 0)
}

// limits returns the limits of the next search, by a side that has used a number of nodes; turn
// is 1 for the rival. Games for training finish their iterations. Games against a rival must
// not: the engine with the longer iterations would get more nodes.
func (p *player) limits(turn int, used uint64) search.Limits {
	if c := p.clock; c != nil {
		left := int64(c.nodes+c.increment*uint64(len(p.plies)/2)) - int64(used)
		return search.Limits{NodeClock: true, Clock: search.Clock{
			Set: true, Time: time.Duration(left) * time.Microsecond, Increment: time.Duration(c.increment) * time.Microsecond,
		}}
	}
	if p.rival != nil {
		return search.Limits{Nodes: p.nodes[turn]}
	}
	return search.Limits{SoftNodes: p.settings.Nodes, Nodes: p.settings.Nodes * hardFactor}
}

// playOn plays a game until it is over by the rules, drawn by its scores or its length
// or, unless playOut, won by its scores, or until it is cut. The returned game has only
// the plies played here.
func (p *player) playOn(ctx context.Context, game *board.Line, playOut bool) (record.Game, error) {
	s := p.settings
	start := game.Len()
	referee := rules.NewReferee(game, s.Rules)
	p.plies = p.plies[:0]
	won, dull := 0, 0  // plies in a row with a winning score, or one near zero
	var used [2]uint64 // nodes of both sides
	for {
		if v := referee.Verdict(); v.Result.Finished() {
			return p.finish(game, start, v.Result), nil
		}
		if p.cut > 0 && len(p.plies) >= p.cut {
			return p.finish(game, start, board.Unfinished), nil
		}
		side := game.Position().Side()
		engine, turn := p.engine, 0
		if p.rival != nil && side == board.Black {
			engine, turn = p.rival, 1
		}
		r := engine.Search(ctx, game, p.limits(turn, used[side]), nil)
		used[side] += r.Nodes
		if err := ctx.Err(); err != nil {
			return record.Game{}, err
		}
		p.plies = append(p.plies, record.Ply{Move: r.Best, Score: int16(r.Score)})
		referee.Play(r.Best)

		size := max(r.Score, -r.Score)
		won, dull = count(won, size >= s.WinScore), count(dull, size <= s.DrawScore)
		switch {
		case won >= s.WinPlies && !playOut && p.agree():
			if r.Score < 0 {
				side = side.Other()
			}
			return p.finish(game, start, board.Win(side)), nil
		case dull >= s.DrawPlies && len(p.plies) >= s.MinDraw, len(p.plies) >= s.MaxPlies:
			return p.finish(game, start, board.Draw), nil
		}
	}
}

// count returns n+1 if the condition holds, otherwise 0.
func count(n int, condition bool) int {
	if condition {
		return n + 1
	}
	return 0
}

// agree reports whether the scores of the last two plies favour the same side.
func (p *player) agree() bool {
	n := len(p.plies)
	return n < 2 || (p.plies[n-1].Score > 0) != (p.plies[n-2].Score > 0)
}

// finish returns a copy of the game from ply start.
func (p *player) finish(game *board.Line, start int, result board.Result) record.Game {
	plies := make([]record.Ply, len(p.plies))
	copy(plies, p.plies)
	return record.Game{Start: *game.At(start), Plies: plies, Result: result}
}

// maxTries is the number of random openings tried for a game. Settings may exclude
// all of them.
const maxTries = 10_000

// errNoOpening is wrapped when every opening tried was unbalanced. Only the settings can
// cause it.
var errNoOpening = command.Inputf("no balanced opening found")

// open returns a game of random plies whose last position is balanced. The engine
// forgets earlier games first. The error comes from ctx, or wraps errNoOpening.
func (p *player) open(ctx context.Context, random *rand.Rand) (*board.Line, error) {
	s := p.settings
	var buf [movegen.MaxMoves]board.Move
	for range maxTries {
		game := board.NewLine(board.Start())
		plies := s.MinRandom + random.IntN(s.MaxRandom-s.MinRandom+1)
		for range plies {
			moves := movegen.Legal(game.Position(), buf[:0])
			if len(moves) == 0 {
				break
			}
			game.Play(moves[random.IntN(len(moves))])
		}
		if game.Len() < plies || rules.Judge(game, s.Rules).Result.Finished() {
			continue
		}
		p.engine.Clear()
		r := p.engine.Search(ctx, game, search.Limits{SoftNodes: s.Nodes * verifyFactor, Nodes: s.Nodes * verifyFactor * hardFactor}, nil)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if max(r.Score, -r.Score) <= s.Balance {
			return game, nil
		}
	}
	return nil, fmt.Errorf("%w: tried %d openings of %d-%d random plies, want a score within %d", errNoOpening, maxTries, s.MinRandom, s.MaxRandom, s.Balance)
}
