package book

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"chuhe/board"
	"chuhe/book"
	"chuhe/eval"
	"chuhe/internal/ordered"
	"chuhe/movegen"
	"chuhe/search"
)

// recipe is how a book is grown by search.
type recipe struct {
	positions int    // to search
	nodes     uint64 // of a search
	lines     int    // moves that a search finds
	margin    int    // by which a move may be worse than the best
	plies     int    // after which no position is searched
	threads   int    // searches at a time; they do not change the book
}

func defaultRecipe() recipe {
	return recipe{positions: 4000, nodes: 40_000, lines: 6, margin: 25, plies: 40, threads: 1}
}

const (
	// growHash is the size of a search's transposition table in MiB.
	growHash = 16
	// roundSize is the number of positions that are searched before the next are
	// chosen. Any number serves; it is fixed so that the book does not depend on the
	// threads.
	roundSize = 32
	// halving is the score by which a move is worse than the best if it is to be played
	// half as often.
	halving = 8
	// bestWeight is the weight of the best move of a position.
	bestWeight = 100
	// lopsided is the score, for either side, beyond which the answers to a position are not
	// searched.
	lopsided = 150
)

// text returns everything that decides the book, as "key value" lines.
func (r *recipe) text(evaluator, signature string) string {
	return fmt.Sprintf("made by search\nevaluator %s\nsearch %s\npositions %d\nnodes %d\nlines %d\nmargin %d\nplies %d\n",
		evaluator, signature, r.positions, r.nodes, r.lines, r.margin, r.plies)
}

// line is a move that a search found.
type line struct {
	move  board.Move
	score int // for the side that plays it
}

// node is a position of the tree.
type node struct {
	position board.Position
	ply      int     // at which it was first met
	reach    float64 // probability of a game from the start that follows the weights
	searched bool
	lines    []line // the best first
	value    int    // backed up from the positions below
}

// tree is the positions met so far.
type tree struct {
	recipe
	nodes map[uint64]*node // by book.Key
	order []*node          // as they were met
	count int              // searched
}

func newTree(r recipe) *tree {
	t := &tree{recipe: r, nodes: map[uint64]*node{}}
	t.meet(board.Start(), 0, 1)
	return t
}

// meet adds a position, or the probability of one more way to it.
func (t *tree) meet(p board.Position, ply int, reach float64) {
	key := book.Key(&p)
	n := t.nodes[key]
	if n == nil {
		n = &node{position: p, ply: ply}
		t.nodes[key] = n
		t.order = append(t.order, n)
	}
	n.reach += reach
}

// next returns the positions to search next: those that a game is most likely to
// reach.
func (t *tree) next() []*node {
	var open []*node
	for _, n := range t.order {
		if !n.searched && n.ply < t.plies {
			open = append(open, n)
		}
	}
	slices.SortStableFunc(open, func(a, b *node) int { return cmp.Compare(b.reach, a.reach) })
	return open[:min(len(open), roundSize, t.positions-t.count)]
}

// found stores what the search of a position found.
func (t *tree) found(n *node, lines []line) {
	n.searched, n.lines = true, lines
	t.count++
	if len(lines) == 0 || max(lines[0].score, -lines[0].score) > lopsided {
		return
	}
	var sum float64
	for _, l := range lines {
		sum += float64(t.weight(lines[0].score - l.score))
	}
	for _, l := range lines {
		if w := t.weight(lines[0].score - l.score); w > 0 {
			t.meet(n.position.Make(l.move), n.ply+1, n.reach*float64(w)/sum)
		}
	}
}

// weight returns the weight of a move that is worse than the best by a score.
func (t *tree) weight(worse int) uint32 {
	if worse > t.margin {
		return 0
	}
	return uint32(max(1, math.Round(bestWeight*math.Exp2(-float64(worse)/halving))))
}

// child returns the searched position after a move, or nil.
func (t *tree) child(n *node, m board.Move) *node {
	p := n.position.Make(m)
	if c := t.nodes[book.Key(&p)]; c != nil && c.searched && len(c.lines) > 0 {
		return c
	}
	return nil
}

