package puzzle

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync/atomic"

	"chuhe/internal/command"
	"chuhe/internal/differ"
	"chuhe/internal/journal"
	"chuhe/lang"
	"chuhe/puzzle"
	"chuhe/search"
)

// keptHead holds what decides the outcomes of a run.
type keptHead struct {
	Nodes      uint64 `json:"nodes,omitempty"` // of check alone, as Proof
	Proof      int    `json:"proof,omitempty"`
	Evaluation string `json:"evaluation"`
	Search     string `json:"search"`
	// Puzzles is the SHA-256 of their lines.
	Puzzles string `json:"puzzles"`
	// Files are the names of the files of the puzzles, for an error about them.
	Files []string `json:"-"`
}

// compare returns how the run of a journal differs from the one that is wanted.
func compare(was, wanted keptHead) (differ.List, error) {
	var other differ.List
	switch {
	case was.Puzzles == wanted.Puzzles:
	case len(wanted.Files) == 0:
		other = differ.List{lang.Errorf("puzzles.otherOwn")}
	default:
		other = differ.List{lang.Errorf("puzzles.otherPuzzles", "files", command.InputNames(wanted.Files))}
	}
	was.Puzzles = wanted.Puzzles
	differences, err := differ.Fields(was, wanted)
	return append(other, differences...), err
}

// keptEntry is the outcome of a puzzle without a fault. Those with faults are judged again, to say what
// is wrong with them.
type keptEntry struct {
	Puzzle int `json:"puzzle"` // its place, from 0
	Rating int `json:"rating,omitempty"`
}

// kept is the journal of an unfinished run of check or rate beside the file that the run is to write;
// nil keeps nothing.
type kept struct {
	*journal.Journal[keptHead, keptEntry]
	command string
	ratings map[int]int // of earlier runs
	all     int         // puzzles
	done    atomic.Int64
}

// openKept opens the journal of a command, or creates it, and says what is done already.
func openKept(name string, to *command.Output, head keptHead, all []puzzle.Puzzle, s command.Streams) (*kept, error) {
	var err error
	if head.Search, err = search.Signature(); err != nil {
		return nil, err
	}
	sum := sha256.New()
	for i := range all {
		fmt.Fprintln(sum, &all[i])
	}
	head.Puzzles = fmt.Sprintf("%x", sum.Sum(nil))
	k := &kept{command: name, ratings: make(map[int]int), all: len(all)}
	format := journal.Format[keptHead, keptEntry]{Command: "chuhe puzzles " + name, Compare: compare}
	if k.Journal, err = format.Open(to.Name+"."+name, head, k.take); err != nil {
		return nil, err
	}
	if n := len(k.ratings); n > 0 {
		k.done.Store(int64(n))
		s.Remark("chuhe puzzles "+name, s.Lang.Say("puzzles.continues", "done", n, "puzzles", s.Lang.Count("puzzles", len(all))))
	}
	return k, nil
}

// take takes an outcome of an earlier run.
func (k *kept) take(e keptEntry) error {
	if e.Puzzle < 0 || e.Puzzle >= k.all {
		return fmt.Errorf("puzzle %d, want 0 to %d", e.Puzzle, k.all-1)
	}
	k.ratings[e.Puzzle] = e.Rating
	return nil
}

// of returns the outcome of a puzzle in an earlier run.
func (k *kept) of(i int) (is outcome, known bool) {
	if k != nil {
		is.rating, known = k.ratings[i]
	}
	return is, known
}

// add keeps the outcome of a puzzle unless it has a fault.
func (k *kept) add(i int, is outcome) error {
	if k == nil || is.fault != nil {
		return nil
	}
	err := k.Add(keptEntry{i, is.rating})
	if err == nil {
		k.done.Add(1)
	}
	return err
}

// leave leaves the journal to the next run, says so if this one was interrupted, and returns its error.
func (k *kept) leave(err error, s command.Streams) error {
	if k == nil {
		return err
	}
	if errors.Is(err, context.Canceled) {
		s.Remark("chuhe puzzles "+k.command, s.Lang.Say("puzzles.stopped", "done", k.done.Load(), "puzzles", s.Lang.Count("puzzles", k.all)))
	}
	return errors.Join(err, k.Close())
}

// remove removes the journal: its outcomes are where they belong.
func (k *kept) remove() error {
	if k == nil {
		return nil
	}
	return k.Remove()
}
