package perft

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"chuhe/lang"
)

// report prints counts as they arrive and adds them up.
type report struct {
	*request
	lang       lang.Lang
	out        io.Writer
	counts     int
	mismatches int
	nodes      uint64
	spent      time.Duration
}

// record is a count in JSON.
type record struct {
	Position   string         `json:"position"`
	Line       int            `json:"line,omitempty"`
	Depth      int            `json:"depth"`
	Nodes      uint64         `json:"nodes"`
	Expected   *uint64        `json:"expected,omitempty"`
	Difference string         `json:"difference,omitempty"`
	TimeMS     float64        `json:"time_ms"`
	NPS        uint64         `json:"nps"`
	Threads    int            `json:"threads"`
	Hash       int            `json:"hash"`
	Divide     []branchRecord `json:"divide,omitempty"`
}

type branchRecord struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// count prints one count; mismatch is nil unless it differs from a file's.
func (r *report) count(c *Case, known *Known, tree *Tree, spent time.Duration, mismatch *Mismatch) error {
	r.counts++
	r.nodes += tree.Nodes
	r.spent += spent
	if mismatch != nil {
		r.mismatches++
	}
	if r.json {
		return json.NewEncoder(r.out).Encode(r.record(c, known, tree, spent, mismatch))
	}
	if r.file != "" && r.divide {
		heading := lang.AtLine(c.Line, lang.Errorf("perft.divided", "fen", c.Position.FEN(), "depth", known.Depth))
		fmt.Fprintln(r.out, heading.In(r.lang))
	}
	if r.divide {
		for _, b := range tree.Branches {
			fmt.Fprintf(r.out, "%v: %d\n", b.Move, b.Nodes)
		}
	}
	if mismatch == nil {
		return nil
	}
	_, err := fmt.Fprintln(r.out, mismatch.In(r.lang))
	return err
}

func (r *report) record(c *Case, known *Known, tree *Tree, spent time.Duration, mismatch *Mismatch) record {
	rec := record{
		Position: c.Position.FEN(), Line: c.Line, Depth: known.Depth, Nodes: tree.Nodes,
		TimeMS: float64(spent.Microseconds()) / 1000, NPS: rate(tree.Nodes, spent),
		Threads: r.options.Threads, Hash: r.options.Hash,
	}
	if r.file != "" {
		rec.Expected = &known.Nodes
	}
	if mismatch != nil {
		rec.Difference = mismatch.Difference.Error() // in English, as all of JSON
	}
	if r.divide {
		for _, b := range tree.Branches {
			rec.Divide = append(rec.Divide, branchRecord{b.Move.String(), b.Nodes})
		}
	}
	return rec
}

// end prints the sums. The error wraps ErrMismatch if a count differed, and otherwise
// comes from writing.
func (r *report) end() (err error) {
	if !r.json {
		if r.file != "" {
			fmt.Fprintf(r.out, "counts %d wrong %d\n", r.counts, r.mismatches)
		}
		_, err = fmt.Fprintf(r.out, "nodes %d time %d nps %d\n", r.nodes, r.spent.Milliseconds(), rate(r.nodes, r.spent))
	}
	return r.verdict(err)
}

// verdict returns an error that wraps ErrMismatch if a count differed, and err
// otherwise. A mismatch matters more than a failed write: even when the reader has
// gone, the exit status must show it.
func (r *report) verdict(err error) error {
	if r.mismatches == 0 {
		return err
	}
	differ := lang.Errorf("perft.differOf", "differ", ErrMismatch, "wrong", r.mismatches, "counts", r.counts)
	if err == nil {
		return differ
	}
	return fmt.Errorf("%w; %v", differ, err)
}

// rate returns the leaves per second.
func rate(nodes uint64, spent time.Duration) uint64 {
	return uint64(min(float64(nodes)/max(spent.Seconds(), 1e-9), 1<<63))
}
