package search

import (
	"math"
	"math/bits"
	"slices"

	"chuhe/board"
	"chuhe/eval"
	"chuhe/movegen"
)

// stage is a step of the staged move generation.
type stage uint8

const (
	stageHash stage = iota
	stageCaptures
	stageGoodCaptures
	stageKiller
	stageSecondKiller
	stageCounter
	stageQuiets
	stageGoodQuiets
	stageBadCaptures
	stageBadQuiets
	stageEvasions
	stageGoodEvasions
	stageLoudCaptures
	stageEnd
)

// picker yields the legal moves of a node, the most promising first. It generates
// them as late as it can, because one of the first usually causes a cut-off.
type picker struct {
	w      *worker
	p      *board.Position
	safety movegen.Safety
	gives  movegen.Checks // valid if known
	known  bool
	ply    int
	pawns  *moveHistories // histories of the pawn structure
	continuations

	hash    board.Move
	special [3]board.Move // killers and the counter move
	stage   stage
	quiets  bool // whether moves that capture nothing are wanted
	shallow bool // whether a rough order of the quiet moves will do
	skip    bool // whether the rest of the quiet moves is skipped

	next, bad int // of the scored moves: those before bad are captures put off
	rest      int // of the scored moves: the first quiet one left when the bad captures came
	n         int
	moves     [movegen.MaxMoves]scoredMove
}

// shallowDepth is the largest depth at which only the last two moves count in the order
// of quiet moves: most nodes are that shallow, and the others cost time.
const shallowDepth = 2

// scoredMove is a move below its score in one word, so that comparing two takes one
// instruction and no jump.
type scoredMove int64

func newScoredMove(m board.Move, score int) scoredMove { return scoredMove(score)<<16 | scoredMove(m) }

func (m scoredMove) move() board.Move { return board.Move(m) }
func (m scoredMove) score() int       { return int(m >> 16) }

// init prepares the moves of a node of the main search.
func (k *picker) init(w *worker, n *node) {
	ply, f := n.ply, n.f
	k.begin(w, n.p, n.hit.move)
	k.quiets, k.shallow = true, n.depth <= shallowDepth
	k.special[0], k.special[1], k.special[2] = f.killers[0], f.killers[1], w.hist.counter[w.frame(ply-1).moved]
	k.recall(w, ply)
}

// initQuiescence prepares the captures, or in check all moves, of a node of
// the quiescence search.
func (k *picker) initQuiescence(w *worker, ply int, p *board.Position, hash board.Move) {
	k.begin(w, p, hash)
	k.quiets, k.shallow = false, true
	if k.safety.Check {
		k.recall(w, ply)
	}
}

// recall finds the histories of quiet moves.
func (k *picker) recall(w *worker, ply int) {
	k.ply, k.pawns = ply, w.hist.pawns(k.p)
	k.continuations.recall(w, ply)
}

func (k *picker) begin(w *worker, p *board.Position, hash board.Move) {
	k.w, k.p, k.hash = w, p, hash
	k.safety.Reset(&p.Placement)
	k.known = false
	k.skip, k.next, k.bad, k.n = false, 0, 0, 0
	switch {
	case hash != board.NoMove:
		k.stage = stageHash
	case k.safety.Check:
		k.stage = stageEvasions
	default:
		k.stage = stageCaptures
	}
}

// givesCheck reports whether a legal move of the node gives check. Like pick it is not
// inlined.
//
//go:noinline
func (k *picker) givesCheck(m board.Move) bool {
	k.prepareChecks()
	return k.gives.Gives(k.p, m)
}

// prepareChecks makes gives valid.
func (k *picker) prepareChecks() {
	if !k.known {
		k.gives.Reset(k.p)
		k.known = true
	}
}

// skipQuiets leaves out the quiet moves not yet yielded.
func (k *picker) skipQuiets() { k.skip = true }

