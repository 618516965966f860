package perft

import (
	"context"
	"fmt"
)

// Agreed is the Mismatch.Difference if both counts agree on every root move.
const Agreed = "both ways of counting agree; the expected count is wrong or from other rules"

// Mismatch is a count that differs from the one in a suite.
type Mismatch struct {
	Line          int // of the suite
	FEN           string
	Depth         int
	Expected, Got uint64
	// Difference names the first root move whose count differs from the suite or,
	// if the suite does not list root moves, from a second way of counting. Without
	// such a move it is Agreed.
	Difference string
}

// String returns the mismatch in a line of text.
func (m *Mismatch) String() string {
	return fmt.Sprintf("line %d: %s: depth %d: expected %d, got %d: %s",
		m.Line, m.FEN, m.Depth, m.Expected, m.Got, m.Difference)
}

// Check compares the tree counted for a position of a suite with its known counts.
// It returns nil if they agree. Otherwise it may count again, slowly. The error is
// the one of ctx.
func (c *Counter) Check(ctx context.Context, position *Case, known *Known, tree *Tree) (*Mismatch, error) {
	listed := ""
	if known.Branches != nil {
		listed = firstDifference("the file", known.Branches, tree.Branches)
	}
	if known.Nodes == tree.Nodes && listed == "" {
		return nil, nil
	}
	m := &Mismatch{position.Line, position.Position.FEN(), known.Depth, known.Nodes, tree.Nodes, listed}
	if m.Difference == "" {
		plain, err := plainTree(ctx, &position.Position, known.Depth, c.threads)
		if err != nil {
			return nil, err
		}
		m.Difference = firstDifference("the plain count", plain, tree.Branches)
	}
	if m.Difference == "" {
		m.Difference = Agreed
	}
	return m, nil
}

// firstDifference describes the first move, in order of squares, whose count differs
// from the wanted one of a source, or returns "".
func firstDifference(source string, want, got []Branch) string {
	for i := 0; ; i++ {
		switch {
		case i == len(want) && i == len(got):
			return ""
		case i == len(want) || i < len(got) && got[i].Move < want[i].Move:
			return fmt.Sprintf("first at %v: %s has no such move, got %d", got[i].Move, source, got[i].Nodes)
		case i == len(got) || want[i].Move < got[i].Move:
			return fmt.Sprintf("first at %v: %s has %d, here it is not legal", want[i].Move, source, want[i].Nodes)
		case want[i].Nodes != got[i].Nodes:
			return fmt.Sprintf("first at %v: %s has %d, got %d", want[i].Move, source, want[i].Nodes, got[i].Nodes)
		}
	}
}
