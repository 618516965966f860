package endgame

import (
	"cmp"
	"slices"

	"chuhe/board"
	"chuhe/movegen"
)

// Choice is a legal move with the verdict on the position after it.
type Choice struct {
	Move board.Move
	Verdict
}

// Choices returns the legal moves of a position, the best ones first: for the attacker
// the shortest win, for the defender a draw and then the longest resistance. Moves of
// the same worth are in the order of their squares. It returns nil where Probe says
// false.
func (t *Tables) Choices(p *board.Position) []Choice {
	if _, ok := t.Probe(&p.Placement); !ok {
		return nil
	}
	var choices []Choice
	for _, m := range movegen.Legal(p, nil) {
		after := p.Make(m)
		v, _ := t.Probe(&after.Placement) // a capture leads to a table, too
		choices = append(choices, Choice{m, v})
	}
	attacks := p.CanAttack(p.Side())
	slices.SortFunc(choices, func(a, b Choice) int {
		worth := cmp.Compare(resistance(a.Verdict), resistance(b.Verdict))
		if !attacks {
			worth = -worth
		}
		return cmp.Or(worth, cmp.Compare(a.Move, b.Move))
	})
	return choices
}

// resistance is how long a defender holds out: above all numbers of moves in a draw.
func resistance(v Verdict) int {
	if !v.Won {
		return int(longest)
	}
	return v.Moves
}

// Line returns the shortest win from a position with the longest resistance, up to the
// end of the game. It is empty where nobody wins or Probe says false.
func (t *Tables) Line(p *board.Position) []board.Move {
	var line []board.Move
	at := *p
	for {
		v, ok := t.Probe(&at.Placement)
		if !ok || !v.Won {
			return nil
		}
		choices := t.Choices(&at)
		if len(choices) == 0 {
			return line
		}
		line = append(line, choices[0].Move)
		at.Play(choices[0].Move)
	}
}