// backUp gives every line the score of the deepest searches below it.
func (t *tree) backUp() {
	for _, n := range t.order {
		if len(n.lines) > 0 {
			n.value = n.lines[0].score
		}
	}
	// Values settle from the leaves up; loops, which are rare, could go on for ever.
	for range t.plies {
		changed := false
		for _, n := range slices.Backward(t.order) {
			best := math.MinInt
			for i := range n.lines {
				l := &n.lines[i]
				if c := t.child(n, l.move); c != nil {
					l.score = -c.value
				}
				best = max(best, l.score)
			}
			if len(n.lines) > 0 && best != n.value {
				n.value, changed = best, true
			}
		}
		if !changed {
			break
		}
	}
}

// build returns the book of the tree.
func (t *tree) build() *book.Builder {
	t.backUp()
	b := new(book.Builder)
	for _, n := range t.order {
		for _, l := range n.lines {
			if w := t.weight(n.value - l.score); w > 0 {
				b.Add(&n.position, book.Move{Move: l.move, Weight: w})
			}
		}
	}
	return b
}

// grow searches positions until the tree is as large as wanted. What the journal has
// is not searched again, and what is found is added to it. report is called after each
// position. The error comes from ctx or the journal, or says that an engine
// cannot be made.
func (t *tree) grow(ctx context.Context, evaluation eval.Evaluation, j *searches, report func()) error {
	type result struct {
		node  *node
		lines []line
		err   error
	}
	var workers []func(context.Context, *node) result
	for range t.threads {
		o := search.DefaultOptions()
		o.Hash, o.MultiPV, o.Evaluation = growHash, t.lines, evaluation
		e, err := search.New(o)
		if err != nil {
			return err
		}
		defer e.Close()
		workers = append(workers, func(ctx context.Context, n *node) result {
			lines, known := j.done[n.position.Key()]
			if known {
				return result{n, lines, nil}
			}
			lines = analyse(ctx, e, n.position, t.recipe)
			err := ctx.Err()
			if err == nil {
				err = j.add(&n.position, lines)
			}
			return result{n, lines, err}
		})
	}
	for round := t.next(); len(round) > 0; round = t.next() {
		for r := range ordered.Map(ctx, slices.Values(round), workers...) {
			if r.err != nil {
				return r.err
			}
			t.found(r.node, r.lines)
			report()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

// analyse returns the best moves of a position, the best first. Of a position that is its own
// mirror image one move of each pair is searched, and the other is as good.
func analyse(ctx context.Context, e *search.Engine, p board.Position, r recipe) []line {
	if setup := p.Setup(); setup != setup.Mirror() {
		return bestLines(ctx, e, p, r, nil)
	}
	half := slices.DeleteFunc(movegen.Legal(&p, nil), func(m board.Move) bool { return m > m.Mirror() })
	lines := bestLines(ctx, e, p, r, half)
	for _, l := range slices.Clone(lines) {
		if image := l.move.Mirror(); image != l.move {
			lines = append(lines, line{image, l.score})
		}
	}
	slices.SortStableFunc(lines, byScore)
	return lines
}

// bestLines returns the best of some moves of a position, of all if only is empty, the best
// first, as the last whole iteration found them. Reports of a part of an iteration, which
// depend on the time that it takes, do not count.
func bestLines(ctx context.Context, e *search.Engine, p board.Position, r recipe, only []board.Move) (lines []line) {
	e.Clear()
	moves := only
	if len(moves) == 0 {
		moves = movegen.Legal(&p, nil)
	}
	want := min(r.lines, len(moves))
	var iteration []line // as far as it is reported
	depth := 0
	e.Search(ctx, board.NewLine(p), search.Limits{Nodes: r.nodes, Only: only}, func(i search.Info) {
		switch {
		case len(i.PV) == 0 || i.Last:
			return
		case i.MultiPV == 1:
			iteration, depth = iteration[:0], i.Depth
		}
		if i.Depth != depth || i.Bound != search.Exact || i.MultiPV != len(iteration)+1 {
			return
		}
		iteration = append(iteration, line{i.PV[0], int(i.Score)})
		if len(iteration) == want {
			lines = append(lines[:0], iteration...)
		}
	})
	slices.SortStableFunc(lines, byScore)
	return lines
}

func byScore(a, b line) int { return cmp.Compare(b.score, a.score) }
