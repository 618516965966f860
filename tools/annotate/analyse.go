package annotate

import (
	"context"
	"fmt"
	"slices"
	"time"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/game"
	"chuhe/rules"
	"chuhe/search"
)

// Settings say how long each position is searched and how. Two runs with the same
// settings can share a journal. The fields are named after the flags.
type Settings struct {
	// Time, Nodes and Depth end the search of a position, the first that is reached.
	// 0 is no limit; one of them must be set.
	Time  time.Duration
	Nodes uint64
	Depth int
	// MultiPV is the number of moves to look at in each position. With 1 it is not
	// known whether a move was the only one.
	MultiPV int
	Threads int
	Hash    int // MiB
	// Order is that in which the positions of a game are searched: OrderGame, also if it
	// is "", or OrderBack.
	Order string
	// Rules is the set of rules, MoveLimit the natural move limit in plies.
	Rules     string
	MoveLimit int
	// EvalFile names the evaluation, as [eval.Evaluation] does.
	EvalFile string
}

// Orders of the searches. The table is kept from one to the next, so that from the end
// a search profits from the searches of the positions that follow.
const (
	OrderGame = "game" // as the moves were played
	OrderBack = "back" // from the last position to the first
)

// Line is a move with what follows it in best play.
type Line struct {
	Score eval.Score // for the side that makes the first move
	Moves []board.Move
}

// Found is the result of the searches of a position.
type Found struct {
	// Lines are the best moves, best first. There are none in a position without
	// legal moves, or in one that was not searched because play had ended.
	Lines []Line
	// Depth in plies.
	Depth int
	// Again holds the best move and the one played, if the latter was not among Lines
	// and seemed to lose something: one search then compared the two.
	Again []Line
	// Deep says that Again is of a deeper search, which proves or refutes that a move is a
	// blunder or the only good one. It then has the best move or that played, and the
	// one with which it was compared.
	Deep bool
}

// Analysis is the result for a game. Positions[i] is the one before move i of the
// main line, and the last one that after the last move.
type Analysis struct {
	Game      *board.Line
	Verdict   rules.Verdict
	Positions []Found
}

// Search searches the last position of g for its best moves, as many as moves says. The
// error says why there was no search, or is the error of ctx if it was cut short.
type Search func(ctx context.Context, g *board.Line, l search.Limits, moves int, report func(search.Info)) (search.Result, error)

// EngineSearch returns the searches of one engine, which keeps its table from one to
// the next.
func EngineSearch(e *search.Engine) Search {
	return func(ctx context.Context, g *board.Line, l search.Limits, moves int, report func(search.Info)) (search.Result, error) {
		if o := e.Options(); o.MultiPV != moves {
			o.MultiPV = moves
			if err := e.SetOptions(o); err != nil {
				return search.Result{}, err
			}
		}
		result := e.Search(ctx, g, l, report)
		return result, ctx.Err()
	}
}

// Analyser searches the positions of games.
type Analyser struct {
	Search Search
	Limits search.Limits // of each search
	// Deeper, if not nil, returns the limits of a search that proves or refutes a blunder
	// or an only move, from the scores of the others. Without it there are no such signs.
	Deeper func(search.Limits) search.Limits
	// MultiPV is the number of moves to look at in each position, at least 1.
	MultiPV int
	Rules   rules.Options // by which play ends
	// Back lets it begin with the last position. See [OrderBack].
	Back bool
	// Judged, if not nil, is called once a move can be judged, with the part of the
	// analysis that is done. Its error ends the analysis.
	Judged func(a *Analysis, ply int) error

	// The command keeps its searches: save keeps one that has been made, and saved
	// returns it or false. number is the place of the game in the run. progress is
	// called when a position is done. Each may be nil.
	save     func(key, *Found) error
	saved    func(key) (*Found, bool)
	number   int
	progress func(ply int)
}

// key is the place of a search in a run: the position before a move of a game.
type key struct {
	game, ply int
	again     bool // for the second time
	deep      bool // likewise, as Found.Deep says
}

