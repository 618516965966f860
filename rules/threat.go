package rules

import (
	"chuhe/board"
	"chuhe/movegen"
)

// How far a mate threat is looked for. The rule book sets no bound; four checks
// and these many nodes see what players call a threat, and end soon where there
// is none.
const (
	threatChecks = 4
	threatNodes  = 5000
)

// threatensMate reports whether the side that has just moved would, were it to
// move again, mate by checks alone. It is not asked when the side gives check.
func threatensMate(p *board.Position) bool {
	again := p.Pass()
	nodes := threatNodes
	for checks := 1; checks <= threatChecks; checks++ {
		if matesByChecks(&again, checks, &nodes) {
			return true
		}
	}
	return false
}

// matesByChecks reports whether the side to move mates within a number of
// checks of its own.
func matesByChecks(p *board.Position, checks int, nodes *int) bool {
	var buf [movegen.MaxMoves]board.Move
	gives := movegen.NewChecks(p)
	for _, m := range movegen.Legal(p, buf[:0]) {
		if !gives.Gives(p, m) {
			continue
		}
		if *nodes--; *nodes < 0 {
			return false
		}
		child := p.Make(m)
		if matedByChecks(&child, checks-1, nodes) {
			return true
		}
	}
	return false
}

// matedByChecks reports whether every reply of the side to move, which is in
// check, runs into a mate within a number of further checks.
func matedByChecks(p *board.Position, checks int, nodes *int) bool {
	if checks == 0 {
		return !movegen.HasLegal(p)
	}
	var buf [movegen.MaxMoves]board.Move
	for _, m := range movegen.Legal(p, buf[:0]) {
		child := p.Make(m)
		if !matesByChecks(&child, checks, nodes) {
			return false
		}
	}
	return true
}
