package rules

import (
	"fmt"
	"strings"
)

var kindNames = [...]string{
	Unfinished:      "unfinished",
	Checkmate:       "checkmate",
	Stalemate:       "stalemate",
	PerpetualCheck:  "perpetual check",
	PerpetualChase:  "perpetual chase",
	PerpetualThreat: "perpetual mate threat",
	PerpetualMixed:  "perpetual mixture",
	Repetition:      "repetition",
	MutualCheck:     "mutual perpetual check",
	MutualChase:     "mutual perpetual chase",
	MutualAttack:    "mutual perpetual attack",
	MoveLimit:       "natural move limit",
	Material:        "no attacking material",
}

// String returns the kind in English, in lower case, and Kind(N) for a number that is none.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// String returns what a side does in turn: "check and chase alternately".
func (m Mixture) String() string {
	var parts []string
	for i, in := range [...]bool{m.Check, m.Chase, m.Threat} {
		if in {
			parts = append(parts, [...]string{"check", "chase", "mate threat"}[i])
		}
	}
	if n := len(parts) - 1; n > 0 {
		parts = []string{strings.Join(parts[:n], ", "), parts[n]}
	}
	return strings.Join(parts, " and ") + " alternately"
}

// String returns the result and the kind in English: "red loses: perpetual
// check", "draw: repetition", or "continue" while play has not ended. Package
// words adds the reason.
func (v Verdict) String() string {
	if !v.Result.Finished() {
		return "continue"
	}
	if loser, ok := v.Result.Loser(); ok {
		return loser.String() + " loses: " + v.Ending()
	}
	return "draw: " + v.Ending()
}

// Ending returns the kind in English, and of a perpetual attack by several means what
// these are: "check and chase alternately".
func (v Verdict) Ending() string {
	if v.Kind == PerpetualMixed {
		return v.Mixture.String()
	}
	return v.Kind.String()
}

// IsVerdict reports whether [Verdict.String] returns the text for some verdict.
func IsVerdict(text string) bool {
	if text == "continue" {
		return true
	}
	result, kind, _ := strings.Cut(text, ": ")
	from, to := Checkmate, PerpetualThreat
	switch result {
	case "red loses", "black loses":
		for _, m := range [...]Mixture{{true, true, false}, {true, false, true}, {false, true, true}, {true, true, true}} {
			if kind == m.String() {
				return true
			}
		}
	case "draw":
		from, to = Repetition, Material
	default:
		return false
	}
	for k := from; k <= to; k++ {
		if kind == k.String() {
			return true
		}
	}
	return false
}
