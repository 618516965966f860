package rules

import (
	"chuhe/board"
	"chuhe/movegen"
)

// Bounds on a side's series of checks. The Chinese book has none. These find what
// players call a threat and end soon where there is no threat.
const (
	threatChecks = 4
	threatNodes  = 5000
)

// threats are the forced gains of a side to move by checks alone.
type threats struct {
	mate bool // a series of checks that mates
	gain bool // otherwise, a series that ends with more material, or with a free capture
}

// worth is the value of pieces for a gain, after the Chinese book: a rook is
// two knights or cannons, an advisor equals an elephant, and a pawn counts once
// it has crossed the river; see worthOn.
var worth = [board.PieceTypes]int{board.Pawn: 1, board.Advisor: 1, board.Bishop: 1, board.Knight: 2, board.Cannon: 2, board.Rook: 4}

// worthOn returns what the piece on a square counts for a gain, 0 for an empty square.
func worthOn(p *board.Position, s board.Square) int {
	piece := p.At(s)
	if piece.Type() == board.Pawn && board.Half[piece.Side()&1].Has(s) {
		return 0
	}
	return worth[piece.Type()]
}

// threatsOf finds what the side to move can force. A gain starts with a check
// that takes nothing: the chase test judges immediate captures, since it knows
// offers to exchange.
func (l *law) threatsOf(p *board.Position) (t threats) {
	for checks := 1; checks <= threatChecks && !t.mate; checks++ {
		f := forcing{law: l, nodes: threatNodes, mateOnly: true}
		t.mate = f.checksWin(p, checks, 0, true)
	}
	for checks := 1; checks < threatChecks && !t.mate && !t.gain; checks++ {
		f := forcing{law: l, nodes: threatNodes}
		t.gain = f.checksWin(p, checks, 0, false)
	}
	return
}

// threatAfter returns what the side that moved last would force were it to move
// again. The side must not be giving check.
func (l *law) threatAfter(p *board.Position) threats {
	again := p.Pass()
	return l.threatsOf(&again)
}

// forcing is a search through the checks of one side.
type forcing struct {
	law      *law
	mateOnly bool
	nodes    int // left
}

// checksWin reports whether the side to move, which is up by the given material
// since the search began, mates or gains within a number of checks. captures says
// whether the first of them may take a piece.
func (f *forcing) checksWin(p *board.Position, checks, up int, captures bool) bool {
	if checks == 0 {
		return false
	}
	var buf [movegen.MaxMoves]board.Move
	gives := movegen.NewChecks(p)
	for _, m := range movegen.Legal(p, buf[:0]) {
		taken := p.Captured(m)
		if !gives.Gives(p, m) || taken != board.NoPiece && !captures {
			continue
		}
		if f.nodes--; f.nodes < 0 {
			return false
		}
		child := p.Make(m)
		if f.forced(&child, checks-1, up+worthOn(p, m.To())) {
			return true
		}
	}
	return false
}

// forced reports whether every answer of the side in check loses.
func (f *forcing) forced(p *board.Position, checks, up int) bool {
	var buf [movegen.MaxMoves]board.Move
	for _, m := range movegen.Legal(p, buf[:0]) {
		child := p.Make(m)
		left := up - worthOn(p, m.To())
		if !f.mateOnly && left+f.law.freeGain(&child) > 0 {
			continue
		}
		if !f.checksWin(&child, checks, left, true) {
			return false
		}
	}
	return true
}

// freeGain returns what the side to move can win at once.
func (l *law) freeGain(p *board.Position) (best int) {
	var ids numbers
	v := l.view(p, p.Side())
	v.theirCheckers = board.Bitboard{} // a capture must be an answer to their check
	v.eachCapture(&ids, all, func(from, to board.Square) {
		gain := worthOn(p, to)
		switch v.cause(from, to) {
		case NoCause:
			return
		case StrongerPrey:
			if v.unprotected(from, to) == NoCause {
				gain -= worthOn(p, from)
			}
		}
		best = max(best, gain)
	})
	return
}
