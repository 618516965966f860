package perft

import (
	"context"

	"chuhe/board"
	"chuhe/lang"
)

// Agreed is the Mismatch.Difference if both counts agree on every root move.
var Agreed error = lang.Errorf("perft.agreed")

// Mismatch is a count that differs from the one in a suite.
type Mismatch struct {
	Line          int // of the suite
	FEN           string
	Depth         int
	Expected, Got uint64
	// Difference names the first root move whose count differs from the suite or,
	// if the suite does not list root moves, from a second way of counting. Without
	// such a move it is Agreed.
	Difference error
}

// In returns the mismatch in a line of text.
func (m *Mismatch) In(l lang.Lang) string {
	return lang.AtLine(m.Line, lang.Errorf("perft.mismatch",
		"fen", m.FEN, "depth", m.Depth, "expected", m.Expected, "got", m.Got, "reason", m.Difference)).In(l)
}

// Check compares the tree counted for a position of a suite with its known counts.
// It returns nil if they agree. Otherwise it may count again, slowly. The error is
// the one of ctx.
func (c *Counter) Check(ctx context.Context, position *Case, known *Known, tree *Tree) (*Mismatch, error) {
	var listed error
	if known.Branches != nil {
		listed = firstDifference("perft.file", known.Branches, tree.Branches)
	}
	if known.Nodes == tree.Nodes && listed == nil {
		return nil, nil
	}
	m := &Mismatch{position.Line, position.Position.FEN(), known.Depth, known.Nodes, tree.Nodes, listed}
	if m.Difference == nil {
		plain, err := plainTree(ctx, &position.Position, known.Depth, c.threads)
		if err != nil {
			return nil, err
		}
		m.Difference = firstDifference("perft.plain", plain, tree.Branches)
	}
	if m.Difference == nil {
		m.Difference = Agreed
	}
	return m, nil
}

// firstDifference describes the first move, in order of squares, whose count differs
// from the wanted one of a source, the key of its name, or returns nil.
func firstDifference(source string, want, got []Branch) error {
	differ := func(key string, move board.Move, wanted, got uint64) error {
		return lang.Errorf(key, "move", move, "source", lang.Errorf(source), "want", wanted, "got", got)
	}
	for i := 0; ; i++ {
		switch {
		case i == len(want) && i == len(got):
			return nil
		case i == len(want) || i < len(got) && got[i].Move < want[i].Move:
			return differ("perft.notThere", got[i].Move, 0, got[i].Nodes)
		case i == len(got) || want[i].Move < got[i].Move:
			return differ("perft.notHere", want[i].Move, want[i].Nodes, 0)
		case want[i].Nodes != got[i].Nodes:
			return differ("perft.otherCount", want[i].Move, want[i].Nodes, got[i].Nodes)
		}
	}
}
