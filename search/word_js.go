package search

// word is a word of the table. In a browser Go has one thread, and calls a function for each
// atomic access.
type word uint64

func (w *word) Load() uint64    { return uint64(*w) }
func (w *word) Store(to uint64) { *w = word(to) }

func (w *word) Add(delta uint64) uint64 {
	*w += word(delta)
	return uint64(*w)
}