// Analyse analyses a game. The error comes from ctx, or from one of the functions of the
// analyser.
func (a *Analyser) Analyse(ctx context.Context, played *board.Line) (*Analysis, error) {
	result := &Analysis{Game: played, Verdict: rules.Judge(played, a.Rules), Positions: make([]Found, played.Len()+1)}
	for i := range result.Positions {
		ply, move := i, i-1 // the position to search, and the move that can be judged then
		if a.Back {
			ply = played.Len() - i
			move = ply
		}
		if err := a.position(ctx, result, ply); err != nil {
			return nil, err
		}
		if move < 0 || move == played.Len() {
			continue
		}
		if err := a.compare(ctx, result, move); err != nil {
			return nil, err
		}
	}
	return result, nil
}

// position searches the position after ply plies, unless play has ended there.
func (a *Analyser) position(ctx context.Context, result *Analysis, ply int) error {
	if !result.endedAt(ply) {
		found, err := a.find(ctx, result.Game, key{a.number, ply, false, false}, a.Limits)
		if err != nil {
			return err
		}
		result.Positions[ply] = *found
	}
	if a.progress != nil {
		a.progress(ply)
	}
	return nil
}

// compare compares the move played after ply plies with the best one, if it is doubtful.
// Both the position and the next one must have been searched. Then the move is judged.
func (a *Analyser) compare(ctx context.Context, result *Analysis, ply int) error {
	if result.doubtful(ply) {
		before := &result.Positions[ply]
		limits := a.Limits
		limits.Only = []board.Move{before.Lines[0].Moves[0], result.Game.Move(ply)}
		again, err := a.find(ctx, result.Game, key{a.number, ply, true, false}, limits)
		if err != nil {
			return err
		}
		before.Again = again.Lines
	}
	if other := result.unproven(ply); other != board.NoMove && a.Deeper != nil {
		before := &result.Positions[ply]
		limits := a.Deeper(a.Limits)
		limits.Only = []board.Move{result.Game.Move(ply), other}
		again, err := a.find(ctx, result.Game, key{a.number, ply, true, true}, limits)
		if err != nil {
			return err
		}
		before.Again, before.Deep = again.Lines, len(again.Lines) > 1
	}
	if a.Judged == nil {
		return nil
	}
	return a.Judged(result, ply)
}

// endedAt reports whether play ends in the last position of the game, and whether
// that is the one after ply plies. Where players went on after the end of play the position is
// worth a search.
func (a *Analysis) endedAt(ply int) bool {
	return ply == a.Game.Len() && a.Verdict.Result.Finished() && a.Verdict.Ply == ply
}

// find searches the position of a game that a key names, or looks up what an earlier run found
// by this search.
func (a *Analyser) find(ctx context.Context, g *board.Line, k key, limits search.Limits) (*Found, error) {
	if a.saved != nil {
		if found, ok := a.saved(k); ok {
			return found, found.check(g, k)
		}
	}
	found := &Found{}
	result, err := a.Search(ctx, g.First(k.ply), limits, max(a.MultiPV, len(limits.Only)), found.note)
	if err != nil {
		return nil, err
	}
	if result.Best != board.NoMove {
		found.lead(Line{result.Score, result.PV})
		found.Depth = result.Depth
	}
	if a.save == nil {
		return found, nil
	}
	return found, a.save(k, found)
}

// check returns an error if a line of a saved search cannot be played in its position.
func (f *Found) check(g *board.Line, k key) error {
	for _, l := range f.Lines {
		if _, err := rules.Replay(*g.At(k.ply), l.Moves); err != nil {
			return fmt.Errorf("saved search of game %d, ply %d: %w", k.game+1, k.ply, err)
		}
	}
	return nil
}