// pick returns the next move, NoMove at the end.
//
// Following the profile, the compiler would put a copy of it, and of what it calls, into
// each of the three functions that pick moves: 22 KB, which push other code out of the
// instruction cache.
//
//go:noinline
func (k *picker) pick() board.Move {
	for {
		switch k.stage {
		case stageHash:
			k.stage = stageCaptures
			if k.safety.Check {
				k.stage = stageEvasions
			}
			if k.safety.Legal(k.p, k.hash) {
				return k.hash
			}

		case stageCaptures:
			k.generateCaptures()
			k.stage = stageGoodCaptures
			if !k.quiets {
				k.stage = stageLoudCaptures
			}

		case stageGoodCaptures:
			for k.next < k.n {
				m := k.best()
				if m.move() == k.hash {
					continue
				}
				if seeAtLeast(k.p, m.move(), eval.Score(-k.w.params.BadCaptureMargin-m.score()*k.w.params.BadCaptureScore/1024)) {
					return m.move()
				}
				k.moves[k.bad] = m
				k.bad++
			}
			k.stage = stageKiller

		case stageKiller, stageSecondKiller, stageCounter:
			m := k.special[k.stage-stageKiller]
			k.stage++
			if !k.skip && k.isSpecial(m, int(k.stage-stageKiller)-1) {
				return m
			}

		case stageQuiets:
			k.next, k.n = k.bad, k.bad
			if !k.skip {
				k.generateQuiets()
			}
			k.stage = stageGoodQuiets

		case stageGoodQuiets:
			for k.next < k.n && !k.skip {
				scored := k.best()
				if scored.score() < -k.w.params.BadQuiet {
					k.next--
					k.moves[k.next] = scored // back among the rest
					break
				}
				if m := scored.move(); m != k.hash && !k.isKiller(m) {
					return m
				}
			}
			k.stage = stageBadCaptures
			k.rest, k.next = k.next, 0

		case stageBadCaptures:
			if k.next < k.bad {
				k.next++
				return k.moves[k.next-1].move()
			}
			k.stage, k.next = stageBadQuiets, k.rest

		case stageBadQuiets:
			for k.next < k.n && !k.skip {
				if m := k.best().move(); m != k.hash && !k.isKiller(m) {
					return m
				}
			}
			k.stage = stageEnd

		case stageEvasions:
			k.generateCaptures()
			k.generateQuiets()
			k.stage = stageGoodEvasions

		case stageGoodEvasions, stageLoudCaptures:
			for k.next < k.n {
				m := k.best().move()
				if m != k.hash && !(k.skip && k.p.Captured(m) == board.NoPiece) {
					return m
				}
			}
			k.stage = stageEnd

		case stageEnd:
			return board.NoMove
		}
	}
}

// isKiller reports whether a move is one of the killers or the counter move.
func (k *picker) isKiller(m board.Move) bool {
	return m == k.special[0] || m == k.special[1] || m == k.special[2]
}

// isSpecial reports whether killer or counter move i is a legal quiet move
// here that was not yielded before.
func (k *picker) isSpecial(m board.Move, i int) bool {
	if m == board.NoMove || m == k.hash || k.p.Captured(m) != board.NoPiece {
		return false
	}
	for _, earlier := range k.special[:i] {
		if m == earlier {
			return false
		}
	}
	return movegen.PseudoLegal(k.p, m) && k.safety.Legal(k.p, m)
}

// best takes the move of the highest score from those left, the first of several.
func (k *picker) best() scoredMove {
	left := k.moves[k.next:k.n]
	at := &left[highest(left)]
	m := *at
	*at = left[0]
	k.next++
	return m
}

