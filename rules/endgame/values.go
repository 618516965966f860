package endgame

import (
	"sync/atomic"

	"chuhe/internal/memory"
)

// value is the entry of a table for a position. Values up to longest are a number of
// moves: one more than the attacker still makes up to the mate.
type value uint8

const (
	unknown value = 0 // not won, once the table is solved
	mated   value = 1
	longest value = 253
	held    value = 254 // the defender captures and is safe
	absent  value = 255 // no position: pieces on one square, or a king that could be captured
)

// won reports whether the attacker wins.
func (v value) won() bool { return v != unknown && v <= longest }

// values are a list of values that goroutines read and write at the same time: eight in
// a word, because there are no atomic bytes.
type values struct {
	words []atomic.Uint64
	free  func()
}

// perWord is the number of values in a word.
const perWord = 8

// newValues returns n unknown values.
func newValues(n int) (*values, error) {
	words, free, err := memory.Slice[atomic.Uint64]((n + perWord - 1) / perWord)
	if err != nil {
		return nil, err
	}
	return &values{words, free}, nil
}

// get returns the value with a number.
func (v *values) get(i int) value {
	return value(v.words[i/perWord].Load() >> (8 * (i % perWord)))
}

// lower sets a value unless it is as low already, held or absent. It reports whether it
// did.
func (v *values) lower(i int, to value) bool {
	word, shift := &v.words[i/perWord], 8*(i%perWord)
	for {
		old := word.Load()
		was := value(old >> shift)
		if was != unknown && was <= to || was > longest {
			return false
		}
		if word.CompareAndSwap(old, old&^(0xff<<shift)|uint64(to)<<shift) {
			return true
		}
	}
}

// each calls visit with the number of each value in some words that is the one wanted.
func (v *values) each(first, end int, want value, visit func(i int)) {
	for w := first; w < end; w++ {
		word := v.words[w].Load()
		for i := range perWord {
			if value(word>>(8*i)) == want {
				visit(w*perWord + i)
			}
		}
	}
}

// close frees the values, if there are any.
func (v *values) close() {
	if v != nil {
		v.free()
	}
}