// note takes a report of the search.
func (f *Found) note(i search.Info) {
	if len(i.PV) == 0 || i.Bound != search.Exact || i.MultiPV < 1 || i.MultiPV > len(f.Lines)+1 {
		return
	}
	l := Line{i.Score, slices.Clone(i.PV)}
	if i.MultiPV > len(f.Lines) {
		f.Lines = append(f.Lines, l)
	} else {
		f.Lines[i.MultiPV-1] = l
	}
}

// lead puts the line of the search's result first. Each move keeps one line.
func (f *Found) lead(first Line) {
	lines := []Line{first}
	for _, l := range f.Lines {
		if !slices.ContainsFunc(lines, func(other Line) bool { return other.Moves[0] == l.Moves[0] }) {
			lines = append(lines, l)
		}
	}
	f.Lines = lines
}

// line returns the line that begins with a move, or nil.
func line(lines []Line, m board.Move) *Line {
	for i := range lines {
		if lines[i].Moves[0] == m {
			return &lines[i]
		}
	}
	return nil
}

// Deeper returns limits for the proof of a blunder or an only move.
func Deeper(l search.Limits) search.Limits {
	const times, least, plies = 4, 100_000, 4
	if l.Nodes > 0 {
		l.Nodes = max(times*l.Nodes, least)
	}
	if l.Depth > 0 {
		l.Depth = min(l.Depth+plies, eval.MaxPly-1)
	}
	l.MoveTime *= times
	return l
}

// unproven returns the move with which the one played has to be compared by a deeper
// search, because it seems to be a blunder or the only good move; NoMove if it does not.
func (a *Analysis) unproven(ply int) board.Move {
	m := a.Judge(ply)
	lines := a.Positions[ply].Lines
	switch {
	case len(m.Best.Moves) == 0:
		return board.NoMove
	case m.Sign == game.Mistake && m.Loss() >= blunder && m.Best.Moves[0] != m.Move:
		return m.Best.Moves[0]
	case m.Sign == 0 && a.onlyMove(&m, a.Game.At(ply)):
		return lines[1].Moves[0]
	}
	return board.NoMove
}

// doubt is the loss of expected points from which a move that is not among the best
// is compared with the best one in a search of its own. Two searches differ by some
// hundredths in any case.
const doubt = 0.03

// doubtful reports whether a move seems to lose something by two searches.
func (a *Analysis) doubtful(ply int) bool {
	f := &a.Positions[ply]
	if len(f.Lines) == 0 || line(f.Lines, a.Game.Move(ply)) != nil || len(a.Positions[ply+1].Lines) == 0 {
		return false
	}
	p := a.Game.At(ply)
	return f.Lines[0].Score.Chances(p).Expected()-a.played(ply).Score.Chances(p).Expected() >= doubt
}

// played returns the line of the move played in a position, from the most exact of
// the searches that looked at it.
func (a *Analysis) played(ply int) Line {
	f, m := &a.Positions[ply], a.Game.Move(ply)
	for _, lines := range [][]Line{f.Again, f.Lines} {
		if l := line(lines, m); l != nil {
			return *l
		}
	}
	l := Line{Moves: []board.Move{m}}
	if next := a.Positions[ply+1].Lines; len(next) > 0 {
		l.Score = before(next[0].Score)
		l.Moves = append(l.Moves, next[0].Moves...)
	}
	if n := len(f.Lines); n > 1 { // it is not better than those that the search put first
		l.Score = min(l.Score, f.Lines[n-1].Score)
	}
	return l
}

// Best returns the best line of a position; ok is false if it was not searched.
func (a *Analysis) Best(ply int) (l Line, ok bool) {
	f := &a.Positions[ply]
	switch {
	case len(f.Again) > 0:
		return f.Again[0], true
	case len(f.Lines) > 0:
		return f.Lines[0], true
	}
	return Line{}, false
}

// before returns the score of a move from the score of the position that it leads to.
func before(s eval.Score) eval.Score {
	s = -s
	switch {
	case s > eval.MaxEval:
		return s - 1
	case s < -eval.MaxEval:
		return s + 1
	}
	return s
}