// highestGo returns the place of the highest score, of the first of several. There must be
// a move.
//
// For the comparison the place of a move, counted from the end, stands in for the
// move, so that the maximum says where it was found. The scores are in no order, so
// a jump on them would often be mispredicted. The compiler does without a jump as
// long as the place is no index, so the function must not be inlined.
//
//go:noinline
func highestGo(moves []scoredMove) int {
	const last = 1<<16 - 1
	top := scoredMove(math.MinInt64)
	for i, m := range moves {
		top = max(top, (m|last)-scoredMove(i))
	}
	return int(last - top&last)
}

// generateCaptures adds the captures, by the worth of the piece taken and what
// such captures have led to.
func (k *picker) generateCaptures() {
	p, history := k.p, &k.w.hist.capture
	first := 0
	if k.safety.Check {
		first = 1 << 20 // before all quiet evasions
	}
	var set [movegen.MaxMovers]movegen.Mover
	for _, mover := range movegen.Movers(&p.Placement, &k.safety, p.Of(p.Side().Other()), set[:0]) {
		piece := newPieceTo(board.NewPiece(p.Side(), mover.Kind), 0)
		for ends := mover.Ends; !ends.IsEmpty(); {
			to := ends.Pop()
			taken := p.At(to).Type()
			score := int(exchangeValue[taken])*k.w.params.CaptureOrder + int(history[piece+pieceTo(to)][taken])
			k.moves[k.n] = newScoredMove(board.NewMove(mover.From, to), first+score)
			k.n++
		}
	}
}

// generateQuiets adds the moves that capture nothing by their histories. Only deeper
// nodes count the earlier moves too, and prefer checks.
func (k *picker) generateQuiets() {
	p, n, deep := k.p, k.n, !k.shallow
	quiet, pawns, last, before := &k.w.hist.quiet[p.Side()&1], k.pawns, k.continuations[0], k.continuations[1]
	pawns.fetchMajors(p.Side())
	last.fetchMajors(p.Side())
	before.fetchMajors(p.Side())
	var set [movegen.MaxMovers]movegen.Mover
	movers := movegen.Movers(&p.Placement, &k.safety, p.Occupied().Not(), set[:0])
	for i := range movers {
		mover := &movers[i]
		piece := newPieceTo(board.NewPiece(p.Side(), mover.Kind), 0)
		from := board.NewMove(mover.From, 0)
		for half, ends := range [2]uint64{mover.Ends.Lo, mover.Ends.Hi} {
			for ; ends != 0; ends &= ends - 1 {
				to := half*board.HalfSquares + bits.TrailingZeros64(ends)
				m, at := from|board.Move(to), piece+pieceTo(to)
				score := 2*(int(quiet[m&moveBits])+int(pawns[at])) + int(last[at]) + int(before[at])
				if deep {
					score += k.earlier(at)
				}
				k.moves[n] = newScoredMove(m, score)
				n++
			}
		}
	}
	added := k.moves[k.n:n]
	k.n = n
	if deep && !k.safety.Check {
		k.preferChecks(movers, added)
	}
	if k.ply < lowPlies {
		low, t := &k.w.hist.low[k.ply], &k.w.params
		for i, m := range added {
			added[i] += newScoredMove(0, int(low[m.move()&moveBits])*t.LowPlyOrder/(1+k.ply))
		}
	}
}

// preferChecks raises the scores of those moves that give check and do not lose much. The
// movers are the pieces that make the moves.
func (k *picker) preferChecks(movers []movegen.Mover, moves []scoredMove) {
	k.prepareChecks()
	p, t := k.p, &k.w.params
	for i := range movers {
		mover := &movers[i]
		for ends := k.gives.May(mover.Kind, mover.From).And(mover.Ends); !ends.IsEmpty(); {
			m := board.NewMove(mover.From, ends.Pop())
			if k.gives.Gives(p, m) && seeAtLeast(p, m, eval.Score(-t.CheckOrderSEE)) {
				at := slices.IndexFunc(moves, func(scored scoredMove) bool { return scored.move() == m })
				moves[at] += newScoredMove(0, t.CheckOrder)
			}
		}
	}
}
